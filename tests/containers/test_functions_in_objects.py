"""Objects in lists that hold functions: layers with their activations."""

import numpy as np
import pytest

import s2sad


def relu(z):
    return np.maximum(z, 0.0)


ACTIVATIONS = {"relu": relu, "tanh": np.tanh}


class Layer:
    def __init__(self, w, b, act=np.tanh):
        self.w, self.b = w, b
        self.act = act

    def __call__(self, x):
        return self.act(self.w * x + self.b)


class Named(Layer):
    def __init__(self, w, b, act):
        super().__init__(w, b, ACTIVATIONS[act])


def applied(layers, x):
    for layer in layers:
        x = layer(x)
    return x


def one_function(params, x):
    return applied([Layer(w, b) for w, b in params], x)


def by_name(params, x):
    return applied([Named(w, b, "tanh") for w, b in params], x)


def several_functions(params, x):
    layers = [Layer(params[0][0], params[0][1], relu)]
    for w, b in params:
        layers.append(Layer(w, b, np.sin))
    layers.append(Layer(1.5, 0.2))
    return applied(layers, x)


def chosen_by_place(params, x):
    layers = []
    for i, (w, b) in enumerate(params):
        layers.append(Layer(w, b, np.tanh if i % 2 else relu))
    return applied(layers, x)


def exchanged(params, x):
    layers = [Layer(w, b, relu) for w, b in params]
    layers[1].act = np.sin
    x = applied(layers, x)
    for layer in layers:
        layer.act = np.cos
    return applied(layers, x)


def sometimes_none(params, x):
    layers = [Layer(params[0][0], params[0][1], relu)]
    for w, b in params:
        layers.append(Layer(w, b, None))
    for layer in layers:
        x = layer.w * x if layer.act is None else layer(x)
    return x


def none_first(params, x):
    layers = [Layer(params[0][0], params[0][1], None)]
    for w, b in params:
        layers.append(Layer(w, b, relu))
    for layer in layers:
        x = layer.w * x if layer.act is None else layer(x)
    return x


PARAMS = [(1.0, 2.0), (0.3, 0.4), (0.5, 0.6)]


@pytest.mark.parametrize("function", [one_function, by_name, several_functions, chosen_by_place, exchanged])
def test_functions_in_objects(function):
    s2sad.check_grads(function, (PARAMS, 0.5))
    assert s2sad.value_and_grad(function)(PARAMS, 0.5)[0] == function(PARAMS, 0.5)


@pytest.mark.parametrize("function", [sometimes_none, none_first])
def test_a_function_here_and_something_else_there(function):
    with pytest.raises(
        s2sad.UnsupportedSyntax, match="`act` is a function in one object, and something else"
    ):
        s2sad.grad(function)(PARAMS, 0.5)


def test_layers_of_arrays():
    random = np.random.default_rng(0)

    class Dense(Layer):
        def __call__(self, x):
            return self.act(self.w @ x + self.b)

    def loss(params, x):
        return np.sum(applied([Dense(w, b) for w, b in params], x))

    params = [(random.normal(size=(3, 2)), random.normal(size=3)), (random.normal(size=(2, 3)), np.ones(2))]
    s2sad.check_grads(loss, (params, np.array([0.1, 0.2])))
