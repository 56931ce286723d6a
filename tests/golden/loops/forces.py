import numpy as np


def f(x, y):
    energy = 0.0
    for i in range(x.shape[0]):
        for j in range(i):
            d = (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2
            if d < 4.0:
                energy += 1.0 / np.sqrt(d)
    return energy


POINT = {"x": np.array([0.3, -0.7, 1.1, 0.4]), "y": np.array([0.9, 0.1, -0.4, 3.5])}
