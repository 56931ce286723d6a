"""Functions of numbers that Numba hasn't, in what it has."""

import math

import numpy as np
import pytest

import s2sad

X = np.array([0.5, -1.2, 2.7])


def of_math(x):
    total = math.hypot(x[0], x[1], x[2]) + math.hypot(x[0]) * math.comb(5, 2) + math.fmod(x[2], 0.7)
    part, whole = math.modf(x[2])
    if math.isclose(x[0], 0.5, rel_tol=1e-3):
        total = total + part**2 * whole
    return total * math.factorial(4) + math.dist((x[0], x[1]), (1.0, x[2])) + math.remainder(x[1], 0.5)


def of_arrays(x):
    part, whole = np.modf(x)
    return np.sum(part**2 * whole + np.heaviside(x, 0.5) * x) + x[:1].item() * x[()][0]


def between_points(p, q):
    return math.dist(p, q) ** 2


def at_one_point(x, heights):
    return np.interp(x, [0.5], heights) * x


@pytest.mark.parametrize("fun", [of_math, of_arrays])
def test_gradients_are_those_by_differences(check, fun):
    check(fun, X)


def test_points_may_be_lists(check):
    check(between_points, [0.3, 1.2], [2.0, -0.4])


def test_arrays_without_axes_have_gradients_without_axes(in_python):
    bar = s2sad.grad(lambda x: x.item() ** 2 + x[()], jit=True)(np.array(1.5))
    assert np.shape(bar) == () and bar == 4.0


@pytest.mark.parametrize("x", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("jit", [False, True])
def test_an_interpolation_of_one_point_is_constant(in_python, x, jit):
    value, (x_bar, bars) = s2sad.value_and_grad(at_one_point, (0, 1), jit=jit)(x, np.array([2.0]))
    assert (value, x_bar, *bars) == (2.0 * x, 2.0, x)
