"""Random functions of two numbers about objects that hold numbers, lists, dicts and each other, under several names.

Methods, nested functions, generators, context managers, handlers and early returns write to them, as people's programs do.
"""

import random

HEAD = """class Cell:
    made = 0.25

    def __init__(self, v, items, table, other=None):
        self.v, self.items, self.table, self.other = v, items, table, other
        self.count = 0

    @property
    def total(self):
        return sum(self.items) + self.v

    @total.setter
    def total(self, value):
        self.v = value - sum(self.items)

    def kick(self, amount, *more, scale=0.5):
        self.count += 1
        self.v += scale * amount
        for k, each in enumerate(more):
            self.items[k % len(self.items)] *= each
        return self

    def checked(self, amount, limit):
        self.v = 0.8 * self.v + amount
        if self.v > limit:
            raise ValueError("too much")
        self.items[-1] -= amount
        return self.items[-1]

    def walk(self, step):
        for i in range(len(self.items)):
            self.items[i] += 0.3 * step
            yield self.items[i] * self.v
            if self.v > 1.0:
                return
            self.v = math.sin(self.v + step)

    def moved(self, amount):
        return Cell(self.v + amount, list(self.items), dict(self.table), self)

    def give(self, other):
        other.v, self.v = self.v, math.tanh(other.v)
        self.table["a"] += other.items[0]

    def __add__(self, other):
        if isinstance(other, (int, float)):
            return Cell(self.v + other, self.items, self.table)
        return Cell(self.v + other.v, self.items + other.items[:1], self.table)

    def __iter__(self):
        yield self.v
        yield from self.items

    @contextlib.contextmanager
    def scaled(self, by):
        self.v *= by
        try:
            yield self.v
        finally:
            self.v -= by


class Warm(Cell):
    def kick(self, amount, *more, scale=0.5):
        super().kick(math.tanh(amount), *more, scale=scale)
        self.table["a"] = self.v * amount
        return self


def lowest(cell, depth):
    while cell.other is not None and depth > 0:
        cell.v *= 0.9
        cell, depth = cell.other, depth - 1
    return cell


def f(x, y):
    s, n = 0.3 * x, 0
    xs, t = [x, y, 0.4], {"a": x * y, "b": 0.7}
    p = Cell(x, [y, 0.3], {"a": y})
    q = Warm(y, [x, 0.2, x * y], t)
    r = p.moved(0.1)
"""
NUMBERS = (
    'x y s p.v q.v r.v xs[0] xs[-1] p.items[0] q.items[-1] t["a"] p.table["a"] p.total 0.6 (x*y) (1.0-s) '
    "math.sin(s) p.made n sum(xs) len(xs) max(q.v,0.2) abs(r.v) (p+q).total (r+0.5).v"
).split()
PLACES = 's p.v q.v r.v xs[0] xs[-1] p.items[0] q.items[1] t["a"] t["c"] p.table["a"] p.total xs[n%len(xs)]'.split()
SIMPLE = (
    "{place} = {number}",
    "{place} = {number}",
    "{place} += {number}",
    "{place} *= {number}",
    "p.kick({number})",
    "q.kick({number}, {number}, scale={number})",
    "r.give({cell})",
    "{name} = {cell}.moved({number})",
    "{name} = {cell} + {cell}",
    "p, q = q, p",
    "{name} = {cell} if {test} else {cell}",
    "{place}, s = {number}, {number}",
    "xs = {cell}.items",
    "{cell}.items = xs",
    "t = {cell}.table",
    "xs = [v * {number} for v in {cell}.items]",
    "t = {{k: v * {number} for k, v in {cell}.table.items()}}",
    "xs.append({number})",
    "{cell}.items.insert(0, {number})",
    "xs[1:] = [{number}, {number}]",
    "t.update(c={number})",
    's += t.setdefault("d", {number})',
    's -= t.pop("c", {number})',
    "n += 1",
    "s = lowest({cell}, 2).v",
    "a, *rest = {cell}.items; s += a * sum(rest)",
    "first, *_, last = xs; s = first - last",
    "s += sum(u * {number} for u in {cell})",
    "s = max({cell}, {cell}, key=lambda c: c.v).v * 0.5",
    "g = lambda u, k={number}: u * k + x; {place} = g({number})",
    "s = functools.reduce(lambda u, v: 0.5 * u + v, xs, {number})",
    "s += (z := {number}) * z",
    "s += {cell}.checked({number}, 9.0)",
)
BLOCKS = (
    ("if {test}:", "else:"),
    ("if {test}:", None),
    ("for i, v in enumerate(list({cell}.items)):", None),
    ("for v in list(xs):", "else:"),
    ("for k, v in list(t.items()):", None),
    ("for u in {cell}.walk({number}):", None),
    ("for c in (p, q, r):", None),
    ("with {cell}.scaled({number}) as w:", None),
    ("while n < 4:", "else:"),
)
INNER = {
    "for i": ("s += v * {number}", "{cell}.v += 0.2 * v * i"),
    "for v": ("s += v * {number}", "p.items[0] -= 0.1 * v", "if {test}: break", "if {test}: continue"),
    "for k": ("s += v * {number}", "p.v -= 0.1 * v", "if k == 'a': continue"),
    "for u": ("s += u * {number}", "{cell}.v += 0.1 * u", "if {test}: break"),
    "for c": ("c.v += 0.3 * {number}", "s += c.items[0] * c.v", "c.table['a'] = {number}"),
    "with ": ("s += w * {number}", "p.v = w * {number}"),
    "while": ("n += 1", "if {test}: break"),
}


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.functions = 0

    def program(self):
        for _ in range(self.random.randint(5, 9)):
            self.statement(1)
        ends = [
            "s",
            "sum(xs)",
            "p.total",
            "q.total",
            "r.v",
            "sum(t.values())",
            "sum(r)",
            "p.table['a'] * q.v",
        ]
        self.lines.append("    return " + " + ".join(f"math.tanh({end})" for end in ends))
        return HEAD + "\n".join(self.lines) + "\n"

    def filled(self, template):
        pick = self.random.choice
        while "{" in template.replace("{{", "").replace("}}", ""):
            for kind, choices in (
                ("{number}", NUMBERS),
                ("{place}", PLACES),
                ("{cell}", ("p", "q", "r")),
                ("{name}", ("p", "q", "r")),
            ):
                template = template.replace(kind, pick(choices), 1)
            template = template.replace("{test}", f"{pick(NUMBERS)} > {pick(NUMBERS)}", 1)
        return template.replace("{{", "{").replace("}}", "}")

    def put(self, depth, template):
        self.lines += ["    " * depth + part for part in self.filled(template).split("; ")]

    def statement(self, depth):
        chance = self.random.random()
        if chance < 0.04 and depth < 3:
            self.attempt(depth)
        elif chance < 0.12 and depth == 1:
            self.nested()
        elif chance < 0.45 and depth < 3:
            self.block(depth)
        elif chance < 0.49 and depth > 1:
            self.put(depth, "return {number} * s + {cell}.total")
        else:
            self.put(depth, self.random.choice(SIMPLE))

    def block(self, depth):
        head, other = self.random.choice(BLOCKS)
        self.put(depth, head)
        inner = INNER.get(head[:5], ())
        if head.startswith("while"):
            self.put(depth + 1, "n += 1")
        for template in self.random.sample(inner, min(len(inner), 2)):
            self.put(depth + 1, template)
        self.statement(depth + 1)
        if other:
            self.put(depth, other)
            self.statement(depth + 1)

    def attempt(self, depth):
        self.put(depth, "try:")
        self.statement(depth + 1)
        self.put(depth + 1, "{place} = {cell}.checked({number}, {number})")
        self.put(depth, "except (ValueError, KeyError):")
        self.statement(depth + 1)
        for other in ("else:", "finally:"):
            if self.random.random() < 0.4:
                self.put(depth, other)
                self.put(depth + 1, "{place} += {number}")

    def nested(self):
        self.functions += 1
        name = f"inner{self.functions}"
        self.put(1, f"def {name}(u, cell=p):")
        self.put(2, "nonlocal s")
        self.put(2, "s += u * {number}")
        self.put(2, "cell.v = cell.v * u + 0.1")
        self.put(2, "if {test}: return s")
        self.put(2, self.random.choice(("xs[0] = u", 't["a"] -= u', "q.v *= u")))
        self.put(2, "return cell.v + u")
        self.put(1, f"{{place}} = {name}({{number}})")
        self.put(1, f"s -= {name}({{number}}, {{cell}})")
