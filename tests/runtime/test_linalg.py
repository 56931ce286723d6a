"""What derivatives of linear algebra need, against what NumPy computes and central differences."""

import numpy as np
import pytest
import scipy.linalg

import s2sad
from s2sad.runtime import linalg as L

RANDOM = np.random.default_rng(3)
A, B, E = (RANDOM.normal(size=(3, 3)) for _ in range(3))
C = A + 1j * B
TALL, WIDE = RANDOM.normal(size=(4, 3)), RANDOM.normal(size=(3, 4))


def change(function, a, e, step=1e-6):
    ahead, behind = function(a + step * e), function(a - step * e)
    if isinstance(ahead, tuple):
        return [(one - other) / (2 * step) for one, other in zip(ahead, behind)]
    return (ahead - behind) / (2 * step)


def test_triangles():
    symmetric = A + A.T
    assert L.symmetric(symmetric) == pytest.approx(symmetric)
    assert L.from_triangle(np.triu(symmetric), True) == pytest.approx(symmetric)
    hermitian = C + C.conj().T
    assert L.symmetric(np.tril(hermitian)) == pytest.approx(hermitian)
    assert L.lower_half(A) + L.lower_half(A.T).T == pytest.approx(
        np.tril(A, -1) + np.triu(A, 1) + np.diag(np.diag(A))
    )
    for upper in (False, True):
        assert np.sum(L.from_triangle(A, upper) * E) == pytest.approx(np.sum(A * L.to_triangle(E, upper)))
    assert np.sum(L.symmetric(A) * E) == pytest.approx(np.sum(A * L.on_lower(E)))


def test_transposes_and_diagonals():
    stack = np.stack([C, 2.0 * C])
    assert np.array_equal(L.turned(stack)[1], 2.0 * C.conj().T) and np.array_equal(
        L.transposed(stack)[0], C.T
    )
    assert L.conjugate(A) is A
    assert np.array_equal(L.on_diagonal(A[:2])[1], np.diag(A[1]))


@pytest.mark.parametrize("shapes", [((2, 9), (9, 9), (9, 2)), ((9, 2), (2, 9), (9, 9))])
def test_a_product_of_three(shapes):
    x, y, z = (RANDOM.normal(size=shape) for shape in shapes)
    assert L.product_of_three(x, y, z) == pytest.approx(x @ y @ z)


def test_quotients_where_there_are_none():
    x, y = np.array([1.0, 0.0, 3.0]), np.array([2.0, 5.0, 0.0])
    assert L.safe_quotient(x, y).tolist() == [0.5, 0.0, 0.0]
    with np.errstate(divide="ignore"):
        assert L.divided(x, y).tolist() == [0.5, 0.0, np.inf]


def test_gaps():
    w = np.array([1.0, 4.0])
    assert L.gaps(w).tolist() == [[np.inf, 3.0], [-3.0, np.inf]]
    assert L.gaps_of_squares(w).tolist() == [[np.inf, 15.0], [-15.0, np.inf]]


def test_gaps_that_are_within_rounding_are_none():
    w = np.array([[1.0, 1.0 + 4e-16, 3.0], [1e-17, -1e-17, 1.0], [1e-9, 2e-9, 1.0]])
    found = L.gaps(w)
    assert found[0, 0].tolist() == [np.inf, 0.0, 2.0] and found[1, 0, 1] == 0.0
    assert found[2, 0, 1] == pytest.approx(1e-9, rel=1e-6)
    assert L.gaps(w[0]).tolist() == found[0].tolist()
    assert L.gaps_of_squares(w)[0, 1, 0] == 0.0
    assert L.gaps(np.float32([1.0, 1.0 + 2e-7]))[0, 1] == 0.0


@pytest.mark.parametrize("eigh", [np.linalg.eigh, scipy.linalg.eigh])
def test_vectors_of_equal_eigenvalues_have_no_derivative(eigh):
    def exponential(a):
        w, v = eigh(a)
        return np.sum((v * np.exp(w)) @ v.T * np.arange(9.0).reshape(3, 3))

    turn = np.linalg.qr(np.arange(9.0).reshape(3, 3) % 4.0)[0]
    for a in (np.eye(3), turn @ np.diag([2.0, 2.0, 1.0]) @ turn.T):
        with np.errstate(all="ignore"):
            assert not np.isfinite(s2sad.grad(exponential)(a)[1, 0])


SINGULAR = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.5, -1.0, 0.3]])


@pytest.mark.parametrize("a", [A, SINGULAR, np.zeros((2, 2))])
def test_the_determinant_and_its_derivatives(a):
    e, d = RANDOM.normal(size=a.shape), RANDOM.normal(size=a.shape)
    assert np.sum(L.cofactors(a) * e) == pytest.approx(change(np.linalg.det, a, e), rel=1e-7, abs=1e-8)
    assert L.adjugate(a) @ a == pytest.approx(np.linalg.det(a) * np.eye(len(a)), abs=1e-12)
    assert L.cofactors_change(e, a) == pytest.approx(change(L.cofactors, a, e), rel=1e-6, abs=1e-6)
    one, other = np.sum(L.cofactors_change(e, a) * d), np.sum(L.cofactors_change(d, a) * e)
    assert one == pytest.approx(other, abs=1e-12)


def decomposed(a, full=False):
    u, s, vh = np.linalg.svd(a, full_matrices=full)
    return u, s, vh


@pytest.mark.parametrize("a", [A, TALL, WIDE])
def test_changes_of_singular_values_and_vectors(a):
    e = RANDOM.normal(size=a.shape)
    u, s, vh = decomposed(a)
    for found, wanted in zip(L.svd_change(e, u, s, vh), change(decomposed, a, e)):
        assert found == pytest.approx(wanted, rel=1e-5, abs=1e-7)
    assert L.singular_values(a) == pytest.approx(s)


@pytest.mark.parametrize("a", [A, TALL, WIDE])
@pytest.mark.parametrize("full", [False, True])
def test_cotangents_of_singular_values_are_the_transposes(a, full):
    if full and a is A:
        full = False
    u, s, vh = decomposed(a, full)
    e = RANDOM.normal(size=a.shape)
    bars = [RANDOM.normal(size=part.shape) for part in (u, s, vh)]
    dots = L.svd_change(e, u, s, vh)
    forth = sum(np.sum(dot * bar) for dot, bar in zip(dots, bars))
    assert np.sum(L.svd_by(*bars, u, s, vh) * e) == pytest.approx(forth)


@pytest.mark.parametrize("a", [A, TALL, WIDE])
def test_changes_and_cotangents_of_qr(a):
    e = RANDOM.normal(size=a.shape)
    q, r = np.linalg.qr(a)
    dots = L.qr_change(e, a, q, r)
    for found, wanted in zip(dots, change(lambda a: tuple(np.linalg.qr(a)), a, e)):
        assert found == pytest.approx(wanted, rel=1e-5, abs=1e-7)
    bars = RANDOM.normal(size=q.shape), RANDOM.normal(size=r.shape)
    forth = np.sum(dots[0] * bars[0]) + np.sum(dots[1] * bars[1])
    assert np.sum(L.qr_by(*bars, a, q, r) * e) == pytest.approx(forth)


@pytest.mark.parametrize("b", [RANDOM.normal(size=3), RANDOM.normal(size=(3, 2))])
def test_systems(b):
    out = np.linalg.solve(A, b)
    bar = RANDOM.normal(size=out.shape)
    e = RANDOM.normal(size=(3, 3))
    b_bar = np.linalg.solve(A.T, bar)
    wanted = np.sum(change(lambda a: np.linalg.solve(a, b), A, e) * bar)
    assert np.sum(L.solve_by_left(b_bar, A, b, out) * e) == pytest.approx(wanted, rel=1e-6)
    assert L.is_vector(A, b) is (b.ndim == 1)
    assert L.solve_any(A, b, b.ndim == 1) == pytest.approx(out)
    assert L.matmul_any(A, out, b.ndim == 1) == pytest.approx(b)


def test_least_squares():
    b = RANDOM.normal(size=(4, 2))
    assert [np.shape(part) for part in L.least_squares(TALL, b, None)] == [(3, 2), (2,), ()]
    eps = np.finfo(float).eps
    assert [L.lstsq_cutoff(TALL, rcond) for rcond in (None, -1.0, 0.1)] == [4 * eps, eps, 0.1]
    assert L.times_turned(C[0], C[1]) == pytest.approx(np.outer(C[0], C[1].conj()))
    assert L.times_turned(C, C) == pytest.approx(C @ C.conj().T)
    assert L.per_column(np.zeros(0), b).tolist() == [0.0, 0.0] and L.per_column(np.ones(2), b).tolist() == [
        1.0,
        1.0,
    ]


def test_slopes_of_absolute_values_and_norms():
    x = np.array([3.0, 0.0, -4.0])
    assert L.phase(x).tolist() == [1.0, 0.0, -1.0]
    assert L.phase(np.array([3 + 4j, 0j])) == pytest.approx(np.array([0.6 - 0.8j, 0]))
    found = L.power_norm_slope(x, 3.0, np.linalg.norm(x, 3))
    steps = 1e-6 * np.eye(3)
    wanted = [(np.linalg.norm(x + h, 3) - np.linalg.norm(x - h, 3)) / 2e-6 for h in steps]
    assert found == pytest.approx(wanted, abs=1e-8)
