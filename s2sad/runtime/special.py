"""Functions that derivatives need and Python does not have.

The derivative of `math.lgamma` is digamma, and its derivatives are the polygamma functions (Abramowitz & Stegun, 6.3
and 6.4). The derivative of a maximum or of a sorted list needs the places of items, beside their values.
"""

import math
from typing import Any

# B(2), B(4), ...: the Bernoulli numbers
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798)


def digamma(x: float) -> float:
    """The derivative of log(gamma(x)); nan at the poles 0, -1, -2, …"""
    if x < 0.5:
        return _reflected(0, x)
    shift = 0.0
    while x < 10.0:
        shift -= 1.0 / x
        x += 1.0
    square = 1.0 / (x * x)
    series = 0.0
    for k in range(len(_BERNOULLI), 0, -1):
        series = (series + _BERNOULLI[k - 1] / (2 * k)) * square
    return shift + math.log(x) - 0.5 / x - series


def polygamma(n: int, x: float) -> float:
    """The n-th derivative of digamma at x; nan at the poles 0, -1, -2, …"""
    if n == 0:
        return digamma(x)
    if x < 0.5:
        return _reflected(n, x)
    shift = 0.0
    while x < 10.0 + n:
        shift += x ** -(n + 1)
        x += 1.0
    series = 1.0 / n + 0.5 / x
    factor = 0.5 * (n + 1) / (x * x)  # (2k + n - 1)! / ((2k)! n! x**2k) for k = 1
    for k, number in enumerate(_BERNOULLI, start=1):
        series += number * factor
        factor *= (2 * k + n) * (2 * k + n + 1) / ((2 * k + 1) * (2 * k + 2) * x * x)
    return -((-1.0) ** n) * math.factorial(n) * (shift + series * x**-n)


def _reflected(n: int, x: float) -> float:
    """polygamma(n, x) from the value at 1 - x and the n-th derivative of pi * cot(pi * x)."""
    if math.isinf(x):
        return math.nan
    tangent = math.tan(math.pi * math.remainder(x, 1.0))
    if tangent == 0.0:
        return math.nan
    cotangent = 1.0 / tangent
    coefficients = [
        0.0,
        1.0,
    ]  # of a polynomial in cot(t), whose derivative by t is -(1 + cot(t)**2) times its own
    for _ in range(n):
        slopes = [k * c for k, c in enumerate(coefficients)][1:]
        coefficients = [
            -low - high for low, high in zip([*slopes, 0.0, 0.0], [0.0, 0.0, *slopes], strict=True)
        ]
    value = 0.0
    for coefficient in reversed(coefficients):
        value = value * cotangent + coefficient
    return (-1.0) ** n * polygamma(n, 1.0 - x) - math.pi ** (n + 1) * value


def index_of_max(items: Any) -> int:
    """The place of the item that `max(items)` returns: the first of equals."""
    return max(range(len(items)), key=items.__getitem__)


def index_of_min(items: Any) -> int:
    """The place of the item that `min(items)` returns: the first of equals."""
    return min(range(len(items)), key=items.__getitem__)


def order_of(keys: Any, reverse: bool = False) -> list[int]:
    """The places of the items in the order in which `sorted` puts them; equals keep their order."""
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=reverse)


def length_of(items: Any) -> float:
    """`math.hypot(*items)`"""
    return math.hypot(*items)
