"""Copies that nothing can tell from what they are of."""

import numpy as np
import pytest

import s2sad


def scaled(x):
    u = x.copy()
    for _ in range(3):
        u[1:] += 0.5 * u[:-1]
    return np.sum(u * u)


def halves(x):
    u = x.copy()
    u[:] = u[:] / 2.0
    u[0] = u[1]
    return np.sum(u * u)


def test_a_part_that_is_only_multiplied_is_not_copied():
    gradient = s2sad.grad(scaled)
    gradient(np.arange(3.0))
    assert "np.copy" not in gradient.source


def test_a_part_that_is_overwritten_is_copied():
    gradient = s2sad.grad(halves)
    gradient(np.arange(3.0))
    assert "np.copy" in gradient.source


@pytest.mark.parametrize("function", [scaled, halves])
def test_gradients_are_those_of_differences(function):
    x, h = np.array([0.5, -1.2, 2.0]), 1e-6
    expected = [(function(x + h * e) - function(x - h * e)) / (2 * h) for e in np.eye(3)]
    np.testing.assert_allclose(s2sad.grad(function)(x), expected, rtol=1e-8)
