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


def reshaped_arguments(a, x):
    b = np.reshape(a, (4, 6))
    b[0] *= 2.0
    m = x.reshape(2, 2)
    for k in range(2):
        m[k, 0] += m[k, 1] ** 2
    return np.sum(b**3) + np.sum(m**2)


def reshaped_before_it_is_written(a, x):
    flat = a.reshape(-1)
    total = np.sum(flat * W)
    a[0] = 1.0
    return total + np.sum(a**2) * x[0]


def rows_with_more_axes_in_a_loop(a, x):
    d = np.abs(np.outer(x, x)) + 1.0
    for k in range(4):
        d[:] = np.minimum(d, np.add.outer(d[:, k], d[k]))
    column = x.reshape(-1, 1)
    column *= d[:, :1]
    return np.sum(d**2) + np.sum(x**2)


@np.vectorize
def of_items(u, v, w):
    return u * v if w > 0.0 else u - v


def by_columns(a, x):
    total = np.sum(np.ravel(a, order="F") * W) + np.sum(a.flatten("F") ** 2 * W) + np.sum(a.ravel("C") * W)
    total += np.sum(a.reshape(4, 6, order="F") * W.reshape(4, 6)) * x[0]
    return (
        total
        + np.sum(np.reshape(a, (-1, 2), "F") ** 3 * W.reshape(12, 2))
        + np.sum(np.tile(x, (2, 2))[1] ** 2)
    )


def of_all_items(a, x):
    return np.sum(np.sort(a, axis=None)[::3] ** 2) + np.ravel(a)[np.argsort(a, axis=None)[3]] * x[1]


def item_by_item(a, x):
    shape = np.broadcast_shapes(np.shape(a[0]), x.shape, np.shape(0.5))
    spread = np.zeros(shape)
    spread[:] = x
    return np.sum(of_items(a[0], x, a[0, :, :1]) * spread) + np.sum(of_items(x, 2.0, x[::-1]) ** 2)


@pytest.mark.parametrize(
    "function",
    [
        by_columns,
        of_all_items,
        item_by_item,
        rows_with_more_axes_in_a_loop,
        reshaped_arguments,
        reshaped_before_it_is_written,
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
    def by_an_item(a, k):
        return np.sum(np.moveaxis(a, k[0], 0)[0])

    with pytest.raises(DifferentiationError):
        s2sad.grad(by_an_item, jit=True)(A, np.array([1]))


def written_and_read_through_a_shape(a):
    flat = a.reshape(-1)
    a[0] = a[1] ** 2
    return np.sum(flat**2)


def read_while_its_shape_is_written(a):
    flat = a.reshape(-1)
    flat[3] = flat[4] ** 2
    return np.sum(a**2)


def read_by_the_next_iteration(a):
    flat, total = a.reshape(-1), 0.0
    for k in range(3):
        total = total + flat[k]
        a[0, 0] = total
    return total


def reshaped_in_a_loop(a):
    for k in range(3):
        flat = a.reshape(-1)
        flat[k + 1] += flat[k] ** 2
    return np.sum(a**2)


def reshaped_while(a):
    k = 0
    while k < 3:
        flat = a.reshape(-1)
        flat[k + 1] += flat[k] ** 2
        k += 1
    return np.sum(a**2)


def read_after_a_branch(a):
    flat = a.reshape(-1)
    if flat[0] < 10.0:
        flat[1] = flat[0] * 2.0
    return np.sum(a**2)


@pytest.mark.parametrize(
    "function",
    [
        written_and_read_through_a_shape,
        read_while_its_shape_is_written,
        read_by_the_next_iteration,
        reshaped_in_a_loop,
        reshaped_while,
        read_after_a_branch,
    ],
)
def test_a_copy_never_stands_for_memory_that_is_written(in_python, function):
    with pytest.raises(DifferentiationError, match="reshaped"):
        s2sad.grad(function, jit=True)(A[0].copy())
