"""Attributes of numbers, arrays, modules and functions."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError, UnsupportedSyntax


def of_arrays(a):
    return np.sum(a.T[0] * a.shape[1]) * a.ndim + a.size * a.real[1, 0] + a.flat[1]


def of_numbers(x):
    z = complex(x, 2.0 * x)
    return z.real * z.imag + x.real * np.sign(x) + x.imag + x.conjugate() - x.real


def of_modules(x):
    return x * math.pi * np.linalg.norm(np.array([3.0, 4.0]))


def shape_in_a_loop(a):
    total = 0.0
    for i in range(a.shape[0]):
        total = total + a[i, 0] * a[i, a.shape[1] - 1]
    return total


def test_arrays(check_modes):
    a = np.array([[0.3, 0.5], [0.7, 0.2]])
    check_modes(of_arrays, (a,))
    check_modes(shape_in_a_loop, (a,))
    np.testing.assert_allclose(s2sad.grad(of_arrays)(a), [[4.0, 1.0], [8.0, 0.0]])


def test_numbers(check):
    assert check(of_numbers, 0.7) == pytest.approx([4.0 * 0.7 + 1.0])
    assert check(of_modules, 0.7) == pytest.approx([5.0 * math.pi])


def lacking(x):
    return x * x.unit


def of_a_function(x):
    def f(t):
        return t * x

    return f.__doc__ or f(x)


def test_what_a_number_does_not_have():
    with pytest.raises(AttributeError, match="unit"):
        s2sad.grad(lacking)(0.7)
    with pytest.raises(DifferentiationError, match="attribute `__doc__` of a function"):
        s2sad.grad(of_a_function)(0.7)


class OfNumbersOrPoints:
    def __init__(self, v, y=None):
        try:
            self.x, self.y = v.x, v.y
        except AttributeError:
            self.x, self.y = v, y

    def __sub__(self, other):
        return OfNumbersOrPoints(self.x - other.x, self.y - other.y)


def test_an_integer_has_not_the_attributes_of_an_object():
    def area(x, y):
        d = OfNumbersOrPoints(OfNumbersOrPoints(x, y)) - OfNumbersOrPoints(2, 1.0)
        return d.x * d.y

    assert s2sad.grad(area, argnums=(0, 1))(0.5, 4.0) == (3.0, -1.5)


def power_iteration(matvec, v):
    for _ in range(4):
        v = matvec(v)
        v = v / np.linalg.norm(v)
    return v


def test_a_method_of_an_array_is_passed(same):
    """It stays with the array that it was taken from."""

    def rayleigh(x):
        a = np.outer(x, x) + np.diag(x)
        multiply = a.dot
        v = power_iteration(multiply, np.ones(3))
        return v @ a @ v

    made = same(rayleigh, (np.array([0.5, 1.5, 2.0]),))
    assert "np.ndarray.dot" in made.outline


def averages(first):
    total = first
    while total < 10.0:
        given = yield total
        total = total + given


def sent(x):
    running = averages(x)
    return next(running) * running.send(2.0 * x)


def closed(x):
    items = (x * k for k in range(1, 4))
    first = next(items)
    items.close()
    return first


@pytest.mark.parametrize("program, name", [(sent, "send"), (closed, "close")])
def test_what_is_asked_of_a_generator(program, name):
    with pytest.raises(UnsupportedSyntax, match=f"a generator is asked for `{name}`"):
        s2sad.grad(program)(0.7)
