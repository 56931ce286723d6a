"""Borders around arrays, as NumPy has them."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

X = np.array([0.3, -1.2, 0.7, 2.1])
A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])


def weighed(y):
    return np.sum(y**2 * np.cos(np.arange(y.size)).reshape(y.shape))


def of_vectors(x):
    total = 0.0
    for mode in ("constant", "edge", "wrap", "reflect", "symmetric"):
        total += weighed(np.pad(x, 1, mode=mode)) + weighed(np.pad(x, (2, 1), mode))
        total += weighed(np.pad(x, (0, 3), mode=mode))
    return total


def of_matrices(a):
    total = weighed(np.pad(a, 1)) + weighed(np.pad(a, ((1, 0), (2, 1)), mode="edge"))
    return total + weighed(np.pad(a, (2, 1), mode="edge")) + weighed(np.pad(a, ((1, 2),)))


def test_gradients(check):
    check(of_vectors, X)
    check(of_matrices, A)


def test_widths_that_are_computed(check):
    def function(a):
        n = a.shape[0]
        return weighed(np.pad(a, ((n, 1), (0, n - 1)), constant_values=0.5))

    check(function, A)


def test_other_modes_are_refused(in_python):
    with pytest.raises(DifferentiationError):
        s2sad.grad(lambda x: np.sum(np.pad(x, 1, mode="linear_ramp")), jit=True)(X)
