"""Sums of orthogonal polynomials: the values of NumPy's, and all modes against differences."""

import numpy as np
import pytest
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre

import s2sad
from s2sad.runtime.refusals import NoDerivative

FUNCTIONS = [chebyshev.chebval, legendre.legval, hermite.hermval, hermite_e.hermeval, laguerre.lagval]
C = np.array([0.3, -1.2, 2.0, 0.5, -0.7])


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("x", [0.7, np.array([0.3, -0.7]), np.array([[0.3, -0.7], [0.1, 0.9]])])
def test_values_and_derivatives(function, count, x):
    def f(x, c):
        return np.sum(function(x, c) ** 2)

    assert s2sad.value_and_grad(f)(x, C[:count])[0] == pytest.approx(f(x, C[:count]), rel=1e-14)
    s2sad.check_grads(f, (x, C[:count]))


def test_coefficients_of_several_series_are_refused():
    with pytest.raises(NoDerivative, match="one axis"):
        s2sad.grad(lambda c: np.sum(chebyshev.chebval(0.3, c)))(np.outer(C, C))
