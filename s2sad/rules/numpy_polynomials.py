"""`numpy.polynomial`: polynomials as objects, which are read when that part has been imported."""

import numpy as np
from numpy.polynomial import Polynomial as NumpyPolynomial
from numpy.polynomial import polynomial

from s2sad.rules.declare import program, stand_in
from s2sad.runtime.polynomials import Polynomial, value_at
from s2sad.runtime.refusals import NoDerivative

_C = np.array([0.3, -1.2, 2.0])


@program(NumpyPolynomial, at=[])
def polynomial_object(coef, domain=None, window=None, symbol="x"):
    """Coefficients, that of the lowest power first"""
    if domain is not None or window is not None:
        raise NoDerivative("a Polynomial is differentiated on its own domain: leave out domain and window")
    return Polynomial(np.atleast_1d(np.asarray(coef)))


@stand_in(NumpyPolynomial)
def given_polynomial(found):
    """A polynomial that doesn't vary"""
    return Polynomial(found.convert().coef)


@program(polynomial.polyval, at=[(0.7, _C)])
def polyval(x, c, tensor=True):
    """Horner's scheme; of coefficients with one axis"""
    if np.ndim(c) != 1:
        raise NoDerivative("polyval has a derivative for coefficients with one axis")
    return value_at(c[::-1], x)
