"""Functions of numbers of `math` and NumPy that Numba hasn't, in plain arithmetic.

Each has the name of the function that it stands for. Integers have 64 bits there: what is larger raises OverflowError.
"""

import math

import numpy as np


def comb(n: int, k: int) -> int:
    """How many ways there are to choose k of n."""
    if n < 0 or k < 0:
        raise ValueError("comb of a negative integer")
    if k > n:
        return 0
    found = 1
    for i in range(1, min(k, n - k) + 1):
        if found > 9223372036854775807 // (n - i + 1):
            raise OverflowError("comb has more than 64 bits")
        found = found * (n - i + 1) // i
    return found


def perm(n: int, k: int) -> int:
    """How many ways there are to choose k of n in an order."""
    if n < 0 or k < 0:
        raise ValueError("perm of a negative integer")
    if k > n:
        return 0
    found = 1
    for i in range(n - k + 1, n + 1):
        if found > 9223372036854775807 // i:
            raise OverflowError("a factorial has more than 64 bits")
        found = found * i
    return found


def factorial(n: int) -> int:
    """The product of the integers from 1 to n."""
    return perm(n, n)


def isqrt(n: int) -> int:
    """The integer below a square root."""
    if n < 0:
        raise ValueError("isqrt of a negative integer")
    found = int(math.sqrt(n))
    while found * found > n:
        found -= 1
    while found + 1 <= 3037000499 and (found + 1) * (found + 1) <= n:
        found += 1
    return found


def lcm(a: int, b: int) -> int:
    """The least common multiple of two integers."""
    if a == 0 or b == 0:
        return 0
    return abs(a // math.gcd(a, b) * b)


def isclose(a: float, b: float, rel_tol: float = 1e-9, abs_tol: float = 0.0) -> bool:
    """Whether two numbers are equal but for rounding."""
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def remainder(x: float, y: float) -> float:
    """x less the nearest multiple of y; of two, the even one."""
    width = abs(y)
    above = np.fmod(abs(x), width)
    below = width - above
    if above < below or np.isinf(width):
        found = above
    elif above > below:
        found = -below
    else:
        found = above - 2.0 * np.fmod(0.5 * (abs(x) - above), width)
    return math.copysign(1.0, x) * found


def ulp(x: float) -> float:
    """The width of the last place of a number."""
    return np.spacing(abs(float(x)))


def heaviside(x: float, at_zero: float) -> float:
    """0 below 0, and 1 above."""
    if x == 0.0:
        return at_zero
    return x if x != x else (1.0 if x > 0.0 else 0.0)


def index(x: float) -> int:
    """A whole number, which a float stands for in machine code."""
    found = int(x)
    if found != x:
        raise TypeError("'float' object cannot be interpreted as an integer")
    return found


PLAIN_NUMBERS = (comb, perm, factorial, isqrt, lcm, isclose, remainder, ulp, heaviside)
