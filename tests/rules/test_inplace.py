"""Functions that write to an array: all modes against differences, and the values of NumPy's."""

import numpy as np
import pytest

import s2sad

X, V = np.array([0.3, 0.9, -0.4]), np.array([1.2, 0.4, 0.7])
TWICE = np.array([0, 2, 0, 1, 2])


def multiplied(x, v):
    y = np.ones(3) * x
    np.multiply.at(y, TWICE, v[TWICE])
    np.divide.at(y, [1, 1], 1.0 + x[0] ** 2)
    return y @ v


def in_several_axes(x, v):
    y = np.outer(x, v)
    np.multiply.at(y, (slice(None), [0, 0, 1]), v)
    np.divide.at(y, 1, 1.0 + v**2)
    np.minimum.at(y.T, ([0, 1], [1, 1]), 0.3)
    return np.sum(y**2)


def largest_of_groups(x, v):
    y = np.full(3, -np.inf)
    np.maximum.at(y, TWICE, np.concatenate([x, v])[:5])
    return y @ v


def counts(x, v):
    largest = np.zeros(3, dtype=int)
    np.maximum.at(largest, TWICE, [1, 4, 2, 3, 1])
    return np.sum(largest * x * v)


def places_in_one_row(x, v):
    """`a.flat[…] = b` takes the items of `b` one after the other, whatever its shape, and as often as it takes."""
    y, table = x.copy(), np.zeros((3, 2))
    y.flat[::2] = np.outer(x, v)[1:]
    table.flat[:] = y
    table.flat[3:] = np.outer(x, v)[:, :1]
    table.flat[[1, 0]] = v[0]
    table.T.flat[2:4] += x[:2]
    return np.sum(table**3) + y @ v


@pytest.mark.parametrize("f", [multiplied, in_several_axes, largest_of_groups, counts, places_in_one_row])
def test_places_that_are_written(f):
    assert s2sad.value_and_grad(f, (0, 1))(X, V)[0] == f(X, V)
    s2sad.check_grads(f, (X, V))
    for place in (0, 1):
        s2sad.check_grads(f, (X, V), argnums=place)


def both_parts(x, v):
    z, w = np.zeros(3, dtype=complex), np.zeros((2, 3), dtype=complex)
    z.real = X
    z.imag = 2.0
    z *= x
    w.real = v
    w[0].imag = x
    return np.sum(np.abs(z) ** 2 * np.cos(np.angle(z))) + np.sum(np.abs(w) ** 3)


def a_part_that_is_read_before(x, v):
    z = np.exp(1j * x)
    z.imag = v * z.real
    return np.sum((z**3).real) + np.sum(np.abs(z))


@pytest.mark.parametrize("f", [both_parts, a_part_that_is_read_before])
def test_parts_of_complex_numbers_that_are_written(f):
    assert s2sad.value_and_grad(f, (0, 1))(X, V)[0] == f(X, V)
    s2sad.check_grads(f, (X, V))
