"""What is written into parts of arrays, as NumPy writes it."""

import numpy as np
import pytest

X, V = np.array([0.3, -0.5, 0.8, 1.1]), np.array([1.2, -0.3])


def slices(x, v):
    a = np.zeros((3, 4))
    a[0] = x
    a[1:, ::2] = v
    a[:, 3] *= x[1]
    a[-1, 1:3] += v * x[:2]
    return np.sum(a * a * np.arange(12.0).reshape(3, 4))


def of_itself(x, v):
    a = x.copy()
    a[1:] = a[:-1]
    a[:2] += a[1:3]
    return np.sum(a * x)


def backwards_of_itself(x, v):
    a = x.copy()
    a[:] = a[::-1]
    a[:-1] = a[1:] * a[:-1]
    return np.sum(a * a)


def by_masks(x, v):
    a = x * 2.0
    a[a > 1.0] = v[0]
    a[x < 0.0] += x[0]
    a[np.array([True, False, True, False])] = v
    return np.sum(a**2)


def by_index_arrays(x, v):
    a = np.zeros(4)
    a[[3, 1]] = v
    a[[0, 0]] = v * x[0]
    a[np.array([2, 1])] += x[:2]
    return np.sum(a**2 * x)


def one_element_of_one(x, v):
    a = np.zeros(3)
    a[1] = x[2:3].sum()
    a[2:3] = v[:1] * x[0]
    return np.sum(a**2)


@pytest.mark.parametrize(
    "function", [slices, of_itself, backwards_of_itself, by_masks, by_index_arrays, one_element_of_one]
)
def test_gradients(check, function):
    check(function, X, V)


PLACES = np.array([0, 1, 1, 3])
FOUR = np.array([0.3, -1.2, 0.7, 2.1])


def added_at(x):
    y = np.zeros((5, 2))
    np.add.at(y, (PLACES, 0), x)
    np.add.at(y, PLACES, x[:, None] * np.array([1.0, 2.0]))
    return np.sum(y**3)


def added_at_one_place_and_a_slice(x):
    y = np.ones(5)
    np.add.at(y, PLACES, x[0])
    np.add.at(y, 2, x[1])
    np.add.at(y, slice(0, 2), x[2] * y[3:])
    return np.sum(y**3)


def taken_from_itself(x):
    y = x.copy()
    np.subtract.at(y, PLACES, 2.0 * y)
    return np.sum(y**3)


def added_in_a_loop(x):
    y = np.zeros(5)
    for k in range(3):
        np.add.at(y, PLACES, x * k)
        x = x * y[PLACES] + x
    return np.sum(y**2)


def sums_by_labels(x):
    return np.sum(np.bincount(PLACES, weights=x, minlength=6) ** 2 * np.arange(6.0))


@pytest.mark.parametrize(
    "function",
    [added_at, added_at_one_place_and_a_slice, taken_from_itself, added_in_a_loop, sums_by_labels],
)
def test_a_place_that_is_there_several_times_gets_all(check, function):
    check(function, FOUR)
