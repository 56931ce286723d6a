"""What is seen of values outside: the same for values that the emitted code may be used for, and no others."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.frontend.assumptions import (
    NOTHING,
    Assumptions,
    AttributeOf,
    CodeOf,
    Equal,
    MemberOf,
    NameOf,
    Same,
    seen,
)


class Counter:
    step = 2.0
    label = "a"

    def count(self):
        return 1


class Other(Counter):
    pass


ONE, TWO = Counter(), Counter()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1.5, -2.0),
        (3, 4),
        (np.zeros(3), np.ones(3)),
        ([1.0, 2.0], [5.0]),
        ([1.0, 2], [3, 4.0]),
        ({"a": 1.0}, {"a": 2.0}),
        ([np.zeros(3)], [np.zeros(7)]),
        (ONE, TWO),
        (ONE.count, TWO.count),
        ([].append, [1].append),
    ],
)
def test_what_may_change(one, other):
    assert seen(one) == seen(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1.5, 2),
        ("a", "b"),
        (True, False),
        (None, 0),
        (np.zeros(3), np.zeros(4)),
        (np.zeros(3), np.zeros((3, 1))),
        (np.zeros(3), np.zeros(3, dtype=int)),
        ([1.0, 2.0], [1.0, "a"]),
        ((1.0, 2.0), (1.0,)),
        ({"a": 1.0}, {"b": 1.0}),
        ([np.zeros(3)], [np.zeros((3, 3))]),
        (math.sin, math.cos),
        (ONE, Other()),
        (ONE.count, Other.count),
        (np.add.reduce, np.multiply.reduce),
        ([math.sin], [math.cos]),
    ],
)
def test_what_has_to_stay(one, other):
    assert seen(one) != seen(other)


def test_what_is_seen_first_counts():
    found = Assumptions()
    found.name(test_what_may_change, "x", 1.5)
    found.name(test_what_may_change, "x", "text")
    assert found.seen == {NameOf(test_what_may_change, "x"): seen(1.5)}
    found.name(test_what_may_change, "y", NOTHING)
    assert found.seen[NameOf(test_what_may_change, "y")] == Same(NOTHING)


def test_members_are_those_of_the_first_class_that_has_them():
    found = Assumptions()
    assert found.member(Other, "step") == 2.0
    assert found.seen == {MemberOf((Other, Counter), "step"): Equal(2.0)}
    found.member(Other, "nothing")
    assert found.seen[MemberOf((Other, Counter), "nothing")] == Same(NOTHING)
    found.member(Other, "count", after=Other)
    assert found.seen[MemberOf((Counter,), "count")] == Same(Counter.count)


def test_attributes_of_modules_of_libraries_are_not_looked_at_again():
    found = Assumptions()
    found.attribute(np, "np", None, "pi")
    assert not found.seen
    found.attribute(ONE, "one", None, "step")
    assert found.seen == {AttributeOf(Same(ONE), "step"): seen(2.0)}


def test_the_code_of_functions_with_their_defaults():
    def f(x, n=[1.0], *, k=2.0):  # noqa: B006 -- what such a default holds is looked at
        return x

    found = Assumptions()
    found.function(f)
    found.function(math.sin)
    ((place, code),) = found.seen.items()
    assert place == CodeOf(f) and code.code is f.__code__ and code.held
    assert code.keyword_defaults.hold()
    f.__kwdefaults__["k"] = 3.0
    assert not code.keyword_defaults.hold()


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def times(self, x):
        return self.factor * x


SCALED = Scaled(3.0)


def scaled(x):
    return SCALED.times(x) ** 2


def test_what_a_method_reads_is_said_of_its_object(monkeypatch):
    derivative = s2sad.grad(scaled)
    assert derivative(2.0) == 36.0
    assert "SCALED.factor" in derivative.source and "__self__" not in derivative.source
    monkeypatch.setattr(SCALED, "times", Scaled(5.0).times, raising=False)
    assert derivative(2.0) == 100.0
    monkeypatch.undo()
    assert derivative(2.0) == 36.0
