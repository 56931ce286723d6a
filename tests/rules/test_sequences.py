"""Python's `sum` of numbers and arrays of several shapes: what was broadcast is summed back."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, 0.2, -0.5])


def a_number_and_an_array(x, c):
    return np.sum(sum([c, x * c]) ** 2)


def a_row_and_a_matrix(x, c):
    return np.sum(sum([x, np.outer(x, x), c * x[None]]) ** 2)


def from_a_start(x, c):
    return np.sum(sum((k * x for k in range(3)), c) ** 2) + np.sum(sum([x[:1], x], start=x[0]) ** 3)


def of_a_list_that_grows(x, c):
    parts = [c]
    for k in range(2):
        parts.append(x * k)
    parts.append(np.outer(x, x))
    return np.sum(sum(parts) ** 2)


@pytest.mark.parametrize("f", [a_number_and_an_array, a_row_and_a_matrix, from_a_start, of_a_list_that_grows])
def test_sums_of_several_shapes(f):
    s2sad.check_grads(f, (X, 0.7))
    s2sad.check_grads(f, (X, 0.7), argnums=1)
    assert np.shape(s2sad.grad(f, 1)(X, 0.7)) == ()
