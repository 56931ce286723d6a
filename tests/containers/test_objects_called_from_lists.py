"""Objects of several classes in a list are called: followed where the list is written out, refused where it grows."""

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


def test_a_list_that_is_written_out_is_followed():
    h = 1e-6
    difference = (written_out(0.8 + h) - written_out(0.8 - h)) / (2 * h)
    assert s2sad.grad(written_out)(0.8) == pytest.approx(difference, rel=1e-8)


@pytest.mark.parametrize("function", [grown, grown_in_a_loop])
@pytest.mark.parametrize(
    "derivative", [s2sad.grad, lambda f: lambda x: s2sad.jvp(f, (x,), (1.0,))], ids=["grad", "jvp"]
)
def test_a_list_that_grows_is_refused_before_anything_runs(function, derivative):
    with pytest.raises(s2sad.DifferentiationError, match="several") as caught:
        derivative(function)(0.8)
    assert "layer(x)" in str(caught.value) and "write the container out" in str(caught.value)
