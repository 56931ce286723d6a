"""Linear algebra: the rules at all samples, and where matrices are singular or eigenvalues equal."""

import pathlib
import sys

import numpy as np
import pytest

from s2sad.rules import decompositions, linalg
from s2sad.rules.book import STANDARD
from s2sad.rules.declare import Program
from s2sad.runtime.linalg import is_vector
from s2sad.runtime.refusals import NoDerivative

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import check_rule, inner, leaves, random_like
from test_products import cases, check_derivatives, check_program, check_single

A = np.array([[2.0, 0.3, 0.5], [0.7, -1.5, 0.2], [0.1, 0.4, 1.2]])
W = np.array([[0.3, -0.7, 0.2], [0.1, 0.5, -0.9], [0.4, 0.2, 0.6]])
X = np.array([0.3, -1.2, 0.8])
T = A[:, :2] + 0.1
B = np.stack([A, A.T + 0.1])
Z = A + 1j * W
HERMITIAN = Z + np.conj(Z.T)
ALL = [*cases(linalg), *cases(decompositions)]


def rule_of(function, positional=1, keywords=()):
    return STANDARD.lookup(function, positional, keywords)


@pytest.mark.parametrize(("rule", "function", "sample"), ALL)
def test_rules_at_their_samples(rule, function, sample):
    (check_program if isinstance(rule, Program) else check_rule)(rule, function, sample)


@pytest.mark.parametrize(("rule", "function", "sample"), ALL)
def test_single_precision_is_kept(rule, function, sample):
    check_single(rule, function, sample)


# ------------------------------------------------------------------------------------ vectors that may turn freely


def projected(out):
    """A function of eigenvalues and eigenvectors that does not depend on their phase."""
    w, v = out
    return (v * np.sin(w)) @ np.conj(v.T)


def put_together(out):
    """A function of singular values and vectors that does not depend on their phase, nor on vectors beyond them."""
    u, s, vh = out
    return (u[:, : len(s)] * np.sin(s)) @ vh[: len(s)]


def similar(out):
    w, v = out
    return (v * np.sin(w)) @ np.linalg.inv(v)


def beyond(out):
    """The projection on the vectors that belong to no singular value."""
    u, s, vh = out
    return u[:, len(s) :] @ np.conj(u[:, len(s) :].T), np.conj(vh[len(s) :].T) @ vh[len(s) :]


DECOMPOSED = [
    (np.linalg.eigh, HERMITIAN, projected),
    (np.linalg.eigh, A + A.T, projected),
    (np.linalg.svd, Z, put_together),
    (np.linalg.svd, T, put_together),
    (np.linalg.svd, T, beyond),
    (np.linalg.svd, T.T, beyond),
    (np.linalg.svd, Z[:, :2], beyond),
    (np.linalg.svd, Z[:1], beyond),
    (np.linalg.svd, Z[:1], put_together),
    (np.linalg.eig, A, similar),
    (np.linalg.eig, A - 2.0 * A.T + W, similar),
    (np.linalg.eig, Z, similar),
]


@pytest.mark.parametrize(("function", "a", "free"), DECOMPOSED)
def test_tangents_of_what_does_not_depend_on_phases(function, a, free):
    rng, h = np.random.default_rng(5), 1e-5
    a_dot = random_like(a, rng)
    a_dot = a_dot + np.conj(a_dot.T) if free is projected else a_dot
    out = function(a)
    out_dot = rule_of(function).push(a_dot, a, out=out)
    one, other = (free([v + h * step * d for v, d in zip(out, out_dot)]) for step in (1, -1))
    moved, back = free(function(a + h * a_dot)), free(function(a - h * a_dot))
    for values in zip(leaves(one), leaves(other), leaves(moved), leaves(back), strict=True):
        np.testing.assert_allclose(values[0] - values[1], values[2] - values[3], rtol=1e-6, atol=2 * h * 1e-6)


@pytest.mark.parametrize(("function", "a", "free"), DECOMPOSED)
def test_cotangents_are_the_transposes_of_tangents(function, a, free):
    rng = np.random.default_rng(5)
    rule, out, a_dot = rule_of(function), function(a), random_like(a, rng)
    out_bar = tuple(random_like(value, rng) for value in out)
    out_dot = rule.push(a_dot, a, out=out)
    a_bar = rule.define(out_bar, a, out=out)
    assert inner(a_bar, a_dot) == pytest.approx(inner(out_bar, out_dot), rel=1e-9)


# ------------------------------------------------------------------------------------------------- equal and singular


def test_equal_eigenvalues_have_finite_derivatives_of_sums():
    out = np.linalg.eigh(np.eye(3))
    a_bar = rule_of(np.linalg.eigh).define((2.0 * out[0], np.zeros((3, 3))), np.eye(3), out=out)
    np.testing.assert_allclose(a_bar, 2.0 * np.eye(3), atol=1e-15)


def test_the_first_eigenvector_of_a_matrix_of_rank_one_has_a_derivative():
    def first(a):
        return np.linalg.eigh(a)[1][:, -1]

    a, h = np.diag([0.0, 0.0, 4.0]), 1e-5
    bar = np.zeros((3, 3))
    bar[:, -1] = X
    a_bar = rule_of(np.linalg.eigh).define((np.zeros(3), bar), a, out=np.linalg.eigh(a))
    e = np.zeros((3, 3))
    e[2, 0] = 1.0
    sign = np.sign(first(a)[2])
    slope = (
        first(a + h * e) * np.sign(first(a + h * e)[2]) - first(a - h * e) * np.sign(first(a - h * e)[2])
    ) / (2 * h)
    assert np.all(np.isfinite(a_bar))
    assert a_bar[2, 0] == pytest.approx(sign * slope @ X)


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_vectors_of_equal_eigenvalues_have_no_derivative():
    out = np.linalg.eigh(np.eye(2))
    a_bar = rule_of(np.linalg.eigh).define((np.zeros(2), W[:2, :2]), np.eye(2), out=out)
    assert not np.all(np.isfinite(a_bar))


@pytest.mark.parametrize("a", [np.eye(2), np.zeros((3, 2)), np.outer(X, X)])
def test_singular_values_that_are_equal_or_zero(a):
    out = np.linalg.svd(a)
    bars = np.zeros_like(out[0]), np.ones_like(out[1]), np.zeros_like(out[2])
    a_bar = rule_of(np.linalg.svd).define(bars, a, out=out)
    k = len(out[1])
    np.testing.assert_allclose(a_bar, out[0][:, :k] @ out[2][:k], atol=1e-15)


@pytest.mark.parametrize("a", [np.outer(X, X), np.zeros((3, 3)), np.diag([0.0, 2.0, 3.0]), np.eye(3)])
def test_determinants_of_singular_matrices(a):
    rule = rule_of(linalg.cofactors)
    value = rule.functions[0](a)
    e, h = W, 1e-3
    slope = (np.linalg.det(a + h * e) - np.linalg.det(a - h * e)) / (2 * h)  # a cubic: up to h²
    assert np.sum(value * e) == pytest.approx(slope, abs=h * h)
    second = (np.linalg.det(a + h * e) - 2.0 * np.linalg.det(a) + np.linalg.det(a - h * e)) / h**2
    assert np.sum(rule.push(e, a, out=value) * e) == pytest.approx(second, abs=1e-8)


@pytest.mark.parametrize("order", [None, 1, 2, 3, 1.5, 0, np.inf, -np.inf, -1])
def test_norms_of_vectors_at_zero(order):
    zero = np.zeros(3)
    with np.errstate(divide="ignore"):
        out = np.linalg.norm(zero, order)
    np.testing.assert_array_equal(rule_of(np.linalg.norm).define(1.0, zero, order, out=out), zero)


@pytest.mark.parametrize("order", [None, "fro", "nuc", 1, -1, 2, -2, np.inf])
def test_norms_of_matrices_at_zero(order):
    zero = np.zeros((3, 2))
    bar = rule_of(np.linalg.norm).define(1.0, zero, order, out=np.linalg.norm(zero, order))
    np.testing.assert_array_equal(bar, zero)


def test_ties_of_norms_share():
    x = np.array([2.0, -2.0, 1.0])
    bar = rule_of(np.linalg.norm).define(1.0, x, np.inf, out=2.0)
    np.testing.assert_array_equal(bar, [0.5, -0.5, 0.0])
    np.testing.assert_allclose(rule_of(np.linalg.norm).define(1.0, np.eye(2), 2, out=1.0), np.eye(2) / 2)


# ------------------------------------------------------------------------------------------------------- variants


def test_what_counts_as_a_vector_on_the_right():
    old = int(np.__version__.split(".")[0]) < 2
    assert is_vector(A, X) and not is_vector(A, T)
    assert is_vector(B, A[:2]) == old
    if old:
        check_rule(rule_of(np.linalg.solve, 2), np.linalg.solve, type(ALL[0].values[2])((B, A[:2])))
    else:
        check_rule(rule_of(np.linalg.solve, 2), np.linalg.solve, type(ALL[0].values[2])((B, X)))


@pytest.mark.skipif(int(np.__version__.split(".")[0]) < 2, reason="a keyword of NumPy 2")
@pytest.mark.parametrize("a", [A @ A.T, Z @ np.conj(Z.T), np.stack([A @ A.T, W @ W.T + np.eye(3)])])
def test_upper_triangles(a):
    sample = type(ALL[0].values[2])((a,), {"upper": True})
    check_rule(rule_of(np.linalg.cholesky, 1, ("upper",)), np.linalg.cholesky, sample)


def test_only_one_triangle_is_read():
    a_bar = rule_of(np.linalg.eigvalsh).define(X, A, out=np.linalg.eigvalsh(A))
    assert not np.any(np.triu(a_bar, 1))
    a_bar = rule_of(np.linalg.eigvalsh, 2).define(X, A, "U", out=np.linalg.eigvalsh(A, "U"))
    assert not np.any(np.tril(a_bar, -1))


def test_bases_of_what_is_left_are_refused():
    with pytest.raises(NoDerivative, match="complete"):
        rule_of(np.linalg.qr, 2).define(T, "complete")


@pytest.mark.parametrize("b", [X, W[:, :2]])
def test_solutions_of_too_few_independent_equations(b):
    a = np.outer(X, [1.0, 2.0])  # of rank one, and so is its change
    a_dot = np.outer(X, [0.3, -0.1]) + np.outer(W[0], [1.0, 2.0])
    rule, function = rule_of(decompositions.least_squares, 3), decompositions.least_squares
    h, out = 1e-6, function(a, b, None)
    near = [np.outer(X + sign * h * W[0], [1.0 + sign * h * 0.3, 2.0 - sign * h * 0.1]) for sign in (1, -1)]
    slope = (function(near[0], b, 1e-8)[0] - function(near[1], b, 1e-8)[0]) / (2 * h)
    x_dot = rule.push(a_dot, np.zeros_like(b), a, b, None, out=out)[0][0]
    np.testing.assert_allclose(x_dot, slope, rtol=1e-5, atol=1e-7)


# ------------------------------------------------------------------------------------------- as compiled functions


def of_inverses(a):
    return np.sum(np.linalg.inv(a) ** 2) + np.sum(np.linalg.pinv(a[:, :2]) ** 2) + np.linalg.cond(a)


def of_determinants(a):
    sign, size = np.linalg.slogdet(a)
    return np.linalg.det(a) ** 2 + sign * size + np.linalg.slogdet(a).logabsdet ** 2


def of_singular(a):
    return np.linalg.det(np.outer(a[0], a[1]) + 0.0 * a) + np.sum(a**2)


def of_equations(a):
    x = np.linalg.solve(a, X)
    return np.sum(x**3) + np.sum(np.linalg.solve(B, a[None]) ** 2) + np.sum(np.linalg.tensorsolve(a, x) ** 2)


def of_least_squares(a):
    x, rest, rank, values = np.linalg.lstsq(a, X, rcond=None)
    return np.sum(x**3) + np.sum(rest) ** 2 + rank * values[0] ** 2


def of_triangles(a):
    return np.sum(np.linalg.cholesky(a @ a.T + np.eye(3)) * W) ** 2


def of_eigenvalues(a):
    w, v = np.linalg.eigh(a + a.T)
    return np.sum((v @ np.diag(np.sin(w)) @ v.T) * W) ** 2 + np.sum(np.linalg.eigvalsh(a) ** 3)


def of_any_eigenvalues(a):
    w, v = np.linalg.eig(a)
    return np.real(np.sum(w**3 * np.exp(w))) + np.real(np.sum(np.sin(np.linalg.eigvals(a))))


def of_singular_values(a):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    alone = np.linalg.svd(a, compute_uv=False)
    return np.sum(((u * np.sin(s)) @ vh) ** 3) + alone[0] ** 3


def of_rest(a):
    u, s, vh = np.linalg.svd(a)
    return (u[:, 2] @ X) ** 2 + np.sum(s**3)


def of_qr(a):
    q, r = np.linalg.qr(a)
    return np.sum(q * W) + np.sum(r**2 * W) + np.sum(np.linalg.qr(a[:2])[1] ** 3)


def of_norms(a):
    vectors = (
        np.linalg.norm(a, 3, axis=1)[0]
        + np.sum(np.linalg.norm(a, axis=0) ** 3)
        + np.linalg.norm(a[0], np.inf)
    )
    return vectors + sum(np.linalg.norm(a, order) ** 2 for order in (1, 2)) + np.linalg.norm(a, "nuc")


def of_powers(a):
    many = np.linalg.multi_dot([a, a.T, a, X])
    return np.sum(np.linalg.matrix_power(a, 5) ** 2) + np.sum(np.linalg.matrix_power(a, -1)) + np.sum(many**2)


@pytest.mark.parametrize(
    ("function", "at"),
    [
        (of_inverses, A),
        (of_determinants, A),
        (of_singular, A),
        (of_equations, A),
        (of_least_squares, T),
        (of_triangles, A),
        (of_eigenvalues, A),
        (of_any_eigenvalues, A),
        (of_singular_values, T),
        (of_rest, T),
        (of_qr, A),
        (of_norms, A),
        (of_powers, A),
    ],
)
def test_compiled_derivatives(function, at):
    check_derivatives(function, at)
