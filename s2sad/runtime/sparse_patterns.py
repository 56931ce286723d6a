"""Where the numbers of sparse matrices stand, and the linear functions of these numbers that derivatives are made of.

A sparse matrix is the vector of its stored numbers, which may vary, and a pattern, which doesn't. What has the adjoint of the
matrix is a vector of the same length: nothing is made dense.

    y = A @ x           →       y = product(values, x, pattern)
                                values_bar = outer_at(y_bar, x, pattern)        y_bar x^T at the places of the pattern
                                x_bar = product(values, y_bar, turned(pattern))
"""

import functools
from typing import Any

import numpy as np
from scipy import sparse

STORED = ("csr", "csc", "coo")


class Pattern:
    """The number k of a matrix stands at `rows[k]`, `columns[k]`, in the order in which SciPy's `form` has it.

    Of a compressed one `starts` tells where each row (of "csc" each column) begins. SciPy drops zeros in some of its operations,
    where their places are kept here, since zeros may move: such a pattern is not `exact`.
    """

    def __init__(
        self, form: str, shape: tuple, rows: Any, columns: Any, starts: Any = None, exact: bool = True
    ) -> None:
        self.form = form
        self.shape = shape
        self.rows = rows
        self.columns = columns
        self.starts = starts
        self.exact = exact

    @staticmethod
    def s2sad_dummy() -> "Pattern":
        """A small pattern, by which the compiler tries what functions give."""
        places = np.arange(2)
        return Pattern("csr", (2, 2), places, places, np.arange(3))

    def matrix(self, values: Any) -> Any:
        """The matrix with these numbers, as an array of SciPy's that products are quick with."""
        if self.starts is None:
            return sparse.coo_array((values, (self.rows, self.columns)), shape=self.shape)
        if self.form == "csr":
            return sparse.csr_array((values, self.columns, self.starts), shape=self.shape)
        return sparse.csc_array((values, self.rows, self.starts), shape=self.shape)

    @functools.cached_property
    def turned(self) -> "Pattern":
        """The pattern of the transposed matrix, whose numbers stand in the same order."""
        form = {"csr": "csc", "csc": "csr"}.get(self.form, self.form)
        made = Pattern(form, self.shape[::-1], self.columns, self.rows, self.starts, self.exact)
        made.__dict__["turned"] = self
        return made

    @functools.cached_property
    def is_plain(self) -> bool:
        """Whether no two numbers stand at the same place."""
        places = np.asarray(self.rows, dtype=np.int64) * self.shape[1] + self.columns
        return len(np.unique(places)) == len(places)

    def numbered(self, is_matrix: bool, first: int = 1) -> Any:
        """SciPy's own matrix of this form, with the numbers of the places from `first` on."""
        numbers = np.arange(first, first + len(self.rows), dtype=np.float64)
        made = self.matrix(numbers)
        return sparse.__dict__[f"{made.format}_{'matrix' if is_matrix else 'array'}"](made)


# ------------------------------------------------------------------------------------------------ linear functions


def product(values: Any, x: Any, pattern: Pattern) -> Any:
    """The matrix times a vector, or a dense matrix."""
    return pattern.matrix(values) @ x


def outer_at(y: Any, x: Any, pattern: Pattern) -> Any:
    """The product y x^T, at the places of the pattern."""
    if np.ndim(x) == 1:
        return y[pattern.rows] * x[pattern.columns]
    found = np.zeros(len(pattern.rows), np.result_type(y, x))
    for k in range(np.shape(x)[1]):
        found += y[pattern.rows, k] * x[pattern.columns, k]
    return found


def picked(values: Any, places: Any) -> Any:
    """The numbers at these places of a vector."""
    return values[places]


def gathered(values: Any, places: Any, count: int) -> Any:
    """A vector to which each number is added at its place; the transpose of `picked`."""
    if np.iscomplexobj(values):
        parts = [np.bincount(places, part, count) for part in (np.real(values), np.imag(values))]
        return parts[0] + 1j * parts[1]
    return np.bincount(places, values, count)


def spread_out(values: Any, pattern: Pattern) -> Any:
    """The matrix as a dense array."""
    return pattern.matrix(values).toarray()


def stored_in(dense: Any, pattern: Pattern) -> Any:
    """What a dense array has at the places of the pattern; the transpose of `spread_out`."""
    return dense[pattern.rows, pattern.columns]
