"""Exponentials and logarithms of a number in plain arithmetic, for loops of which a machine does several iterations at once.

Numba calls a function of the C library for each number. These have neither a call nor a branch once they are compiled; their
results are at most 3 units in the last place from the exact ones. (Muller, "Elementary Functions", chapters 11 and 13; the
logarithm's polynomial is that of FreeBSD's `e_log.c`.) They are compiled without reassociation, which they wouldn't survive.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def exp(x: Any) -> Any:
    """The exponential: 2**n (1 + p), where x = n log 2 + r."""
    x = -746.0 if x < -746.0 else x
    x = 710.0 if x > 710.0 else x
    n, p = split_exponential(x)
    half = n >> 1
    return (1.0 + p) * power_of_two(half) * power_of_two(n - half)


def expm1(x: Any) -> Any:
    """The exponential less 1, exact for small numbers as well."""
    y = -40.0 if x < -40.0 else x
    y = 710.0 if y > 710.0 else y
    n, p = split_exponential(y)
    half = n >> 1
    first, second = power_of_two(half), power_of_two(n - half)
    return first * p * second + (first * second - 1.0)


def tanh(x: Any) -> Any:
    """The hyperbolic tangent: e / (e + 2), where e = exp(2 x) - 1."""
    y = -40.0 if x < -20.0 else x + x
    y = 40.0 if y > 40.0 else y
    n, p = split_exponential(y)
    power = power_of_two(n)
    e = power * p + (power - 1.0)
    return e / (e + 2.0)


def log(x: Any) -> Any:
    """The logarithm: n log 2 + log(1 + f), where x = 2**n (1 + f) and 1 + f lies between the roots of 1/2 and 2."""
    is_tiny = x < 2.2250738585072014e-308
    bits = np.float64(x * 18014398509481984.0 if is_tiny else x).view(np.int64)
    n = (bits - 4604544271217802189) >> 52
    f = np.int64(bits - (n << 52)).view(np.float64) - 1.0
    scale = np.int64(n + 4843621399236968448).view(np.float64) - 6755399441055744.0
    scale = scale - 54.0 if is_tiny else scale
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    odd = w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)
    odd = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + odd))
    half = 0.5 * f * f
    rest = s * (half + even + odd) + scale * 1.90821492927058770002e-10
    finite = scale * 6.93147180369123816490e-01 - ((half - rest) - f)
    positive = finite if x < np.inf else x
    found = positive if x > 0.0 else -np.inf
    return found if x >= 0.0 else np.nan


def log1p(x: Any) -> Any:
    """The logarithm of 1 + x, exact for small numbers as well."""
    y = 1.0 + x
    correction = (x - (y - 1.0)) / y
    return log(y) + (correction if abs(y) < np.inf and y != 0.0 else 0.0)


VECTOR_FUNCTIONS = (exp, expm1, tanh, log, log1p)


def split_exponential(x: Any) -> Any:
    """The integer n and p = exp(r) - 1, where x = n log 2 + r: n by rounding, in the low bits of a large number."""
    shifted = x * 1.4426950408889634 + 6755399441055744.0
    scale = shifted - 6755399441055744.0
    n = np.float64(shifted).view(np.int64) - 4843621399236968448
    r = x - scale * 6.93147180369123816490e-01 - scale * 1.90821492927058770002e-10
    s = r * r
    even = 1 / 720 + s * (1 / 40320 + s * (1 / 3628800 + s * (1 / 479001600)))
    odd = 1 / 5040 + s * (1 / 362880 + s * (1 / 39916800 + s * (1 / 6227020800)))
    rest = 0.5 + r * (1 / 6) + s * (1 / 24 + r * (1 / 120) + s * (even + r * odd))
    return n, r + s * rest


def power_of_two(n: Any) -> Any:
    """2**n, of an integer between -1022 and 1023."""
    return np.int64((n + 1023) << 52).view(np.float64)
