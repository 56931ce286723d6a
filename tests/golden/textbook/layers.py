"""A neural network as a list of layers, and its loss."""

import numpy as np


class Layer:
    def __init__(self, W, b):
        self.W = W
        self.b = b

    def __call__(self, h):
        return np.tanh(h @ self.W + self.b)


def f(W1, b1, W2, b2):
    layers = [Layer(W1, b1), Layer(W2, b2)]
    h = INPUTS
    for layer in layers:
        h = layer(h)
    return np.mean((h - TARGETS) ** 2)


def by_hand(W1, b1, W2, b2):
    h1 = np.tanh(INPUTS @ W1 + b1)
    h2 = np.tanh(h1 @ W2 + b2)
    z_bar = 2.0 / h2.size * (h2 - TARGETS) * (1.0 - h2 * h2)
    W2_bar, b2_bar = h1.T @ z_bar, np.sum(z_bar, axis=0)
    z_bar = z_bar @ W2.T * (1.0 - h1 * h1)
    return INPUTS.T @ z_bar, np.sum(z_bar, axis=0), W2_bar, b2_bar


INPUTS = np.array([[0.1, -0.3], [0.7, 0.2], [-0.5, 0.9]])
TARGETS = np.array([[0.3], [-0.2], [0.5]])
POINT = (
    np.array([[0.2, -0.4, 0.1], [0.5, 0.3, -0.6]]),
    np.array([0.1, -0.2, 0.3]),
    np.array([[0.7], [-0.3], [0.4]]),
    np.array([0.05]),
)
