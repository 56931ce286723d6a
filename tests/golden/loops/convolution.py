import numpy as np


def f(x, w):
    n = x.shape[0] - w.shape[0] + 1
    y = np.zeros(n)
    for k in range(w.shape[0]):
        y += w[k] * x[k : n + k]
    return np.sum(np.tanh(y))


POINT = {"x": np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6]), "w": np.array([0.5, -1.5, 0.2])}
