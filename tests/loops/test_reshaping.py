"""Shapes that arrays are given, against central differences."""

import numpy as np
import pytest

import s2sad

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6]])
W = np.arange(6.0) - 2.5


@pytest.mark.parametrize(
    "f",
    [
        lambda a: a.reshape(3, -1)[1] @ W[:2],
        lambda a: np.ravel(a, order="F") ** 2 @ W,
        lambda a: np.sum(np.broadcast_to(a[0], (2, 3)) * a),
    ],
    ids=["reshape", "by columns", "broadcast_to"],
)
def test_gradients(check, f):
    check(f, A)


def test_a_shape_that_is_an_array_is_refused(in_python):
    gradient = s2sad.grad(lambda a: np.sum(np.reshape(a, np.array((3, 2)))), jit=True)
    with pytest.raises(s2sad.DifferentiationError, match="a shape that is an array"):
        gradient(A)
