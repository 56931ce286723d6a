"""Comparisons: each operand of a chain is evaluated once, and what is known is no entry."""

import math

import pytest

import s2sad
from s2sad.frontend.comparisons import compared_constants, known_comparison
from s2sad.ir.nodes import Const, Ref, Var


def chain(x):
    calls = []

    def middle():
        calls.append(1)
        return x * x

    inside = 0.1 < middle() < 0.9 < 2.0
    return (x if inside else 3.0 * x) * len(calls)


def stops(x):
    calls = []

    def last():
        calls.append(1)
        return 10.0

    return x * x if 1.0 < x < last() else 2.0 * x + len(calls)


@pytest.mark.parametrize(
    ("function", "x", "slope"), [(chain, 0.7, 1.0), (chain, 2.0, 3.0), (stops, 0.5, 2.0)]
)
def test_chains(check, function, x, slope):
    assert check(function, x) == pytest.approx([slope])


@pytest.mark.parametrize(
    ("name", "left", "right", "known"),
    [
        ("lt", Const(1), Const(2.5), True),
        ("eq", Const("a"), Const("b"), False),
        ("ne", Const(None), Const(0), True),
        ("lt", Const(1), Const("a"), None),
        ("lt", Var("x"), Const(1), None),
        ("eq", Ref("pi", math.pi), Const(3.0), False),
        ("eq", Ref("f", math.sin), Const(3.0), None),
    ],
)
def test_literals_are_compared_at_once(name, left, right, known):
    assert known_comparison(name, left, right) == (None if known is None else Const(known))


def with_none(x, y=None):
    if y is None and x is not None:
        return x * 2.0
    return x * y


def test_none_is_known_from_a_number(lowered):
    assert lowered(with_none, 0.7).outline == "mul"
    assert lowered(with_none, 0.7, 2.0).outline == "mul"


class Point:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __eq__(self, other):
        return self.a == other.a


def of_objects(x):
    p, q = Point(x, 1.0), Point(x, 2.0)
    same, one = p == q, p is q
    return x * (2.0 if same else 3.0) * (5.0 if one else 7.0)


def test_objects_are_compared_by_their_methods_and_told_apart(check):
    assert check(of_objects, 0.7) == pytest.approx([14.0])


def inside(x):
    table, names = {"a": x}, ("b", "c")
    return x * ("a" in table) + 2.0 * x * ("a" not in names) + 5.0 * x * ("a" in names)


def test_what_is_in_a_dict_or_tuple(check):
    assert check(inside, 0.7) == pytest.approx([3.0])


class Mark:
    def __init__(self, x):
        self.x = x


def by_class(x):
    p = Mark(x)
    kinds = {"point": x}
    first = 2.0 if type(p) is Mark else 3.0
    second = x if type(p) in (int, Mark) and type([x]) is list else 0.0
    return first * p.x * second if type(kinds) is not list else -x


def test_classes_are_compared_before_the_program_runs():
    gradient = s2sad.grad(by_class)
    assert gradient(1.5) == pytest.approx(6.0)
    assert "type" not in gradient.source and "if" not in gradient.source


def test_constants_that_arent_known_to_be_equal():
    assert compared_constants("is_", Ref("Mark", Mark), Ref("int", int)) == Const(False)
    assert compared_constants("ne", Ref("Mark", Mark), Ref("int", int)) == Const(True)
    assert compared_constants("lt", Ref("Mark", Mark), Ref("int", int)) is None
    assert compared_constants("eq", Ref("Mark", Mark), Ref("point", Mark(1.0))) is None
    assert compared_constants("is_", Ref("Mark", Mark), Var("cls")) is None


class Part:
    def __init__(self, x, factors=None):
        self.x, self.factors = x, factors or {}


def beside_empty(x):
    parts, rest = {}, []
    if parts == {}:
        parts["a"] = Part(x, factors={"c": 2.0})
    for part in parts.values():
        for factor in part.factors.values():
            rest.append(factor * part.x)
    return x if [] == rest else rest[0] * x * (parts != {})


def test_what_is_followed_beside_an_empty_dict_or_list(check):
    assert check(beside_empty, 0.7) == pytest.approx([2.8])
