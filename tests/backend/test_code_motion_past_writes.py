"""What is read stands where it is used, though something else is written in between; never past a write to itself."""

import numpy as np
import pytest

import s2sad


def lower(a):
    n = len(a)
    for i in range(1, n):
        a[i] = a[i] * a[i - 1] + np.sin(a[i])
    return a[n - 1]


def swapped(a):
    b = np.copy(a)
    for _ in range(2):
        first = a[0]
        a[0] = b[1] * a[1]
        b[1] = first * b[0]
    return np.sum(a * b)


def same(a):
    b = a
    first = a[0]
    b[0] = 2.0 * a[1]
    return first * b[0]


def views(a):
    row = a[1:]
    old = row[0] * 1.0
    a[1] = 3.0 * a[0]
    return old * row[0] * row[1]


def taken_twice(a):
    chosen, again = a[[0, 2]], a[[0, 2]]
    chosen += a[1]
    return np.sum(chosen * again)


def slices_of_a_list(a):
    items = [a[0], a[1], a[2]]
    part, other = items[1:], items[1:]
    part[0] = 2.0 * a[0]
    return part[0] * other[0] * other[1]


def squared_before_it_changes(a):
    total = 0.0
    for i in range(2):
        total = total + a[i:] @ a[i:]
        a[i:] *= a[i]
    return total + a[2:] @ a[2:]


CASES = [lower, swapped, same, views, taken_twice, slices_of_a_list, squared_before_it_changes]


@pytest.mark.parametrize("function", CASES)
def test_derivatives_of_what_is_read_before_it_is_written(function):
    point = np.array([0.7, 1.2, -0.4])
    gradient = s2sad.grad(function)(point.copy())
    for i in range(3):
        step = np.eye(3)[i] * 1e-6
        slope = (function(point + step) - function(point - step)) / 2e-6
        assert gradient[i] == pytest.approx(slope, rel=1e-6, abs=1e-8)


def test_a_read_goes_past_a_write_to_another_array():
    """The reverse sweep reads `a[k, k]` where it divides by it, after it has cleared `a_bar[i, k]`."""
    gradient = s2sad.grad(eliminated)
    matrix = np.eye(3) * 3.0 + 0.1
    gradient(matrix.copy())
    reverse = gradient.source.partition("# reverse sweep")[2]
    assert 0 < reverse.index("a_bar[i, k] = 0.0") < reverse.index("/ a[k, k]")


def eliminated(a):
    n = a.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            a[i, k + 1 :] -= a[i, k] * a[k, k + 1 :]
    return np.sum(a * a)
