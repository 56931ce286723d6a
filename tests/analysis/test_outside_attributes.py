"""Attributes of objects that live outside have the kind that they have, where nothing that runs gives them another."""

import numpy as np
import pytest

import s2sad

X = np.array([1.0, 2.0, 3.0])


class Model:
    def __init__(self):
        self.scale = 2.0
        self.weights = np.array([1.0, -2.0, 0.5])
        self.parameters = {"rate": 2.0, "shift": 3.0}

    def refresh(self):
        self.weights = np.ones((3, 3))

    def forward(self, x):
        return self.weights * x + self.parameters["rate"]


MODEL = Model()


@pytest.fixture(autouse=True)
def _new():
    MODEL.__init__()


def weighted(x):
    return np.sum(MODEL.weights * x)


def written(x):
    state = MODEL.weights.copy()
    state[1] = x[0]
    state += MODEL.parameters["rate"] * x
    return np.sum(state * state)


def by_method(x):
    y = MODEL.forward(x)
    y += x
    return np.sum(y * y)


def rebound(x):
    MODEL.weights = np.full((3, 3), 2.0)
    return np.sum(MODEL.weights * x)


def rebound_by_a_method(x):
    MODEL.refresh()
    return np.sum(MODEL.weights * x)


def another_number(x):
    MODEL.scale = np.full((3, 3), 2.0)
    return np.sum(MODEL.scale * x)


def another_item(x):
    MODEL.parameters["rate"] = np.ones((3, 3))
    return np.sum(MODEL.parameters["rate"] * x)


@pytest.mark.parametrize(
    "f", [weighted, written, by_method, rebound, rebound_by_a_method, another_number, another_item]
)
def test_gradients_by_differences(f):
    expected = []
    for step in np.eye(3) * 1e-6:
        MODEL.__init__()
        above = f(X + step)
        MODEL.__init__()
        expected.append((above - f(X - step)) / 2e-6)
    MODEL.__init__()
    assert np.allclose(s2sad.grad(f)(X), expected, rtol=1e-6)
    MODEL.__init__()
    assert np.isclose(s2sad.jvp(f, (X,), (X,))[1], np.dot(expected, X), rtol=1e-6)


def test_nothing_is_asked_of_an_array_whose_kind_is_known():
    derivative = s2sad.grad(weighted)
    derivative(X)
    assert "numbers_like" not in derivative.source


def test_another_kind_is_seen_at_the_next_call():
    derivative = s2sad.grad(weighted)
    assert np.allclose(derivative(X), [1.0, -2.0, 0.5])
    MODEL.weights = np.ones((2, 3))
    assert np.allclose(derivative(X), [2.0, 2.0, 2.0])
