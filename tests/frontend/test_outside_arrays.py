"""Whether arrays may come of what lives outside of a function."""

import collections
import fractions
import functools
import math
import random
import statistics
from types import SimpleNamespace

import numpy as np
import pytest

from s2sad.frontend.outside_arrays import may_bring_arrays

WEIGHTS = np.ones(3)


def of_numbers(x):
    return math.sin(x) + statistics.NormalDist().cdf(x)


def of_arrays(x):
    return WEIGHTS * x


class Model:
    def scaled(self, x):
        return 2.0 * x


class Weighted:
    def scaled(self, x):
        return WEIGHTS * x


WITHOUT = [
    np.sin,  # of numbers
    math.sin,
    of_numbers,
    statistics.NormalDist().inv_cdf,
    fractions.Fraction(1, 2),
    SimpleNamespace(rate=0.5, name="a"),
    random.gauss,
    Model,
    [1.0, 2],
]
WITH = [
    np,
    WEIGHTS,
    of_arrays,
    SimpleNamespace(weights=WEIGHTS),
    functools.partial(of_arrays),
    collections.deque([WEIGHTS]),
    Weighted,
    Weighted().scaled,
    Model().scaled,  # the object may get other attributes
]


@pytest.mark.parametrize("value", WITHOUT, ids=lambda value: type(value).__name__)
def test_what_brings_none(value):
    assert not may_bring_arrays(value)


@pytest.mark.parametrize("value", WITH, ids=lambda value: type(value).__name__)
def test_what_may_bring_one(value):
    assert may_bring_arrays(value)
