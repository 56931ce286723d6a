"""Objects of several classes in a list are called: where the list is written out, and where it grows."""

import math

import pytest

import s2sad


class Dense:
    def __init__(self, w, b):
        self.w, self.b, self.x = w, b, None

    def __call__(self, x):
        self.x = x
        return self.w * x + self.b


class Tanh:
    def __init__(self):
        self.y = 0.0

    def __call__(self, x):
        self.y = math.tanh(x)
        return self.y


def written_out(a):
    layers = [Dense(a, 0.2), Tanh(), Dense(0.7, a)]
    x = 0.3
    for layer in layers:
        x = layer(x)
    return x + layers[1].y


def grown(a):
    layers = []
    layers.append(Dense(a, 0.2))
    layers.append(Tanh())
    x = 0.3
    for layer in layers:
        x = layer(x)
    return x


def grown_in_a_loop(a):
    layers = []
    for k in range(3):
        layers.append(Dense(a + k, 0.2))
        layers.append(Tanh())
    x = 0.3
    for layer in layers:
        x = layer(x)
    return x


@pytest.mark.parametrize("function", [written_out, grown, grown_in_a_loop])
def test_derivatives_agree_with_differences(function):
    h = 1e-6
    difference = (function(0.8 + h) - function(0.8 - h)) / (2 * h)
    assert s2sad.grad(function)(0.8) == pytest.approx(difference, rel=1e-8)
    assert s2sad.jvp(function, (0.8,), (1.0,))[1] == pytest.approx(difference, rel=1e-8)
