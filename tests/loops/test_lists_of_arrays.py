"""Lists and tuples of arrays, whose items are known one by one."""

import numpy as np
import pytest

X, C = np.array([0.3, -0.5, 0.8]), np.array([1.1, 0.4, -0.9])


def read(x, c):
    rows = [x, c * x, x + 1.0]
    return np.sum(rows[1] * rows[-1]) + rows[0][2]


def changed(x, c):
    rows = [x, c]
    rows[0] = rows[1] * rows[0]
    rows[1] = rows[0] + c
    return np.sum(rows[0] * rows[1])


def put_together(x, c):
    rows = [x, c * 2.0]
    return (
        np.sum(np.stack(rows) ** 2)
        + np.sum(np.concatenate(rows) * np.arange(6.0))
        + np.sum(np.array(rows)[1])
    )


def gone_through(x, c):
    s = 0.0
    for row in (x, c, x * c):
        s += np.sum(row * row) * row[0]
    return s


def swapped(x, c):
    a, b = x, c
    for _ in range(3):
        a, b = b, a * b
    return np.sum(a + b)


def in_tuples(x, c):
    pair = (x * 2.0, (c, x))
    one, (other, third) = pair
    return np.sum(one * other * third)


def shapes_put_together(x, c):
    a = np.reshape(x, x.shape + (1,)) * c
    b = np.reshape(a, (1, 1) + a.shape[1:] + a.shape[:1])
    return np.sum(b**2 * np.arange(3.0)) + np.sum(np.subtract.outer(x, c) ** 3)


def numbers_as_arrays(x, c):
    return (
        np.sum(np.append(x, c[0]) ** 2) + np.sum(np.sum(np.outer(x, c), axis=(0, 1))) + np.ravel(x[1])[0] ** 2
    )


FUNCTIONS = [
    *(read, changed, put_together, gone_through, swapped, in_tuples),
    *(shapes_put_together, numbers_as_arrays),
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_gradients(check, function):
    check(function, X, C)
