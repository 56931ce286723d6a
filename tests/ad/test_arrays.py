"""Arrays in the reverse sweep: parts that are read, and buffers that are added to."""

import numpy as np
import pytest

import s2sad


def parts(A):
    return A[0, 1] * np.sum(A[1]) + np.sum(A[:, ::2] ** 2)


def one_part_often(A):
    s = 0.0
    for i in range(3):
        s += A[1, i] * A[1, 0]
    return s


def repeated_indices(A):
    return np.sum(A[[0, 0, 1]] * A[1]) + np.sum(A[:, [2, 2]] ** 3)


def masked(A):
    return np.sum(A[A > 0.4] ** 2)


def two_users_of_a_sum(A):
    B = A + 1.0
    return np.sum(B * B) + np.sum(A * B[0])


def one_adjoint_for_two(A):
    B = A.T
    return np.sum(B[1]) + np.sum((A + A) * A) + A[0, 0]


def views(A):
    return np.sum(A.reshape(3, 2)[1] * A.ravel()[:2]) + np.sum(np.flip(A, 0) * A)


@pytest.mark.parametrize(
    "function",
    [parts, one_part_often, repeated_indices, masked, two_users_of_a_sum, one_adjoint_for_two, views],
)
def test_gradients_are_those_of_differences(ad, function):
    A = np.arange(6.0).reshape(2, 3) / 7.0 + 0.1
    found = s2sad.grad(function)(A)
    assert found == pytest.approx(ad.slopes(function, A), abs=1e-8)


def test_gradients_of_two_arguments_are_no_views_of_one_another():
    """The adjoints of both operands of a sum are one array at first."""
    x, y = np.ones(3), np.ones(3)
    by_x, by_y = s2sad.grad(lambda a, b: np.sum(a + b), (0, 1))(x, y)
    by_x[0] = 7.0
    assert list(by_y) == [1.0, 1.0, 1.0]


def column_used_twice(A):
    x = A[0]
    t = x[:, None]
    return np.sum(np.tanh(t - A[1]) / (t + A[0]))


def row_used_in_a_product_and_a_sum(A):
    t = A[0][None, :]
    return np.sum((A * t) ** 2 * (A + t))


def column_used_in_a_loop(A):
    mean, spread = A[1].copy(), np.ones(3)
    for _ in range(2):
        weights = (A[0][:, None] - mean) / spread
        mean[:] = weights.T @ A[0]
        spread = (weights * (A[0][:, None] - mean) ** 2).sum(0) + 1.0
    return mean[0] * mean[1] + spread[2]


def column_whose_other_summand_is_read_before(A):
    t = A[0][:, None]
    z = A.T * 2.0
    w = z * z
    d = t + z
    return np.sum(d**3 * w) + np.sum(d * t)


@pytest.mark.parametrize(
    "function",
    [
        column_used_twice,
        row_used_in_a_product_and_a_sum,
        column_used_in_a_loop,
        column_whose_other_summand_is_read_before,
    ],
)
def test_an_adjoint_with_an_axis_of_one_keeps_all_that_was_added_to_it(ad, function):
    A = np.arange(6.0).reshape(2, 3) / 7.0 + 0.1
    found = s2sad.grad(function)(A)
    assert found == pytest.approx(ad.slopes(function, A), abs=1e-7)
