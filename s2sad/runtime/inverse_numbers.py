"""More functions of `scipy.special` of one number, as plain arithmetic: tails and inverses of the normal distribution, and
the family of the gamma function.

Each has the name of the function that it stands for.
"""

import math

import numpy as np


def log_ndtr(x: float) -> float:
    """The logarithm of the normal distribution; far left by the continued fraction of its tail."""
    if x > 0.0:
        return np.log1p(-0.5 * math.erfc(0.7071067811865476 * x))
    if x > -10.0:
        return np.log(0.5 * math.erfc(-0.7071067811865476 * x))
    tail = -x
    for k in range(60, 0, -1):
        tail = k / tail - x
    return -0.5 * x * x - 0.9189385332046728 - np.log(tail)


def ndtri(p: float) -> float:
    """The inverse of the normal distribution: Abramowitz & Stegun 26.2.23, and three steps of Halley's method."""
    if not 0.0 < p < 1.0:
        return -np.inf if p == 0.0 else np.inf if p == 1.0 else np.nan
    if 0.25 <= p <= 0.75:
        return 1.4142135623730951 * central_erfinv(2.0 * p - 1.0)
    low = p if p < 0.5 else 1.0 - p
    t = np.sqrt(-2.0 * np.log(low))
    top = 2.515517 + t * (0.802853 + t * 0.010328)
    x = top / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
    for _ in range(3):
        step = (0.5 * math.erfc(-0.7071067811865476 * x) / low - 1.0) * low
        step = step * 2.5066282746310002 * np.exp(0.5 * x * x)
        x = x - step / (1.0 + 0.5 * x * step)
    return x if p < 0.5 else -x


def erfinv(y: float) -> float:
    """The inverse of the error function: near 0 by Halley's method, else by the tail."""
    if abs(y) <= 0.5:
        return central_erfinv(y)
    return (-0.7071067811865476 if y > 0.0 else 0.7071067811865476) * ndtri(0.5 - 0.5 * abs(y))


def central_erfinv(y: float) -> float:
    """`erfinv` of what is at most one half"""
    x = 0.8862269254527579 * y * (1.0 + 0.2617993877991494 * y * y)
    for _ in range(3):
        step = (math.erf(x) - y) * 0.8862269254527579 * np.exp(x * x)
        x = x - step / (1.0 + x * step)
    return x


def erfcinv(y: float) -> float:
    """The inverse of `erfc`"""
    return erfinv(1.0 - y) if 0.5 < y < 1.5 else -0.7071067811865476 * ndtri(0.5 * y)


def erfcx(x: float) -> float:
    """exp(x**2) erfc(x); far right by the continued fraction"""
    if x < 10.0:
        return np.exp(x * x) * math.erfc(x)
    tail = x
    for k in range(60, 0, -1):
        tail = 0.5 * k / tail + x
    return 0.5641895835477563 / tail


def rgamma(x: float) -> float:
    """1 / gamma(x)"""
    if x <= 0.0 and x == np.floor(x):
        return 0.0
    return 1.0 / math.gamma(x) if x < 170.0 else np.exp(-math.lgamma(x))


def loggamma(x: float) -> float:
    """The logarithm of the gamma function of a positive number"""
    return math.lgamma(x) if x > 0.0 else np.nan


def beta(a: float, b: float) -> float:
    """gamma(a) gamma(b) / gamma(a + b)"""
    if a + b < 100.0:
        return math.gamma(a) / math.gamma(a + b) * math.gamma(b)
    sign = rgamma_sign(a) * rgamma_sign(b) * rgamma_sign(a + b)
    return sign * np.exp(betaln(a, b))


def rgamma_sign(x: float) -> float:
    """The sign of the gamma function"""
    return -1.0 if x < 0.0 and np.floor(x) % 2.0 == 1.0 else 1.0


def betaln(a: float, b: float) -> float:
    """The logarithm of the absolute value of `beta`"""
    low, high = min(a, b), max(a, b)
    if low <= 0.0 or high < 20.0:
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    return math.lgamma(low) + gammaln_step(high, low)


def gammaln_step(x: float, more: float) -> float:
    """gammaln(x) - gammaln(x + more) of what is large: Stirling's series, whose terms nearly cancel"""
    whole = x + more
    power = more - more * np.log(whole) - (x - 0.5) * np.log1p(more / x)
    return power + stirling_rest(x) - stirling_rest(whole)


def stirling_rest(x: float) -> float:
    """What Stirling's formula lacks of gammaln(x)"""
    y = 1.0 / (x * x)
    return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x


def binom(n: float, k: float) -> float:
    """The binomial coefficient of real numbers: exact of small integers"""
    if k == np.floor(k) and 0.0 <= k < 60.0 and abs(n) >= 1e-8:
        found = 1.0
        for i in range(1, int(k) + 1):
            found = found * ((n - k + i) / i)
        return found
    if 1.0 + n - k <= 0.0 and n - k == np.floor(n - k):
        return 0.0
    return 1.0 / ((n + 1.0) * beta(1.0 + n - k, 1.0 + k))


def poch(z: float, m: float) -> float:
    """gamma(z + m) / gamma(z)"""
    if z > 20.0 and z + m > 20.0:
        return np.exp(-gammaln_step(z, m))
    if z > 0.0 and z + m > 160.0:
        return np.exp(math.lgamma(z + m) - math.lgamma(z))
    return math.gamma(z + m) * rgamma(z)


def polygamma(n: int, x: float) -> float:
    """The n-th derivative of psi: by its series at large numbers, which others are led to"""
    if x <= 0.0 and x == np.floor(x):
        return np.inf if n % 2 == 1 else np.nan
    found = 0.0
    while x < 15.0 + n:
        found += 1.0 / x ** (n + 1)
        x += 1.0
    y = 1.0 / (x * x)
    series = 1.0 / n + 0.5 / x
    factor = 0.5 * (n + 1) * y
    for k in range(1, 10):
        series += bernoulli_number(k) * factor
        factor *= (2 * k + n) * (2 * k + n + 1) / ((2 * k + 1) * (2 * k + 2)) * y
    found += series / x**n
    for k in range(2, n + 1):
        found *= k
    return found if n % 2 == 1 else -found


def bernoulli_number(k: int) -> float:
    """B(2k)"""
    numbers = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798)
    return numbers[k - 1]


def exp10(x: float) -> float:
    """10**x"""
    return 10.0**x


def cosm1(x: float) -> float:
    """cos(x) - 1"""
    return -2.0 * np.sin(0.5 * x) ** 2


INVERSE_NUMBERS = (
    *(log_ndtr, ndtri, erfinv, erfcinv, erfcx),
    *(rgamma, loggamma, beta, betaln, binom, poch, polygamma),
    *(exp10, cosm1),
)
