"""Functions that call themselves and write to the arrays that they get."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8, 1.1])


def doubled(a, n):
    if n > 0:
        a[n] = a[n - 1] * a[n]
        doubled(a, n - 1)


def by_itself(x):
    a = x.copy()
    doubled(a, 3)
    return np.sum(a * a * np.arange(4.0))


def halves(a, b, n):
    if n == 0:
        b[0] = a[0] * a[1]
        return
    halves(a, b, n - 1)
    b[n] += a[n] * b[n - 1]


def into_another(x):
    a, b = x * 2.0, x.copy()
    halves(a, b, 3)
    return np.sum(b) * a[1]


def into_itself(x):
    a = x * 2.0
    halves(a, a, 3)
    return np.sum(a * x)


def parts(x):
    a = np.zeros(6)
    a[:4] = x
    doubled(a[1:], 3)
    return np.sum(a * a)


@pytest.mark.parametrize("function", [by_itself, into_another, into_itself, parts])
def test_gradients_are_those_of_differences(ad, function):
    assert s2sad.grad(function)(X.copy()) == pytest.approx(ad.slopes(function, X.copy()), abs=1e-8)
