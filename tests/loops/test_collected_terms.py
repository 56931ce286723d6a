"""Terms of a sum that have a factor in common are one product."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.9, 0.5])
Y = np.array([1.3, 0.2, -0.4, 0.8, 0.6, -1.1, 0.7])


def transported(u):
    for _ in range(3):
        flux = 0.5 * u * u
        u[1:-1] = u[1:-1] - 0.05 * (flux[2:] - flux[:-2]) + 0.02 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def of_two(x, y):
    z = 3.0 * x * y - x * (y * y) + 0.5 * x
    return np.sum(z * z)


def of_sums(x, y):
    """The difference stays one, though it is a factor."""
    return np.sum(x * (x - y) + 2.0 * (x - y) * y)


def with_integers(x, y):
    total = 0.0
    for k in range(x.shape[0]):
        total += k * x[k] + 2 * x[k] * y[k] - x[k] * k
    return total


def of_nothing(x, y):
    """The terms are together zero, but where one of them is infinite."""
    return np.sum(x * y - y * x)


def carried(x, y):
    z = 0.3
    for k in range(x.shape[0]):
        z = z * x[k] + z * y[k]
    return z


ALL = [of_two, of_sums, with_integers, of_nothing, carried]


@pytest.mark.parametrize("function", ALL)
def test_gradients(check, function):
    check(function, X, Y)


def test_gradient_of_a_stencil(check):
    check(transported, X)


def test_what_two_terms_have_in_common_is_multiplied_once(in_python):
    gradient = s2sad.grad(transported, jit=True)
    gradient(X)
    assert re.search(r"\(0.02 \+ 0.05 \* u_history\[number, \w+\]\) \* t_bar\[\w+\]", gradient.source)
    assert "0.96 * t_bar[j + 1]" in gradient.source


def test_a_difference_is_not_taken_apart(in_python):
    """Of numbers near each other it is exact, and a difference of products isn't."""

    def difference(x, y):
        return np.sum(1e8 * (x - y) * x)

    x = np.array([1.0 + 2.0**-50])
    one, _ = s2sad.grad(lambda x, y: np.sum(1e8 * (x - y) * 0.5), (0, 1), jit=True)(x, np.ones(1))
    value, _ = s2sad.value_and_grad(difference, jit=True)(x, np.ones(1))
    assert value == pytest.approx(1e8 * 2.0**-50, rel=1e-12)
    assert one == pytest.approx(0.5e8)


def test_infinite_terms_are_kept(in_python):
    x = np.array([np.inf, 1.0])
    value, _ = s2sad.value_and_grad(of_nothing, jit=True)(x, np.ones(2))
    assert np.isnan(value)


def test_complex_numbers_are_left_alone(in_python):
    def modulus(x):
        z = x * (0.5 + 1.0j)
        return np.sum(np.abs(z * z * 0.3 - z * z))

    wanted = s2sad.grad(modulus)(X)
    np.testing.assert_allclose(s2sad.grad(modulus, jit=True)(X), wanted, rtol=1e-12)
