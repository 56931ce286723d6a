"""`scipy.sparse`: products, sums and parts of sparse matrices, as functions of the numbers that they store."""

import numpy as np
from scipy import sparse

from s2sad.rules.declare import bilinear, linear, nondifferentiable, present, program, stand_in
from s2sad.runtime import sparse_places
from s2sad.runtime.sparse_matrices import SparseArray, SparseMatrix
from s2sad.runtime.sparse_patterns import gathered, outer_at, picked, product, spread_out, stored_in
from s2sad.runtime.sparse_places import (
    by_places,
    by_rows,
    compressed,
    everywhere,
    joined,
    kron_of,
    numbers_of,
    on_diagonals,
    pattern_of,
    values_of,
)

_PATTERN = by_places([0, 0, 1, 2, 2, 0], [0, 2, 1, 0, 2, 2], (3, 3))
_CSR = pattern_of(
    sparse.csr_array(np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 5.0, 0.0], [0.0, 6.0, 0.0]]))
)
_V = np.array([0.3, -1.2, 2.0, 0.7, 1.1, -0.4])
_X = np.array([0.5, 1.5, -0.7])
_A = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.1]])
_PLACES = np.array([0, 2, 2, 1])


@bilinear(product, at=[(_V, _X, _PATTERN), (_V, _A, _CSR)], wrt=("values", "x"))
def product_(out_bar, values, x, pattern):
    """d(A x) = dA x + A dx; the cotangent of A is y x^T where A has numbers"""
    return outer_at(out_bar, x, pattern), product(values, out_bar, pattern.turned)


@bilinear(outer_at, at=[(_X, 2.0 * _X[::-1], _PATTERN)], wrt=("y", "x"))
def outer_at_(out_bar, y, x, pattern):
    """d(y x^T) = dy x^T + y dx^T where A has numbers"""
    return product(out_bar, x, pattern), product(out_bar, y, pattern.turned)


@linear(picked, at=[(_V, _PLACES)], wrt=("values",))
def picked_(out_bar, values, places):
    """Numbers of a vector; the transpose adds to their places"""
    return gathered(out_bar, places, len(values))


@linear(gathered, at=[(_V[:4], _PLACES, 3)], wrt=("values",))
def gathered_(out_bar, values, places, count):
    """Sums at places; the transpose reads them"""
    return picked(out_bar, places)


@linear(spread_out, at=[(_V, _PATTERN), (_V, _CSR)], wrt=("values",))
def spread_out_(out_bar, values, pattern):
    """The dense matrix; the transpose reads where it has numbers"""
    return stored_in(out_bar, pattern)


@linear(stored_in, at=[(np.ones((3, 3)), _PATTERN)], wrt=("dense",))
def stored_in_(out_bar, dense, pattern):
    """A dense matrix where a sparse one has numbers"""
    return spread_out(out_bar, pattern)


CONSTANT = nondifferentiable(
    "number",
    *present(
        sparse_places,
        "pattern_of values_of compressed empty_pattern by_places by_rows everywhere on_diagonals rearranged summed sum_of product_of common_of"
        " is_one_of joined numbers_of kron_of indices_of part_of places_at numbers_at count_of diagonal_of pattern_as",
    ),
)


@stand_in(sparse.spmatrix)
def matrix(found):
    """A matrix that doesn't vary, beside what does"""
    return SparseMatrix(values_of(found), pattern_of(found))


@stand_in(sparse.sparray)
def array(found):
    """An array that doesn't vary, beside what does"""
    return SparseArray(values_of(found), pattern_of(found))


def made(cls, form, arg1, shape):
    """A matrix from its numbers and their places, from a dense array, or from another sparse matrix."""
    if isinstance(arg1, SparseArray):
        other = arg1.asformat(form)
        return cls(other.values, other.pattern)
    if isinstance(arg1, tuple) and len(arg1) == 3:
        return cls(np.asarray(arg1[0]), compressed(form, arg1[1], arg1[2], shape))
    if isinstance(arg1, tuple):
        found = cls(np.asarray(arg1[0]), by_places(arg1[1][0], arg1[1][1], shape))
        return found.asformat(form) if form != "coo" else found
    dense = np.atleast_2d(np.array(arg1))
    pattern = everywhere(np.shape(dense), form)
    return cls(stored_in(dense, pattern), pattern)


@program(sparse.csr_matrix, at=[], stand_ins=True)
def csr_matrix(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Numbers, and where they stand"""
    return made(SparseMatrix, "csr", arg1, shape)


@program(sparse.csr_array, at=[], stand_ins=True)
def csr_array(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Numbers, and where they stand"""
    return made(SparseArray, "csr", arg1, shape)


@program(sparse.csc_matrix, at=[], stand_ins=True)
def csc_matrix(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Numbers, and where they stand"""
    return made(SparseMatrix, "csc", arg1, shape)


@program(sparse.csc_array, at=[], stand_ins=True)
def csc_array(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Numbers, and where they stand"""
    return made(SparseArray, "csc", arg1, shape)


@program(sparse.coo_matrix, at=[], stand_ins=True)
def coo_matrix(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Numbers, and where they stand"""
    return made(SparseMatrix, "coo", arg1, shape)


@program(sparse.coo_array, at=[], stand_ins=True)
def coo_array(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Numbers, and where they stand"""
    return made(SparseArray, "coo", arg1, shape)


def of_diagonals(cls, diagonals, offsets, shape, form):
    """One diagonal, or several, each a number that stands for all of it or a vector."""
    pattern, places = on_diagonals(diagonals, offsets, shape, form or "dia")
    return cls(picked(np.hstack(diagonals), places), pattern)


@program(sparse.diags, at=[], stand_ins=True)
def diags(diagonals, offsets=0, shape=None, format=None, dtype=None):
    """The diagonals one after the other"""
    if np.ndim(offsets) == 0 and np.ndim(diagonals) == 1:
        return of_diagonals(SparseMatrix, [diagonals], [offsets], shape, format)
    return of_diagonals(SparseMatrix, diagonals, offsets, shape, format)


@program(sparse.diags_array, at=[], stand_ins=True)
def diags_array(diagonals, /, *, offsets=0, shape=None, format=None, dtype=None):
    """The diagonals one after the other"""
    if np.ndim(offsets) == 0 and np.ndim(diagonals) == 1:
        return of_diagonals(SparseArray, [diagonals], [offsets], shape, format)
    return of_diagonals(SparseArray, diagonals, offsets, shape, format)


# ------------------------------------------------------------------------------------------------ several matrices


def is_array(matrix):
    return isinstance(matrix, SparseArray) and not isinstance(matrix, SparseMatrix)


def as_sparse(matrix) -> SparseArray:
    """A sparse matrix, or what is dense as one."""
    if isinstance(matrix, (SparseArray, SparseMatrix)):
        return matrix
    dense = np.atleast_2d(np.array(matrix))
    pattern = everywhere(np.shape(dense), "coo")
    return SparseArray(stored_in(dense, pattern), pattern)


def stacked(blocks, function, form):
    """Matrices beside or above each other, or along the diagonal."""
    parts = [as_sparse(block).summed_up() for block in blocks]
    pattern, places = joined([part.pattern for part in parts], function, form)
    values = picked(np.concatenate([part.values for part in parts]), places)
    if any(is_array(block) for block in blocks):
        return SparseArray(values, pattern)
    return SparseMatrix(values, pattern)


@program(sparse.hstack, at=[], stand_ins=True)
def hstack(blocks, format=None, dtype=None):
    """Matrices beside each other"""
    return stacked(blocks, sparse.hstack, format)


@program(sparse.vstack, at=[], stand_ins=True)
def vstack(blocks, format=None, dtype=None):
    """Matrices above each other"""
    return stacked(blocks, sparse.vstack, format)


@program(sparse.block_diag, at=[], stand_ins=True)
def block_diag(mats, format=None, dtype=None):
    """Matrices along the diagonal"""
    return stacked(mats, sparse.block_diag, format)


def of_blocks(cls, blocks, form):
    """A matrix of matrices."""
    parts = [as_sparse(block).summed_up() for row in blocks for block in row if block is not None]
    numbers = numbers_of([[None if block is None else 0 for block in row] for row in blocks])
    pattern, places = joined([part.pattern for part in parts], sparse.bmat, form, blocks=numbers)
    return cls(picked(np.concatenate([part.values for part in parts]), places), pattern)


@program(sparse.bmat, at=[], stand_ins=True)
def bmat(blocks, format=None, dtype=None):
    """A matrix of matrices"""
    flat = [block for row in blocks for block in row]
    if any(is_array(block) for block in flat):
        return of_blocks(SparseArray, blocks, format)
    return of_blocks(SparseMatrix, blocks, format)


@program(sparse.block_array, at=[], stand_ins=True)
def block_array(blocks, *, format=None, dtype=None):
    """A matrix of matrices"""
    return of_blocks(SparseArray, blocks, format)


def kron_product(cls, A, B, form):
    one, other = A.summed_up(), B.summed_up()
    pattern, first, second = kron_of(one.pattern, other.pattern, form)
    return cls(picked(one.values, first) * picked(other.values, second), pattern)


@program(sparse.kron, at=[], stand_ins=True)
def kron(A, B, format=None):
    """Products of every number of the one with every number of the other"""
    if is_array(A) or is_array(B):
        return kron_product(SparseArray, as_sparse(A), as_sparse(B), format)
    return kron_product(SparseMatrix, as_sparse(A), as_sparse(B), format)


@program(sparse.kronsum, at=[], stand_ins=True)
def kronsum(A, B, format=None):
    """kron(B, 1) + kron(1, A)"""
    if is_array(A) or is_array(B):
        return kron_sum(SparseArray, as_sparse(A), as_sparse(B), format)
    return kron_sum(SparseMatrix, as_sparse(A), as_sparse(B), format)


def kron_sum(cls, one, other, form):
    left = kron_product(cls, of_ones(cls, other.shape[0]), one, "csr")
    right = kron_product(cls, other, of_ones(cls, one.shape[0]), "csr")
    return (left + right).asformat(form)


def of_ones(cls, count) -> SparseArray:
    return cls(np.ones(count), on_diagonals([np.ones(count)], [0], None, "csr")[0])


def triangle(A, function, k, form):
    plain = A.summed_up()
    pattern, places = joined([plain.pattern], function, k, blocks=True)
    return type(A)(picked(plain.values, places), pattern).asformat(form)


@program(sparse.tril, at=[], stand_ins=True)
def tril(A, k=0, format=None):
    """The lower triangle"""
    return triangle(as_sparse(A), sparse.tril, k, format)


@program(sparse.triu, at=[], stand_ins=True)
def triu(A, k=0, format=None):
    """The upper triangle"""
    return triangle(as_sparse(A), sparse.triu, k, format)


def of_rows(cls, data, offsets, shape, form):
    """A matrix by the rows in which SciPy has diagonals, each number in its column."""
    rows = np.atleast_2d(np.asarray(data))
    pattern, places = by_rows(np.shape(rows), offsets, shape, form)
    return cls(picked(np.ravel(rows), places), pattern)


@program(sparse.spdiags, at=[], stand_ins=True)
def spdiags(data, diags, m=None, n=None, format=None):
    """Diagonals, each number in its column"""
    rows = np.atleast_2d(np.asarray(data))
    shape = (np.shape(rows)[1], np.shape(rows)[1]) if m is None else m if n is None else (m, n)
    return of_rows(SparseMatrix, rows, diags, shape, format or "dia")


def of_dia(cls, arg1, shape):
    if isinstance(arg1, tuple):
        return of_rows(cls, arg1[0], arg1[1], shape, "dia")
    return made(cls, "dia", arg1, shape)


@program(sparse.dia_matrix, at=[], stand_ins=True)
def dia_matrix(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Diagonals, each number in its column"""
    return of_dia(SparseMatrix, arg1, shape)


@program(sparse.dia_array, at=[], stand_ins=True)
def dia_array(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """Diagonals, each number in its column"""
    return of_dia(SparseArray, arg1, shape)


@program(sparse.lil_matrix, at=[], stand_ins=True)
def lil_matrix(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """The numbers of another matrix"""
    return made(SparseMatrix, "lil", arg1, shape)


@program(sparse.lil_array, at=[], stand_ins=True)
def lil_array(arg1, shape=None, dtype=None, copy=False, *, maxprint=None):
    """The numbers of another matrix"""
    return made(SparseArray, "lil", arg1, shape)


@program(sparse.bsr_matrix, at=[], stand_ins=True)
def bsr_matrix(arg1, shape=None, dtype=None, copy=False, blocksize=None, *, maxprint=None):
    """The numbers of another matrix"""
    return made(SparseMatrix, "bsr", arg1, shape)


@program(sparse.bsr_array, at=[], stand_ins=True)
def bsr_array(arg1, shape=None, dtype=None, copy=False, blocksize=None, *, maxprint=None):
    """The numbers of another matrix"""
    return made(SparseArray, "bsr", arg1, shape)
