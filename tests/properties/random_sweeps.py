"""Random programs that sweep over a matrix and write it in place: reads and writes at places that loops' variables give.

What one iteration reads another one overwrites, or doesn't: the reverse sweep has to know. Indices may lie outside of the
matrix, or count from its end.
"""

import random

RANGES = (
    "range(n)",
    "range(1, n)",
    "range(n - 1)",
    "reversed(range(n))",
    "range(n - 1, -1, -1)",
    "range(0, n, 2)",
    "range(n - 2, 0, -1)",
)
INNER_RANGES = ("range({0} + 1, n)", "range({0})", "range({0} + 1)", "range({0}, n)", "range(n - 1, {0}, -1)")
SLICES = (
    *(":", ":{0}", "{0}:", "{0} + 1:", ":{0} + 1", "1:", ":-1", "2:"),
    *("{0} - 1:{0} + 1", "{0}:{0} + 2", "::2", "::-1"),
)


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []

    def program(self):
        start = self.random.choice(["np.outer(x, np.sin(x) + 1.0)", "np.outer(x, x) + 0.3"])
        self.lines = ["def f(x, y, n, m):", f"    A = {start}", "    s = 0.0"]
        self.statements([], 1)
        return "\n".join([*self.lines, "    return s + np.sum(np.tanh(A)) + A[1, 2] * y", ""])

    def statements(self, names, indent):
        for _ in range(self.random.randint(1, 3)):
            self.statement(names, "    " * indent, indent)

    def statement(self, names, space, indent):
        chance = self.random.random()
        if chance < 0.4 and len(names) < 3:
            name = "ijk"[len(names)]
            inner = [each.format(names[-1]) for each in INNER_RANGES] if names else []
            self.lines.append(f"{space}for {name} in {self.random.choice([*RANGES, *inner])}:")
            self.statements([*names, name], indent + 1)
        elif chance < 0.5:
            self.lines.append(f"{space}row = {self.part(names)}")
            self.lines.append(f"{space}if row.size:")
            self.lines.append(f"{space}    row[0] = row[0] * 0.5 + np.sin(row[-1])")
        elif chance < 0.6:
            self.lines.append(f"{space}s = s + np.tanh({self.expression(names)})")
        elif chance < 0.75:
            sign = self.random.choice(["*=", "+=", "-="])
            self.lines.append(f"{space}{self.part(names)} {sign} np.tanh({self.expression(names)})")
        else:
            sign = self.random.choice(["=", "=", "+=", "-=", "*="])
            self.lines.append(f"{space}{self.item(names)} {sign} np.tanh({self.expression(names)})")

    def expression(self, names):
        return self.random.choice(
            [
                f"0.5 * {self.item(names)} * {self.item(names)}",
                f"np.sin({self.item(names)})",
                f"np.sum({self.part(names)} ** 2) * 0.1",
                f"{self.item(names)} * x[{self.random.randrange(3)}]",
                f"0.3 * np.tanh({self.part(names)}).sum()",
                f"{self.item(names)} * y + 0.2",
            ]
        )

    def item(self, names):
        return f"A[{self.index(names)}, {self.index(names)}]"

    def part(self, names):
        row, column = self.index(names), self.slice(names)
        return self.random.choice([f"A[{row}, {column}]", f"A[{column}, {row}]", f"A[{row}]"])

    def index(self, names):
        fixed = ["0", "1", "2", "-1", "-2", "n - 1", "n - 2", "m"]
        if not names or self.random.random() < 0.25:
            return self.random.choice(fixed)
        return self.random.choice(["{0}", "{0}", "{0} - 1", "{0} + 1", "({0} * 2) % n"]).format(
            self.random.choice(names)
        )

    def slice(self, names):
        return self.random.choice(SLICES).format(self.random.choice(names) if names else "m")
