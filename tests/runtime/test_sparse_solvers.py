"""Factors and eigenvalues of sparse matrices, against dense ones."""

import numpy as np
import pytest

sparse = pytest.importorskip("scipy.sparse")
from scipy.sparse import linalg  # noqa: E402

from s2sad.runtime import sparse_solvers as S  # noqa: E402
from s2sad.runtime.refusals import NoDerivative, RefusedPoint  # noqa: E402
from s2sad.runtime.sparse_places import pattern_of, values_of  # noqa: E402

DENSE = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 5.0]])
A = sparse.csr_array(DENSE)
VALUES, PATTERN = values_of(A), pattern_of(A)
B = np.array([1.0, -2.0, 0.5])


@pytest.mark.parametrize("scale", [1.0, 1.0 + 2.0j])
@pytest.mark.parametrize("b", [B, 1j * B, np.stack([B, 2.0 * B], axis=1)])
@pytest.mark.parametrize("turned", [False, True])
def test_one_factorisation_serves_both_systems(scale, b, turned):
    values = VALUES * scale * np.arange(1.0, len(VALUES) + 1)
    dense = PATTERN.matrix(values).toarray()
    found = S.solved(values, b, PATTERN, S.factors_of(values, PATTERN), turned)
    assert found == pytest.approx(np.linalg.solve(dense.T if turned else dense, b))


def test_factors_that_were_given():
    lu = linalg.splu(sparse.csc_array(A))
    made = S.LU(VALUES, PATTERN, S.given_factors(lu))
    assert made.solve(B) == pytest.approx(np.linalg.solve(DENSE, B)) == made(B)
    assert made.solve(B, "T") == pytest.approx(np.linalg.solve(DENSE.T, B))
    assert made.shape == (3, 3) and made.nnz == lu.nnz
    with pytest.raises(NoDerivative, match="trans='H'"):
        made.solve(B, "H")


@pytest.mark.parametrize("solver", ["cg", "gmres", "bicgstab", "minres"])
def test_iterations(solver):
    found, failed = S.begun(VALUES, B, PATTERN, solver, {})
    assert not failed and found == pytest.approx(np.linalg.solve(DENSE, B), rel=1e-4)
    assert S.iterated_again(VALUES, B, PATTERN, solver, {}) == pytest.approx(
        np.linalg.solve(DENSE, B), rel=1e-9
    )
    assert S.iterated(VALUES, B, found, PATTERN, solver, {}) is found


def test_a_preconditioner_is_transposed():
    options = S.turned_options({"M": np.triu(DENSE), "maxiter": 3})
    assert np.array_equal(options["M"], np.triu(DENSE).T) and options["maxiter"] == 3
    assert S.turned_options({"M": None}) == {"M": None}


def test_the_system_by_which_an_eigenvector_moves():
    w, v = np.linalg.eigh(DENSE)
    pair = np.append(v[:, 0], w[0])
    change = np.array([[0.1, 0.2, 0.0], [0.2, -0.3, 0.1], [0.0, 0.1, 0.4]])
    factors = S.border_of(VALUES, pair, PATTERN)
    moved = factors.solution(np.append(-change @ v[:, 0], 0.0), False)
    step = 1e-6
    ahead, behind = (np.linalg.eigh(DENSE + s * change) for s in (step, -step))
    sign = [np.sign(one[1][:, 0] @ v[:, 0]) for one in (ahead, behind)]
    assert moved[-1] == pytest.approx((ahead[0][0] - behind[0][0]) / (2 * step), rel=1e-7)
    wanted = (sign[0] * ahead[1][:, 0] - sign[1] * behind[1][:, 0]) / (2 * step)
    assert moved[:-1] == pytest.approx(wanted, abs=1e-7)


def test_multiple_eigenvalues_have_no_vectors():
    eye = sparse.csr_array(np.eye(3))
    with pytest.raises(RefusedPoint, match="multiple one"):
        S.border_of(values_of(eye), np.array([1.0, 0.0, 0.0, 1.0]), pattern_of(eye))


def test_larger_patterns():
    wide = sparse.csr_array(DENSE[:2])
    values, pattern = values_of(wide), pattern_of(wide)
    found = S.embedded(pattern).matrix(np.concatenate([values, values])).toarray()
    zero = np.zeros
    assert np.array_equal(found, np.block([[zero((2, 2)), DENSE[:2]], [DENSE[:2].T, zero((3, 3))]]))
    numbers = np.concatenate([np.ones(2), values, values, np.full(3, 7.0)])
    found = S.augmented(pattern).matrix(numbers).toarray()
    assert np.array_equal(found, np.block([[np.eye(2), DENSE[:2]], [DENSE[:2].T, 7.0 * np.eye(3)]]))


def test_eigenvalues_are_scipys():
    big = sparse.diags_array(
        [np.arange(1.0, 9.0), np.full(7, 0.3), np.full(7, 0.3)], offsets=[0, 1, -1]
    ).tocsr()
    values, pattern = values_of(big), pattern_of(big)
    v0 = np.ones(8)
    w, _ = S.eigenpairs(values, pattern, {"k": 2, "v0": v0})
    assert w == pytest.approx(np.linalg.eigvalsh(big.toarray())[-2:])
    w, _ = S.eigenpairs_of_two(
        values, pattern, 2.0 * np.ones(8), pattern_of(sparse.eye_array(8).tocsr()), {"k": 1, "v0": v0}
    )
    assert w == pytest.approx(np.linalg.eigvalsh(big.toarray())[-1:] / 2.0)
    _, s, _ = S.triplets(values, pattern, {"k": 2, "v0": v0})
    assert np.sort(s) == pytest.approx(np.sort(np.linalg.svd(big.toarray(), compute_uv=False))[-2:])
