"""Numbers and arrays from outside are read at each call."""

import types

import numpy as np
import pytest

import s2sad

X = np.array([0.3, 0.5, 0.8])
SCALE, W = 2.0, np.array([1.0, 2.0, 3.0])
SPACE = types.SimpleNamespace(rate=0.5, parts={"v": np.array([0.1, 0.2, 0.3])})


STATES, WEIGHTS, ROWS = [0, 2, 1, 2], [0.5, 0.2, 0.3], [[1.0, 2.0], [3.0, 4.0]]


def with_globals(x):
    return np.sum(W * x) * SCALE


def with_attributes(x):
    return np.sum(SPACE.parts["v"] * x**2) * SPACE.rate


def with_lists(x):
    total = 0.0
    for i in range(len(STATES)):
        total += x[STATES[i]] ** 2 * WEIGHTS[i % 3]
    for state, weight in zip(STATES[1:], WEIGHTS):
        total += x[state] * weight * sum(WEIGHTS)
    for row in ROWS:
        total += x[1] ** row[1]
    return total + ROWS[1][0] * np.dot(WEIGHTS, x)


def with_defaults(x):
    return np.sum(x * x) * getattr(SPACE, "rate", 1.0)


class Layer:
    def __init__(self):
        self.w = np.array([0.2, -0.4, 0.6])

    def loss(self, x):
        return np.sum((self.w * x) ** 2)


@pytest.mark.parametrize("function", [with_globals, with_attributes, with_lists, with_defaults])
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


def test_lists_are_read_at_each_call(in_python, monkeypatch):
    gradient = s2sad.grad(with_lists, jit=True)
    plain = s2sad.grad(with_lists)
    assert gradient(X) == pytest.approx(plain(X))
    monkeypatch.setitem(globals(), "STATES", [1, 1])
    monkeypatch.setitem(globals(), "WEIGHTS", [1.0, 2.0, 7.0])
    assert gradient(X) == pytest.approx(plain(X))
    STATES.append(0)
    assert gradient(X) == pytest.approx(plain(X))


def test_a_list_that_is_no_array_is_refused():
    with pytest.raises(s2sad.UnsupportedSyntax, match="`STATES` outside of the function is used as no array"):
        s2sad.grad(lambda x: x[0] * len(STATES + STATES), jit=True)(X)
