"""Random functions of an array and a number that write arrays as items of lists, tuples, dicts, deques and objects."""

import random

HELPERS = """
class Cell:
    def __init__(self, w, bias):
        self.w = w
        self.bias = bias

    def kick(self, amount):
        self.w += 0.3 * amount
        self.bias = 0.5 * self.bias + amount[0]

    def energy(self):
        return np.tanh(np.sum(self.w) * self.bias)


def smooth(rows, k):
    rows[k][1:-1] += 0.2 * (rows[k][2:] - rows[k][:-2])


def scaled(row, factor):
    row *= factor
    return row


def spread(a, depth):
    if depth > 0:
        half = len(a) // 2
        a[half:] += 0.3 * np.tanh(a[:1])
        spread(a[:half], depth - 1)
        spread(a[half:], depth - 1)


def halved(a):
    if len(a) < 2:
        return a
    a[0] *= a[-1]
    return halved(a[: len(a) - 1])


def passed(rows, k):
    if k > 0:
        rows[k % len(rows)][k % 3] += 0.5 * rows[0][1]
        passed(rows, k - 1)

"""


USES = ("d[", "q", "pair", "cell", "spread", "halved", "passed", "others", "np.array(", "try:")
"""What a program may use, or not."""


class Maker:
    """Writes a program; all arrays have four items, and no container ever gets empty."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.absent = self.random.sample(USES, self.random.randrange(len(USES) + 1))

    def line(self, text, indent):
        self.lines.append("    " * indent + text)

    def pick(self, *options):
        """One of several texts, or of several lists of lines, that uses nothing that is absent."""
        there = [each for each in options if not any(word in str(each) for word in self.absent)]
        return self.random.choice(there or ["pass"])

    def changed(self, array, operator, value):
        """What changes a whole array in place; an item of a tuple can't be assigned to."""
        if array.startswith("pair"):
            return [f"row = {array}", f"row {operator} {value}"]
        return [f"{array} {operator} {value}"]

    def number(self):
        return self.random.randrange(4)

    def rows(self):
        return self.pick("rows", "rows", "others")

    def held(self):
        """An array that is named, or an item of a container."""
        i = self.number()
        rows = self.rows()
        return self.pick(
            "u",
            "u",
            f"{rows}[{i} % len({rows})]",
            f"{rows}[{i} % len({rows})]",
            f"{rows}[-1]",
            f"d['k{i % 2}']",
            "q[0]",
            "q[-1]",
            f"pair[{i % 2}]",
            f"cells[{i} % len(cells)].w",
        )

    def scalar(self):
        a, i = self.held(), self.number()
        return self.pick(
            "y",
            "v",
            f"{a}[{i}]",
            f"np.tanh(np.sum({a}))",
            f"np.sin({a} @ {self.held()})",
            "cells[0].energy()",
            "pair[2]",
            f"np.tanh(sum({self.rows()})[{i}])",
        )

    def array(self):
        a = self.held()
        return self.pick(
            "x",
            "0.5 * u",
            f"np.sin({a})",
            f"{a} * {self.held()}",
            f"np.roll({a}, 1)",
            f"0.5 * {a} + x",
            f"np.tanh({a} + {self.scalar()})",
            f"{a}[::-1] * y",
            f"np.array({self.rows()})[{self.pick(0, -1)}]",
            f"np.concatenate([{a}[:2], {self.held()}[2:]])",
            f"{a}.copy()",
            f"{a}[1:3].sum() * x",
        )

    def short(self):
        """Three numbers."""
        return f"np.tanh({self.held()}[{self.pick('1:', ':-1')}] * {self.scalar()})"

    def statement(self):
        a, b, i, j = self.held(), self.held(), self.number(), self.number()
        rows = self.rows()
        array, value = self.array(), self.scalar()
        return self.pick(
            self.changed(a, self.pick("+=", "-=", "*="), f"np.tanh({array})"),
            self.changed(a, self.pick("+=", "-=", "*="), f"np.tanh({array})"),
            [f"{a}[{i}] = {value}"],
            [f"{a}[{i}] {self.pick('+=', '*=')} {value}"],
            [f"{a}[1:] = {self.short()}"],
            [f"{a}[:-1] += {self.short()}"],
            [f"{a}[:] = np.sin({array})"],
            [f"{a}[1:] += 0.3 * {b}[:-1]"],
            [f"{rows}[{i} % len({rows})] = np.tanh({array})"],
            [f"{rows}[{i} % len({rows})] = {b}"],
            [f"{rows}.append(np.sin({array}))"],
            [f"{rows}.append({b})"],
            [f"{rows}.insert({i}, {b})"],
            [f"u = {rows}.pop() if len({rows}) > 2 else np.tanh({array})"],
            [f"{rows}.reverse()"],
            [
                f"{rows}[{i} % len({rows})], {rows}[{j} % len({rows})] = {rows}[{j} % len({rows})], {rows}[{i} % len({rows})]"
            ],
            ["rows, others = others, rows"],
            ["others = rows"],
            ["others = rows[:]"],
            ["others = [*rows[1:], u]"],
            ["others = [np.tanh(row) for row in rows]"],
            ["others = [np.zeros(4) for _ in rows]"],
            ["others = [u] * 2"],
            [f"u = {b}"],
            [f"u = np.sin({array})"],
            [f"row = {a}", f"row {self.pick('+=', '*=')} np.sin({array})"],
            [f"part = {a}[{self.pick('1:', ':3', '::2')}]", f"part *= {value}"],
            [f"d['k{i % 2}'] = {b}"],
            [f"d['k{i % 2}'] = np.tanh({array})"],
            [f"d.setdefault('k{i}', np.zeros(4))", f"d['k{i}'] += np.sin({array})"],
            [f"if 'k{i}' in d:", f"    d['k{i}'][{j}] = {value}"],
            [f"q.append(np.tanh({array}))"],
            ["q.rotate(1)"],
            ["q.append(q.popleft())"],
            [f"pair = ({b}, u, {value})"],
            [f"pair = (np.sin({array}), {b}, {value})"],
            [f"cells.append(Cell(np.tanh({array}), {value}))"],
            [f"cells.append(Cell({b}, {value}))"],
            [f"cells[{i} % len(cells)].kick(np.tanh({array}))"],
            [f"cells[{i} % len(cells)].w = np.sin({array})"],
            [f"cells[{i} % len(cells)].bias = {value}"],
            [f"smooth({rows}, {i} % len({rows}))"],
            [f"u = scaled({b}, {value})"],
            [f"spread({b}, 2)"],
            [f"v = v + halved({b})[0]"],
            [f"passed({rows}, {i})"],
            [f"stack = np.stack({rows})", f"stack[0] += {array}", "v = v + np.tanh(np.sum(stack * stack))"],
            [f"grid = np.array([u, {b}])", "grid[1, 1:] *= grid[0, :-1]", "u = grid[1]"],
            ["try:", f"    {a}[{i + 2}] += {value}", "except IndexError:", f"    {b}[0] = {value}"],
            [
                "try:",
                f"    d['k{i}'] += np.sin({array})",
                "except KeyError:",
                f"    d['k{i}'] = np.tanh({array})",
            ],
            [f"v = {value}"],
            [f"v = 0.3 * v + {value}"],
        )

    def block(self, count, indent):
        for _ in range(count):
            kind = self.random.random()
            if kind < 0.2 and indent < 3:
                head = self.pick(
                    "for i in range(3):",
                    "for i in range(len(rows)):",
                    "for row in rows[:2]:",
                    "for k, row in enumerate(others[:3]):",
                    "for one, other in zip(rows[:3], others):",
                    "for key in list(d):",
                    "for cell in cells[:2]:",
                )
                self.line(head, indent)
                self.line(self.within(head), indent + 1)
                self.block(2, indent + 1)
            elif kind < 0.28 and indent < 3:
                self.line(f"if {self.scalar()} > 0.2:", indent)
                self.block(2, indent + 1)
                self.line("else:", indent)
                self.block(1, indent + 1)
            else:
                for text in self.statement():
                    self.line(text, indent)

    def within(self, head):
        """What a loop does with what it is given."""
        if "one, other" in head:
            return self.pick(
                "one[1:] += 0.2 * other[:-1]",
                "other *= np.tanh(one)",
                "one[0], other[0] = other[1], one[1]",
            )
        if "row" in head.split(" in ")[0]:
            return self.pick(
                "row *= 0.5", "row[1:] -= 0.3 * row[:-1]", "row[0] = np.sin(v)", "row += x * row[1]"
            )
        if "cell " in head:
            return self.pick("cell.kick(0.3 * x)", "cell.w[1] = cell.bias")
        if "key" in head:
            return self.pick("d[key] += 0.3 * u", "d[key][1] = v", "v = v + d[key][2]")
        return self.pick(
            "rows[i % len(rows)][1:] += 0.2 * rows[(i + 1) % len(rows)][:-1]",
            "rows[i % 2][i % 4] = rows[(i + 1) % 2][0] * v",
            "rows[i % len(rows)] *= u[i % 4]",
            "others.append(rows[-1] * 0.5)",
            "others[-1][i % 4] = 0.0",
        )

    def program(self):
        self.lines = [
            *HELPERS.splitlines(),
            "def program(x, y):",
            "    v = 0.5 * y",
            "    u = x * y",
            "    rows = [x.copy(), np.sin(x)]",
            "    others = [np.zeros(4), x * 0.5]",
            "    d = {'k0': x * 1.0, 'k1': np.ones(4)}",
            "    q = collections.deque([x.copy(), y * x], maxlen=3)",
            "    pair = (x * 0.7, np.zeros(4), y)",
            "    cells = [Cell(x.copy(), y), Cell(np.cos(x), 0.3)]",
        ]
        self.block(9, 1)
        self.line("v = v + u @ u + 0.3 * sum(np.sum(np.tanh(row)) for row in rows)", 1)
        for text in (
            "v = v + 0.2 * sum(row @ x for row in others)",
            "v = v + pair[0] @ pair[1] * pair[2]",
            "v = v + sum(np.sum(d[key]) for key in d)",
            "v = v + q[0] @ q[-1]",
            "v = v + sum(cell.energy() + cell.w[1] for cell in cells)",
        ):
            if not any(word in text for word in self.absent):
                self.line(text, 1)
        self.line("return v", 1)
        return "\n".join(self.lines) + "\n"
