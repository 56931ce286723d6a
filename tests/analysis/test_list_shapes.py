"""How long lists and ranges are, and what is made of them: gradients that sum nothing to a shape."""

import numpy as np
import pytest

import s2sad


def on_a_grid(a, n):
    x, u = np.linspace(0.0, 1.0, n), np.zeros(n)
    for _ in range(3):
        u = u + a * x * np.exp(-u)
    return np.sum(u)


def in_series(a, n):
    k, u = np.arange(n + 1), np.ones(n + 1)
    return np.sum(u * np.sin(np.arange(-1, n) * a + k))


def steps_along(a, n):
    y = a * np.ones(n)
    return np.sum(y[1:] * np.arange(1, n) * y[:-1])


@pytest.mark.parametrize("function", [on_a_grid, in_series, steps_along])
def test_grids_have_the_length_that_they_are_given(function):
    gradient, h = s2sad.grad(function), 1e-6
    slope = (function(0.7 + h, 4) - function(0.7 - h, 4)) / (2 * h)
    assert gradient(0.7, 4) == pytest.approx(slope, rel=1e-7)
    assert "unbroadcast" not in gradient.source


def from_a_number_on(a, m, n):
    """How many numbers these are depends on more than a length."""
    return np.sum(np.arange(m, n) * (a * np.ones(n - m)) * np.arange(0, 2 * (n - m), 2))


def test_ranges_that_begin_with_a_variable():
    assert s2sad.grad(from_a_number_on)(0.7, 1, 4) == pytest.approx(0 * 1 + 2 * 2 + 3 * 4)
