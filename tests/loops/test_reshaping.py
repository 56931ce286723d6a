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
        lambda a: np.sum(np.outer(a, a).reshape(2, 3, 6)[1] ** 2 * W),
        lambda a: np.sum(np.reshape(np.exp(a), (a.shape[0], 1, -1))[:, 0] @ W[:3]),
    ],
    ids=["reshape", "by columns", "broadcast_to", "an axis taken apart", "an axis of one item between"],
)
def test_gradients(check, f):
    check(f, A)


def test_a_shape_that_is_an_array_is_refused(in_python):
    gradient = s2sad.grad(lambda a: np.sum(np.reshape(a, np.array((3, 2)))), jit=True)
    with pytest.raises(s2sad.DifferentiationError, match="a shape that is an array"):
        gradient(A)


def test_axes_that_stay_need_no_division(in_python):
    """Those that are put together need one for each row; those that are taken apart need none."""
    weights = np.arange(20.0).reshape(4, 5) - 9.0
    stack = np.sin(np.arange(24.0)).reshape(2, 3, 4)

    def rows(x, w):
        n, m, k = x.shape
        return np.sum(np.cos(np.reshape(np.reshape(x, (n * m, k)) @ w, (n, m, w.shape[1]))))

    gradient = s2sad.grad(rows, (0, 1), jit=True)
    for one, other in zip(gradient(stack, weights), s2sad.grad(rows, (0, 1))(stack, weights)):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    assert "i // n_1, i % n_1, j]" in gradient.source
    assert gradient.source.count("%") == 2
