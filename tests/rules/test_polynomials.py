"""Polynomials of NumPy's: their roots."""

import numpy as np
import pytest

import s2sad
from s2sad.runtime.refusals import NoDerivative


def compressibility(a, b):
    """The largest real root of the cubic equation of a gas, as it is usually written"""
    roots = np.roots([1.0, b - 1.0, a - 3.0 * b**2 - 2.0 * b, b**2 + b**3 - a * b])
    return np.max(roots[np.isreal(roots)].real)


def one_by_one(p):
    total = 0.0
    for root in np.roots(p):
        total += np.real(root) ** 2 if np.isreal(root) else np.abs(root)
    return total


@pytest.mark.parametrize("point", [(0.05, 0.02), (0.8, 0.1)])
def test_the_root_of_a_cubic_equation(point):
    s2sad.check_grads(compressibility, point)


@pytest.mark.parametrize("p", [[1.0, -3.0, 2.9, -0.7], [2.0, 1.0, 3.0], [-1.0, 0.4, 3.0, 0.1, 0.2]])
def test_roots_that_are_real_and_complex(p):
    s2sad.check_grads(one_by_one, (np.array(p),))
    assert s2sad.value_and_grad(one_by_one)(np.array(p))[0] == one_by_one(np.array(p))


@pytest.mark.parametrize("p", [[0.0, 1.0, 2.0], [1.0, 2.0, 0.0]])
def test_roots_that_come_or_go_are_refused(p):
    with pytest.raises(NoDerivative, match="the first or the last coefficient"):
        s2sad.grad(one_by_one)(np.array(p))


@pytest.mark.parametrize(
    "f",
    [
        lambda x: np.sum(np.poly(x) ** 2),
        lambda x: np.sum(np.poly(np.array([x[0] + 1j * x[1], x[0] - 1j * x[1], x[2]])) ** 2),
        lambda x: np.sum(np.poly(np.outer(x, x[::-1]) + np.diag([1.0, 2.0, 4.0])) ** 2),
        lambda x: np.sum(np.trim_zeros(np.concatenate([[0.0], x, [0.0]])) * np.array([1.0, 2.0, 3.0])),
        lambda x: sum(t * t for t in np.trim_zeros([0.0, x[0], x[1]], "f")),
    ],
)
def test_polynomials_by_their_zeros_and_without_zeros(f):
    x = np.array([0.3, -1.2, 0.7])
    s2sad.check_grads(f, (x,))
    assert s2sad.value_and_grad(f)(x)[0] == f(x)


def test_nothing_but_zeros_is_trimmed_to_nothing():
    assert s2sad.grad(lambda x: np.sum(np.trim_zeros(0.0 * x)) + x[0])(np.ones(2)).tolist() == [1.0, 0.0]
