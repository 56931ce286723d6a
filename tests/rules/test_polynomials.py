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
