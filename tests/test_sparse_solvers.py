"""Linear systems and eigenvalues of sparse matrices that vary: by factors, by iterations, in both modes, of second order."""

import numpy as np
import pytest
import scipy.sparse.linalg

import s2sad

sp = pytest.importorskip("scipy.sparse")
sl = pytest.importorskip("scipy.sparse.linalg")

N = 5
K, B = np.linspace(1.2, 1.9, N + 1) ** 2, np.array([0.3, -1.2, 0.8, 0.5, -0.6])
SECOND = sp.diags([np.ones(N - 1), -2 * np.ones(N), np.ones(N - 1)], [-1, 0, 1], format="csc")
FACTORS = sl.splu(SECOND)
SCALES = sp.diags(1.0 / np.arange(1.0, N + 1))


def compare(function, k, b):
    """The gradient, the tangent, and the second derivative along a direction, with differences."""
    rng = np.random.default_rng(0)
    dots = rng.normal(size=np.shape(k)), rng.normal(size=np.shape(b))

    def along(f):
        up, down = (f(k + h * dots[0], b + h * dots[1]) for h in (1e-5, -1e-5))
        return (up - down) / 2e-5

    by_k, by_b = s2sad.grad(function, (0, 1))(k, b)
    expected = along(function)
    assert by_k @ dots[0] + by_b @ dots[1] == pytest.approx(expected, rel=2e-6)
    value, pushed = s2sad.jvp(function, (k, b), dots)
    assert (value, pushed) == pytest.approx((function(k, b), expected), rel=2e-6)
    gradient = s2sad.grad(function, (0, 1))
    second = np.concatenate(s2sad.jvp(gradient, (k, b), dots)[1])
    scale = 1e-5 * (1.0 + np.max(np.abs(second)))
    np.testing.assert_allclose(second, along(lambda *at: np.concatenate(gradient(*at))), 1e-4, scale)


def stiffness(k):
    return sp.diags([-k[1:-1], k[:-1] + k[1:], -k[1:-1]], [-1, 0, 1], format="csc")


def unsymmetric(k):
    return stiffness(k) + sp.diags([0.3 * k[: N - 1] ** 2], [1])


def direct(k, b):
    return np.sum(sl.spsolve(unsymmetric(k).tocsr(), b) ** 3)


def several_sides(k, b):
    return np.sum(sl.spsolve(stiffness(k), np.outer(b, b[:2])) ** 2)


def one_column(k, b):
    return np.sum(sl.spsolve(stiffness(k), b[:, None]) * k[:N])


def by_factors(k, b):
    factors = sl.splu(unsymmetric(k).tocsc())
    x = factors.solve(b)
    return x @ factors.solve(x, "T")


def by_a_function(k, b):
    solve = sl.factorized(unsymmetric(k))
    return np.sum(solve(solve(b)) ** 2)


def implicit_steps(k, b):
    factors = sl.splu(sp.identity(N, format="csc") - 0.1 * k[0] * SECOND)
    for _ in range(3):
        b = factors.solve(b)
    return b @ b


def steps_with_a_constant_matrix(k, b):
    solve = sl.factorized(sp.identity(N, format="csc") - 0.1 * SECOND)
    for _ in range(3):
        b = solve(b * k[0])
    return b @ b


def constant_factors(k, b):
    return np.sum(FACTORS.solve(b * k[0]) ** 2) + np.sum(sl.spsolve(SECOND, b * k[1]) ** 2)


def triangle(k, b):
    return np.sum(sl.spsolve_triangular(sp.tril(stiffness(k), format="csr"), b) ** 2)


def conjugate_gradients(k, b):
    x, info = sl.cg(stiffness(k), b, rtol=1e-13, atol=1e-13)
    assert info == 0
    return np.sum(x**3)


def residuals(k, b):
    x, _ = sl.gmres(unsymmetric(k), b, rtol=1e-13, atol=1e-13)
    y, _ = sl.bicgstab(unsymmetric(k), b, rtol=1e-13, atol=1e-13)
    return np.sum(x**3) + np.sum(x * y * k[:N])


def other_iterations(k, b):
    x, _ = sl.minres(stiffness(k), b, rtol=1e-13)
    y, _ = sl.lgmres(unsymmetric(k), b, rtol=1e-13, atol=1e-13)
    z, _ = sl.cgs(unsymmetric(k), b, rtol=1e-13, atol=1e-13)
    w, _ = sl.bicg(unsymmetric(k), b, rtol=1e-13, atol=1e-13)
    return x @ y + z @ w


def preconditioned(k, b):
    A = stiffness(k)
    x, _ = sl.cg(A, b, M=SCALES, rtol=1e-13, atol=1e-13)
    y, _ = sl.cg(A, b, M=sp.diags(1.0 / A.diagonal()), rtol=1e-13, atol=1e-13)
    z, _ = sl.gmres(
        unsymmetric(k), b, M=sl.LinearOperator((N, N), matvec=lambda v: v / 2.0), rtol=1e-13, atol=1e-13
    )
    return x @ y + x @ z


def a_dense_matrix(k, b):
    return np.sum(sl.spsolve(sp.csc_matrix(np.diag(k[:N]) + 0.1 * np.outer(b, b)), b) ** 2)


def newton(k, b):
    u = b
    for _ in range(3):
        residual = stiffness(k) @ u + 0.1 * u**3 - b
        u = u - sl.spsolve((stiffness(k) + sp.diags(0.3 * u**2)).tocsc(), residual)
    return u @ u


def eigenvalues(k, b):
    found = sl.eigsh(stiffness(k), k=2, sigma=0.0, return_eigenvectors=False, v0=np.ones(N))
    return np.sum(found**2) * b[0]


def eigenvectors(k, b):
    w, v = sl.eigsh(stiffness(k), k=2, which="SA", v0=np.ones(N))
    return np.sum(w**2) + np.sum((v**2) @ np.array([1.0, 2.0]) * b)


def norms(k, b):
    return sl.norm(stiffness(k)) * b[0]


PROGRAMS = [
    direct, several_sides, one_column, by_factors, by_a_function, implicit_steps, steps_with_a_constant_matrix,
    constant_factors, triangle, conjugate_gradients, residuals, other_iterations, preconditioned, a_dense_matrix,
    newton, eigenvalues, eigenvectors, norms,
]  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs(program):
    compare(program, K, B)


def test_the_adjoint_of_a_matrix_has_its_pattern():
    """A matrix of so many rows doesn't fit into memory as a dense one."""
    n = 200_000
    k = np.linspace(1.0, 2.0, n)

    def loss(k):
        A = sp.diags([-k[1:], 2.0 * k + 1.0, -k[:-1]], [-1, 0, 1], format="csc")
        return np.sum(sl.spsolve(A, np.ones(n)) ** 2)

    dot = np.cos(np.arange(n))
    expected = (loss(k + 1e-5 * dot) - loss(k - 1e-5 * dot)) / 2e-5
    assert s2sad.grad(loss)(k) @ dot == pytest.approx(expected, rel=1e-5)
    assert s2sad.jvp(loss, (k,), (dot,))[1] == pytest.approx(expected, rel=1e-5)


def test_one_factorisation_serves_both_sweeps():
    """The reverse sweep solves the transposed system with the factors of the forward sweep."""
    gradient = s2sad.grad(direct, (0, 1))
    gradient(K, B)
    assert gradient.source.count("factors_of(") == 1


def test_a_multiple_eigenvalue_has_no_derivative():
    def lowest(a):
        values, vectors = sl.eigsh(
            sp.diags([np.array([1.0, 1.0, 3.0, 4.0]) * a], [0]), k=2, which="SA", v0=np.ones(4)
        )
        return values[0] + vectors[0, 0]

    with pytest.raises(ArithmeticError, match="multiple"):
        s2sad.grad(lowest)(1.0)


def test_what_is_refused():
    for function in (
        lambda k: np.sum(sl.inv(stiffness(k)).toarray()),
        lambda k: np.sum(sl.expm_multiply(stiffness(k), B)),
        lambda k: np.sum(sl.spilu(stiffness(k)).solve(B)),
    ):
        with pytest.raises(s2sad.DifferentiationError, match="spsolve"):
            s2sad.grad(function)(K)
    with pytest.raises(NotImplementedError, match="right-hand side"):
        s2sad.grad(lambda k: sl.spsolve(stiffness(k), sp.csc_matrix(B[:, None] * k[0])).sum())(K)


def test_products_with_a_sparse_matrix_in_an_operator():
    def by_products(k):
        operator = sl.LinearOperator((N, N), matvec=lambda v: stiffness(k) @ v)
        return sl.cg(operator, B, rtol=1e-13, atol=0.0)[0] @ B

    direct = s2sad.grad(lambda k: sl.spsolve(stiffness(k), B) @ B)(K)
    np.testing.assert_allclose(s2sad.grad(by_products)(K), direct, rtol=1e-8)


TALL = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0], [2.0, 0.0, 1.0], [1.0, 1.0, 1.0]])
AT = np.nonzero(TALL)


def tall(v):
    return sp.csr_matrix((v, AT), shape=(4, 3))


def even(v):
    a = sp.csr_matrix((v[:6], ([0, 0, 1, 2, 2, 1], [0, 2, 1, 0, 2, 2])), shape=(3, 3))
    return a + a.T


@pytest.mark.parametrize(
    "f",
    [
        lambda v: np.sum(sl.lsqr(tall(v), np.arange(4.0), atol=1e-14, btol=1e-14)[0] ** 2),
        lambda v: np.sum(sl.lsmr(tall(v), np.arange(4.0), damp=0.3, atol=1e-14, btol=1e-14)[0] ** 2),
        lambda v: np.sum(sl.svds(tall(v), k=2, return_singular_vectors=False, v0=np.ones(3)) ** 3),
        lambda v: np.sum(np.abs(sl.svds(tall(v), k=1, v0=np.ones(3))[0]) ** 3),
        lambda v: sl.eigsh(even(v), k=1, M=sp.diags(v[:3]).tocsc(), which="LA", v0=np.ones(3))[0][0],
    ],
)
def test_least_squares_and_singular_values(f):
    v = TALL[AT]
    slopes = [(f(v + 1e-6 * u) - f(v - 1e-6 * u)) / 2e-6 for u in np.eye(len(v))]
    np.testing.assert_allclose(s2sad.grad(f)(v), slopes, rtol=1e-5, atol=1e-6)
    assert s2sad.jvp(f, (v,), (np.cos(v),))[1] == pytest.approx(np.dot(slopes, np.cos(v)), rel=1e-5)


def test_a_constant_matrix_that_is_made_within_has_its_factors_called_by_their_rule():
    places = np.arange(3)

    def solved(f):
        matrix = scipy.sparse.coo_matrix((np.array([2.0, 4.0, 5.0]), (places, places))).tocsr()
        u = scipy.sparse.linalg.spsolve(matrix, f)
        return u @ (matrix @ u)

    assert s2sad.grad(solved)(np.ones(3)) == pytest.approx(2.0 / np.array([2.0, 4.0, 5.0]))
