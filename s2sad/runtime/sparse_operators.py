"""`scipy.sparse.linalg.LinearOperator`: a matrix that is known by its products alone."""

from typing import Any

import numpy as np
from scipy.sparse import linalg


class Operator:
    """One whose products read what varies."""

    s2sad_record = True

    def __init__(self, shape: Any, product: Any, back: Any) -> None:
        self.shape = shape
        self.product = product
        self.back = back

    @property
    def ndim(self) -> Any:
        return 2

    @property
    def T(self) -> Any:
        return Operator((self.shape[1], self.shape[0]), self.back, self.product)

    def matvec(self, x: Any) -> Any:
        at = np.asarray(x)
        return np.reshape(self.product(np.reshape(at, -1)), (self.shape[0],) + np.shape(at)[1:])

    def rmatvec(self, x: Any) -> Any:
        at = np.asarray(x)
        return np.reshape(self.back(np.reshape(at, -1)), (self.shape[1],) + np.shape(at)[1:])

    def matmat(self, X: Any) -> Any:
        at = np.asarray(X)
        return np.stack([self.product(at[:, j]) for j in range(np.shape(at)[1])], axis=-1)

    def dot(self, x: Any) -> Any:
        return self.matmat(x) if np.ndim(x) == 2 else self.matvec(x)

    def __matmul__(self, x: Any) -> Any:
        return self.dot(x)

    def __mul__(self, x: Any) -> Any:
        return self.dot(x)

    def __call__(self, x: Any) -> Any:
        return self.dot(x)


def applied(x: Any, found: Any, turned: bool) -> Any:
    """The product of an operator that doesn't vary, or of its transpose."""
    return found.rmatvec(x) if turned else found.matvec(x)


def operator_of(product: Any, back: Any, shape: Any) -> linalg.LinearOperator:
    """SciPy's own object."""
    return linalg.LinearOperator(shape, matvec=product, rmatvec=back, dtype=float)


def begun_with(product: Any, back: Any, shape: Any, b: Any, solver: str, options: Any) -> tuple[Any, int]:
    """What an iterative solver of SciPy's gives for products that are given: the solution, and whether it has converged."""
    return linalg.__dict__[solver](operator_of(product, back, shape), b, **options)
