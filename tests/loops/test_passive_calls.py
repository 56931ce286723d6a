"""Functions of the user's that get nothing that varies are compiled, too."""

import functools
import math

import numpy as np
import pytest

import s2sad

X = np.array([0.3, 0.8, -0.4])


def weights(n):
    return np.linspace(0.0, 1.0, n) ** 2


def table(n):
    found = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            found[i, j] = math.sin(i * j)
    return found


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def options():
    return {"rate": 0.5, "times": 3}


class Spring:
    stiffness = 3.0

    @staticmethod
    def kinetic(mass, speed):
        return 0.5 * mass * speed * speed

    @classmethod
    def scaled(cls, factor):
        return cls.stiffness * factor


def weighted(x):
    return np.sum(x**2 * weights(3))


def by_table(x):
    return np.sum((table(3) @ x) ** 2)


def by_recursion(x):
    return np.sum(x**2) * ackermann(2, 2)


def by_options(x):
    given = options()
    for _ in range(given["times"]):
        x = x * given["rate"] + np.sin(x)
    return np.sum(x)


def by_methods_of_classes(x):
    return np.sum(x**2) * Spring.kinetic(2.0, 3.0) + np.sum(x) * Spring.scaled(2.0)


@functools.cache
def first_places(n, m):
    lo = np.zeros(n, dtype=np.int64)
    for i in range(n):
        lo[i] = max(0, i - m)
    return lo, n * 2


def by_wrapped(x):
    lo, scale = first_places(3, 1)
    total = 0.0
    for i in range(3):
        for j in range(lo[i], i + 1):
            total += x[i] * x[j]
    return total * scale


@pytest.mark.parametrize(
    "fun", [weighted, by_table, by_recursion, by_options, by_methods_of_classes, by_wrapped]
)
def test_gradients_agree_with_differences(check, fun):
    check(fun, X)


def test_what_cannot_be_followed_is_refused_with_the_way_out(in_python):
    def numbers(n):
        with open(f"/nonexistent/{n}") as file:
            return float(file.read())

    with pytest.raises(s2sad.DifferentiationError, match="jit=True"):
        s2sad.grad(lambda x: np.sum(x) * numbers(3), jit=True)(X)


def test_numba_takes_them(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv("S2SAD_CACHE_DIR", str(tmp_path))
    assert s2sad.grad(by_recursion, jit=True)(X) == pytest.approx(14.0 * X)


LACKING = {
    "grid": lambda x: np.sum(np.meshgrid(np.arange(3.0), np.linspace(0, 1, 2))[1] @ x),
    "two of a grid": lambda x: sum(np.sum(part * x) for part in np.meshgrid(np.arange(3), np.arange(2))),
    "grid by ranges": lambda x: np.sum(np.exp(x[0] * np.mgrid[0:3, -1:1:4j] - x[1])),
    "open grid": lambda x: sum(np.sum(np.sin(part * x)) for part in np.ogrid[0:2, 1:4:1]),
    "grid in space": lambda x: np.sum(np.mgrid[0:2, 0:3, 1:3][1] * x[2] ** 2),
    "slopes": lambda x: np.sum(np.gradient(np.arange(3.0) ** 2) * x),
    "covariance": lambda x: np.sum(np.cov(np.arange(6.0).reshape(2, 3) ** 2)) * x[0],
    "correlation": lambda x: np.corrcoef(np.arange(6.0).reshape(2, 3) ** 2)[0, 1] * x[0],
    "medians": lambda x: np.sum(np.median(np.arange(6.0).reshape(2, 3), axis=0) * x),
    "parts": lambda x: np.sum(np.split(np.arange(6.0), 2)[1] * x),
    "choices": lambda x: np.sum(np.select([np.arange(3) > 1], [np.arange(3.0)], 0.5) * x),
    "counts": lambda x: np.sum(np.histogram(np.arange(7.0), 3)[0] * x),
    "frequencies": lambda x: np.sum(np.fft.fftfreq(3) * x) + np.sum(np.fft.rfftfreq(4) * x),
}


@pytest.mark.parametrize("function", LACKING.values(), ids=LACKING)
def test_what_numba_lacks_is_compiled_where_nothing_varies(check, function):
    check(function, X)


def test_functions_that_numba_compiled_are_followed(check):
    numba = pytest.importorskip("numba")
    places, spread = numba.njit(first_places.__wrapped__), numba.njit(weights)

    def banded(x):
        lo, scale = places(3, 1)
        total = np.sum(spread(3) * x)
        for i in range(3):
            for j in range(lo[i], i + 1):
                total += x[i] * x[j]
        return total * scale

    check(banded, X)
