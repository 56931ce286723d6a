"""Functions that share their code, and differ in what their cells hold: the derivative of one serves the others."""

import math

import numpy as np
import pytest

import s2sad


def of(k):
    return lambda x: k * x * x


def with_a_helper(k, power):
    def helper(x):
        return x**power

    def made(x):
        return helper(x) * k

    return made


def with_a_default(k):
    def made(x, scale=k):
        return scale * math.sin(x)

    return made


@pytest.mark.parametrize("k", [2.0, -3.5, 7.0])
def test_each_has_the_derivative_of_its_own_cells(k):
    assert s2sad.grad(of(k))(1.5) == pytest.approx(3.0 * k)
    assert s2sad.grad(with_a_default(k))(0.4) == pytest.approx(k * math.cos(0.4))
    assert s2sad.grad(with_a_default(k))(0.4, 2.0) == pytest.approx(2.0 * math.cos(0.4))
    for power in (2, 3):
        found = s2sad.grad(with_a_helper(k, power))(1.5)
        assert found == pytest.approx(k * power * 1.5 ** (power - 1))


def test_cells_that_change_afterwards():
    def counted():
        k = 1.0

        def f(x):
            return k * x * x

        def change(value):
            nonlocal k
            k = value

        return f, change

    f, change = counted()
    gradient = s2sad.grad(f)
    assert gradient(2.0) == 4.0
    change(10.0)
    assert gradient(2.0) == 40.0


def test_cells_of_other_kinds():
    for k, wanted in ((2, 6.0), (2.0, 6.0), (np.float64(2.0), 6.0), (np.array([1.0, 1.0]), None)):
        if wanted is None:
            assert s2sad.grad(lambda x: np.sum(of(k)(x)))(1.5) == pytest.approx(6.0)  # noqa: B023
        else:
            assert s2sad.grad(of(k))(1.5) == wanted


def test_functions_in_cells():
    def around(f):
        return lambda x: f(x) * x

    for f, slope in (
        (math.sin, math.cos(0.3) * 0.3 + math.sin(0.3)),
        (math.exp, 1.3 * math.exp(0.3)),
        (of(2.0), 6.0 * 0.09),
    ):
        assert s2sad.grad(around(f))(0.3) == pytest.approx(slope)
