"""What is written into an array and may be a part of it: the shadow is cleared before anything is added to it."""

import numpy as np
import pytest

import s2sad


def shifted(x):
    u = x.copy()
    u[1:] = u[:-1]
    return np.sum(u * u)


def shifted_back(x):
    u = x.copy()
    u[:-1] = 2.0 * u[1:]
    return np.prod(u)


def turned(x):
    u = x.copy()
    u[:] = u[::-1]
    return np.dot(u, x * x)


def one_element(x):
    u = x.copy()
    u[0] = u[1]
    u[2] = u[0]
    return np.sum(u**3)


def by_an_index(x):
    u = x.copy()
    for i in range(2):
        u[i] = u[2 - i]
    return np.sum(u**3)


def by_another_name(x):
    u = x.copy()
    v = u[1:]
    u[:2] = v
    return np.sum(u**3)


def even_and_odd(x):
    u = np.concatenate((x, x * x))
    u[::2] = u[1::2]
    return np.sum(u * u)


PROGRAMS = [shifted, shifted_back, turned, one_element, by_an_index, by_another_name, even_and_odd]


@pytest.mark.parametrize("function", PROGRAMS)
def test_gradients_are_those_of_differences(ad, function):
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-8)
