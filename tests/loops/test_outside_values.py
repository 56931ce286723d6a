"""Numbers and arrays from outside are read at each call."""

import types

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8])
SCALE, W = 2.0, np.array([1.0, 2.0, 3.0])
SPACE = types.SimpleNamespace(rate=0.5, parts={"v": np.array([0.1, 0.2, 0.3])})


def with_globals(x):
    return np.sum(W * x) * SCALE


def with_attributes(x):
    return np.sum(SPACE.parts["v"] * x**2) * SPACE.rate


class Layer:
    def __init__(self):
        self.w = np.array([0.2, -0.4, 0.6])

    def loss(self, x):
        return np.sum((self.w * x) ** 2)


@pytest.mark.parametrize("function", [with_globals, with_attributes])
def test_gradients(check, function):
    check(function, X)


def test_of_methods(check):
    check(Layer().loss, X)


def test_another_value_at_the_next_call(in_python, monkeypatch):
    gradient = s2sad.grad(with_globals, jit=True)
    assert gradient(X) == pytest.approx(2.0 * W)
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    monkeypatch.setitem(globals(), "W", np.array([7.0, 0.0, 1.0]))
    assert gradient(X) == pytest.approx([35.0, 0.0, 5.0])


def test_closures_too(in_python):
    factor = np.array([1.0, 1.0, 2.0])
    gradient = s2sad.grad(lambda x: np.sum(factor * x * x), jit=True)
    assert gradient(X) == pytest.approx(2.0 * factor * X)
    factor[0] = 9.0
    assert gradient(X) == pytest.approx(2.0 * factor * X)
