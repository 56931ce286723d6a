"""Panels of QUADPACK: the same integral by the same rule."""

import math
import warnings

import numpy as np
import pytest

integrate = pytest.importorskip("scipy.integrate")
from s2sad.runtime.quadrature import (  # noqa: E402
    RULE,
    check_panels,
    integrated,
    integrated_vectors,
    romberg_weights,
    tolerances,
)
from s2sad.runtime.refusals import RefusedPoint, RefusedType  # noqa: E402

OPTIONS = (1.49e-8, 1.49e-8, 50, None)


def test_the_rule_integrates_powers():
    for power in range(0, 32, 2):
        assert sum(w * x**power for x, w in RULE) == pytest.approx(2.0 / (power + 1), rel=1e-13)
    assert len(RULE) == 21


def by_panels(function, cuts):
    total = 0.0
    for low, high in zip(cuts[:-1], cuts[1:]):
        middle, half = 0.5 * (low + high), 0.5 * (high - low)
        total += half * sum(w * function(middle + half * x) for x, w in RULE)
    return total


def bent(x):
    return math.sqrt(abs(x - 0.3)) + math.cos(20.0 * x)


@pytest.mark.parametrize("a, b", [(0.0, 1.0), (1.0, -0.5)])
def test_cuts_go_from_one_end_to_the_other(a, b):
    value, error, cuts, info = integrated(bent, a, b, *OPTIONS)
    assert (value, error) == integrate.quad(bent, a, b)
    assert cuts[0] == a and cuts[-1] == b and info["last"] == len(cuts) - 1
    assert by_panels(bent, cuts) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize(
    "a, b, base, ends",
    [
        (1.0, math.inf, 1.0, (0.0, 1.0)),
        (-math.inf, 2.0, 2.0, (-1.0, 0.0)),
        (-math.inf, math.inf, 0.0, (-1.0, 1.0)),
    ],
)
def test_cuts_of_infinite_intervals_are_those_of_t(a, b, base, ends):
    def function(x):
        return math.exp(-x * x)

    value, _, cuts, _ = integrated(function, a, b, *OPTIONS)
    assert (cuts[0], cuts[-1]) == ends and np.all(np.diff(cuts) > 0)

    def inner(t):
        return function(base + (1 - abs(t)) / t) / t**2

    assert abs(by_panels(inner, cuts)) == pytest.approx(value, rel=1e-6)


def test_vectors():
    found, cuts = integrated_vectors(lambda x: np.array([bent(x), x]), 1.0, 0.0)
    assert found[0][1] == pytest.approx(-0.5) and cuts[0] == 1.0 and cuts[-1] == 0.0


def test_options_of_several_variables():
    assert tolerances(None) == (1.49e-8, 1.49e-8)
    assert tolerances([{"epsabs": 1e-3}, {"epsabs": 1e-4, "epsrel": 1e-5}]) == (1e-4, 1e-5)
    with pytest.raises(RefusedType, match="without a weight"):
        tolerances({"weight": "cos"})
    with pytest.raises(RefusedType):
        tolerances([len])


def test_a_value_that_was_extrapolated_is_refused():
    check_panels(1.0, 1.0 + 1e-9, 1e-9, 1e-8, 1e-8)
    for again in (1.1, math.nan):
        with pytest.raises(RefusedPoint, match="singular"):
            check_panels(again, 1.0, 1e-9, 1e-8, 1e-8)


def test_warnings_come_through():
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        integrated(bent, 0.0, 1.0, 1e-30, 1e-30, 3, None)
    assert [one.category for one in found] == [integrate.IntegrationWarning]


@pytest.mark.parametrize("count", [3, 5, 9])
def test_romberg(count):
    y = np.exp(np.linspace(0.0, 1.0, count))
    assert romberg_weights(count) @ y == pytest.approx(integrate.romb(y))
