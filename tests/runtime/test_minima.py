"""Which bounds and constraints hold a minimum."""

import numpy as np
import pytest

from s2sad.runtime.minima import box, held_at_zero, held_by_bounds, limits, multipliers


class Bounds:
    lb, ub = 0.0, [1.0, 2.0]


@pytest.mark.parametrize(
    "bounds, low, high",
    [
        (None, [-np.inf] * 2, [np.inf] * 2),
        ([(0, 1), (None, 2)], [0.0, -np.inf], [1.0, 2.0]),
        (Bounds, [0.0, 0.0], [1.0, 2.0]),
    ],
)
def test_bounds_as_arrays(bounds, low, high):
    found = limits(bounds, 2)
    assert [part.tolist() for part in found] == [low, high]


def test_pairs_of_bounds():
    assert [part.tolist() for part in box((0.0, [1.0, 2.0]), 2)] == [[0.0, 0.0], [1.0, 2.0]]
    assert [part.tolist() for part in box(Bounds, 2)] == [[0.0, 0.0], [1.0, 2.0]]


def test_who_is_held():
    x = np.array([0.0, 1e-5, 1e-5, 0.5, 1.0])
    slope = np.array([1.0, 1.0, 1e-7, 0.0, -1.0])
    low, high = held_by_bounds(x, slope, np.zeros(5), np.ones(5))
    assert low.tolist() == [True, True, False, False, False]
    assert high.tolist() == [False, False, False, False, True]
    assert held_at_zero(np.array([0.0, 1e-12, 2.0])).tolist() == [True, True, False]


def test_multipliers_of_a_minimum_on_a_circle():
    """x + y on x^2 + y^2 <= 2 is least at (-1, -1), where 1 + 2 m x = 0."""
    x = np.array([-1.0, -1.0])
    free = np.zeros(2, bool)
    values, jacobian = np.array([0.0, 5.0]), np.array([-2.0 * x, [1.0, 0.0]])
    low, high = np.zeros(2), np.full(2, np.inf)
    found, from_below, from_above = multipliers(np.ones(2), values, low, high, jacobian, free, free)
    assert found == pytest.approx([0.5, 0.0])
    assert from_below.tolist() == [True, False] and from_above.tolist() == [False, False]


def test_multipliers_from_above_have_the_other_sign():
    free = np.zeros(2, bool)
    x = np.array([-1.0, -1.0])
    low, high = np.array([-np.inf, -7.0]), np.array([2.0, -1.0])
    values, jacobian = np.array([2.0, -1.0]), np.array([2.0 * x, [1.0, 0.0]])
    found, from_below, from_above = multipliers(np.ones(2), values, low, high, jacobian, free, free)
    assert found == pytest.approx([-0.5, 0.0], abs=1e-12)
    assert not from_below.any() and from_above.tolist()[0]


def test_a_constraint_that_would_pull_does_not_hold_but_an_equation_does():
    free = np.zeros(2, bool)
    values, jacobian = np.array([0.0]), np.array([[-1.0, 0.0]])
    for is_equation in (False, True):
        high = np.array([0.0 if is_equation else np.inf])
        found, holds, _ = multipliers(np.array([1.0, 0.0]), values, np.zeros(1), high, jacobian, free, free)
        assert holds.tolist() == [is_equation] and found == pytest.approx([-1.0 if is_equation else 0.0])


def test_components_held_by_bounds_take_up_the_slope_themselves():
    held = np.array([True, False])
    zero = np.zeros(1)
    found, _, _ = multipliers(
        np.array([9.0, 2.0]), zero, zero, zero, np.array([[1.0, 1.0]]), held, np.zeros(2, bool)
    )
    assert found == pytest.approx([2.0])
