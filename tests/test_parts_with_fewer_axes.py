"""What is written into a part of an array may have more axes than the part, if those before are of length one."""

import numpy as np
import pytest

import s2sad


def own_row(a):
    a[0] = a * a
    return np.sum(a**2)


def into_a_row(a):
    b = np.ones((3, 2))
    b[1] = np.sin(a)
    b[2] = a[0] * a
    return np.sum(b**2 * b[1])


def into_the_whole(a):
    b = np.zeros(2)
    b[:] = a * a
    b[...] = b * a[None]
    return np.sum(b**2)


def into_chosen_places(a):
    b = np.zeros((2, 2))
    b[[0, 1], [1, 0]] = a**3
    b[:, 0] = a * b[0, 1]
    return np.sum(b**2)


def copied(a):
    b = np.zeros(2)
    np.copyto(b, a * a)
    return np.sum(b**2)


def parts_of_a_list(a):
    first, second = np.split(np.vstack([a, a * a]), 2)
    first[0] = first * second
    return np.sum(first * second)


PROGRAMS = [own_row, into_a_row, into_the_whole, into_chosen_places, copied, parts_of_a_list]


@pytest.mark.parametrize("function", PROGRAMS)
def test_all_modes(function):
    s2sad.check_grads(function, (np.array([[0.7, 1.3]]),))


def sorted_lists(a):
    """Lists that `tolist` makes may be written."""
    rows = a.tolist()
    for row in rows:
        row.append(row[0] * row[1])
    rows.sort(key=lambda row: -row[2])
    rows[0][1] = rows[1][0] * 2.0
    rows.append(rows[0])
    rows[0][0] *= 3.0
    return rows[2][0] * rows[0][1] + rows[1][2]


def test_lists_of_an_array_are_written():
    s2sad.check_grads(sorted_lists, (np.array([[0.7, 1.3], [2.0, 0.4]]),))


def test_a_squeeze_along_no_axis_in_particular():
    def largest(x, axis=None):
        return np.squeeze(np.max(x, axis=axis, keepdims=True), axis=axis) * np.sum(x)

    s2sad.check_grads(largest, (np.array([0.7, 1.3]),))
