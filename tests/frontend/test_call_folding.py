"""Calls that are answered while a function is lowered: they leave no entry, and what they answer is so."""

import itertools
import operator

import numpy as np
import pytest

import s2sad

X = np.array([[0.5, -1.5], [2.0, 1.0]])


class Point:
    __match_args__ = ("a",)

    def __init__(self, a):
        self.a = a


@pytest.mark.parametrize(
    ("f", "arg"),
    [
        (lambda x: x * len((x, x)), 1.5),
        (lambda x: x if isinstance(x, (list, tuple)) else x * 3.0, 1.5),
        (lambda x: x * np.ndim(x), X),
        (lambda x: x if callable(x) else x * 2.0, 1.5),
        (lambda x: list((x, x * 2.0))[1], 1.5),
        (lambda x: operator.itemgetter(1)((x, x * 2.0)), 1.5),
        (lambda x: operator.attrgetter("a")(Point(x)) * 2.0, 1.5),
        (lambda x: x * isinstance(Point(x), Point), 1.5),
        (lambda x: x * callable(abs) + callable([x]), 1.5),
    ],
)
def test_they_leave_no_call(same, f, arg):
    words = set(same(f, (arg,)).outline.split())
    assert not words & {"len", "isinstance", "np.ndim", "callable", "list", "iter", "next", "if{"}
    assert not any("getter" in word or "if" in word for word in words)


def test_what_isnt_known_is_asked_at_run_time(same):
    made = same(lambda xs, x: x * len(xs), ([1, 2, 3], 1.5))
    assert "len" in made.outline.split()


def test_a_shape_is_read_as_an_attribute(same):
    made = same(lambda x: x * np.shape(x)[1] + np.size(x), (X,))
    assert "getattr" in made.outline.split() and "np.shape" not in made.outline


class Moving:
    def __init__(self, a, v):
        self.a, self.v = a, v

    def pulled(self, other):
        self.v += 0.1 * (other.a - self.a)


def combined(x):
    every = [Moving(x, 0.0), Moving(1.0, x), Moving(2.0, 0.5)]
    for one, other in itertools.combinations(every, 2):
        one.pulled(other)
        other.pulled(one)
    return every[0].v * every[1].v + every[2].v


def listed(x):
    every = [Moving(x, 0.0), Moving(1.0, x), Moving(2.0, 0.5)]
    pairs = list(itertools.pairwise(every))
    for one, other in [*pairs, *itertools.permutations(every, 2)]:
        one.pulled(other)
    return every[0].v * every[1].v + every[2].v


def multiplied(x):
    every = [Moving(x, 0.0), Moving(1.0, x)]
    for one, other in itertools.product(every, every):
        if one is not other:
            one.pulled(other)
    return every[0].v * every[1].v


def many(x):
    every = [Moving(x + i, 0.1 * i) for i in range(6)]
    for one, other in itertools.combinations(every, 2):
        one.pulled(other)
    return every[0].v * every[1].v + every[5].a


@pytest.mark.parametrize("function", [combined, listed, multiplied, many])
def test_rows_of_known_objects(function):
    h, gradient = 1e-6, s2sad.grad(function)
    assert gradient(0.7) == pytest.approx((function(0.7 + h) - function(0.7 - h)) / (2 * h), rel=1e-8)
    assert function is many or "itertools" not in gradient.source
