"""Active values that go into an array outside: refused by whatever name, since the next call would see them."""

import numpy as np
import pytest

import s2sad

BUFFER = np.zeros(3)
KEPT = {"rows": BUFFER}


def by_its_name(x):
    BUFFER[0] = x[0] * x[1]
    return BUFFER[0] * x[2]


def by_a_view(x):
    part = BUFFER[1:]
    part += x[1:]
    return np.sum(part)


def by_a_function(x):
    fill(BUFFER, x)
    return np.sum(BUFFER)


def fill(to, x):
    for i in range(len(x)):
        to[i] = x[i] ** 2


def by_an_argument_that_is_not_written(x):
    return np.dot(BUFFER, x) + np.sum(x * x)


def only_constants(x):
    BUFFER[0] = 2.0
    return BUFFER[0] * x[0]


@pytest.mark.parametrize("function", [by_its_name, by_a_view, by_a_function])
def test_what_is_refused(function):
    BUFFER[:] = 0.0
    with pytest.raises(
        s2sad.UnsupportedValue, match="written into an array that lives outside of the function"
    ):
        s2sad.grad(function)(np.array([0.3, -0.5, 0.8]))
    assert list(BUFFER) == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("function", [by_an_argument_that_is_not_written, only_constants])
def test_what_isnt(ad, function):
    BUFFER[:] = 0.5, 1.0, -1.0
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-9)
