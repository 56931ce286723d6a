"""Sparse matrices whose numbers vary: objects with the attributes and operators of SciPy's.

Nothing is left of such an object in what is emitted but the vector of its numbers and its pattern.
"""

from typing import Any

import numpy as np
from scipy import sparse

from s2sad.runtime.operands import dense_beside, known_number
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.sparse_patterns import Pattern, gathered, picked, product, spread_out, stored_in
from s2sad.runtime.sparse_places import (
    common_of,
    count_of,
    diagonal_of,
    indices_of,
    is_one_of,
    numbers_at,
    part_of,
    pattern_as,
    places_at,
    product_of,
    rearranged,
    stored_numbers,
    sum_of,
    summed,
)
from s2sad.runtime.sparse_sums import DenseMatrix


class SparseArray:
    """`scipy.sparse.csr_array` and its like."""

    s2sad_record = True
    s2sad_way_out = "a sparse matrix that varies", "return `A.toarray()`, or the vector of its numbers"

    def __init__(self, values: Any, pattern: Pattern) -> None:
        self.values = values
        self.pattern = pattern

    def stands_for(self, cls: Any) -> Any:
        """`isinstance(A, cls)`"""
        return is_one_of(self.pattern, sparse.csr_array, cls)

    # ------------------------------------------------------------------------------------------- what it is

    @property
    def shape(self) -> Any:
        return self.pattern.shape

    @property
    def ndim(self) -> Any:
        return 2

    @property
    def format(self) -> Any:
        return self.pattern.form

    @property
    def dtype(self) -> Any:
        return self.values.dtype

    @property
    def nnz(self) -> Any:
        return len(stored_numbers(self.values, self.pattern))

    @property
    def size(self) -> Any:
        return len(stored_numbers(self.values, self.pattern))

    @property
    def data(self) -> Any:
        return stored_numbers(self.values, self.pattern)

    @data.setter
    def data(self, values: Any) -> None:
        self.values = np.asarray(values)

    @property
    def indices(self) -> Any:
        return indices_of(self.values, self.pattern)

    @property
    def indptr(self) -> Any:
        return self.pattern.starts

    @property
    def row(self) -> Any:
        return self.pattern.rows

    @property
    def col(self) -> Any:
        return self.pattern.columns

    @property
    def T(self) -> Any:
        return type(self)(self.values, self.pattern.turned)

    def transpose(self, axes: Any = None, copy: bool = False) -> Any:
        return type(self)(self.values, self.pattern.turned)

    def conj(self, copy: bool = True) -> Any:
        return type(self)(np.conj(self.values), self.pattern)

    def conjugate(self, copy: bool = True) -> Any:
        return type(self)(np.conj(self.values), self.pattern)

    @property
    def H(self) -> Any:
        return type(self)(np.conj(self.values), self.pattern.turned)

    def copy(self) -> Any:
        return type(self)(np.copy(self.values), self.pattern)

    def astype(self, dtype: Any, casting: str = "unsafe", copy: bool = True) -> Any:
        return type(self)(self.values.astype(dtype), self.pattern)

    # ------------------------------------------------------------------------------------------ other forms

    def asformat(self, format: Any, copy: bool = False) -> Any:
        if format is None:
            return self
        plain = self.summed_up()
        pattern, places = rearranged(plain.pattern, format)
        return type(self)(picked(plain.values, places), pattern)

    def tocsr(self, copy: bool = False) -> Any:
        return self.asformat("csr")

    def tocsc(self, copy: bool = False) -> Any:
        return self.asformat("csc")

    def tocoo(self, copy: bool = True) -> Any:
        return self.asformat("coo")

    def todia(self, copy: bool = False) -> Any:
        return self.asformat("dia")

    def tolil(self, copy: bool = False) -> Any:
        return self.asformat("lil")

    def todok(self, copy: bool = False) -> Any:
        return self.asformat("dok")

    def tobsr(self, blocksize: Any = None, copy: bool = False) -> Any:
        return self.asformat("bsr")

    def summed_up(self) -> Any:
        """With each place once."""
        pattern, places = summed(self.pattern)
        return type(self)(gathered(self.values, places, len(pattern.rows)), pattern)

    def sum_duplicates(self) -> None:
        plain = self.summed_up()
        self.values = plain.values
        self.pattern = pattern_as(plain.pattern, self.pattern)

    def sort_indices(self) -> None:
        self.sum_duplicates()

    def eliminate_zeros(self) -> None:
        """Zeros stay, since they may move."""

    def toarray(self, order: Any = None, out: Any = None) -> Any:
        return spread_out(self.values, self.pattern)

    def todense(self, order: Any = None, out: Any = None) -> Any:
        return spread_out(self.values, self.pattern)

    # ---------------------------------------------------------------------------------------------- operators

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, SparseArray):
            pattern, first, second, places = product_of(self.pattern, other.pattern)
            terms = picked(self.values, first) * picked(other.values, second)
            return type(self)(gathered(terms, places, len(pattern.rows)), pattern)
        return product(self.values, np.asarray(other), self.pattern)

    def __rmatmul__(self, other: Any) -> Any:
        return np.transpose(product(self.values, np.transpose(np.asarray(other)), self.pattern.turned))

    def dot(self, other: Any) -> Any:
        if isinstance(other, SparseArray):
            return self @ other
        if np.ndim(other) == 0:
            return self.scaled(other)
        return self @ other

    def __mul__(self, other: Any) -> Any:
        return self.multiply(other)

    def __rmul__(self, other: Any) -> Any:
        return self.multiply(other)

    def scaled(self, factor: Any) -> Any:
        """Times a number."""
        return type(self)(self.values * factor, self.pattern)

    def multiply(self, other: Any) -> Any:
        if isinstance(other, SparseArray):
            one, two = self.summed_up(), other.summed_up()
            pattern, first, second = common_of(one.pattern, two.pattern)
            return type(self)(picked(one.values, first) * picked(two.values, second), pattern)
        if np.ndim(other) == 0:
            return self.scaled(other)
        return self.times_dense(np.asarray(other))

    def times_dense(self, other: Any) -> Any:
        """Times a dense array, element by element; one row or column stands for all."""
        pattern = pattern_as(self.pattern, None)
        if np.ndim(other) == 1:
            return type(self)(self.values * picked(other, self.pattern.columns), pattern)
        if np.shape(other)[0] == 1:
            return type(self)(self.values * picked(np.ravel(other), self.pattern.columns), pattern)
        if np.shape(other)[1] == 1:
            return type(self)(self.values * picked(np.ravel(other), self.pattern.rows), pattern)
        return type(self)(self.values * stored_in(other, self.pattern), pattern)

    def __truediv__(self, other: Any) -> Any:
        if isinstance(other, SparseArray):
            raise NoDerivative(
                "the quotient of two sparse matrices is dense, and infinite where both are empty"
            )
        if np.ndim(other) == 0:
            return type(self)(self.values / other, self.pattern)
        return self.times_dense(1.0 / np.asarray(other))

    def added(self, other: Any) -> Any:
        pattern, places = sum_of(self.pattern, other.pattern)
        both = np.concatenate([self.values, other.values])
        return type(self)(gathered(both, places, len(pattern.rows)), pattern)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, SparseArray):
            return self.added(other)
        if known_number(other):
            if other != 0:
                raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
            return self
        return spread_out(self.values, self.pattern) + dense_beside(other)

    def __radd__(self, other: Any) -> Any:
        return self + other

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __neg__(self) -> Any:
        return type(self)(-self.values, self.pattern)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        plain = self.summed_up()
        return type(self)(np.abs(plain.values), plain.pattern)

    def __pow__(self, other: Any) -> Any:
        return self.power(other)

    def power(self, n: Any, dtype: Any = None) -> Any:
        plain = self.summed_up()
        return type(self)(plain.values**n, plain.pattern)

    def sqrt(self) -> Any:
        plain = self.summed_up()
        return type(self)(np.sqrt(plain.values), plain.pattern)

    # --------------------------------------------------------------------------------------------------- parts

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, tuple):
            return self.row_part(index)
        rows, columns = index
        if isinstance(rows, slice) or isinstance(columns, slice):
            return self.part((rows, columns))
        if np.ndim(rows) == 0 and np.ndim(columns) == 0:
            return np.sum(picked(self.values, places_at(self.pattern, rows, columns)))
        return self.chosen(rows, columns)

    def __setitem__(self, index: Any, value: Any) -> None:
        raise NoDerivative(
            "an element of a sparse matrix that varies is written: collect rows, columns and values, and make coo_matrix of them"
        )

    def row_part(self, rows: Any) -> Any:
        if not isinstance(rows, slice) and np.ndim(rows) == 0:
            raise NoDerivative(
                "a row of a sparse array has one axis, and isn't differentiated: take A[[i], :]"
            )
        return self.part((rows, slice(None)))

    def part(self, index: Any) -> Any:
        plain = self.summed_up()
        pattern, places = part_of(plain.pattern, index, False)
        return type(self)(picked(plain.values, places), pattern)

    def chosen(self, rows: Any, columns: Any) -> Any:
        """The numbers at several places, as an array."""
        plain = self.summed_up()
        numbers, places, shape = numbers_at(plain.pattern, rows, columns)
        found = gathered(picked(plain.values, numbers), places, count_of(shape))
        return np.reshape(found, shape)

    def getrow(self, i: Any) -> Any:
        return self.part((slice(i, i + 1), slice(None)))

    def getcol(self, j: Any) -> Any:
        return self.part((slice(None), slice(j, j + 1)))

    def diagonal(self, k: int = 0) -> Any:
        places, rows, count = diagonal_of(self.pattern, k)
        return gathered(picked(self.values, places), rows, count)

    def trace(self, offset: int = 0) -> Any:
        return np.sum(self.diagonal(offset))

    # ---------------------------------------------------------------------------------------------------- sums

    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        if axis is None:
            return np.sum(self.values)
        return self.sum_along(axis)

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        if axis is None:
            return np.sum(self.values) / (self.shape[0] * self.shape[1])
        return self.sum_along(axis) / self.shape[axis]

    def sum_along(self, axis: Any) -> Any:
        if axis == 0 or axis == -2:
            return gathered(self.values, self.pattern.columns, self.shape[1])
        return gathered(self.values, self.pattern.rows, self.shape[0])


class SparseMatrix(SparseArray):
    """`scipy.sparse.csr_matrix` and its like, of which `*` is the product of matrices, and whose sums are matrices."""

    s2sad_record = True

    def stands_for(self, cls: Any) -> Any:
        return is_one_of(self.pattern, sparse.csr_matrix, cls)

    def __mul__(self, other: Any) -> Any:
        return self.dot(other)

    def __rmul__(self, other: Any) -> Any:
        if np.ndim(other) == 0:
            return self.scaled(other)
        return other @ self

    def __pow__(self, other: Any) -> Any:
        found = self
        for _ in range(other - 1):
            found = found @ self
        return found

    def __add__(self, other: Any) -> Any:
        if isinstance(other, SparseArray):
            return self.added(other)
        if known_number(other):
            if other != 0:
                raise NotImplementedError("adding a nonzero scalar to a sparse array is not supported")
            return self
        return DenseMatrix(spread_out(self.values, self.pattern) + dense_beside(other))

    def row_part(self, rows: Any) -> Any:
        if not isinstance(rows, slice) and np.ndim(rows) == 0:
            return self.part(([rows], slice(None)))
        return self.part((rows, slice(None)))

    def chosen(self, rows: Any, columns: Any) -> Any:
        raise NoDerivative(
            "numbers of a sparse matrix at several places are a matrix: take A.tocsr() as a csr_array"
        )

    def todense(self, order: Any = None, out: Any = None) -> Any:
        return DenseMatrix(spread_out(self.values, self.pattern))

    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        if axis is None:
            return np.sum(self.values)
        return DenseMatrix(np.expand_dims(self.sum_along(axis), axis))

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        if axis is None:
            return np.sum(self.values) / (self.shape[0] * self.shape[1])
        return DenseMatrix(np.expand_dims(self.sum_along(axis) / self.shape[axis], axis))
