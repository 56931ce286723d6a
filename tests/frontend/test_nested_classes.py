"""Classes that a function makes: by statements and by calls of names, with what their methods read around them."""

import collections
import dataclasses
import math
import typing
from collections import namedtuple

import pytest

import s2sad

SCALE = 2.0


def named_tuples(x, y):
    Point = namedtuple("Point", ["a", "b"], defaults=(3.0,))
    Root = typing.NamedTuple("Root", [("value", float), ("steps", int)])  # noqa: UP014
    p, r = Point(x * y), Root(value=math.sin(x), steps=2)
    q = p._replace(a=y)
    value, steps = r
    return p.a * p.b + q.a * value * steps


def of_a_helper(x, y):
    def bisected(v):
        Result = collections.namedtuple("Result", "root count")
        r = v
        for _ in range(5):
            r = r - (r * r - v) / (2 * r)
        return Result(r, 5)

    return bisected(x).root * bisected(y).count


def dataclass_within(x, y):
    @dataclasses.dataclass
    class Pair:
        a: float
        b: float = SCALE
        rest: list = dataclasses.field(default_factory=list)

        def norm(self):
            return self.a**2 + self.b**2 + sum(self.rest)

    p, q = Pair(x, rest=[y]), Pair(y, x)
    q.a *= 2
    return p.norm() * q.norm()


def subclasses(x, y):
    class Shape:
        factor = 2.0

        def __init__(self, size):
            self.size = size

        @staticmethod
        def unit():
            return Shape(1.0)

        @classmethod
        def half(cls, size):
            return cls(size / 2)

        def __add__(self, other):
            return Shape(self.size + other.size)

        def area(self):
            return self.factor * self.size**2

    class Ring(Shape):
        def area(self):
            return super().area() + y * self.size

    shapes = [Shape(x) + Shape(y), Ring(x), Shape.half(x), Shape.unit()]
    return sum(shape.area() for shape in shapes)


def each_its_own(x, y):
    def power(v, n):
        class Power:
            def __init__(self, k):
                self.k = k

            def value(self):
                return self.k * v**n

            def doubled(self):
                return Power(2 * self.k)

        return Power(v)

    kept = [power(v, 2) for v in (x, y)]
    return kept[0].value() * kept[1].value() + power(y, 3).doubled().value()


def class_attributes(x, y):
    class Settings:
        factor, count = 2.0, 3

    return x * y**Settings.count * Settings.factor


def errors(x, y):
    class NoRoot(ArithmeticError):
        pass

    def root(v):
        if v < 0:
            raise NoRoot(v)
        return math.sqrt(v)

    try:
        return root(x - y)
    except NoRoot:
        return x * y


def read_by_a_class(factor):
    def f(x, y):
        class Scaled:
            def __init__(self, v):
                self.v = v

            @property
            def value(self):
                return factor * self.v**2

        return Scaled(x).value * Scaled(y).value

    return f


@pytest.mark.parametrize(
    "function",
    [
        named_tuples,
        of_a_helper,
        dataclass_within,
        subclasses,
        each_its_own,
        class_attributes,
        errors,
        read_by_a_class(2.0),
        read_by_a_class(3.0),
    ],
)
@pytest.mark.parametrize("point", [(1.2, 0.7), (0.4, 0.9)])
def test_classes_of_a_function(function, point):
    s2sad.check_grads(function, point)


def test_what_a_class_reads_outside_is_read_again(monkeypatch):
    before = s2sad.grad(dataclass_within)(1.2, 0.7)
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    assert s2sad.grad(dataclass_within)(1.2, 0.7) != before
    s2sad.check_grads(dataclass_within, (1.2, 0.7))


def made_elsewhere(x):
    def factory(v):
        class Held:
            def value(self):
                return v

        return Held

    return factory(x)().value()


def known_late(x):
    class Held:
        value = x

    return Held().value


def counting(x):
    class Counter:
        count = 0

        def __init__(self):
            Counter.count += 1

    return Counter() and x * Counter.count


def assigned_after(x):
    class Held:
        def value(self):
            return v

    v = x * x
    return Held().value()


def without_object(x):
    class Held:
        @staticmethod
        def value():
            return x

    return Held.value()


@pytest.mark.parametrize(
    "function, reason",
    [
        (made_elsewhere, "read `v` of the function around the class"),
        (known_late, "reads `x` as it is made"),
        (counting, "attribute `count` of a class that is made in the function"),
        (assigned_after, "reads `v`, which is assigned after the class"),
        (without_object, "where it can't be kept in an object"),
    ],
)
def test_what_is_refused(function, reason):
    with pytest.raises(s2sad.UnsupportedSyntax, match=reason):
        s2sad.grad(function)(1.5)
