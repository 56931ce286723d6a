"""Arrays for adjoints are made by the reverse sweep, and not by the forward sweep for it."""

import numpy as np
import pytest

import s2sad


def stepped(x):
    """The array is made anew in each step, of which the next one reads something else."""
    y = x.copy()
    for _ in range(3):
        a = np.zeros((y.shape[0], 2))
        for i in range(y.shape[0]):
            for j in range(y.shape[0]):
                if i != j:
                    a[i, 0] += np.sin(y[i] - y[j])
                    a[i, 1] += y[i] * y[j]
        for i in range(y.shape[0]):
            y[i] = y[i] + 0.1 * a[i, 0] * a[i, 1]
    return np.sum(y * y)


def within_a_branch(x):
    total = 0.0
    for k in range(4):
        if k != 2:
            a = np.empty(x.shape[0])
            for i in range(x.shape[0]):
                a[i] = x[i] * (k + total)
            for i in range(1, x.shape[0]):
                a[i] = np.sin(a[i - 1]) * a[i]
            total += a[-1] ** 2
    return total


def of_a_length_that_changes(x):
    total = 0.0
    for k in range(1, 4):
        a = np.zeros(k)
        for i in range(k):
            a[i] = x[i] * (1.0 + total)
        for i in range(1, k):
            a[i] = a[i - 1] * np.cos(a[i])
        total += np.sum(a * a)
    return total


X = np.array([0.3, 0.9, -0.4, 0.7])


@pytest.mark.parametrize("fun", [stepped, within_a_branch, of_a_length_that_changes])
def test_gradients(fun, check):
    check(fun, X)


def test_the_forward_sweep_makes_none(in_python):
    gradient = s2sad.grad(stepped, jit=True)
    gradient(X)
    forward, reverse = gradient.source.split("reverse sweep")
    assert "a_bar" not in forward
    assert "a_bar = np." in reverse
    assert "a_bar_saved" not in reverse
