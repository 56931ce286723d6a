"""Functions that Numba compiled are differentiated by their Python source."""

import math
import subprocess
import sys

import numpy as np
import pytest

numba = pytest.importorskip("numba")


@numba.njit
def wave(x):
    return x * x + math.sin(x)


@numba.njit(fastmath=True)
def summed(x, n):
    s = 0.0
    for i in range(n):
        s += wave(x * i)
    return s


@numba.njit(parallel=True)
def in_parallel(x):
    y = np.empty_like(x)
    for i in numba.prange(len(x)):
        y[i] = x[i] ** 2 * math.sin(x[i])
    return np.sum(y)


@numba.njit
def applied(f, x):
    return f(x) * x


@numba.njit
def repeated(x, n):
    return x if n == 0 else repeated(x * x, n - 1) * 1.5


@numba.vectorize
def larger(x, y):
    return x * y if x > y else math.sin(x)


@numba.vectorize(["float64(float64)"], nopython=True)
def exponential(x):
    return math.exp(x)


@numba.cfunc("float64(float64)")
def squared(x):
    return x * x


def loops(x):
    return summed(x, 4) * x


def arrays(x):
    return in_parallel(x) * np.sum(exponential(x))


def functions(x):
    return applied(wave, x) * repeated(x, 3) * squared(x)


def numbers(x):
    return larger(x, 0.3) * larger(0.3, x) * exponential(x)


def broadcast(x, y):
    return np.sum(larger(x, y) * x)


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (summed, (0.7, 4)),
        (loops, (0.7,)),
        (arrays, (np.array([0.7, 0.2, 0.4]),)),
        (functions, (0.7,)),
        (numbers, (0.7,)),
        (broadcast, (np.array([[0.7, 0.2, 0.9], [1.5, 0.1, 0.3]]), np.array([0.5, 0.6, 0.4]))),
    ],
)
def test_all_modes(function, args, check_modes):
    check_modes(function, args)


def test_numba_is_not_imported():
    program = "import math, sys, s2sad; s2sad.grad(math.sin)(1.0); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
