"""Calls of functions that live outside: what their arguments become, and what is done with the function."""

import functools
import math
import statistics
import struct

import numpy as np
import pytest

import s2sad
from s2sad import NoRuleError


class Samples:
    """Goes through its numbers, and is an array of them."""

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __iter__(self):
        yield self.a
        yield self.b

    def __array__(self, dtype=None, copy=None):
        return np.array([self.a, self.b])


def slope(f, x, step=1e-6):
    return (f(x + step) - f(x - step)) / (2.0 * step)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: sum(Samples(x, x * x)),
        lambda x: max(Samples(x, x * x)),
        lambda x: math.prod(Samples(x, 3.0 * x)),
        lambda x: sorted(Samples(x, x * x))[0],
        lambda x: functools.reduce(lambda a, b: a - 2.0 * b, Samples(x, x * x)),
        lambda x: statistics.fmean(Samples(x, x * x)),
        lambda x: np.sum(np.asarray(Samples(x, x * x)) ** 2),
    ],
)
def test_objects_that_are_gone_through_or_are_arrays(f):
    assert s2sad.grad(f)(0.7) == pytest.approx(slope(f, 0.7), rel=1e-6)


def test_what_is_spread_at_the_end_is_given_one_by_one(lowered):
    def f(xs):
        return math.hypot(*xs) if len(xs) > 9 else np.multiply(*xs)

    assert s2sad.grad(f)([0.5, 3.0]) == pytest.approx([3.0, 0.5])


def test_a_function_with_source_is_followed_and_one_without_stays(same):
    def inner(t):
        return t * t

    def f(x, k):
        return inner(x) + math.floor(k) * x

    assert same(f, (0.5, 2.5), (1.5, -0.5)).outline == "mul math.floor mul add"


def test_an_occurrence_of_an_index_counts_each_time():
    def f(x):
        a = np.zeros(2)
        np.add.at(a, [0, 0, 1], np.array([x, x, x * x]))
        return a[0] * a[1]

    assert s2sad.grad(f)(0.5) == pytest.approx(6.0 * 0.5**2)  # of 2 x times x**2


def test_neither_rule_nor_source():
    with pytest.raises(NoRuleError, match="struct.pack"):
        s2sad.grad(lambda x: len(struct.pack("d", x)) * x)(0.5)
