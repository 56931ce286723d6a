"""Adjoints that lie in a shadow are kept as they are when they are read; so is what a call overwrites."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.2, 0.7])


def differences(fun, x, h=1e-6):
    return [(fun(x + h * e) - fun(x - h * e)) / (2 * h) for e in np.eye(len(x))]


def amount_used_further_up(x):
    p = x[:2] * x[:2]
    v = 2 * (1 - x)
    v *= 2
    s = np.sum(np.sin(v))
    np.add.at(v, slice(0, 2), p)
    return s + np.sum(v**2)


def shared_amount_of_a_later_write(x):
    v = 1 - x**2
    if x[0] > 0.1:
        v = np.sin(x) + 0.5 * v
    else:
        v = 3 * v
        v *= x
    s = np.sum(x)
    for _ in range(2):
        v = 0.5 * v - v
        s = s + 0.1 * np.sum(np.abs(v))
    v += x**2
    return s + np.sum(v**2) + np.sum(x**2)


def broadcast_amount(x):
    p = x * x[0]
    v = np.ones((3, 3)) * x
    s = np.sum(np.sin(v))
    v += p
    return s + np.sum(v**2)


def filled(target, s, n):
    if n == 0:
        return s
    target[n - 1] = s * n
    return filled(target, s + 1, n - 1)


def overwritten_by_a_callee(x):
    b = np.ones(3)
    y = x * b
    s = filled(b, 2.0, 3)
    return np.sum(y * b * x) * s


def overwritten_by_a_callee_in_a_loop(x):
    b = np.ones(3)
    s = 0.0
    for k in range(3):
        s = s + np.sum(np.sin(x * b))
        filled(b, 2.0 + k, 3)
    return s


def overwritten_by_a_method(x):
    b = np.arange(3.0)
    s = 0.0
    for k in range(3):
        s = s + np.sum(np.sin(x * b))
        b.put([k], 2.0)
    return s


def shuffled(x):
    b = np.arange(3.0)
    generator = np.random.default_rng(0)
    s = 0.0
    for _ in range(3):
        s = s + np.sum(np.sin(x * b))
        generator.shuffle(b)
    return s


@pytest.mark.parametrize(
    "fun",
    [
        amount_used_further_up,
        shared_amount_of_a_later_write,
        broadcast_amount,
        overwritten_by_a_callee,
        overwritten_by_a_callee_in_a_loop,
        overwritten_by_a_method,
        shuffled,
    ],
)
def test_what_changes_later_is_kept(fun):
    wanted = differences(fun, X)
    assert s2sad.grad(fun)(X) == pytest.approx(wanted, rel=1e-6)
    assert [s2sad.jvp(fun, (X,), (e,))[1] for e in np.eye(3)] == pytest.approx(wanted, rel=1e-6)
