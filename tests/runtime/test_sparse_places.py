"""Patterns of what functions make of sparse matrices: SciPy's matrices, number by number."""

import numpy as np
import pytest

sparse = pytest.importorskip("scipy.sparse")
from s2sad.runtime import sparse_places as S  # noqa: E402
from s2sad.runtime.refusals import RefusedPoint, RefusedType  # noqa: E402

RANDOM = np.random.default_rng(8)


def drawn(*shape):
    return sparse.csr_array(np.where(RANDOM.random(shape) < 0.6, RANDOM.normal(size=shape), 0.0))


A, B, SQUARE = drawn(4, 5), drawn(4, 5), drawn(5, 3)


def given(matrix):
    return S.values_of(matrix), S.pattern_of(matrix)


@pytest.mark.parametrize("start", ["csr", "csc", "coo", "dia", "bsr"])
@pytest.mark.parametrize("end", ["csr", "csc", "coo", "dia"])
def test_in_another_form(start, end):
    matrix = A.asformat(start)
    values, pattern = given(matrix)
    made, places = S.rearranged(pattern, end)
    wanted = matrix.asformat(end)
    assert np.array_equal(made.matrix(values[places]).toarray(), A.toarray()) and made.shape == A.shape
    if end in ("csr", "csc") and start != end:
        assert np.array_equal(made.starts, wanted.indptr)


def test_sums_products_and_common_places():
    (a, of_a), (b, of_b), (c, of_c) = map(given, (A, B, SQUARE))
    made, places = S.sum_of(of_a, of_b)
    found = np.bincount(places, np.concatenate([a, b]), len(made.rows))
    assert made.matrix(found).toarray() == pytest.approx((A + B).toarray())
    made, first, second, places = S.product_of(of_a, of_c)
    found = np.bincount(places, a[first] * c[second], len(made.rows))
    assert made.matrix(found).toarray() == pytest.approx((A @ SQUARE).toarray())
    made, first, second = S.common_of(of_a, of_b)
    assert made.matrix(a[first] * b[second]).toarray() == pytest.approx(A.toarray() * B.toarray())
    made, first, second = S.kron_of(of_a, of_c, "csr")
    assert made.matrix(a[first] * c[second]).toarray() == pytest.approx(
        np.kron(A.toarray(), SQUARE.toarray())
    )
    for function in (S.sum_of, S.common_of):
        with pytest.raises(ValueError, match="inconsistent shapes"):
            function(of_a, of_c)
    with pytest.raises(ValueError, match="dimension mismatch"):
        S.product_of(of_a, of_b)


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "dia"])
@pytest.mark.parametrize(
    "diagonals, offsets, shape",
    [
        (([1.0, 2.0, 3.0], [4.0, 5.0]), (0, 1), None),
        (([1.0], [2.0, 3.0]), (-1, 2), (3, 4)),
        (([7.0],), (0,), (2, 3)),
    ],
)
def test_diagonals(diagonals, offsets, shape, form):
    made, places = S.on_diagonals(diagonals, offsets, shape, form)
    wanted = sparse.diags(diagonals, offsets, shape).toarray()
    assert np.array_equal(made.matrix(np.concatenate(diagonals)[places]).toarray(), wanted)


def test_a_diagonal_that_does_not_fit():
    with pytest.raises(ValueError, match="does not fit"):
        S.on_diagonals(([1.0, 2.0],), (0,), (3, 3), "csr")


def test_rows_of_diagonals():
    data, offsets = np.arange(1.0, 9.0).reshape(2, 4), [0, -1]
    made, places = S.by_rows(data.shape, offsets, (3, 4), "csr")
    assert np.array_equal(
        made.matrix(data.ravel()[places]).toarray(), sparse.dia_array((data, offsets), (3, 4)).toarray()
    )


def test_as_they_are_made():
    data = np.array([1.0, 2.0, 3.0])
    for form in ("csr", "csc"):
        made = S.compressed(form, [0, 2, 1], [0, 2, 3], None)
        wanted = getattr(sparse, f"{form}_array")((data, [0, 2, 1], [0, 2, 3]))
        assert made.shape == wanted.shape and np.array_equal(made.matrix(data).toarray(), wanted.toarray())
    made = S.by_places([0, 1, 1], [2, 0, 0], None)
    assert np.array_equal(
        made.matrix(data).toarray(), sparse.coo_array((data, ([0, 1, 1], [2, 0, 0]))).toarray()
    )
    assert len(S.everywhere((2, 3), "csc").rows) == 6 and S.empty_pattern((2, 3)).matrix([]).nnz == 0


def test_summed_up_where_numbers_stand_twice():
    pattern = S.by_places([1, 0, 1, 1], [0, 2, 0, 1], (2, 3))
    made, places = S.summed(pattern)
    found = np.bincount(places, [1.0, 2.0, 3.0, 4.0], len(made.rows))
    assert made.matrix(found).toarray().tolist() == [[0.0, 0.0, 2.0], [4.0, 4.0, 0.0]]


@pytest.mark.parametrize(
    "index", [(1, slice(None)), (slice(1, 3), slice(0, 4, 2)), ([0, 2], slice(None)), (slice(None), -1)]
)
def test_parts(index):
    values, pattern = given(A)
    made, places = S.part_of(pattern, index, True)
    wanted = A.toarray()[index]
    assert np.array_equal(np.ravel(made.matrix(values[places]).toarray()), np.ravel(wanted))


def test_numbers_at_places_and_on_diagonals():
    values, pattern = given(A)
    dense = A.toarray()
    for i, j in np.ndindex(4, 5):
        assert np.sum(values[S.places_at(pattern, i, j - 5)]) == dense[i, j]
    which, places, shape = S.numbers_at(pattern, [[0, 1], [2, 3]], [1, 2])
    found = np.zeros(4)
    found[places] = values[which]
    assert np.array_equal(found.reshape(shape), dense[[[0, 1], [2, 3]], [1, 2]])
    for k in (-5, -3, -1, 0, 2, 4):
        which, places, count = S.diagonal_of(pattern, k)
        found = np.zeros(count)
        found[places] = values[which]
        assert np.array_equal(found, np.diagonal(dense, k) if count else [])
    assert S.count_of((2, 3)) == 6


def test_blocks():
    (a, of_a), (b, of_b) = given(A), given(B)
    both = np.concatenate([a, b])
    made, places = S.joined((of_a, of_b), sparse.vstack)
    assert np.array_equal(made.matrix(both[places]).toarray(), sparse.vstack([A, B]).toarray())
    layout = [[A, None], [None, B]]
    made, places = S.joined((of_a, of_b), sparse.bmat, blocks=S.numbers_of(layout))
    assert np.array_equal(made.matrix(both[places]).toarray(), sparse.bmat(layout).toarray())
    made, places = S.joined((of_a,), sparse.tril, blocks=True)
    assert np.array_equal(made.matrix(a[places]).toarray(), sparse.tril(A).toarray())


def test_what_is_stored_is_read_where_scipy_has_it():
    values, pattern = given(A)
    assert S.stored_numbers(values, pattern) is values
    assert S.indices_of(values, pattern).tolist() == A.indices.tolist()
    with pytest.raises(RefusedPoint, match="tocsr"):
        S.stored_numbers(values, S.pattern_of(A.todia()))
    dropped = S.pattern_as(pattern, None)
    assert S.stored_numbers(values, dropped) is values
    with pytest.raises(RefusedPoint, match="drops zeros"):
        S.stored_numbers(0.0 * values, dropped)


def test_what_is_no_matrix():
    with pytest.raises(RefusedType, match="LinearOperator"):
        S.dense_of(sparse.linalg.aslinearoperator(np.eye(2)))
    assert S.dense_of([1.0, 2.0]).shape == (1, 2)
    assert S.is_one_of(S.pattern_of(A), sparse.csr_array, sparse.csr_array)
    assert not S.is_one_of(S.pattern_of(A), sparse.csr_array, sparse.csc_array)
