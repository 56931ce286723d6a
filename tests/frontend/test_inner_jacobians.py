"""Jacobians and Hessians that are taken inside of a differentiated function, beside formulas and differences."""

import numpy as np
import pytest

import s2sad

OPERATORS = [s2sad.jacfwd, s2sad.jacrev, s2sad.jacobian]
X = np.array([0.3, -0.5, 0.9])
SIDE = np.array([[0.2, 0.7], [-0.4, 0.5]])


def spring(x):
    return x**3 * np.sum(x)


def slopes_of_spring(x):
    """∂ (x_i³ s) / ∂ x_j = 3 x_i² s δ_ij + x_i³, where s is the sum"""
    return np.diag(3 * x**2 * np.sum(x)) + np.outer(x**3, np.ones(3))


def compare(fun, x, rtol=1e-6):
    """Gradient, tangent and second order of a function of an array against differences."""
    along, h = np.cos(np.arange(float(x.size))).reshape(x.shape), 1e-5
    slope = (fun(x + h * along) - fun(x - h * along)) / (2 * h)
    gradient = s2sad.grad(fun)
    assert np.sum(gradient(x) * along) == pytest.approx(slope, rel=rtol)
    assert s2sad.jvp(fun, (x,), (along,)) == pytest.approx((fun(x), slope), rel=rtol)


@pytest.mark.parametrize("operator", OPERATORS)
def test_of_a_vector(operator):
    weights = np.arange(9.0).reshape(3, 3)
    compare(lambda x: np.sum(operator(spring)(x) * weights), X)
    value, _ = s2sad.value_and_grad(lambda x: np.sum(operator(spring)(x) * weights))(X)
    assert value == pytest.approx(np.sum(slopes_of_spring(X) * weights), rel=1e-13)


@pytest.mark.parametrize("outer", OPERATORS)
@pytest.mark.parametrize("inner", OPERATORS)
def test_one_of_another(outer, inner):
    """∂²/∂x_j∂x_k of x_i³ s, by the formula"""
    found = outer(inner(spring))(X)
    unit = np.eye(3)
    wanted = np.einsum("i,ij,ik->ijk", 6 * X * np.sum(X), unit, unit)
    wanted += np.einsum("i,ij,k->ijk", 3 * X**2, unit, np.ones(3))
    wanted += np.einsum("i,ik,j->ijk", 3 * X**2, unit, np.ones(3))
    np.testing.assert_allclose(found, wanted, rtol=1e-13)


def test_twice_of_a_program_that_writes():
    def determinant(matrix):
        matrix = matrix.copy()
        for k in range(2):
            for i in range(k + 1, 2):
                matrix[i, k:] -= matrix[i, k] / matrix[k, k] * matrix[k, k:]
        return matrix[0, 0] * matrix[1, 1]

    found = s2sad.jacrev(s2sad.jacrev(determinant))(SIDE)
    wanted = np.zeros((2, 2, 2, 2))
    wanted[0, 0, 1, 1] = wanted[1, 1, 0, 0] = 1.0
    wanted[0, 1, 1, 0] = wanted[1, 0, 0, 1] = -1.0
    np.testing.assert_allclose(found, wanted, atol=1e-12)


@pytest.mark.parametrize("operator", OPERATORS)
def test_by_a_matrix_and_by_a_number(operator):
    compare(lambda A: np.sum(operator(lambda B: B @ B)(A) ** 2), SIDE)
    found = s2sad.grad(lambda t: np.sum(operator(lambda s: np.array([s**2, s**3]))(t)))(0.7)
    assert found == pytest.approx(2 + 6 * 0.7)
    assert s2sad.grad(lambda t: operator(lambda s: s**4)(t))(0.7) == pytest.approx(12 * 0.7**2)


def test_by_several_arguments():
    def coupled(a, x, b):
        return a * x**2 + np.outer(x, b).sum(axis=1)

    def total(x):
        by_a, by_b = s2sad.jacobian(coupled, (0, 2))(2.0, x, np.array([0.5, 1.5]))
        by_x = s2sad.jacrev(coupled, 1)(2.0, x, np.array([0.5, 1.5]))
        return np.sum(by_a**2) + np.sum(by_b) ** 3 + np.sum(by_x**2)

    compare(total, X)


def test_newtons_method():
    def equations(x, p):
        return np.array([x[0] ** 2 + x[1] - p, x[0] - x[1] ** 3])

    def root(p):
        x = np.array([1.0, 1.0])
        for _ in range(8):
            x = x - np.linalg.solve(s2sad.jacobian(equations)(x, p), equations(x, p))
        return x[0] + 2 * x[1]

    assert s2sad.grad(root)(1.7) == pytest.approx((root(1.7 + 1e-5) - root(1.7 - 1e-5)) / 2e-5, rel=1e-8)


def test_a_hessian():
    """The trace of the Hessian of Σ x⁴ is 12 Σ x², and its slope 24 x."""
    laplacian = s2sad.grad(lambda x: np.trace(s2sad.hessian(lambda y: np.sum(y**4))(x)))
    np.testing.assert_allclose(laplacian(X), 24 * X)


@pytest.mark.parametrize(
    "fun, message",
    [
        (lambda x: s2sad.jacfwd(lambda pair: pair[0] * pair[1])([x, x])[0], "take it by one array"),
        (lambda x: s2sad.jacrev(lambda y: (y, y * y))(x)[1], "return one array"),
        (lambda x: np.sum(s2sad.jacobian(spring, sparse=True)(x * X)), "leave `sparse` away|literal argnums"),
    ],
)
def test_refusals(fun, message):
    with pytest.raises(s2sad.errors.UnsupportedSyntax, match=message):
        s2sad.grad(fun)(0.7)
