"""`implicit`: solvers of the user's own have the derivative of the equation that they solve."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax


def residual(x, a):
    return x * x - a


@s2sad.implicit(residual)
def square_root(x, a):
    while abs(x * x - a) > 1e-14 * a:
        x = 0.5 * (x + a / x)
    return x


def equations(x, matrix, right):
    return matrix @ x + 0.1 * x**3 - right


@s2sad.implicit(equations)
def solved(x, matrix, right):
    x = np.array(x)
    for _ in range(60):
        x = x - np.linalg.solve(matrix + np.diag(0.3 * x**2), equations(x, matrix, right))
    return list(x)


@s2sad.implicit(lambda x, a, scale=1.0: np.cos(a * x) * scale - x)
def fixed_points(x, a, scale=1.0):
    x = np.array(x)
    for _ in range(400):
        x[:] = np.cos(a * x) * scale
    return x


def of_a_number(a):
    return square_root(1.0, a) ** 3


def of_arrays(p):
    x = solved([0.0, 0.0], np.array([[2.0, p], [1.0, 3.0]]), right=np.array([p, 1.0]))
    return x[0] * x[1]


def of_items(p):
    return np.sum(fixed_points(np.array([0.3, 0.5]), np.array([p, 0.5]), scale=p / 2.0) ** 2)


def within(p):
    @s2sad.implicit(lambda x, a: x**3 - a * p)
    def cube_root(x, a):
        return (a * p) ** (1.0 / 3.0)

    return cube_root(1.0, p) + sum([square_root(x=1.0, a=p * k) for k in range(1, 3)])


def difference(f, p, width=1e-4):
    rough, fine = ((f(p + h) - f(p - h)) / (2.0 * h) for h in (width, width / 2.0))
    return (4.0 * fine - rough) / 3.0


@pytest.mark.parametrize("function", [of_a_number, of_arrays, of_items, within])
def test_all_modes(function):
    value, slope = s2sad.value_and_grad(function)(0.7)
    assert value == function(0.7)
    assert slope == pytest.approx(difference(function, 0.7), rel=1e-8)
    assert s2sad.jvp(function, (0.7,), (1.0,)) == (value, pytest.approx(slope, rel=1e-12))
    gradient = s2sad.grad(function)
    assert s2sad.hvp(function, (0.7,), (1.0,)) == (pytest.approx(difference(gradient, 0.7), rel=1e-8),)


def test_the_solver_is_an_ordinary_function():
    assert square_root(1.0, 4.0) == pytest.approx(2.0)
    assert square_root.__name__ == "square_root"
    assert s2sad.grad(lambda p: p * square_root(1.0, 4.0))(3.0) == square_root(1.0, 4.0)


def test_where_it_begins_makes_no_difference():
    assert s2sad.grad(lambda p: square_root(p, 4.0))(3.0) == 0.0
    assert s2sad.grad(lambda p: square_root(p, p))(4.0) == pytest.approx(0.25)


def test_a_singular_derivative_raises():
    @s2sad.implicit(lambda x, a: (x - a) * (x - a))
    def double(x, a):
        return a

    with pytest.raises(ArithmeticError, match="singular at its root"):
        s2sad.grad(lambda a: double(1.0, a))(2.0)


def test_what_can_not_be_a_solver_is_refused():
    with pytest.raises(TypeError):
        s2sad.implicit(1.0)
    with pytest.raises(UnsupportedSyntax, match="where it begins"):
        s2sad.grad(lambda a: square_root(a=a, y=1.0))(2.0)


def test_a_solver_that_does_not_begin_anywhere_is_refused():
    @s2sad.implicit(lambda x, a: x * x - a)
    def solve(a):
        return a**0.5

    with pytest.raises(s2sad.DifferentiationError, match="called with 1 arguments, and its equation takes 2"):
        s2sad.grad(lambda a: solve(a))(2.0)
