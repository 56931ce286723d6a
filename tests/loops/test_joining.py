"""Arrays that are put together."""

import numpy as np
import pytest

A = np.arange(6.0).reshape(2, 3) / 5.0 - 0.4
X = np.array([0.3, -0.5, 0.8])
W = np.arange(12.0)


def one_after_the_other(a, x):
    return np.sum(np.concatenate([x, 2.0 * x, x[:1]]) ** 2 * W[:7]) + np.sum(np.concatenate([a, a * a]) @ x)


def along_the_other_axis(a, x):
    return np.sum(np.concatenate([a, a[:, :1]], axis=1) * W[:8].reshape(2, 4)) * x[0]


def stacks(a, x):
    return (
        np.sum(np.hstack([x, x * x]) * W[:6])
        + np.sum(np.vstack([x, a]) ** 2)
        + np.sum(np.stack([x, x**2], axis=1) * a.T)
    )


def columns(a, x):
    return np.sum(np.column_stack([x, x * x]) @ np.array([1.0, 2.0])) * a[0, 1]


def of_numbers(a, x):
    return np.sum(np.array([x[0], 2.0, x[1] * x[2]]) * x) + np.sum(
        np.array([[x[0], x[1]], [a[0, 1], 1.0]]) ** 2
    )


def of_nothing(a, x):
    return np.sum(np.concatenate([x[:0], x, x[3:]]) ** 2)


@pytest.mark.parametrize(
    "function", [one_after_the_other, along_the_other_axis, stacks, columns, of_numbers, of_nothing]
)
def test_gradients(check, function):
    check(function, A, X)


def test_numbers_beside_arrays(check):
    def side_by_side(x):
        return np.sum(np.hstack((x[0] * x[1], x, 2.0)) ** 3 * np.arange(len(x) + 2.0))

    def in_rows(x):
        return np.sum(np.vstack((x[0], x[1] * x[0]))[1] ** 2)

    for fun in (side_by_side, in_rows):
        check(fun, np.array([0.5, 0.3, -1.2]))


def test_arrays_without_axes_of_one_another(check):
    def function(x):
        s, t = map(np.asanyarray, (x[0], x[1]))
        return np.asanyarray(s) * np.asarray(np.asarray(t)) ** 2

    check(function, np.array([0.5, 0.3]))


def rows_of_what_is_given(x, a):
    """The lists are arrays before they are stacked."""
    ones = np.ones(3)
    b = np.stack([ones * k for k in range(2)], axis=1)
    b[0] = 2.0 * x[0]
    c = np.stack([a[k] * k for k in range(2)], axis=-1)
    d = np.column_stack([a[k] + k for k in range(2)])
    m = np.stack(a * 2.0)
    m[0] = x
    return np.sum(b * c * d * x[:, None]) + np.sum(m * np.stack([ones * k for k in range(2)]))


def test_rows_of_an_array_are_stacked(check):
    check(rows_of_what_is_given, np.array([0.5, -0.3, 0.2]), np.arange(6.0).reshape(2, 3) / 7.0)
