"""Random programs of loops within loops over elements of arrays, which are read more often than they are written.

What an outer loop writes is read in the loops within it again and again: then a reverse sweep puts back what was overwritten.
"""

import random

RANGES = ("range(n)", "range(1, n)", "range(n - 1, -1, -1)")
INNER_RANGES = ("range({0})", "range({0} + 1, n)")


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []

    def program(self):
        self.lines = [
            "def f(w, x):",
            "    n = w.shape[0]",
            "    h, g, A, total = np.ones(n) * x[0], np.sin(x), w * 1.5, 0.0",
            "    for t in range(3):",
        ]
        self.statements(["t"], None, 2)
        self.statements([], None, 1)
        return "\n".join([*self.lines, "    return total + np.sum(h * h) + np.sum(g) + np.sum(A * A)", ""])

    def statements(self, names, total, indent):
        for _ in range(self.random.randint(1, 3)):
            self.statement(names, total, "    " * indent, indent)

    def statement(self, names, total, space, indent):
        chance = self.random.random()
        if chance < 0.35 and indent < 4:
            self.loop(names, total, space, indent)
        elif not names:
            self.lines.append(f"{space}total += {self.item(['0', '1'])} ** 2")
        elif chance < 0.45:
            self.lines += [f"{space}if {self.item(names)} > 0.2:", f"{space}    {self.write(names, total)}"]
        else:
            self.lines.append(space + self.write(names, total))

    def loop(self, names, total, space, indent):
        name = "ijkl"[len(names)]
        inner = [each.format(names[-1]) for each in INNER_RANGES] if names else []
        head = f"{space}for {name} in {self.random.choice([*RANGES, *inner])}:"
        if self.random.random() < 0.4:
            self.lines.append(head)
            self.statements([*names, name], total, indent + 1)
            return
        total = f"s{len(names)}"
        self.lines += [f"{space}{total} = {self.random.choice(['0.1', 'x[1]'])}", head]
        self.lines.append(f"{space}    {total} += {self.expression([*names, name], None)}")
        if self.random.random() < 0.6:
            self.statements([*names, name], total, indent + 1)
        self.lines.append(space + (self.write(names, total) if names else f"total += {total} * {total}"))

    def write(self, names, total):
        place, sign = self.item(names, "hgA"), self.random.choice(["=", "=", "+=", "*="])
        if sign == "*=":
            return f"{place} *= 0.9 + 0.05 * np.cos({self.item(names)})"
        return f"{place} {sign} {self.expression(names, total)}"

    def expression(self, names, total):
        one, other = self.item(names), self.item(names)
        texts = [f"0.3 * {one} * {other}", f"np.sin({one})", f"{one} * {other} * 0.5", f"0.2 * {one}"]
        text = self.random.choice(texts)
        return text if total is None or self.random.random() < 0.5 else f"{text} + 0.1 * {total}"

    def item(self, names, arrays="hgxAw"):
        array = self.random.choice(arrays)
        places = [self.place(names) for _ in range(2 if array in "Aw" else 1)]
        return f"{array}[{', '.join(places)}]"

    def place(self, names):
        return self.random.choice(names if self.random.random() < 0.8 else ["0", "n - 1"])
