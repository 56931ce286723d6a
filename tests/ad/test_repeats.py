"""What a branch of the reverse sweep computes again for itself, and what it doesn't."""

import numpy as np
import pytest

import s2sad


def pairs(x, m):
    total = np.zeros(3)
    for i in range(m.shape[0]):
        for j in range(m.shape[0]):
            if i != j:
                total[2] += m[j] * (x[j, 1] - x[i, 0]) ** 3
    return total[2] ** 2


def overwritten(x, m):
    """What a branch reads is written later, in the same iteration or in another one."""
    y = m.copy()
    total = 0.0
    for i in range(1, y.shape[0]):
        if x[i, 0] > 0.0:
            total += y[i] * y[i - 1] * x[i, 1]
            y[i] = y[i] * total
        else:
            total += y[0] * y[i] ** 2
            y[0] = total
        y[i - 1] = x[i, 0] * y[i]
    return total + np.sum(y * y)


def moved_index(x, m):
    """The index of a branch changes before the branch is undone, and after it was left."""
    k, total = 0, 1.0
    for i in range(m.shape[0]):
        if x[i, 0] > 0.0:
            k = k + 1
            total = total * m[k] + x[k, 1]
        k = (k + 1) % 2
    return total


def by_a_number(x, m):
    """The condition within a branch is by a number that nothing else needs."""
    total = 0.0
    for i in range(m.shape[0]):
        s = m[i] * total
        if i != 1:
            if s > 0.1:
                total = np.sin(total) + x[i, 0]
            else:
                total = total * m[i] + 0.5
    return total


X = np.array([[0.3, 0.7], [-0.4, 0.9], [0.5, -0.2], [0.8, 0.6]])
M = np.array([0.9, 1.3, 0.7, 1.1])
ALL = [pairs, overwritten, moved_index, by_a_number]


def differences(fun):
    for place, given in enumerate((X, M)):
        found = np.empty(given.shape)
        for at in np.ndindex(given.shape):
            ends = []
            for sign in (1e-6, -1e-6):
                args = [X.copy(), M.copy()]
                args[place][at] += sign
                ends.append(fun(*args))
            found[at] = (ends[0] - ends[1]) / 2e-6
        yield found


@pytest.mark.parametrize("fun", ALL)
def test_gradients(fun):
    for found, wanted in zip(s2sad.grad(fun, (0, 1))(X, M), differences(fun)):
        assert found == pytest.approx(wanted, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("fun", ALL)
def test_second_derivatives(fun):
    direction = np.array([0.3, -0.2, 0.5, 0.1])
    found = s2sad.hvp(fun, (X, M), (np.zeros_like(X), direction))[1]
    ends = [s2sad.grad(fun, 1)(X, M + step * direction) for step in (1e-6, -1e-6)]
    assert found == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-5, abs=1e-7)


def test_a_number_that_stays_in_its_place_is_read_again():
    gradient = s2sad.grad(pairs, (0, 1))
    gradient(X, M)
    assert "m[j]" in gradient.source.split("reverse sweep")[1]
    assert "m_j = None" not in gradient.source


def test_a_number_that_nothing_else_needs_stays_in_the_forward_sweep():
    gradient = s2sad.grad(by_a_number, (0, 1))
    gradient(X, M)
    forward, reverse = gradient.source.split("reverse sweep")
    assert "> 0.1" in forward
    assert "> 0.1" not in reverse
