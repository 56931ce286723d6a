"""Random expressions, each with a bound of its absolute value, and the variables that they may read."""

from contextlib import contextmanager

BOUND = 2.0
SQUASHES = ("math.sin({})", "2.0 * math.tanh({})", "math.atan({})", "math.cos({})")
UNARY = {
    "math.sin({})": lambda b: 1.0,
    "math.cos({})": lambda b: 1.0,
    "math.tanh({})": lambda b: 1.0,
    "math.atan({})": lambda b: 1.6,
    "math.exp(-({0}) * ({0}))": lambda b: 1.0,
    "math.sqrt(1.0 + ({}) ** 2)": lambda b: 1.0 + b,
    "math.log(1.5 + math.sin({}))": lambda b: 0.95,
    "-({})": lambda b: b,
    "({}) ** 2": lambda b: b * b,
    "({}) ** 3": lambda b: b**3,
    "1.0 / (1.5 + ({}) ** 2)": lambda b: 0.7,
}
BINARY = {
    "{} + {}": lambda a, b: a + b,
    "{} - {}": lambda a, b: a + b,
    "{} * {}": lambda a, b: a * b,
    "({}) * ({})": lambda a, b: a * b,
    "({}) * math.sin({})": lambda a, b: a,
    "({}) / (1.5 + ({}) ** 2)": lambda a, b: a,
}


class Expressions:
    """Writes lines and expressions; `random` decides. Lists of names say what is there to be read."""

    def __init__(self, random, kinds, size):
        self.random = random
        self.kinds = kinds
        self.left = size
        self.number = 0
        self.heads = []
        self.lines = []
        self.indent = 1
        self.floats, self.ints, self.lists, self.pairs = ["x", "y"], ["n"], ["items"], []
        self.functions = []
        self.fixed = set()
        self.loops = []
        self.result = 1

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, options):
        return options[self.random.randrange(len(options))]

    def name(self, stem="v"):
        self.number += 1
        return f"{stem}{self.number}"

    def line(self, text):
        self.lines.append("    " * self.indent + text)

    @contextmanager
    def inside(self, header):
        """A block; what is assigned in it for the first time is forgotten after it."""
        kept = self.floats, self.ints, self.lists, self.pairs, self.functions
        self.floats, self.ints, self.lists, self.pairs, self.functions = map(list, kept)
        self.line(header)
        self.indent += 1
        start = len(self.lines)
        yield
        if len(self.lines) == start:
            self.line("pass")
        self.indent -= 1
        self.floats, self.ints, self.lists, self.pairs, self.functions = kept

    def leaf(self):
        kind = self.random.randrange(12)
        if kind == 0:
            return self.pick([("0.5", 0.5), ("1.5", 1.5), ("-0.7", 0.7), ("2", 2.0), ("1", 1.0)])
        if kind == 1 and self.ints:
            return f"0.25 * {self.pick(self.ints)}", 2.0
        if kind == 2:
            items = self.pick(self.lists)
            index = self.pick(["0", "-1", f"{self.pick(self.ints)} % len({items})" if self.ints else "0"])
            return f"{items}[{index}]", BOUND
        if kind == 3 and self.pairs:
            return f"{self.pick(self.pairs)}[{self.random.randrange(2)}]", BOUND
        return self.pick(self.floats), BOUND

    def expression(self, depth=2):
        """The text of an expression, and a bound of its absolute value."""
        kind = self.random.randrange(10) if depth else 9
        if kind <= 2:
            shape = self.pick(list(UNARY))
            inner, bound = self.expression(depth - 1)
            return shape.format(inner), UNARY[shape](bound)
        if kind <= 5:
            shape = self.pick(list(BINARY))
            (one, a), (other, b) = self.expression(depth - 1), self.expression(depth - 1)
            if shape == "{} * {}":
                one, other = f"({one})", self.pick(self.floats)
                b = BOUND
            return f"({shape.format(one, other)})", BINARY[shape](a, b)
        if kind == 6:
            (one, a), (other, b) = self.expression(depth - 1), self.expression(depth - 1)
            return f"({one} if {self.condition()} else {other})", max(a, b)
        if kind == 7 and self.functions:
            return self.call()
        if kind == 8 and self.lists:
            return self.aggregate()
        return self.leaf()

    def aggregate(self):
        items = self.pick(self.lists)
        term, bound = self.pick(
            [
                ("v", BOUND),
                ("v * v", BOUND**2),
                ("math.sin(v)", 1.0),
                (f"v * {self.pick(self.floats)}", BOUND**2),
            ]
        )
        shape = self.pick(
            [
                "sum({term} for v in {items}) / len({items})",
                "sum([{term} for v in {items}]) / len({items})",
                "math.fsum([{term} for v in {items}]) / len({items})",
                "max({items})",
                "min({term} for v in {items})",
            ]
        )
        return shape.format(term=term, items=items), max(bound, BOUND)

    def bounded(self, depth=2):
        text, bound = self.expression(depth)
        return text if bound <= BOUND else self.pick(SQUASHES).format(text)

    def call(self):
        name, count = self.pick(self.functions)
        arguments = ", ".join(self.bounded(1) for _ in range(count))
        return f"{name}({arguments})", BOUND

    def condition(self):
        kind = self.random.randrange(6)
        if kind == 0:
            return f"{self.pick(self.floats)} > {self.pick(['0.1', '-0.3', '0.7'])}"
        if kind == 1:
            return f"{self.pick(self.floats)} < {self.pick(self.floats)} + 0.05"
        if kind == 2 and self.ints:
            return f"{self.pick(self.ints)} > 1 and {self.pick(self.floats)} < 0.4"
        if kind == 3:
            return f"-0.5 < {self.pick(self.floats)} < 0.8"
        if self.ints:
            return f"{self.pick(self.ints)} % {self.pick([2, 3])} == {self.pick([0, 1])}"
        return f"not {self.pick(self.floats)} > 0.2"
