"""Convolutions of vectors of any lengths."""

import numpy as np
import pytest

X, V = np.array([0.3, -1.2, 0.7, 2.1, -0.4]), np.array([0.5, -0.2, 0.8])


def convolutions(x, v):
    total = 0.0
    for mode in ("full", "same", "valid"):
        total += np.sum(np.convolve(x, v, mode) ** 2) + np.sum(np.convolve(v, x, mode) ** 3)
        total += np.sum(np.correlate(x, v, mode) ** 2)
    return total


@pytest.mark.parametrize("count", [1, 2, 3])
def test_gradients(check, count):
    check(convolutions, X, V[:count])
