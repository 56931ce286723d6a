"""A gradient without the value doesn't do what nothing of it reads: writes to arrays, and loops that do nothing else."""

import ast

import numpy as np
import pytest

import s2sad

U = np.array([0.3, -1.2, 0.8, 0.5, 2.0, -0.4])


def stencil(u):
    for _ in range(5):
        u[1:-1] = u[1:-1] + 0.1 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u)


def recurrence(u):
    v = np.zeros_like(u)
    v[0] = u[0]
    for i in range(1, len(u)):
        v[i] = 0.5 * v[i - 1] + u[i]
    return np.sum(v)


def through_a_view(u):
    v = np.zeros(2 * len(u))
    low = v[: len(u)]
    for i in range(len(u)):
        low[i] += 3.0 * u[i]
        v[len(u) + i] = low[i]
    return 2.0 * np.sum(v)


def swapped_buffers(u):
    old, new = u.copy(), np.zeros_like(u)
    for _ in range(4):
        new[1:] = 0.5 * old[:-1]
        new[0] = old[-1]
        old, new = new, old
    return np.sum(old)


def by_index(u):
    order = np.zeros(len(u), dtype=int)
    for i in range(len(u)):
        order[i] = (2 * i) % len(u)
    total = 0.0
    for i in range(len(u)):
        total += u[order[i]] * (i + 1)
    return total


def read_by_a_part(u):
    v = u * 1.0
    row = v[1:]
    row[0] = 5.0 * row[1]
    w = v[1] * u
    return np.sum(w)


def read_in_a_list(u):
    v = u.copy()
    kept = [v]
    v[0] = v[1] * 2.0
    return kept[0][0] * u[2]


LINEAR = (stencil, recurrence, through_a_view, swapped_buffers)


@pytest.mark.parametrize("function", [*LINEAR, by_index, read_by_a_part])
def test_gradients_stay_right(function):
    found = s2sad.grad(function)(U)
    directions = np.eye(len(U))
    steps = [(function(U + 1e-6 * d) - function(U - 1e-6 * d)) / 2e-6 for d in directions]
    assert found == pytest.approx(np.array(steps), rel=1e-6, abs=1e-8)
    value, again = s2sad.value_and_grad(function)(U)
    assert value == function(U.copy()) and np.array_equal(again, found)


def loops(text):
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.For)]


@pytest.mark.parametrize("function", LINEAR)
def test_the_forward_sweep_of_a_linear_function_is_left_out(function):
    gradient = s2sad.grad(function)
    gradient(U)
    if function is not swapped_buffers:  # which of the two is the last one is known by going through them
        assert len(loops(gradient.source)) == 1, gradient.source


def test_what_is_read_by_another_name_is_written():
    for function in (by_index, read_by_a_part):
        gradient = s2sad.grad(function)
        gradient(U)
        primal = gradient.source.split("# reverse sweep")[0]
        assert "order[i] = " in primal or "row[0] = " in primal or "v[1] = " in primal


def fails_on_the_way(u):
    v = np.zeros(3)
    try:
        v[len(u)] = u[0]
    except IndexError:
        return 2.0 * np.sum(u)
    return np.sum(v)


def test_what_is_tried_is_done():
    assert s2sad.grad(fails_on_the_way)(U) == pytest.approx(np.full(6, 2.0))


GRID, TABLE = np.array([0.0, 1.0, 3.0, 4.0]), np.array([1.0, 2.0, 0.5, 3.0])


def between(x):
    return np.interp(x, GRID, TABLE) ** 2


def by_values(x):
    return np.interp(1.7, GRID, np.sin(GRID * x)) ** 2


@pytest.mark.parametrize(("f", "additions"), [(between, 0), (by_values, 2)])
def test_adjoints_of_tables_outside_are_not_computed(f, additions):
    slope, h = s2sad.grad(f), 1e-6
    assert slope(1.3) == pytest.approx((f(1.3 + h) - f(1.3 - h)) / (2 * h), rel=1e-6)
    assert slope.source.count("np.add.at(") == additions
