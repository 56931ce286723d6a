"""Rows of an array that are taken apart (`a, b = A`) are views: what is written to one is written to the other."""

import numpy as np
import pytest

import s2sad

POINT = np.array([[1.3, 0.7], [2.1, -0.4]])
START = np.array([0.5, 1.5])


def row_is_written(x):
    y = x * 1.0
    a, b = y
    a[0] = b[1] ** 2
    return np.sum(y * y)


def whole_is_written(x):
    y = x.copy()
    a, b = y
    y[0, 0] = 3.0
    return np.sum(a * b)


def argument_is_written(x):
    a, b = x
    a[0] = b[1] ** 2
    return np.sum(x * x)


def columns(x):
    y = x * x
    a, b = y.T
    b *= a
    return np.sum(y * y)


def rows_change_places(x):
    a, b = x.copy()
    for _ in range(3):
        a, b = b, a
        a[0] = b[1] * 0.5
        a[1] += b[0]
    return np.sum(a * b)


def nested(x):
    y = x * 1.0
    (a, b), (c, d) = y
    y[0, 0] = 2.0
    return np.sum(y) * a * b * c * d


def in_a_function(x):
    def scaled(rows):
        a, b = rows
        b[:] = a * b
        return a

    y = x.copy()
    return np.sum(scaled(y) * y)


def by_match(x):
    y = x.copy()
    match y:
        case [a, b]:
            a[0] = b[1] ** 2
    return np.sum(y * y)


def rows_in_a_list(x):
    y = x.copy()
    rows = list(y)
    y[0, 0] = 3.0
    return np.sum(rows[0] * rows[1])


def rows_in_a_display(x):
    y = x.copy()
    rows = [*y]
    rows[0][0] = 3.0
    return np.sum(y)


def rest_in_a_list(x):
    y = x.copy()
    a, *rest = y
    rest[0][0] = a[0] ** 2
    return np.sum(y)


def items_in_a_list(x):
    y = x[0].copy()
    items = list(y)
    y[0] = items[1] ** 2
    return np.sum(y) * items[0]


def global_that_is_copied(x):
    start = START.copy()
    start[0] = x[0, 0] ** 2
    return np.sum(start) * START.sum()


RIGHT = (
    row_is_written,
    whole_is_written,
    argument_is_written,
    columns,
    rows_change_places,
    nested,
    in_a_function,
    by_match,
    items_in_a_list,
    global_that_is_copied,
    rows_in_a_list,
    rows_in_a_display,
    rest_in_a_list,
)


@pytest.mark.parametrize("program", RIGHT, ids=lambda f: f.__name__)
def test_both_modes_and_the_second_order(program):
    s2sad.check_grads(program, (POINT.copy(),))


@pytest.mark.parametrize(
    "function",
    (np.sum, np.mean, lambda x: np.sum(x) + np.mean(x), lambda x: np.trapezoid(x) * x[0]),
    ids=("sum", "mean", "both", "trapezoid"),
)
def test_the_gradient_by_a_list_that_numpy_takes_is_a_list(function):
    if not hasattr(np, "trapezoid"):
        pytest.skip("NumPy 2 has it")
    found = s2sad.grad(lambda x: function(x))([1.0, 2.0, 4.0])
    assert type(found) is list
    s2sad.check_grads(lambda x: function(x), ([1.0, 2.0, 4.0],))


def test_a_pattern_of_a_sequence_does_not_take_a_number():
    def chosen(p):
        match p:
            case [a, b]:
                return a * b
            case float():
                return p * p
        return 0.0

    assert s2sad.grad(chosen)(3.0) == 6.0
    assert s2sad.grad(chosen)([3.0, 4.0]) == [4.0, 3.0]
