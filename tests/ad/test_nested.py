"""Derivatives taken inside, in the reverse sweep: held against the formulas of second and third derivatives."""

import math

import numpy as np
import pytest

import s2sad


def cubed(x):
    return x**3


def along(x):
    """3 x² · x"""
    return s2sad.grad(cubed)(x) * x


def with_value(x):
    """x³ + 3 x²"""
    value, slope = s2sad.value_and_grad(cubed)(x)
    return value + slope


def twice(x):
    """6 x"""
    return s2sad.grad(s2sad.grad(cubed))(x)


def by_a_parameter(a):
    """d/dx of a x² sin x at x = a"""
    return s2sad.grad(lambda x: a * x * x * math.sin(x))(a)


def by_a_direction(x):
    """3 x² · x² from the tangent of x³ along x²"""
    return s2sad.jvp(cubed, (x,), (x * x,))[1]


SLOPES = {
    along: lambda x: 9.0 * x**2,
    with_value: lambda x: 3.0 * x**2 + 6.0 * x,
    twice: lambda x: 6.0,
    by_a_direction: lambda x: 12.0 * x**3,
}


@pytest.mark.parametrize("function", [along, with_value, twice, by_a_direction])
def test_known_slopes(function):
    assert s2sad.grad(function)(0.7) == pytest.approx(SLOPES[function](0.7))


def test_what_is_captured_moves_too():
    step = 1e-4
    wanted = (by_a_parameter(0.7 + step) - by_a_parameter(0.7 - step)) / (2 * step)
    assert s2sad.grad(by_a_parameter)(0.7) == pytest.approx(wanted, abs=1e-7)


def test_of_arrays(ad):
    def energy(u):
        return np.sum(u**2 * np.sin(u))

    def norm_of_the_slope(u):
        slope = s2sad.grad(energy)(u)
        return np.sum(slope * slope)

    u = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(norm_of_the_slope)(u) == pytest.approx(ad.slopes(norm_of_the_slope, u), abs=1e-7)
