"""The same elements in another order or shape."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

A = np.arange(24.0).reshape(2, 3, 4) / 10.0 - 1.1
X = np.array([0.3, -0.5, 0.8, 1.1])
W = np.cos(np.arange(24.0))


def transposes(a, x):
    return (
        np.sum(a.T * W.reshape(4, 3, 2)) + np.sum(np.transpose(a, (1, 2, 0)) ** 2 * W.reshape(3, 4, 2)) * x[0]
    )


def moved_axes(a, x):
    return np.sum(np.swapaxes(a, 0, 2) * W.reshape(4, 3, 2)) + np.sum(np.moveaxis(a, 0, -1) ** 2 @ np.ones(2))


def attributes(a, x):
    return np.sum(a) / a.size * a.shape[1] + a.ndim * x.sum() + len(a) * np.size(x)


def other_shapes(a, x):
    return (
        np.sum(a.reshape(6, 4) @ x)
        + np.sum(np.reshape(a, (-1, 2)) ** 2)
        + np.sum(np.ravel(a) * W)
        + a.flatten()[5]
    )


def axes_of_one(a, x):
    return (
        np.sum(np.expand_dims(x, 0) * a[0])
        + np.sum(np.squeeze(np.expand_dims(x, 1)) * x)
        + np.sum(np.atleast_1d(x[0]))
    )


def reversed_and_rolled(a, x):
    return (
        np.sum(np.flip(x) * x)
        + np.sum(np.roll(x, 1) * x**2)
        + np.sum(np.flip(a, 1) * a)
        + np.sum(np.roll(x, -3))
    )


def repeated(a, x):
    return (
        np.sum(np.repeat(x, 3) * W[:12])
        + np.sum(np.tile(x, 2) * W[:8])
        + np.sum(np.broadcast_to(x, (3, 4)) * a[1])
    )


def differences(a, x):
    return np.sum(np.diff(x) ** 2) + np.sum(np.diff(a, axis=1) * a[:, 1:])


def written_through_another_shape(a, x):
    b = np.zeros(12)
    rows = b.reshape(3, 4)
    rows[1] = x
    b[5] = x[0] * b[4]
    return np.sum(rows @ x)


@pytest.mark.parametrize(
    "function",
    [
        transposes,
        moved_axes,
        attributes,
        other_shapes,
        axes_of_one,
        reversed_and_rolled,
        repeated,
        differences,
        written_through_another_shape,
    ],
)
def test_gradients(check, function):
    check(function, A, X)


def test_what_has_to_be_known(in_python):
    def by_an_argument(a, k):
        return np.sum(np.moveaxis(a, k, 0)[0])

    with pytest.raises(DifferentiationError):
        s2sad.grad(by_an_argument, jit=True)(A, 1)
