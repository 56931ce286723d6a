"""Solvers of equations: their derivative comes from the equation."""

import math

import pytest

import s2sad


def residual(x, a):
    return x * x * x - a


def newton(x, a):
    for _ in range(60):
        x = x - residual(x, a) / (3.0 * x * x)
    return x


solve = s2sad.implicit(residual)(newton)


def test_the_derivative_of_a_cube_root():
    assert s2sad.grad(lambda a: solve(1.0, a))(0.3) == pytest.approx(0.3 ** (-2.0 / 3.0) / 3.0, rel=1e-9)


def test_the_second_derivative():
    f = s2sad.grad(lambda a: solve(1.0, a))
    assert s2sad.grad(f)(0.3) == pytest.approx(-2.0 / 9.0 * 0.3 ** (-5.0 / 3.0), rel=1e-7)


def test_where_it_begins_counts_for_nothing():
    assert s2sad.grad(lambda x: solve(x, 0.3) * math.exp(x))(0.9) == pytest.approx(
        0.3 ** (1.0 / 3.0) * math.exp(0.9), rel=1e-9
    )
