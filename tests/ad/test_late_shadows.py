"""Adjoints of work arrays are made in the reverse sweep; nothing is saved for them, and nothing is cleared in vain."""

import numpy as np
import pytest

import s2sad


def work_array(x):
    u = x.copy()
    for _ in range(3):
        lap = np.zeros_like(u)
        lap[1:-1] = u[2:] * u[1:-1] + u[:-2]
        u += x[0] * lap
    return np.sum(u**2)


def work_array_on_one_path(x):
    u = x.copy()
    for i in range(4):
        if i % 2:
            w = np.zeros(len(x))
            w[1:] = u[:-1] * u[1:]
            u = u + x[1] * w
        else:
            u = u * x[2]
    return np.sum(u * x)


def rows_within(x):
    total = 0.0
    for i in range(3):
        A = np.zeros((2, len(x)))
        for j in range(2):
            row = A[j]
            row[i:] = x[i:] * x[j]
        total += np.sum(A[0] * A[1]) * x[i]
    return total


def reshaped(x):
    total = 0.0
    for i in range(3):
        A = np.asarray(np.outer(x, x)[:, ::-1])
        flat = A.reshape(-1)
        flat[2] = x[i] * x[0]
        total += np.sum((A.T * x[i]) @ x) + flat[1] * x[1]
    return total


def kept_by_a_list(x):
    rows = []
    for i in range(3):
        w = np.zeros_like(x)
        w[i:] = x[i:] * x[i]
        rows.append(w)
    rows[0][1] = x[2]
    return np.sum(rows[0] * rows[1]) + np.sum(rows[2] * x)


def kept_for_the_next(x):
    last = x.copy()
    total = 0.0
    for i in range(3):
        w = np.zeros_like(x)
        w[:] = last * x[i]
        last[0] = x[1] * w[2]
        total += np.sum(w * last)
        last = w
    return total


def read_after_its_end(x):
    for i in range(3):
        w = np.zeros_like(x)
        w[i] = x[i] * x[0]
        w[0] += x[i]
    return np.sum(w * x)


def cleared_before_it_is_added_to(x):
    total = 0.0
    for i in range(3):
        w = x * x[i]
        w[1] = x[0] * w[2]
        w[1] = w[1] * w[0]
        total += np.sum(w**2)
    return total


def broadcast(x):
    total = 0.0
    for i in range(2):
        A = np.zeros((len(x), 1))
        A[:, 0] = x * x[i]
        total += np.sum(A * x)
    return total


def last_of_a_list(x):
    rows = []
    for i in range(3):
        rows.append(np.cos(x * i))
        rows[-1][0] *= x[i]
    return np.sum(rows[0] * x) + np.sum(rows[1])


ALL = [
    *(work_array, work_array_on_one_path, rows_within, reshaped, kept_by_a_list, kept_for_the_next),
    *(read_after_its_end, cleared_before_it_is_added_to, broadcast, last_of_a_list),
]
X = np.array([0.3, -0.5, 0.8])


@pytest.mark.parametrize("function", ALL)
def test_gradients_are_those_of_differences(ad, function):
    assert s2sad.grad(function)(X) == pytest.approx(ad.slopes(function, X), abs=1e-8)


@pytest.mark.parametrize("function", ALL)
def test_second_derivatives_are_those_of_differences(ad, function):
    gradient = s2sad.grad(function)
    v = np.array([1.0, 0.5, -2.0])
    h = 1e-6
    expected = (gradient(X + h * v) - gradient(X - h * v)) / (2 * h)
    (product,) = s2sad.hvp(function, (X,), (v,))
    assert product == pytest.approx(expected, abs=1e-7)


def sweeps_of(function):
    gradient = s2sad.grad(function)
    gradient(X)
    return gradient.source.split("# reverse sweep")


def test_the_adjoint_of_a_work_array_starts_with_what_is_added_first():
    forward, reverse = sweeps_of(work_array)
    assert "_bar" not in forward.split("# forward sweep")[1]
    assert "lap_bar = x[0] * u_bar" in reverse
    assert "= 0.0" not in reverse  # nothing reads `lap_bar` again
    assert "np.copy" not in reverse  # so that a part of it is read where it lies


def test_what_a_list_keeps_has_its_adjoint_beside_it():
    forward, _ = sweeps_of(kept_by_a_list)
    assert "rows_bar" in forward


def test_in_flat_style_it_starts_with_zeros():
    text = s2sad.emit(work_array, types={"x": "float64[:]"}, style="flat")
    reverse = text.split("# reverse sweep")[1]
    assert "lap_bar_2 = np.zeros_like(u_1)" in reverse
