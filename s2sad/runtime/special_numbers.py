"""Functions of `scipy.special` of one number, in what Numba has: `math`, and plain arithmetic.

Each has the name of the function that it stands for.
"""

import math

import numpy as np


def erf(x: float) -> float:
    """The error function."""
    return math.erf(x)


def erfc(x: float) -> float:
    """1 - erf(x)"""
    return math.erfc(x)


def ndtr(x: float) -> float:
    """The normal distribution."""
    return 0.5 * math.erfc(-0.7071067811865476 * x)


def gamma(x: float) -> float:
    """The gamma function."""
    return math.gamma(x)


def gammaln(x: float) -> float:
    """The logarithm of the gamma function's absolute value."""
    return math.lgamma(x)


def psi(x: float) -> float:
    """The derivative of log gamma: by its series at large numbers, which others are led to.

    Abramowitz & Stegun, 6.3.5, 6.3.7 and 6.3.18.
    """
    if x <= 0.0 and x == np.floor(x):
        return np.nan
    found = 0.0
    if x < 0.0:
        found = -np.pi / np.tan(np.pi * x)
        x = 1.0 - x
    while x < 10.0:
        found -= 1.0 / x
        x += 1.0
    y = 1.0 / (x * x)
    series = 1 / 12 - y * (
        1 / 120 - y * (1 / 252 - y * (1 / 240 - y * (1 / 132 - y * (691 / 32760 - y / 12))))
    )
    return found + np.log(x) - 0.5 / x - y * series


def expit(x: float) -> float:
    """1 / (1 + exp(-x))"""
    e = np.exp(-abs(x))
    return (1.0 if x >= 0.0 else e) / (1.0 + e)


def log_expit(x: float) -> float:
    """The logarithm of `expit`."""
    return (0.0 if x >= 0.0 else x) - np.log1p(np.exp(-abs(x)))


def softplus(x: float) -> float:
    """log(1 + exp(x))"""
    return (x if x >= 0.0 else 0.0) + np.log1p(np.exp(-abs(x)))


def logit(x: float) -> float:
    """log(x / (1 - x))"""
    return np.log(x / (1.0 - x))


def xlogy(x: float, y: float) -> float:
    """x log(y), and 0 where x is."""
    return 0.0 if x == 0.0 and y == y else x * np.log(y)


def xlog1py(x: float, y: float) -> float:
    """x log(1 + y), and 0 where x is."""
    return 0.0 if x == 0.0 and y == y else x * np.log1p(y)


def entr(x: float) -> float:
    """-x log(x)"""
    if x < 0.0:
        return -np.inf
    return 0.0 if x == 0.0 else -x * np.log(x)


def rel_entr(x: float, y: float) -> float:
    """x log(x / y)"""
    if x < 0.0 or y < 0.0 or (y == 0.0 and x > 0.0):
        return np.inf
    return 0.0 if x == 0.0 else x * np.log(x / y)


def kl_div(x: float, y: float) -> float:
    """x log(x / y) - x + y"""
    if x < 0.0 or y < 0.0 or (y == 0.0 and x > 0.0):
        return np.inf
    return y if x == 0.0 else x * np.log(x / y) - x + y


SPECIAL_NUMBERS = (
    *(erf, erfc, ndtr, gamma, gammaln, psi),
    *(expit, log_expit, softplus, logit, xlogy, xlog1py, entr, rel_entr, kl_div),
)
