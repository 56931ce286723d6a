"""What sparse matrices are made of and give, where their numbers vary: blocks, parts, sums, products."""

import types

import numpy as np
import pytest

import s2sad

sp = pytest.importorskip("scipy.sparse")
linalg = pytest.importorskip("scipy.sparse.linalg")

INDICES, STARTS = np.array([0, 2, 1, 0, 2]), np.array([0, 2, 3, 5])
D, X = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([0.5, -1.0, 2.0])
DENSE = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0], [0.5, 0.0, 1.0]])
MATRIX, ARRAY, PLACES = sp.csr_matrix(DENSE), sp.csr_array(DENSE), sp.coo_matrix(DENSE)
HELD = types.SimpleNamespace(matrix=MATRIX, array=ARRAY)


def compare(function, d, x):
    """The gradient, the tangent, and the second derivative along a direction, with differences."""
    rng = np.random.default_rng(0)
    dots = rng.normal(size=np.shape(d)), rng.normal(size=np.shape(x))

    def along(f):
        up, down = (f(d + h * dots[0], x + h * dots[1]) for h in (1e-5, -1e-5))
        return (up - down) / 2e-5

    value, (by_d, by_x) = s2sad.value_and_grad(function, (0, 1))(d, x)
    assert value == pytest.approx(function(d, x), rel=1e-10)
    expected = along(function)
    assert by_d @ dots[0] + by_x @ dots[1] == pytest.approx(expected, rel=2e-6, abs=1e-7)
    assert s2sad.jvp(function, (d, x), dots)[1] == pytest.approx(expected, rel=2e-6, abs=1e-7)
    gradient = s2sad.grad(function, (0, 1))
    pushed = np.concatenate(s2sad.jvp(gradient, (d, x), dots)[1])
    scale = 1e-5 * (1.0 + np.max(np.abs(pushed)))
    np.testing.assert_allclose(pushed, along(lambda *at: np.concatenate(gradient(*at))), 1e-4, scale)


def matrix(d):
    return sp.csr_matrix((d, INDICES, STARTS), shape=(3, 3))


def array(d):
    return sp.csr_array((d, INDICES, STARTS), shape=(3, 3))


def side_by_side(d, x):
    A = matrix(d)
    return np.sum((sp.hstack([A, 2 * A, MATRIX]) @ np.concatenate([x, x, x])) ** 2)


def above_each_other(d, x):
    A = array(d)
    return np.sum((sp.vstack([A, ARRAY.T]) @ x) ** 2) + np.sum(
        (sp.block_diag([A, np.outer(x, x)]) @ np.concatenate([x, x])) ** 2
    )


def blocks_of_matrices(d, x):
    A = matrix(d)
    B = sp.bmat([[A, None], [A.T, sp.eye(3)]], format="csr")
    return np.sum((B @ np.concatenate([x, x])) ** 2)


def blocks_of_arrays(d, x):
    A = array(d)
    B = sp.block_array([[A, ARRAY], [None, sp.eye_array(3)]])
    return np.sum((B @ np.concatenate([x, x])) ** 2)


def sums_that_are_matrices(d, x):
    A = matrix(d)
    s = np.asarray(A.sum(axis=1)).ravel()
    t = A.sum(axis=0).A1
    m = A.mean(axis=0)
    return s @ t + np.sum(np.asarray(A.todense()) ** 2) + np.sum(np.asarray(m) ** 2)


def sums_that_are_arrays(d, x):
    A = array(d)
    return (
        np.sum(A.sum(axis=0) ** 2)
        + A.mean() * A.trace()
        + A[0, 2] * A[1, 1]
        + np.sum(A[[0, 2], :].toarray() ** 2)
        + np.sum((A[[0, 2]] @ x) ** 2)
        + np.sum(A[[0, 1, 0], [2, 1, 1]] ** 3)
    )


def rows_and_columns(d, x):
    A = matrix(d)
    i = 2
    return (
        np.sum((A[i] @ x) ** 2)
        + A[-1, -1]
        + np.sum((A.getrow(0) @ x) ** 3)
        + np.sum(A[:, [0, 1]].toarray() ** 2)
        + np.sum(A[1:][:, 0:2].data ** 2)
    )


def element_by_element(d, x):
    A = array(d)
    B = A.power(2) - abs(A) / 2.0 + A.multiply(A.T)
    return np.sum((B @ x) ** 2) + np.sum((A.multiply(x[:, None]) @ x) ** 2) + np.sum((A / x).toarray() ** 2)


def numbers_written_in_place(d, x):
    A = sp.coo_matrix((d, ([0, 1, 2, 0, 0], [0, 1, 2, 0, 1])))
    A = A.tocsr()
    B = A.copy()
    B.data = B.data * 2
    B.data[1] = x[0]
    return np.sum((A @ B @ x) ** 2) + A.nnz + A.shape[0]


def diagonals_by_rows(d, x):
    A = sp.dia_matrix((np.vstack([x, 2 * x]), [0, 1]), shape=(3, 3))
    return np.sum((A @ x) ** 2)


def kronecker(d, x):
    A = sp.kron(matrix(d), sp.eye(2))
    B = sp.kron(sp.eye_array(2), array(d))
    return np.sum((A @ np.concatenate([x, x])) ** 2) + np.sum((B @ np.concatenate([x, x])) ** 2)


def kronecker_sum(d, x):
    A = sp.kronsum(sp.diags([x, d[:2]], [0, 1]), matrix(d))
    return np.sum((A @ np.tile(x, 3)) ** 2)


def triangles(d, x):
    A = sp.triu(matrix(d), 1) + sp.tril(matrix(d)).tocsr()
    return np.sum((A @ x) ** 3)


def columns_of_diagonals(d, x):
    A = sp.spdiags(np.vstack([x, 2 * x]), [0, 1], 3, 3)
    return np.sum((A @ x) ** 2)


def other_forms(d, x):
    A = sp.lil_matrix(matrix(d))
    return np.sum((A.tocsr() @ x) ** 2)


def asked_whether_it_is_sparse(d, x):
    A = array(d)
    if sp.issparse(A):
        return np.sum((A @ x) ** 2)
    return x[0]


def with_dense_ones(d, x):
    A = array(d)
    return np.sum((A @ (A @ np.outer(x, x))) ** 2) + np.sum((np.outer(x, x) @ A) ** 2)


def arithmetic(d, x):
    A = matrix(d)
    A = A + A.T
    A = A * 0.5
    A = A - sp.identity(3) * x[0]
    A = -A
    return A.sum() + (A @ A).diagonal().sum()


def methods_of_a_constant_one(d, x):
    return (
        ARRAY.multiply(array(d)).sum()
        + np.sum((ARRAY.dot(array(d)) @ x) ** 2)
        + np.sum((ARRAY * array(d) @ x) ** 2)
    )


def absolute_values(d, x):
    A = matrix(d)
    return np.sum(abs(A) @ x)


def transposed_and_dense(d, x):
    return (
        np.sum(matrix(d).dot(np.outer(x, x)))
        + np.sum(matrix(d).T.dot(x))
        + np.sum((matrix(d).T.tocsr() @ x) ** 2)
    )


PROGRAMS = [
    side_by_side,
    above_each_other,
    blocks_of_matrices,
    blocks_of_arrays,
    sums_that_are_matrices,
    sums_that_are_arrays,
    rows_and_columns,
    element_by_element,
    numbers_written_in_place,
    diagonals_by_rows,
    kronecker,
    kronecker_sum,
    triangles,
    columns_of_diagonals,
    other_forms,
    asked_whether_it_is_sparse,
    with_dense_ones,
    arithmetic,
    methods_of_a_constant_one,
    absolute_values,
    transposed_and_dense,
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs(program):
    compare(program, D, X)


def test_what_scipy_drops_is_refused_where_it_is_read():
    """A zero that varies keeps its place, of which SciPy's matrix knows nothing."""
    point = np.array([1.0, 0.0, 2.0])

    def product(d):
        return np.sum((sp.csr_matrix(np.outer(d, d)) @ X) ** 2)

    up, down = (product(point + h * X) for h in (1e-6, -1e-6))
    assert s2sad.grad(product)(point) @ X == pytest.approx((up - down) / 2e-6)
    with pytest.raises(ArithmeticError, match="drops zeros"):
        s2sad.grad(lambda d: np.sum(sp.csr_matrix(np.outer(d, d)).data ** 2))(point)
    with pytest.raises(ArithmeticError, match="tocsr"):
        s2sad.grad(lambda d: np.sum((MATRIX * d[0]).tolil().data))(point)


def test_what_raises_in_scipy_raises():
    with pytest.raises(NotImplementedError, match="nonzero scalar"):
        s2sad.grad(lambda d: np.sum((MATRIX * d[0] + 1.0).data))(X)
    with pytest.raises(ValueError, match="inconsistent shapes"):
        s2sad.grad(lambda d: (sp.eye(4) + matrix(d)).sum())(D)


def test_one_that_another_object_holds_is_refused_beside_one_that_varies():
    with pytest.raises(TypeError, match="csr_array"):
        s2sad.grad(lambda d, o: ((array(d) + o.array) @ X).sum())(D, HELD)
    found = s2sad.grad(lambda d, o: ((array(d) + sp.csr_array(o.array)) @ X).sum())(D, HELD)
    assert found == pytest.approx(X[INDICES])


def test_the_numbers_are_those_of_the_array_that_was_given():
    """SciPy makes no copy of them: what is written there later is seen in the matrix."""

    def total(d, x):
        numbers = d * d
        A = sp.csr_matrix((numbers, INDICES, STARTS), shape=(3, 3))
        numbers[0] = 7.0 * d[1]
        return A.sum() * x[0]

    compare(total, D, X)


def test_matrices_of_sums():
    def sums(d, x):
        A = matrix(d)
        return (
            (A.sum(axis=0) @ x)[0, 0]
            + (A.sum(axis=1).T * x[:, None])[0, 0] ** 2
            + (2.0 * A.mean(axis=1)).sum()
        )

    compare(sums, D, X)


def test_what_can_not_be_followed():
    def written(d):
        A = matrix(d)
        A[0, 0] = d[1]
        return A.sum()

    with pytest.raises(NotImplementedError, match="coo_matrix"):
        s2sad.grad(written)(D)
    with pytest.raises(s2sad.DifferentiationError, match="name the class"):
        s2sad.grad(lambda d: type(matrix(d))(DENSE).sum() * d[0])(D)
    for function in (np.sum, np.sqrt, np.asarray, sp.find):
        with pytest.raises(s2sad.DifferentiationError):
            s2sad.grad(lambda d, f: f(array(d)))(D, function)


ROWS_OF, COLUMNS_OF = np.array([0, 1, 2, 3, 0, 2, 3]), np.array([0, 1, 2, 2, 1, 0, 1])
SIDE = np.array([1.0, 2.0, -1.0, 0.5])


def of_numbers(x):
    numbers = np.array([4.0, 5.0, 3.0, 1.0, 0.5, -0.3, 0.2]) * x[0] + np.arange(7.0) * 0.1 * x[1]
    return sp.csr_array((numbers, (ROWS_OF, COLUMNS_OF)), shape=(4, 3))


def lengths_of_a_fit(x):
    found = linalg.lsqr(of_numbers(x), SIDE * x[1], damp=0.2, atol=1e-14, btol=1e-14)
    other = linalg.lsmr(of_numbers(x), SIDE * x[1], damp=0.2, atol=1e-14, btol=1e-14)
    return found[3] + 2.0 * found[4] + 3.0 * found[8] + 4.0 * other[3] + 5.0 * other[7]


def norms(x):
    a = of_numbers(x)
    along = linalg.norm(a, axis=0) ** 3
    return linalg.norm(a, 1) + linalg.norm(a, np.inf) + np.sum(along) + np.sum(linalg.norm(a, 1, axis=1) ** 2)


@pytest.mark.parametrize("function", [lengths_of_a_fit, norms])
def test_lengths_and_norms(function):
    at, v = np.array([1.2, 0.7]), np.array([0.5, -1.0])
    expected = [(function(at + u) - function(at - u)) / 2e-5 for u in 1e-5 * np.eye(2)]
    np.testing.assert_allclose(s2sad.grad(function)(at), expected, rtol=1e-6)
    assert s2sad.jvp(function, (at,), (v,))[1] == pytest.approx(np.dot(expected, v), rel=1e-6)


def test_what_a_solver_estimates_has_no_derivative():
    at = np.array([1.2, 0.7])
    for mode in (lambda f: s2sad.grad(f)(at), lambda f: s2sad.jvp(f, (at,), (at,))):
        with pytest.raises((s2sad.DifferentiationError, NotImplementedError), match="estimate"):
            mode(lambda x: linalg.lsqr(of_numbers(x), SIDE)[6])


def test_whether_a_matrix_is_sparse_is_known_without_going_through_it():
    def function(x):
        A = sp.csr_matrix(np.diag([1.0, 2.0])) * x[0]
        return (A @ x).sum() if sp.issparse(A) else 0.0 * x[0]

    assert s2sad.grad(function)(np.array([1.0, 2.0])) == pytest.approx([6.0, 2.0])
