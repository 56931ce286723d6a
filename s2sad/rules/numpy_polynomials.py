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


@program(polynomial.polyadd, at=[(_C, _C[:2]), (_C[:1], _C)])
def polyadd(c1, c2):
    """The sums of the coefficients, without zeros at the end"""
    return added(np.asarray(c1), np.asarray(c2))


@program(polynomial.polysub, at=[(_C, _C[:2]), (_C[:1], _C)])
def polysub(c1, c2):
    """The differences of the coefficients, without zeros at the end"""
    return added(np.asarray(c1), -np.asarray(c2))


def added(one, other):
    length = max(len(one), len(other))
    whole = np.concatenate([one, np.zeros(length - len(one))])
    return trimmed(whole + np.concatenate([other, np.zeros(length - len(other))]))


def trimmed(c):
    places = np.flatnonzero(c)
    return c[: places[-1] + 1] if len(places) > 0 else c[:1] * 0


@program(polynomial.polymul, at=[(_C, _C[:2])])
def polymul(c1, c2):
    """The convolution of the coefficients"""
    return trimmed(np.convolve(c1, c2))


@program(polynomial.polyder, at=[_C, (_C, 2)])
def polyder(c, m=1):
    """The slopes of the powers"""
    found = np.asarray(c)
    for _ in range(m):
        found = found[1:] * np.arange(1, len(found)) if len(found) > 1 else found * 0
    return found


@program(polynomial.polyint, at=[_C, (_C, 2)])
def polyint(c, m=1):
    """The integrals of the powers from zero"""
    found = np.asarray(c)
    for _ in range(m):
        found = np.concatenate([np.zeros(1), found / np.arange(1, len(found) + 1)])
    return found


@program(polynomial.polyval, at=[(0.7, _C)])
def polyval(x, c, tensor=True):
    """Horner's scheme; of coefficients with one axis"""
    if np.ndim(c) != 1:
        raise NoDerivative("polyval has a derivative for coefficients with one axis")
    return value_at(c[::-1], x)
