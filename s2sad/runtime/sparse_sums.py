"""Matrices of NumPy's, which sums of sparse matrices are, where these vary."""

from typing import Any

import numpy as np

from s2sad.runtime.refusals import NoDerivative


class DenseMatrix:
    """`numpy.matrix`, which sums of sparse matrices are."""

    s2sad_record = True

    def __init__(self, array: Any) -> None:
        self.array = array

    def __array__(self) -> Any:
        return self.array

    @property
    def A(self) -> Any:
        return self.array

    @property
    def A1(self) -> Any:
        return np.ravel(self.array)

    def getA(self) -> Any:
        return self.array

    def getA1(self) -> Any:
        return np.ravel(self.array)

    @property
    def T(self) -> Any:
        return DenseMatrix(np.transpose(self.array))

    @property
    def shape(self) -> Any:
        return np.shape(self.array)

    @property
    def size(self) -> Any:
        return np.size(self.array)

    def sum(self, axis: Any = None) -> Any:
        if axis is None:
            return np.sum(self.array)
        return DenseMatrix(np.sum(self.array, axis=axis, keepdims=True))

    def flatten(self) -> Any:
        return DenseMatrix(np.reshape(self.array, (1, -1)))

    def ravel(self) -> Any:
        return DenseMatrix(np.reshape(self.array, (1, -1)))

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, tuple):
            raise NoDerivative("a row of a matrix is a matrix: take np.asarray(x)[i]")
        row, column = index
        if isinstance(row, slice) or isinstance(column, slice):
            raise NoDerivative("a part of a matrix is a matrix: take np.asarray(x)[i, j]")
        return self.array[row, column]

    def __matmul__(self, other: Any) -> Any:
        found = self.array @ array_in(other)
        return DenseMatrix(np.reshape(found, (1, -1)) if np.ndim(found) == 1 else found)

    def __rmatmul__(self, other: Any) -> Any:
        found = array_in(other) @ self.array
        return DenseMatrix(np.reshape(found, (1, -1)) if np.ndim(found) == 1 else found)

    def __mul__(self, other: Any) -> Any:
        return DenseMatrix(
            self.array * other if np.ndim(array_in(other)) == 0 else self.array @ array_in(other)
        )

    def __rmul__(self, other: Any) -> Any:
        return DenseMatrix(self.array * other if np.ndim(other) == 0 else np.asarray(other) @ self.array)

    def __truediv__(self, other: Any) -> Any:
        return DenseMatrix(self.array / array_in(other))

    def __add__(self, other: Any) -> Any:
        return DenseMatrix(self.array + array_in(other))

    def __radd__(self, other: Any) -> Any:
        return DenseMatrix(other + self.array)

    def __sub__(self, other: Any) -> Any:
        return DenseMatrix(self.array - array_in(other))

    def __rsub__(self, other: Any) -> Any:
        return DenseMatrix(other - self.array)

    def __neg__(self) -> Any:
        return DenseMatrix(-self.array)


def array_in(other: Any) -> Any:
    """What stands beside a matrix, as an array."""
    return other.array if isinstance(other, DenseMatrix) else np.asarray(other)
