"""Rows of arrays that are written, which loops and branches hand on, are known by their numbers."""

import numpy as np
import pytest

import s2sad

A = np.random.default_rng(0).normal(size=(4, 4))


def the_row_before(a):
    a = a.copy()
    before = a[0]
    for i in range(1, len(a)):
        row = a[i]
        row += 0.5 * np.sin(before)
        before[0] = 2.0 * row[1]
        before = row
    before *= 2.0
    return np.sum(before**2) + np.sum(a)


def two_that_change_places(a):
    a = a.copy()
    old, new = a[-1], a[0]
    k = 0
    while k < 3 and new[0] < 100.0:
        for j in range(2):
            new[j] += 0.3 * old[j] * new[j + 1]
        k += 1
        old, new = new, a[k]
    return np.sum(a**2) * old[1]


def through_two_loops(a):
    a = a.copy()
    row = a[0]
    for i in range(3):
        for j in range(3):
            row[j] = np.sin(row[j]) * a[i + 1, j]
            row = a[(i + j) % 4]
        row[0] += 1.0
    return np.sum(a**2) + row[2]


def the_best(a):
    a = a.copy()
    best = a[0]
    for i in range(1, 4):
        if a[i, 0] > best[0]:
            best = a[i]
        best[1] += 0.5 * a[i, 2] * best[0]
    best[:] = best**2
    return np.sum(a**3) + best[2]


EVERY = (the_row_before, two_that_change_places, through_two_loops, the_best)


@pytest.mark.parametrize("fun", EVERY, ids=lambda fun: fun.__name__)
def test_gradients(check, fun):
    check(fun, A)


def test_numbers_are_carried(in_python):
    gradient = s2sad.grad(the_row_before, jit=True)
    gradient(A)
    assert "row = 0" in gradient.source


def of_rows_of_two_arrays(a):
    a, b = a.copy(), 2.0 * a
    row = a[0]
    for i in range(1, 4):
        row[0] = np.sin(b[i, 1])
        row = b[i]
    return np.sum(a * b)


def test_rows_of_two_arrays_are_refused(in_python):
    with pytest.raises(s2sad.errors.UnsupportedSyntax, match="part of an array that is written"):
        s2sad.grad(of_rows_of_two_arrays, jit=True)(A)
