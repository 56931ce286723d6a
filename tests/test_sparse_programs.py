"""Programs with sparse matrices whose numbers vary: as people write them, beside constant ones."""

import types

import numpy as np
import pytest

import s2sad

sp = pytest.importorskip("scipy.sparse")

INDICES, STARTS = np.array([0, 2, 1, 0, 2]), np.array([0, 2, 3, 5])
D, X = np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([0.5, -1.0, 2.0])
DENSE = np.array([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0], [0.5, 0.0, 1.0]])
MATRIX, ARRAY, PLACES = sp.csr_matrix(DENSE), sp.csr_array(DENSE), sp.coo_matrix(DENSE)
SECOND = sp.diags([1.0, -2.0, 1.0], [-1, 0, 1], shape=(3, 3))
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


class Scheme:
    def __init__(self, k):
        self.A = matrix(k)

    def rhs(self, y):
        return self.A @ y


def rec(A, x, n):
    return x if n == 0 else A @ rec(A, x, n - 1)


def of_numbers_and_indices(d, x):
    return np.sum((sp.csr_matrix((d * d, INDICES, STARTS)) @ x) ** 2)


def of_places(d, x):
    A = sp.coo_array((d, (np.array([0, 0, 1, 2, 0]), np.array([0, 1, 2, 2, 0]))), shape=(3, 3))
    return np.sum((A @ x) ** 3) + (x @ A) @ x


def sums_and_products(d, x):
    A = sp.csr_matrix((d, INDICES, STARTS))
    B = A.T @ A + 2.0 * A
    return np.sum((B * x) ** 2) + B.sum() + np.sum(B.diagonal() ** 2) + np.sum(B.toarray() ** 3)


def diagonals(d, x):
    k = d[:3]
    A = sp.diags([-k[1:], 2 * k, -k[:-1]], [-1, 0, 1])
    return np.sum((A @ x) ** 2)


def parts(d, x):
    k = d[:3]
    A = sp.diags([-k[1:], 2 * k, -k[:-1]], [-1, 0, 1], format="csr")
    return np.sum((A[1:] @ x) ** 2) + A[0, 1] ** 2 + np.sum(A[:, 1].toarray() ** 2)


def of_a_dense_one(d, x):
    A = sp.csr_array(np.outer(d[:3], x))
    return np.sum((A @ x) ** 2) + np.sum((A * A).data)


def beside_a_global(d, x):  # global passive + active
    A = sp.csr_matrix((d, INDICES, STARTS))
    return (
        np.sum(((A + MATRIX) @ x) ** 2)
        + np.sum((MATRIX * x) ** 3)
        + np.sum(((MATRIX @ A - 3.0 * MATRIX) * x) ** 2)
    )


def beside_an_identity(d, x):
    identity = sp.eye(3)
    A = sp.csr_matrix((d, INDICES, STARTS))
    return np.sum(((identity - 0.1 * A) @ x) ** 2)


def in_a_loop_that_multiplies(d, x):  # functions
    def op(k):
        return sp.diags([k[:2], k[:3], k[1:3]], [-1, 0, 1])

    A = op(d)
    s = 0.0
    for _ in range(3):
        s = s + np.sum((A @ x) ** 2)
        A = A @ A * 0.1
    return s


def on_two_paths(d, x):
    A = matrix(d)
    if x[0] > 0:
        A = A + 2 * A
    else:
        A = A.T
    return np.sum((A @ x) ** 2)


def in_a_list_that_grows(d, x):
    mats = []
    for i in range(3):
        mats.append(matrix(d * (i + 1)))
    return sum(np.sum((m @ x) ** 2) for m in mats)


def converted_outside(d, x):
    K = PLACES.tocsr() * d[0]
    return np.sum((K * x) ** 2)


def implicit_and_explicit(d, x):
    A = sp.eye(3, format="csr") - d[0] * SECOND.tocsr()
    B = sp.eye(3) + d[1] * SECOND
    return np.sum((A @ (B @ x)) ** 2)


def steps_of_a_scheme(d, x):
    y = x
    n = 3
    identity = sp.identity(n)
    A = identity - d[0] * sp.diags([np.ones(n - 1), -2 * np.ones(n), np.ones(n - 1)], [-1, 0, 1])
    for _ in range(4):
        y = A @ y
    return y @ y


def stacked_from_a_list(d, x):
    A = matrix(d)
    B = []
    for i in range(3):
        B.append(A * (i + 1.0))
    return np.sum((sp.vstack(B) @ x) ** 2)


def assembled_in_a_loop(d, x):
    rows = []
    cols = []
    vals = []
    for i in range(3):
        rows.append(i)
        cols.append(i)
        vals.append(d[i] * 2)
        if i > 0:
            rows.append(i)
            cols.append(i - 1)
            vals.append(-d[i] * x[i])
    A = sp.coo_matrix((vals, (rows, cols)), shape=(3, 3)).tocsr()
    return np.sum((A.dot(x)) ** 2)


def passed_to_functions(d, x):
    def apply(A, y):
        return A @ y

    def twice(f, A, y):
        return f(A, f(A, y))

    return np.sum(twice(apply, array(d), x) ** 2)


def held_by_an_object(d, x):
    p = Scheme(d)
    y = x
    for _ in range(3):
        y = y + 0.1 * p.rhs(y)
    return y @ y


def a_stiffness_matrix(d, x):
    n = 3
    h = 1 / (n + 1)
    A = sp.diags([-d[1:3], d[:3] + d[1:4], -d[1:3]], offsets=[-1, 0, 1], shape=(n, n), format="csc") / h**2
    return np.sum((A @ x) ** 2)


def one_diagonal(d, x):
    A = sp.diags(x)
    B = sp.diags([d[0]], [0], shape=(3, 3))
    return np.sum((A @ x) ** 2) + np.sum((B @ x) ** 2)


def powers(d, x):
    A = matrix(d)
    identity = sp.eye(A.shape[0], format="csr")
    y = x
    for _ in range(3):
        y = (identity - 0.1 * A).dot(y)
    return y @ A @ y


def row_by_row(d, x):
    A = matrix(d)
    r = 0.0
    for i in range(A.shape[0]):
        r = r + (A[i].toarray() @ x)[0] ** 2
    return r


def by_its_numbers(d, x):
    A = matrix(d)
    r = 0.0
    for i in range(3):
        for k in range(A.indptr[i], A.indptr[i + 1]):
            r = r + A.data[k] * x[A.indices[k]] ** 2
    return r


def stored_in_other_orders(d, x):
    A = array(d)
    return np.sum(A.tocoo().data ** 2) + np.sum(A.tocsc().data * np.arange(5.0))


def made_dense(d, x):
    A = array(d)
    B = A.toarray()
    return np.linalg.det(B + np.eye(3))


def between_constant_ones(d, x):
    return (
        np.sum((ARRAY.T @ (d[:3] * (ARRAY @ x))) ** 2)
        + np.sum((MATRIX.T * (d[:3] * (MATRIX * x))) ** 2)
        + np.sum((sp.diags(d[:3]) @ ARRAY @ x) ** 2)
    )


def congruence(d, x):
    return np.sum((ARRAY.T @ sp.diags(d[:3]) @ ARRAY @ x) ** 2) + np.sum(
        (MATRIX.T * sp.diags(d[:3]) * MATRIX * x) ** 2
    )


def begins_empty(d, x):
    A = sp.csr_matrix((3, 3))
    A = A + matrix(d)
    return np.sum((A @ x) ** 2)


def put_in_order(d, x):
    A = matrix(d)
    A.sort_indices()
    A.eliminate_zeros()
    A.sum_duplicates()
    return np.sum((A @ x) ** 2)


def normal_equations(d, x):
    rows = np.array([0, 0, 1, 2, 2])
    A = sp.csr_matrix((np.exp(d * 0.1), (rows, INDICES)))
    n, m = A.shape
    return np.sum((A.T @ (A @ x)) ** 2) / n


def a_random_one(d, x):
    A = sp.random(3, 3, 0.5, random_state=0, format="csr")
    return np.sum((A @ x * d[0]) ** 2) + np.sum((A * d[1] @ x) ** 2)


def a_permutation(d, x):
    def mk(i):
        return sp.csr_matrix((np.ones(3), (np.arange(3), np.arange(3)[::-1])), shape=(3, 3))

    P = mk(3)
    return np.sum((P @ matrix(d) @ x) ** 2) + np.sum((matrix(d) + P) @ x)


def in_a_while_loop(d, x):
    A = matrix(d)
    for _ in range(2):
        A = A @ A.T * 0.1 + MATRIX
    while A[0, 0] > 1e3:
        A = A * 0.5
    return np.sum((A @ x) ** 2)


def in_a_dict(d, x):
    parts = {"a": matrix(d), "b": matrix(d * 2)}
    return np.sum((parts["a"] @ parts["b"] @ x) ** 2)


def in_a_comprehension(d, x):
    As = [matrix(d * (i + 1)) for i in range(3)]
    return sum(np.sum((A @ x) ** 2) for A in As)


def exchanged(d, x):
    A, B = matrix(d), matrix(2 * d)
    A, B = B, A
    return np.sum((A @ x) ** 2) - np.sum((B @ B @ x) ** 2)


def in_assertions(d, x):
    A = matrix(d)
    assert A.shape == (3, 3) and A.nnz == 5
    return A[0, 0] * A.sum()


def in_a_recursion(d, x):
    return np.sum(rec(matrix(d), x, 3) ** 2)


def written_into_an_array(d, x):
    A = array(d)
    u = np.zeros(3)
    u[:] = A @ x
    u[1] = (A @ u)[0]
    return np.sum(u**2)


def within_try(d, x):
    B = matrix(d)
    try:
        y = B @ x
    except ValueError:
        y = x
    return y @ y


def through_numpy(d, x):
    return (
        np.dot(x, matrix(d) @ x)
        + np.linalg.norm((matrix(d) - MATRIX).toarray())
        + np.trace(matrix(d).toarray())
    )


PROGRAMS = [
    of_numbers_and_indices,
    of_places,
    sums_and_products,
    diagonals,
    parts,
    of_a_dense_one,
    beside_a_global,
    beside_an_identity,
    in_a_loop_that_multiplies,
    on_two_paths,
    in_a_list_that_grows,
    converted_outside,
    implicit_and_explicit,
    steps_of_a_scheme,
    stacked_from_a_list,
    assembled_in_a_loop,
    passed_to_functions,
    held_by_an_object,
    a_stiffness_matrix,
    one_diagonal,
    powers,
    row_by_row,
    by_its_numbers,
    stored_in_other_orders,
    made_dense,
    between_constant_ones,
    congruence,
    begins_empty,
    put_in_order,
    normal_equations,
    a_random_one,
    a_permutation,
    in_a_while_loop,
    in_a_dict,
    in_a_comprehension,
    exchanged,
    in_assertions,
    in_a_recursion,
    written_into_an_array,
    within_try,
    through_numpy,
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs(program):
    compare(program, D, X)
