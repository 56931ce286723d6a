import numpy as np


def f(x, W, b):
    h = np.zeros(W.shape[0])
    for t in range(x.shape[0]):
        h = np.tanh(W @ h + x[t] + b)
    return np.sum(h * h)


POINT = {
    "x": np.array([[0.3, -0.7], [1.1, 0.4], [-0.2, 0.6]]),
    "W": np.array([[0.5, -1.5], [0.2, 0.9]]),
    "b": np.array([0.1, -0.4]),
}
