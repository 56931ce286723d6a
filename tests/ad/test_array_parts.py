"""The adjoints of the numbers of which an array is made."""

import numpy as np
import pytest

import s2sad


def turned(a, v):
    R = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return np.sum((R @ v) ** 3)


def read_besides(x):
    items = [x[0], x[1] * 2]
    return np.sum(np.array(items) ** 2) * items[0] + items[1]


def of_arrays(x):
    return np.sum(np.array([x * x, np.sin(x)]) ** 2)


def differences(f, x, step=1e-6):
    return np.array([(f(x + step * e) - f(x - step * e)) / (2 * step) for e in np.eye(len(x))])


@pytest.mark.parametrize("f", [read_besides, of_arrays, lambda x: turned(x[0], x[1:])])
def test_gradient_is_that_of_differences(f):
    x = np.array([0.3, -1.2, 0.7])
    assert s2sad.grad(f)(x) == pytest.approx(differences(f, x), abs=1e-7)


def product_in(rows):
    rows[0][1] = rows[0][0] * rows[1][0]
    return rows[0][1]


def written_rows(x):
    rows = [[x[0], x[1]], [x[2], 1.0]]
    u = product_in(rows)
    row = rows[0]
    row[0] = u * x[1]
    return u * product_in(rows) * rows[0][1] * row[0]


def test_lists_in_lists_grow_after_they_are_made():
    x = np.array([0.3, -1.2, 0.7])
    assert s2sad.grad(written_rows)(x) == pytest.approx(differences(written_rows, x), abs=1e-7)


def test_each_number_of_a_matrix_reads_its_item():
    g = s2sad.grad(turned)
    g(0.3, np.ones(2))
    assert "R_bar[1, 0]" in g.source and "merge" not in g.source and "parts_of" not in g.source


def test_arrays_in_the_list_keep_their_shapes():
    g = s2sad.grad(of_arrays)
    g(np.ones(3))
    assert "parts_of" in g.source
