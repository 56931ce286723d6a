"""Functions as values, and what Python has around them, in every mode against differences."""

import copy
import enum
import functools
import itertools
import logging
import math
import operator
from dataclasses import dataclass, field

import numpy as np
import pytest

import s2sad

logger = logging.getLogger(__name__)


class Stepper:
    """Chooses its method by name, and calls hooks."""

    def __init__(self, method="midpoint"):
        self.methods = {"euler": self.euler, "midpoint": self.midpoint}
        self.step = self.methods[method]
        self.hooks = []

    def euler(self, f, y, h):
        return y + h * f(y)

    def midpoint(self, f, y, h):
        return y + h * f(y + h / 2 * f(y))

    def solve(self, f, y, n):
        for _ in range(n):
            y = self.step(f, y, 0.1)
            for hook in self.hooks:
                hook(y)
        return y


class Power:
    def __init__(self, k=2.0):
        self.k = k

    def at(self, x):
        return self.k * x**self.k

    def scaled(self, by, x):
        return by * self.k * x

    twice = functools.partialmethod(scaled, 2.0)


class Plain:
    FACTOR = 3.0

    def __call__(self, x):
        return self.FACTOR * x * x


class Operation(enum.Enum):
    ADD = "add"
    MUL = "mul"

    def __call__(self, a, b):
        return {"add": operator.add, "mul": operator.mul}[self.value](a, b)


@dataclass
class Point:
    x: float
    y: float
    tags: list = field(default_factory=list)

    def times(self, k=1.0):
        return self.x * self.y * k


class Inner:
    def __init__(self, v):
        self.v = v


class Outer:
    def __init__(self, v):
        self.inner = Inner(v)
        self.values = np.array([v, 2.0])


@functools.singledispatch
def size(value):
    raise TypeError(value)


@size.register
def size_of_number(value: float):
    return value * value


@size.register(np.ndarray)
def size_of_array(value):
    return np.sum(value)


@size.register
def size_of_point(value: Point):
    return value.x + 2.0 * value.y


class Sizes:
    @functools.singledispatchmethod
    def of(self, value):
        raise TypeError(value)

    @of.register
    def of_number(self, value: float):
        return value**3


def model(t, a, b, c):
    return a * math.exp(-b * t) + c


def method_by_name(k, name):
    return Stepper(name).solve(lambda y: -k * y, 1.0, 4)


def table_of_closures(x, name):
    table = {"scaled": lambda t, by=2.0: by * t * x, "sine": math.sin, "power": Power(x).at}
    return table[name](x) + sum(table[key](0.5) for key in ("sine", "power"))


def closure_by_number(x, i):
    functions = [lambda t: t * x, lambda t: t * t, math.sin]
    return functions[i](x) * functions[0](x)


def function_of_a_branch(x, flag):
    if flag:
        by = x * x
        f = lambda t, k=x + 1.0: t * by * k  # noqa: E731
    else:
        f = math.cos
    g = Power(x).at if x > 0.5 else math.exp
    return f(x) * g(2.0 * f(0.5))


def objects_of_constants(x):
    power = Power(3.0)
    return power.at(x) * Plain()(x) * Power().k + power.twice(x)


def printed_object(x):
    power = Power(3.0)
    text = f"{power!r}"
    return power.at(x) + 0.0 * len(text)


def enum_that_is_called(x, operation):
    return operation(x, x) * (1.0 if operation is Operation.ADD else 2.0)


def dispatched(x):
    return size(x) * size(np.array([x, 1.0])) * size(Point(x, x * x)) * Sizes().of(x)


def getters(x, y):
    point = Point(x, y)
    both = sum(operator.attrgetter("x", "y")(point)) * operator.methodcaller("times", 2.0)(point)
    points = [point, Point(y, x), Point(x * x, 2.0)]
    return both * min(points, key=operator.attrgetter("x")).y * max(points, key=lambda p: p.y).x


def copies(x):
    one = Outer(x)
    other = copy.deepcopy(one)
    other.inner.v *= 3.0
    other.values[0] = x * x
    shallow = copy.copy(one)
    shallow.inner = Inner(2.0)
    numbers = [x, 2.0 * x]
    return (
        one.inner.v
        * other.inner.v
        * np.sum(one.values * other.values)
        * copy.copy(numbers)[1]
        * shallow.inner.v
    )


def spread(p):
    residuals = [model(t, *p) - 1.0 for t in (0.0, 0.5, 1.0)]
    return sum(r * r for r in residuals) + max(*residuals)


def written_down(x):
    logger.debug("x is %s", x)
    logger.info(f"{x:.2f} {x * x}")
    return x * x


def imported(x):
    try:
        import a_module_that_is_not_there as xp
    except ImportError:
        xp = np
    try:
        import math as m
    except ImportError:
        m = None
    return xp.sin(x) * m.exp(x)


def items_together(x):
    xs = [x, x * x, 0.5]
    pairs = sum(a * b for a, b in itertools.zip_longest(xs, [2.0, x], fillvalue=x))
    return pairs * sum(a * b for a, b in itertools.combinations_with_replacement(xs, 2))


def grown(x):
    results = []
    for v in (x, 2.0, x * x):
        results.append(results[-1] * v if results else v)
    return sum(results)


def vectorised(x):
    return np.sum(np.vectorize(lambda a, b: a * b if a > b else math.sin(a))(x, 0.6) * x)


@np.vectorize
def tapered(t, width):
    return t * width if t > 0.2 else math.exp(t) - width


of_floats = np.vectorize(lambda t: 0.0 if t < 0.5 else t * t, otypes=[float])


def vectorised_outside(x):
    a = np.array([[0.1, 0.9], [0.4, -0.7]]) * x
    return np.sum(tapered(a, a[0]) * of_floats(a)) + of_floats(x) * tapered(x, 0.3)


def indices_apart(x):
    inner, first = np.s_[1:, ::2], np.index_exp[0]
    a = np.array([[0.1, 0.9, 0.3], [0.4, -0.7, 0.2]]) * x
    return (
        np.sum(a[inner] ** 2) + np.sum(a[first] * a[np.index_exp[1:, 0]]) * (1 << 2) + np.sum(a[0][np.s_[1:]])
    )


CASES = [
    (indices_apart, (0.7,)),
    (method_by_name, (0.7, "euler")),
    (method_by_name, (0.7, "midpoint")),
    (table_of_closures, (0.7, "scaled")),
    (table_of_closures, (0.7, "power")),
    (closure_by_number, (0.7, 1)),
    (closure_by_number, (0.7, -1)),
    (function_of_a_branch, (0.7, True)),
    (function_of_a_branch, (0.3, False)),
    (objects_of_constants, (0.7,)),
    (printed_object, (0.7,)),
    (enum_that_is_called, (0.7, Operation.MUL)),
    (dispatched, (0.7,)),
    (getters, (0.7, 0.3)),
    (copies, (0.7,)),
    (spread, (np.array([0.7, 0.2, 0.1]),)),
    (written_down, (0.7,)),
    (imported, (0.7,)),
    (items_together, (0.7,)),
    (grown, (0.7,)),
    (vectorised, (np.array([[0.7, 0.2, 0.9], [1.5, 0.1, 0.3], [0.2, 0.8, 2.0]]),)),
    (vectorised_outside, (0.7,)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args, check_modes):
    check_modes(function, args)


def test_a_key_that_is_not_there_raises_as_in_the_function():
    with pytest.raises(KeyError, match="cosine"):
        s2sad.grad(table_of_closures)(0.7, "cosine")
    with pytest.raises(IndexError):
        s2sad.grad(closure_by_number)(0.7, 3)


def dispatch_at_run_time(x, values):
    return size(values[0] * x)


@pytest.mark.parametrize(
    ("function", "args", "reason"),
    [
        (dispatch_at_run_time, (0.7, [np.array([1.0]), 1.0]), "class of an argument"),
    ],
)
def test_what_is_not_followed_is_refused(function, args, reason):
    with pytest.raises(s2sad.DifferentiationError, match=reason) as found:
        s2sad.grad(function)(*args)
    assert "way out" in str(found.value)
