"""Functions of Python's own that take others apart: `singledispatch`, getters, copies, the least by a key."""

import copy
import dataclasses
import functools
import operator

import numpy as np
import pytest

import s2sad


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
        self.path = [x]

    def scaled(self, k, shift=0.0):
        return k * self.x + shift

    def __mul__(self, other):
        return self.x * other.y


@functools.singledispatch
def size(value):
    return 1.0


@size.register
def _(value: float):
    return value * value


@size.register
def _(value: Point):
    return value.x + 3.0 * value.y


@size.register
def _(value: str):
    return float(len(value))


def by_kind(x):
    return size(x) * size(Point(x, 2.0)) * size("abcd") + size([x])


def getters(x):
    p = Point(x, x * x)
    both = operator.attrgetter("x", "y")(p)
    return both[0] * both[1] + operator.methodcaller("scaled", 3.0)(p)


def operators(x):
    return operator.mul(Point(x, 2.0), Point(1.0, x * x))


def copies(x):
    p = Point(x, 1.0)
    shallow, deep = copy.copy(p), copy.deepcopy(p)
    p.x = 5.0
    p.path[0] = x * x
    return shallow.x + shallow.path[0] * 10.0 + deep.path[0] * 100.0


def least(x):
    points = [Point(x, 3.0), Point(2.0 * x, 1.0)]
    first, last = min(points, key=lambda p: p.y), max(points, key=lambda p: p.y)
    return first.x * last.y


@pytest.mark.parametrize(
    ("function", "slope"),
    [
        (by_kind, lambda x: 4.0 * (3.0 * x**2 + 12.0 * x)),
        (getters, lambda x: 3.0 * x**2 + 3.0),
        (operators, lambda x: 3.0 * x**2),
        (copies, lambda x: 1.0 + 20.0 * x + 100.0),
        (least, lambda x: 6.0),
    ],
)
def test_slopes(check, function, slope):
    assert check(function, 0.7) == pytest.approx([slope(0.7)])


@dataclasses.dataclass
class Square:
    side: float


@dataclasses.dataclass
class Box:
    width: float
    height: float


@functools.singledispatch
def area(shape, factor):
    return 0.0


@area.register
def _(shape: Square, factor):
    return factor * shape.side**2


@area.register
def _(shape: Box, factor):
    return shape.width * shape.height


def by_class_of_each(x):
    shapes = [Square(x) if i % 2 else Box(x, 2.0 * i) for i in range(5)]
    return sum(area(shape, x) for shape in shapes)


def test_single_dispatch_by_objects_of_several_classes():
    s2sad.check_grads(by_class_of_each, (1.3,))


@functools.singledispatch
def weight(value):
    return 2.0


@weight.register
def _(value: list):
    return 3.0 * value[0]


@weight.register
def _(value: float):
    return 5.0 * value


def list_or_none(x, n):
    value = None
    for i in range(n):
        value = [x, x * i]
    return x * weight(value)


def number_or_none(x, n):
    value = None
    for i in range(n):
        value = x * i
    return x * weight(value)


@pytest.mark.parametrize("fun", [list_or_none, number_or_none])
def test_what_may_be_none_goes_by_no_class(fun):
    with pytest.raises(s2sad.UnsupportedSyntax, match="goes by the class of an argument, which isn't known"):
        s2sad.grad(fun)(0.7, 0)


def price(spot, years, strike, rate, volatility):
    if spot > strike:
        return (spot - strike) * np.exp(-rate * years) + volatility * spot
    return volatility * spot**2


prices = np.vectorize(price)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: prices(x, 1.0, 1.5, x, 0.2) * x,
        lambda x: np.sum(prices(x * np.array([1.0, 2.0]), 1.0, 1.5, x, 0.2) ** 2),
        lambda x: np.sum(prices(2.0, x, np.array([1.0, 3.0]), 0.03, x) ** 2),
        lambda x: np.sum(prices(2.0, x, np.array([1.0, 3.0]), x, x * np.array([0.5, 1.0]))),
        lambda x: np.sum(
            np.vectorize(lambda a, b, c, d=1.0: a * b + c * d)(x, 2.0, x * np.array([1.0, 2.0]), x)
        ),
    ],
)
def test_functions_for_arrays_of_many_arguments(f):
    h = 1e-6
    wanted = (f(1.2 + h) - f(1.2 - h)) / (2 * h)
    assert s2sad.grad(f)(1.2) == pytest.approx(wanted, rel=1e-6)
    assert s2sad.jvp(f, (1.2,), (1.0,))[1] == pytest.approx(wanted, rel=1e-6)


def test_functions_for_arrays_that_get_many_arrays_are_refused():
    def f(x):
        many = x * np.array([1.0, 2.0])
        return np.sum(prices(many, many, many, many, many))

    with pytest.raises(s2sad.NoRuleError, match="made in this way is not followed"):
        s2sad.grad(f)(1.2)
