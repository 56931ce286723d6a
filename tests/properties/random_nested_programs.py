"""Random functions of two numbers that take derivatives of functions within, and derivatives of derivatives."""

import random

INNER = (
    "lambda t: t * t * {v} + math.sin(t)",
    "lambda t: math.exp(-t * t) * {v}",
    "lambda t: math.tanh(t * {v}) * t",
    "lambda t: cube(t) * {v} + y * t",
    "lambda t: math.sqrt(1.0 + t * t) + {v} * t",
    "lambda t: looped(t, {v})",
    "lambda t: branched(t) * {v}",
    "lambda t: math.log(2.0 + math.sin(t + {v}))",
)
PAIRS = (
    "lambda t, u: t * t * u + {v} * math.sin(u)",
    "lambda t, u: math.tanh(t * u) + t * {v}",
    "lambda t, u: cube(t) * u + looped(u, t) * {v}",
    "lambda t, u: branched(t * u) + {v} * u * u",
)
ARRAYS = (
    "lambda a: np.sum(a * a * {v}) + np.sin(a[0])",
    "lambda a: np.tanh(a @ a) * {v} + swept(a, {v})",
    "lambda a: np.sum(np.sqrt(1.0 + a * a)) * {v} + a[0] * a[1]",
)
HEAD = """def cube(t):
    return t * t * t


def looped(t, c):
    total = 0.0
    for k in range(3):
        total = math.sin(total + t * c) + 0.5 * t
    return total


def branched(t):
    if t > 0.3:
        return t * t
    return math.sin(t) * t


def swept(a, c):
    b = a * c
    for k in range(1, len(b)):
        b[k] = np.sin(b[k - 1]) + b[k]
    return np.sum(b)


def f(x, y):
    v = x * y
"""


class Maker:
    def __init__(self, seed):
        self.choice = random.Random(seed)
        self.count = 0

    def pick(self, *options):
        return self.choice.choice(options)

    def number(self):
        return self.pick("x", "y", "v", "0.7", "(x + 0.5)", "math.sin(v)", "(1 - x)")

    def inner(self):
        return f"({self.pick(*INNER).format(v=self.number())})"

    def both(self):
        return f"({self.pick(*PAIRS).format(v=self.number())})"

    def derivative(self):
        """A number that is a derivative at a number."""
        point = f"np.array([{self.number()}, {self.number()}, 0.4])"
        along, a = f"np.array([0.3, {self.number()}, 1.0])", f"({self.pick(*ARRAYS).format(v=self.number())})"
        f, g, at, other = self.inner(), self.both(), self.number(), self.number()
        return self.pick(
            f"s2sad.grad({f})({at})",
            f"s2sad.grad(s2sad.grad({f}))({at})",
            f"s2sad.grad(cube)({at})",
            f"s2sad.grad({g}, 1)({at}, {other})",
            f"s2sad.value_and_grad({f})({at})[{self.pick(0, 1)}]",
            f"s2sad.value_and_grad({g}, (0, 1))({at}, {other})[1][{self.pick(0, 1)}]",
            f"s2sad.jvp({f}, ({at},), ({other},))[{self.pick(0, 1)}]",
            f"s2sad.jvp({g}, ({at}, {other}), ({self.number()}, 1.0))[1]",
            f"s2sad.jvp(s2sad.grad({f}), ({at},), ({other},))[1]",
            f"s2sad.grad(lambda a: s2sad.grad(lambda t: a * t * t + math.sin(t))({other}) * a)({at})",
            f"np.sum(s2sad.grad({a})({point}))",
            f"s2sad.grad({a})({point})[1]",
            f"s2sad.value_and_grad({a})({point})[1][0]",
            f"s2sad.jvp({a}, ({point},), ({along},))[{self.pick(0, 1)}]",
            f"s2sad.jvp(s2sad.grad({a}), ({point},), ({along},))[1][0]",
            f"s2sad.hvp({a}, ({point},), ({along},))[0][1]",
            f"s2sad.hvp({f}, ({at},), ({other},))[0]",
            f"s2sad.vjp({g}, {at}, {other})[1](1.0)[1]",
            f"s2sad.grad(lambda a: a * s2sad.grad(lambda t: a * t)({other}))({at})",
        )

    def statement(self):
        v = self.derivative()
        return self.pick(
            [f"v = math.tanh({v})"],
            [f"v = math.tanh(v + {v})"],
            [f"if v > {self.number()}:", f"    v = math.tanh({v}) * y", "else:", "    v = math.sin(v) * x"],
            ["for k in range(2):", f"    v = math.tanh(v * 0.5 + {v})"],
            [f"slope = s2sad.grad({self.inner()})", f"v = math.tanh(slope({self.number()}) + slope(v) * y)"],
            [f"x = math.sin(x + {v})"],
        )

    def program(self):
        lines = [line for _ in range(self.choice.randrange(1, 4)) for line in self.statement()]
        return HEAD + "".join(f"    {line}\n" for line in lines) + "    return v + x * y\n"
