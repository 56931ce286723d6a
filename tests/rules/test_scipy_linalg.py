"""The rules of `scipy.linalg` at every one of their sample points, and in derivatives of functions that call them."""

import pathlib
import sys

import numpy as np
import pytest

linalg = pytest.importorskip("scipy.linalg")

import s2sad
from s2sad.rules import scipy_eigenvalues, scipy_factors, scipy_linalg, scipy_matrices, scipy_riccati
from s2sad.rules.book import rules_in
from s2sad.rules.declare import Adjoint, Bilinear, Linear, Program

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import check_rule, leaves

RULES = rules_in(scipy_eigenvalues, scipy_linalg, scipy_factors, scipy_matrices, scipy_riccati)
A = np.array([[2.0, 0.3, -0.5], [0.7, 1.5, 0.2], [-0.1, 0.6, 3.0]])
X = np.array([0.3, -1.2, 0.8])


def samples(*forms):
    return [
        pytest.param(rule, function, sample, id=f"{rule.name}-{getattr(function, '__name__', '?')}-{number}")
        for rule in RULES
        if isinstance(rule, forms)
        for function in rule.functions
        for number, sample in enumerate(rule.at)
    ]


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Linear, Bilinear, Adjoint))
def test_tangents_and_cotangents(rule, function, sample):
    check_rule(rule, function, sample)


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Program))
def test_programs_give_the_value(rule, function, sample):
    expected = function(*sample.args, **sample.kwargs)
    found = rule.define(*sample.args, **sample.kwargs)
    for one, other in zip(leaves(found), leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-13)
        assert np.shape(one) == np.shape(other)
        assert np.asarray(one).dtype == np.asarray(other).dtype


def test_every_rule_has_samples_and_says_what_it_is():
    rules = [rule for rule in RULES if hasattr(rule, "at")]
    assert [rule.name for rule in rules if not rule.at or not rule.doc] == []


# ------------------------------------------------------------------------------- whole functions, twice over


def cholesky_solver(a, b):
    k = a @ a.T + np.eye(3)
    factor = linalg.cho_factor(k, lower=True)
    upper = linalg.cholesky(k)
    return b @ linalg.cho_solve(factor, b) + np.sum(np.log(np.diag(upper)))


def lu_solver(a, b):
    factors = linalg.lu_factor(a)
    p, lower, upper = linalg.lu(a)
    return b @ linalg.lu_solve(factors, b) + np.sum((p @ lower) ** 2 * upper)


def triangular_solver(a, b):
    z = linalg.solve_triangular(np.tril(a), b, lower=True)
    y = linalg.solve_triangular(np.tril(a), z, lower=True, trans="T") + linalg.solve_triangular(a, b)
    return y @ z + linalg.solve(a, b) @ linalg.inv(a) @ b + linalg.det(a)


def structured_solver(a, b):
    return b @ linalg.solve(a @ a.T, b, assume_a="pos") + b @ linalg.solve(
        a + a.T, b, lower=True, assume_a="sym"
    )


def exponentials(a, b):
    return np.sum((linalg.expm(a) @ b) ** 2) + np.trace(linalg.expm(-0.5 * a) @ linalg.sqrtm(a @ a.T))


def banded_solver(a, b):
    bands = np.stack([a[0], 3.0 + a[1], a[2]])
    return np.sum(linalg.solve_banded((1, 1), bands, b) ** 2) + b @ linalg.solveh_banded(bands[:2], b)


def special_matrices(a, b):
    whole = linalg.block_diag(linalg.toeplitz(b, a[0]), linalg.circulant(b), a)
    return np.sum(whole @ whole * np.arange(9.0)) + np.sum(linalg.hankel(a[1]) ** 2)


def eigenvalues(a, b):
    w, v = linalg.eigh(a + a.T)
    return np.sum(w**2 * b) + np.sum(v**4) + np.sum(linalg.svdvals(a)) + linalg.norm(a)


def equations(a, b):
    x = linalg.solve_sylvester(a, a.T, np.outer(b, b))
    return np.sum(x**2) + np.trace(linalg.solve_continuous_lyapunov(a, x)) * b[0]


PROGRAMS = [
    cholesky_solver,
    lu_solver,
    triangular_solver,
    structured_solver,
    exponentials,
    banded_solver,
    special_matrices,
    eigenvalues,
    equations,
]


def slope(function, args, dots, h):
    return (
        np.asarray(function(*[a + h * d for a, d in zip(args, dots)]))
        - np.asarray(function(*[a - h * d for a, d in zip(args, dots)]))
    ) / (2.0 * h)


@pytest.mark.parametrize("function", PROGRAMS)
def test_gradients_of_functions(function):
    rng = np.random.default_rng(3)
    dots = (rng.normal(size=(3, 3)), rng.normal(size=3))
    by_a, by_b = s2sad.grad(function, (0, 1), rules=RULES)(A, X)
    expected = slope(function, (A, X), dots, 1e-5)
    assert np.sum(by_a * dots[0]) + by_b @ dots[1] == pytest.approx(expected, rel=1e-7)
    _, pushed = s2sad.jvp(function, (A, X), dots, rules=RULES)
    assert pushed == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize("function", PROGRAMS)
def test_second_derivatives_of_functions(function):
    direction = np.random.default_rng(5).normal(size=(3, 3))
    gradient = s2sad.grad(function, rules=RULES)
    expected = slope(lambda a: gradient(a, X), (A,), (direction,), 1e-5)
    hessian = s2sad.hessian(function, rules=RULES)(A, X)
    np.testing.assert_allclose(np.tensordot(hessian, direction, 2), expected, rtol=1e-5, atol=1e-6)


# ---------------------------------------------------------------------- pairs, parts, equations of control, by differences


def of_matrix(x):
    return A * x[0] + np.diag(x)


def of_pair(x):
    m = of_matrix(x)
    return np.sum(linalg.eigvals(m, m @ m.T + np.eye(3)).real ** 2)


def vectors_of_pair(x):
    m = of_matrix(x)
    w, v = linalg.eigh(m @ m.T, np.eye(3) + 0.1 * m.T @ m)
    return np.dot(w, X) + np.sum(v[:, 0] ** 2 * X)


def part_of_spectrum(x):
    m = of_matrix(x)
    w, v = linalg.eigh(m @ m.T, subset_by_index=[0, 1])
    return np.sum(w) + v[0, 0] * v[1, 0] + np.sum(linalg.eigvalsh(m @ m.T, subset_by_value=[0.0, 8.0]))


def vector_of_any(x):
    w, v = linalg.eig(of_matrix(x))
    i = np.argmax(w.real)
    return w[i].real + np.abs(v[0, i] / v[1, i])


def regulator(x):
    a = np.array([[0.0, 1.0], [-x[0], -x[1]]])
    b = np.array([[0.0], [1.0]])
    r = np.array([[1.0 + x[2] ** 2]])
    p = linalg.solve_continuous_are(a, b, np.eye(2), r)
    q = linalg.solve_discrete_are(0.5 * a, b, np.eye(2), r)
    return np.sum((b.T @ p) ** 2) + q[0, 1] + q[1, 1]


def fitted_line(x):
    p, left, _, _ = linalg.lstsq(
        np.vander(np.array([1.0, 2.0, 3.0, 4.0]) * x[0], 2), np.array([1.0, 3.0, 2.0, x[1]])
    )
    return p[0] * p[1] + left


@pytest.mark.parametrize(
    "function", [of_pair, vectors_of_pair, part_of_spectrum, vector_of_any, regulator, fitted_line]
)
def test_whole_functions_against_differences(function):
    at = np.array([1.2, 0.7, 0.4])
    units = 1e-5 * np.eye(3)
    expected = [(function(at + u) - function(at - u)) / 2e-5 for u in units]
    gradient = s2sad.grad(function)
    np.testing.assert_allclose(gradient(at), expected, rtol=1e-6, atol=1e-8)
    assert s2sad.jvp(function, (at,), (X,))[1] == pytest.approx(np.dot(expected, X), rel=1e-6)
    second = (gradient(at + 1e-5 * X) - gradient(at - 1e-5 * X)) / 2e-5
    np.testing.assert_allclose(s2sad.hvp(function, (at,), (X,))[0], second, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("decompose", [lambda m: linalg.schur(m)[0], lambda m: linalg.hessenberg(m)])
def test_decompositions_that_are_refused(decompose):
    with pytest.raises(s2sad.NoRuleError, match="eigh"):
        s2sad.grad(lambda x: np.sum(decompose(of_matrix(x))))(X)


def test_left_vectors_are_refused():
    with pytest.raises(NotImplementedError, match="right vectors"):
        s2sad.grad(lambda x: np.sum(np.abs(linalg.eig(of_matrix(x), left=True)[1])))(X)
