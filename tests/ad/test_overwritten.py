"""What is overwritten after it was used is copied or put back, and nothing else is."""

import numpy as np
import pytest

import s2sad


def a_weight(x):
    w = np.array([1.0, 2.0, 3.0])
    y = np.dot(x * x, w)
    w[0] = 7.0
    return y + w[0]


def a_factor(x):
    u = x.copy()
    y = np.sin(u) * u
    u[0] = 0.0
    return np.sum(y) + np.sum(u)


def in_a_loop(x):
    u, s = x.copy(), 0.0
    for _ in range(3):
        u[:] = u * x
        s += np.sum(u * u)
    return s


def of_a_list(x):
    held = [x[0], x[1]]
    y = held[0] * held[1] * x[2]
    held[0] = 5.0
    return y * held[0]


def linear(x):
    u = x.copy()
    y = 3.0 * u
    u[0] = 0.0
    return np.sum(y) + np.sum(u)


def a_scaled_factor(x):
    u = x.copy()
    y = np.sin(u) * u
    u *= 0.5
    return np.sum(y) + np.sum(u)


COPIED, PUT_BACK = "# what is overwritten below", "# what was there before"


@pytest.mark.parametrize(
    "function, remark",
    [(a_weight, COPIED), (a_scaled_factor, COPIED), (a_factor, PUT_BACK), (linear, None)],
)
def test_what_is_copied(ad, function, remark):
    x = np.array([0.3, -0.5, 0.8])
    gradient = s2sad.grad(function)
    assert gradient(x) == pytest.approx(ad.slopes(function, x), abs=1e-8)
    assert [each for each in (COPIED, PUT_BACK) if each in gradient.source] == ([remark] if remark else [])


@pytest.mark.parametrize("function", [in_a_loop, of_a_list])
def test_gradients_are_those_of_differences(ad, function):
    """Without the note that the body of a loop writes to what an earlier iteration has read, the first is wrong."""
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-8)
