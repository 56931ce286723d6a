"""What a loop over arrays saves: a shape where nothing else of an array is read."""

import numpy as np

import s2sad


def eliminated(matrix):
    a = matrix.copy()
    for k in range(len(a) - 1):
        a[k + 1 :, k] /= a[k, k]
        rest = np.delete(a[k], np.arange(k + 1))  # nobody knows how many
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], rest)
    return np.sum(np.diag(a) ** 2)


def test_the_shape_of_an_update_is_saved_and_not_the_update():
    gradient = s2sad.grad(eliminated)
    a, h = np.array([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.2, 0.4, 5.0]]), 1e-6
    found = gradient(a)
    assert "unbroadcast_to(" in gradient.source
    for i, j in np.ndindex(3, 3):
        step = np.zeros((3, 3))
        step[i, j] = h
        slope = (eliminated(a + step) - eliminated(a - step)) / (2 * h)
        assert abs(found[i, j] - slope) < 1e-6
