"""A pullback is that of the value which came with it, whatever the names outside mean by then."""

import sys
import types

import numpy as np
import pytest

from s2sad import vjp

RATE = 2.0
other = types.ModuleType("another_of_the_users")
sys.modules["another_of_the_users"] = other
exec(
    compile("RATE = 2.0\ndef rate(x): return RATE * x * x\n", "<another>", "exec"), other.__dict__
)  # its source isn't known


def squared(x):
    return RATE * x * x


def in_a_loop(x):
    for _ in range(3):
        x = squared(x) * RATE
    return x


def recursive(x, n=3):
    return x if n == 0 else RATE * recursive(x * x, n - 1)


def of_an_array(x):
    return np.sum(RATE * x * np.array([1.0, 2.0]))


def of_another_module(x):
    return other.RATE * x * x


def by_a_helper(c):
    return RATE * c


def of_a_passive_call(x):
    return by_a_helper(3.0) * x * x


@pytest.mark.parametrize(
    "f", [squared, in_a_loop, recursive, of_an_array, of_another_module, of_a_passive_call]
)
def test_globals_that_change_before_the_pullback(f, monkeypatch):
    x, h = 0.7, 1e-6
    expected = (f(x + h) - f(x - h)) / (2 * h)
    _, pullback = vjp(f, x)
    assert pullback(1.0)[0] == pytest.approx(expected, abs=1e-6)
    monkeypatch.setitem(globals(), "RATE", 5.0)
    monkeypatch.setattr(other, "RATE", 5.0)
    monkeypatch.setitem(globals(), "by_a_helper", lambda c: 100.0)
    assert pullback(1.0)[0] == pytest.approx(expected, abs=1e-6)
    assert pullback(2.0)[0] == pytest.approx(2 * expected, abs=1e-6)
    now = (f(x + h) - f(x - h)) / (2 * h)
    assert vjp(f, x)[1](1.0)[0] == pytest.approx(now, rel=1e-5)


def test_cells_that_change_before_the_pullback():
    def inner(x):
        return rate * x * x

    def f(x):
        return inner(x) * rate

    rate = 2.0
    _, pullback = vjp(f, 3.0)
    rate = np.ones(3)
    assert pullback(1.0) == (24.0,)
    rate = None
    assert pullback(1.0) == (24.0,)
