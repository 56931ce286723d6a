"""A function that calls itself: a pair of functions, one for each sweep."""

POINT = {"x": 1.3, "n": 5}


def power(x, n):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


def f(x: float, n: int):
    return power(x, n) + x
