"""`numpy.polynomial`: sums of orthogonal polynomials, by Clenshaw's scheme in the order in which NumPy goes through it."""

import numpy as np
from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre

from s2sad.rules.declare import program
from s2sad.runtime.refusals import NoDerivative

_X, _C = np.array([0.3, -0.7, 0.9]), np.array([0.3, -1.2, 2.0, 0.5])
_AT = [(0.7, _C), (_X, _C), (_X, _C[:2]), (0.7, _C[:1])]


def first_and_rest(x, c):
    """The coefficients with a zero where there is one alone, and the two of the highest degree, in the form of x."""
    if np.ndim(c) != 1:
        raise NoDerivative("a series has a derivative for coefficients with one axis")
    every = np.append(c, 0.0) if len(c) == 1 else np.asarray(c)
    return every, every[-2] + 0.0 * x, every[-1] + 0.0 * x


@program(chebyshev.chebval, at=_AT)
def chebval(x, c, tensor=True):
    """T_{n+1} = 2 x T_n - T_{n-1}"""
    x = np.asarray(x)
    every, low, high = first_and_rest(x, c)
    for i in range(3, len(every) + 1):
        before = low
        low = every[-i] - high
        high = before + high * (2 * x)
    return low + high * x


@program(legendre.legval, at=_AT)
def legval(x, c, tensor=True):
    """(n + 1) P_{n+1} = (2 n + 1) x P_n - n P_{n-1}"""
    x = np.asarray(x)
    every, low, high = first_and_rest(x, c)
    for i in range(3, len(every) + 1):
        before, n = low, len(every) + 2 - i
        low = every[-i] - high * ((n - 1) / n)
        high = before + high * x * ((2 * n - 1) / n)
    return low + high * x


@program(hermite.hermval, at=_AT)
def hermval(x, c, tensor=True):
    """H_{n+1} = 2 x H_n - 2 n H_{n-1}"""
    x = np.asarray(x)
    every, low, high = first_and_rest(x, c)
    for i in range(3, len(every) + 1):
        before, n = low, len(every) + 2 - i
        low = every[-i] - high * (2 * (n - 1))
        high = before + high * (x * 2)
    return low + high * (x * 2)


@program(hermite_e.hermeval, at=_AT)
def hermeval(x, c, tensor=True):
    """He_{n+1} = x He_n - n He_{n-1}"""
    x = np.asarray(x)
    every, low, high = first_and_rest(x, c)
    for i in range(3, len(every) + 1):
        before, n = low, len(every) + 2 - i
        low = every[-i] - high * (n - 1)
        high = before + high * x
    return low + high * x


@program(laguerre.lagval, at=_AT)
def lagval(x, c, tensor=True):
    """(n + 1) L_{n+1} = (2 n + 1 - x) L_n - n L_{n-1}"""
    x = np.asarray(x)
    every, low, high = first_and_rest(x, c)
    for i in range(3, len(every) + 1):
        before, n = low, len(every) + 2 - i
        low = every[-i] - (high * (n - 1)) / n
        high = before + (high * ((2 * n - 1) - x)) / n
    return low + high * (1 - x)
