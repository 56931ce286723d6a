"""Containers of arrays that are written: the shadows stand in containers of their own, with the same items."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8])


def in_a_list(x):
    u, v = x * 2.0, x * x
    rows = [u, v]
    rows[0][1] = rows[1][0] * x[2]
    u[2] = rows[0][1]
    return np.sum(u * u) + np.sum(rows[1])


def which_one_is_known_when_it_runs(x):
    rows = [x * 1.0, x * 2.0, x * 3.0]
    for i in range(3):
        row = rows[(2 * i) % 3]
        row[i] = row[0] * x[i]
    return sum(np.sum(row * row) for row in rows)


def appended(x):
    rows = []
    for i in range(3):
        row = np.zeros(2)
        row[0] = x[i]
        rows.append(row)
        rows[0][1] += row[0] * x[0]
    return rows[0][1] * rows[2][0]


def in_a_dict(x):
    table = {"a": x.copy(), "b": x * x}
    table["a"][0] = table["b"][1]
    name = "a" if x[0] > 0.0 else "b"
    table[name][2] = table["a"][0] * x[2]
    return np.sum(table["a"]) * np.sum(table["b"])


def with_a_number_beside(x):
    pair = (x.copy(), x[1] * 2.0)
    pair[0][0] = pair[1] * x[0]
    return np.sum(pair[0] * pair[0]) * pair[1]


def slices_and_joined(x):
    rows = [x * 1.0, x * 2.0]
    more = rows + [x * 3.0]
    more[0][0] = x[1] * x[2]
    last = more[1:]
    last[1][1] = rows[0][0]
    return np.sum(rows[0] * more[2])


def a_tuple_of_a_list(x):
    u = x * 1.5
    rows = [u]
    if len(x) > 2:
        rows.append(u[:1])
    held = tuple(rows)
    u[0] = 3.0
    return sum(np.sum(row * row) for row in held) + u[1]


def a_tuple_of_a_list_joined(x):
    u = x * 1.5
    rows = [u]
    if len(x) > 2:
        rows.append(u[:1])
    held = tuple(rows) + (u[1:], 2.0) + (1.0, u[:2])
    u[0] = x[1]
    return sum(np.sum(row) * 0.2 for row in held) + u[1]


@pytest.mark.parametrize(
    "function",
    [
        in_a_list,
        a_tuple_of_a_list,
        a_tuple_of_a_list_joined,
        which_one_is_known_when_it_runs,
        appended,
        in_a_dict,
        with_a_number_beside,
        slices_and_joined,
    ],
)
def test_gradients_are_those_of_differences(ad, function):
    assert s2sad.grad(function)(X.copy()) == pytest.approx(ad.slopes(function, X.copy()), abs=1e-8)


def numbers_of_a_vector(x):
    quotient = np.array([x[0], x[1]]) / np.cross(x[:3], x[3:])[0]  # of a rank that isn't known
    quotient *= -1
    return np.sum(np.array([x[1], *quotient]) * np.array([1.0, 2.0, 3.0]))


def numbers_of_its_copy(x):
    quotient = np.array([x[0], x[1]]) / np.cross(x[:3], x[3:])[0]
    quotient *= -1
    return np.sum(np.array([x[1], *quotient.copy()]) * np.array([1.0, 2.0, 3.0]))


def test_numbers_of_a_written_vector_in_a_list_are_refused(ad):
    x = np.array([0.5, 0.7, 0.1, 0.4, 0.3, 0.9])
    with pytest.raises(ValueError, match="put a copy there"):
        s2sad.grad(numbers_of_a_vector)(x)
    assert s2sad.grad(numbers_of_its_copy)(x) == pytest.approx(ad.slopes(numbers_of_its_copy, x), abs=1e-7)
