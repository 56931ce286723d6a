"""Comparisons of objects, in the order in which Python asks the operands."""

import dataclasses
import functools
from typing import NamedTuple

import pytest

import s2sad


class Point:
    def __init__(self, a, b):
        self.at = (a, b)

    def __eq__(self, other):
        if not isinstance(other, Point):
            return NotImplemented
        return self.at == other.at


class Weight:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return self.v < (other.v if isinstance(other, Weight) else other)

    def __ge__(self, other):
        return NotImplemented


class Loud(Weight):
    def __gt__(self, other):
        return True

    def __lt__(self, other):
        return False


@functools.total_ordering
class Ranked:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __lt__(self, other):
        return self.v < other.v


@dataclasses.dataclass(order=True)
class Field:
    v: float
    note: float = dataclasses.field(default=0.0, compare=False)


@dataclasses.dataclass(order=True)
class Longer(Field):
    w: float = 1.0


@dataclasses.dataclass(eq=False)
class Alone:
    v: float


class Row(NamedTuple):
    a: float
    b: float

    def __eq__(self, other):
        return self.a == other.a

    def __lt__(self, other):
        return self.b < other.b

    def __neg__(self):
        return Row(-self.b, self.a)

    def __bool__(self):
        return self.a > 1.0


TESTS = [
    "Point(x, y) == Point(x, y)",
    "Point(x, y) != Point(x, y)",
    "Point(x, y) != Point(y, y)",
    "Point(x, y) == 3.0",
    "3.0 != Point(x, y)",
    "Point(x, y) != None",
    "Point(x, y) == Weight(x)",
    "Weight(x) == Weight(x)",
    "Weight(x) > Weight(y)",
    "y > Weight(x)",
    "Weight(x) < Loud(y)",
    "Loud(x) < Weight(y)",
    "Weight(y) > Loud(x)",
    "Ranked(x) >= Ranked(y)",
    "Ranked(x) != Ranked(x)",
    "Field(x) == Field(x, 2.0)",
    "Field(x) != Field(x)",
    "Field(x) <= Field(y)",
    "Field(x) == Longer(x)",
    "Longer(x, w=y) > Longer(x, w=x)",
    "Alone(x) == Alone(x)",
    "Alone(x) != Alone(x)",
    "Row(x, y) == Row(x, x)",
    "Row(x, y) < Row(x, x)",
    "Row(x, y) > Row(x, x)",
    "Row(x, y)",
    "not Row(y, x)",
    "(-Row(x, y)).a < 0.0",
    "(Point(x, y), 1) == (Point(x, y), 1)",
    "[Weight(x), Weight(y)] != [Weight(x), Weight(y)]",
    "(x, Weight(y)) < (x, Weight(x))",
    "(x, Field(y)) >= (x, Field(y))",
    "Point(x, y) in [Point(y, y), Point(x, y)]",
    "Point(x, y) not in (Point(y, y), Point(x, x))",
    "[Point(y, x), Point(x, y)].index(Point(x, y)) == 1",
    "[Point(x, y), Point(x, y), Alone(x)].count(Point(x, y)) == 2",
]
"""True or false of x = 1.3 and y = 0.6."""


@pytest.mark.parametrize("test", TESTS)
def test_conditions_are_those_of_python(tmp_path, check, test):
    names = {name: value for name, value in globals().items() if isinstance(value, type)}
    path = tmp_path / "compared.py"
    path.write_text(f"def f(x, y):\n    return x * y if {test} else x + y * y\n")
    exec(compile(path.read_text(), str(path), "exec"), names)
    check(names["f"], 1.3, 0.6)


def test_what_has_no_order_raises_as_in_python():
    with pytest.raises(TypeError):
        s2sad.grad(lambda x: x if Weight(x) >= Alone(x) else x * x)(1.3)


def removed(x, y):
    points = [Point(x, y), Point(y, y), Point(x, x)]
    points.remove(Point(y, y))
    points[0].at = (x * y, points[-1].at[1])
    return sum(a * b for p in points for a, b in [p.at]) * len(points)


def test_an_object_is_removed_that_is_equal(check):
    check(removed, 1.3, 0.6)


class Base:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        return Base(self.v + other.v)

    def __radd__(self, other):
        return Base(2.0 * self.v + other.v)


class Derived(Base):
    def __radd__(self, other):
        return Derived(self.v * other.v)


class Other(Base):
    pass


def of_derived_classes(x, y):
    return (Base(x) + Derived(y)).v + (Base(x) + Other(y)).v ** 2 + (Derived(x) + Base(y)).v ** 3


def test_the_operator_of_a_derived_class_goes_first(check):
    check(of_derived_classes, 1.3, 0.6)


class Number:
    def __init__(self, v):
        self.v = v

    def __divmod__(self, other):
        return self.v * other, self.v

    def __pow__(self, n):
        return self.v**n

    def __int__(self):
        return 2

    def __index__(self):
        return 1


def by_builtins(x, y):
    n = Number(x)
    quotient, rest = divmod(n, y)
    return quotient * rest + pow(n, 3) + int(n) * y + [x, y, 2.0][n] * x


def test_builtins_ask_the_methods_of_objects(check):
    check(by_builtins, 1.3, 0.6)


def made_of_rows(x, y):
    pairs = [Row._make([u, v * u]) for u, v in ((x, y), (y, x))]
    more = Row._make(u * x for u in (x, y))
    return sum(p.a * p.b**2 for p in pairs) + more.a * more.b


def test_named_tuples_are_made_of_items(check):
    check(made_of_rows, 1.3, 0.6)
