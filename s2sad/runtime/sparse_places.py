"""Patterns of sparse matrices: as they are made, and of what functions make of them, with the numbers that go where.

B = A.tocsr()       →       pattern, places = rearranged(A's pattern, "csr");   B's values are picked(values, places)
"""

from typing import Any

import numpy as np
from scipy import sparse

from s2sad.runtime.refusals import RefusedPoint, RefusedType
from s2sad.runtime.sparse_patterns import STORED, Pattern

Places = np.ndarray  # of ints


def pattern_of(matrix: Any) -> Pattern:
    """The pattern of a sparse matrix of SciPy's."""
    if matrix.ndim != 2:
        raise RefusedPoint("a sparse array with one axis stands beside an active value: use one with two")
    shape = tuple(map(int, matrix.shape))
    if matrix.format == "csr":
        rows = np.repeat(np.arange(shape[0]), np.diff(matrix.indptr))
        return Pattern("csr", shape, rows, matrix.indices, matrix.indptr)
    if matrix.format == "csc":
        columns = np.repeat(np.arange(shape[1]), np.diff(matrix.indptr))
        return Pattern("csc", shape, matrix.indices, columns, matrix.indptr)
    found = matrix.tocoo()
    return Pattern(matrix.format, shape, found.row, found.col, None, found.nnz == matrix.nnz)


def values_of(matrix: Any) -> Any:
    """The numbers of a sparse matrix of SciPy's, in the order of its pattern; a copy, as of what may be written to."""
    values = matrix.data if matrix.format in STORED else matrix.tocoo().data
    return np.array(values, dtype=np.result_type(values, np.float64))


def dense_of(matrix: Any) -> Any:
    """A dense matrix as an array."""
    if getattr(matrix, "matvec", None) is not None:
        raise RefusedType(
            "the derivative of a system needs its matrix, not a LinearOperator: pass a sparse matrix"
        )
    return np.atleast_2d(np.asarray(matrix))


def compressed(form: str, indices: Any, starts: Any, shape: Any) -> Pattern:
    """The pattern of `csr_array((data, indices, starts))`."""
    other = int(np.max(indices, initial=-1)) + 1
    ends = (len(starts) - 1, other) if form == "csr" else (other, len(starts) - 1)
    whole = tuple(map(int, shape)) if shape is not None else ends
    numbers = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    indices = np.array(indices)
    rows, columns = (numbers, indices) if form == "csr" else (indices, numbers)
    return Pattern(form, whole, rows, columns, np.array(starts))


def by_places(rows: Any, columns: Any, shape: Any) -> Pattern:
    """The pattern of `coo_array((data, (rows, columns)))`."""
    rows, columns = np.array(rows), np.array(columns)
    ends = int(np.max(rows, initial=-1)) + 1, int(np.max(columns, initial=-1)) + 1
    return Pattern("coo", tuple(map(int, shape)) if shape is not None else ends, rows, columns)


def everywhere(shape: Any, form: str) -> Pattern:
    """The pattern of a matrix that was dense: where it is zero it may move."""
    rows, columns = np.divmod(np.arange(shape[0] * shape[1]), max(shape[1], 1))
    made = Pattern("coo", tuple(shape), rows, columns, None, False)
    return made if form == "coo" else rearranged(made, form)[0]


def on_diagonals(diagonals: Any, offsets: Any, shape: Any, form: str) -> tuple[Pattern, Places]:
    """The pattern of `diags`, and which of the numbers of all diagonals it takes, one after the other."""
    offsets, lengths = [int(each) for each in np.ravel(offsets)], [np.size(each) for each in diagonals]
    if shape is None:
        size = int(lengths[0]) + abs(offsets[0])
        shape = size, size
    rows, columns, taken = [], [], []
    begin = 0
    for length, offset in zip(lengths, offsets):
        first, start = max(-offset, 0), max(offset, 0)
        count = min(shape[0] - first, shape[1] - start)
        if count <= 0 or length not in (1, count):
            raise ValueError(f"Diagonal length (offset {offset}) does not fit the shape {tuple(shape)}")
        rows.append(first + np.arange(count))
        columns.append(start + np.arange(count))
        taken.append(begin + (np.arange(count) if length == count else np.zeros(count, int)))
        begin += length
    joined = [np.concatenate(each) if each else np.zeros(0, int) for each in (rows, columns, taken)]
    made = Pattern("dia", tuple(map(int, shape)), joined[0], joined[1], None, form in ("dia", "coo"))
    if form == "dia":
        return made, joined[2]
    found, places = rearranged(made, form)
    return found, joined[2][places]


def empty_pattern(shape: tuple) -> Pattern:
    """The pattern of a matrix without numbers."""
    none = np.zeros(0, int)
    return Pattern("coo", shape, none, none)


def by_rows(rows: tuple, offsets: Any, shape: Any, form: str) -> tuple[Pattern, Places]:
    """The pattern of `dia_array((data, offsets))` with data of so many rows, and which numbers of these it has."""
    offsets = np.atleast_1d(offsets)
    columns = np.tile(np.arange(rows[1]), rows[0])
    found = columns - np.repeat(offsets, rows[1])
    inside = np.flatnonzero((found >= 0) & (found < shape[0]) & (columns < shape[1]))
    whole = Pattern("dia", tuple(map(int, shape)), found[inside], columns[inside], None, True)
    made, places = rearranged(whole, form)
    return made, inside[places]


# ----------------------------------------------------------------------------------- of other matrices: which numbers


def rearranged(pattern: Pattern, form: str) -> tuple[Pattern, Places]:
    """The pattern in another form, and which numbers of the matrix it has; no two stand at one place."""
    if form == pattern.form:
        return pattern, np.arange(len(pattern.rows))
    if form not in STORED:
        return Pattern(form, pattern.shape, pattern.rows, pattern.columns, None, False), np.arange(
            len(pattern.rows)
        )
    found = pattern.numbered(False).asformat(form)
    if form != "coo":
        found.sort_indices()
    return numbers_in(found, pattern.exact and pattern.form in (*STORED, "dia"))


def numbers_in(found: Any, exact: bool) -> tuple[Pattern, Places]:
    """The pattern of a matrix of numbers of places, and these places."""
    if found.ndim == 1:
        found = found.reshape(1, -1)
    made = pattern_of(found if found.format in STORED else found.tocoo())
    made.exact = exact
    return made, values_of(found).astype(np.int64) - 1


def summed(pattern: Pattern) -> tuple[Pattern, Places]:
    """The pattern in which each place stands once, and for each number which place it has."""
    form = pattern.form if pattern.form in ("csr", "csc") else "csr"
    major, minor = (pattern.rows, pattern.columns) if form == "csr" else (pattern.columns, pattern.rows)
    length = pattern.shape[1] if form == "csr" else pattern.shape[0]
    ends = pattern.shape[0] if form == "csr" else pattern.shape[1]
    keys, places = np.unique(np.asarray(major, np.int64) * length + minor, return_inverse=True)
    first, second = np.divmod(keys, max(length, 1))
    starts = np.searchsorted(first, np.arange(ends + 1))
    rows, columns = (first, second) if form == "csr" else (second, first)
    return Pattern(form, pattern.shape, rows, columns, starts, pattern.exact), np.ravel(places)


def sum_of(one: Pattern, other: Pattern) -> tuple[Pattern, Places]:
    """The pattern of a sum, and the place in it of each number of the first and then of the second matrix."""
    if one.shape != other.shape:
        raise ValueError(f"inconsistent shapes {one.shape} and {other.shape}")
    form = "csc" if one.form == "csc" else "csr"
    rows = np.concatenate([one.rows, other.rows])
    columns = np.concatenate([one.columns, other.columns])
    return summed(Pattern(form, one.shape, rows, columns, None, False))


def product_of(one: Pattern, other: Pattern) -> tuple[Pattern, Places, Places, Places]:
    """The pattern of a product; for each of its terms the number of either factor, and the place in the product."""
    if one.shape[1] != other.shape[0]:
        raise ValueError(f"matmul: dimension mismatch with signature {one.shape},{other.shape}")
    order = np.argsort(other.rows, kind="stable")
    starts = np.searchsorted(other.rows[order], np.arange(other.shape[0] + 1))
    counts = np.diff(starts)[one.columns]
    first = np.repeat(np.arange(len(one.columns)), counts)
    within = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
    second = order[starts[one.columns[first]] + within]
    form = "csc" if one.form == "csc" else "csr"
    whole = Pattern(form, (one.shape[0], other.shape[1]), one.rows[first], other.columns[second], None, False)
    made, places = summed(whole)
    return made, first, second, places


def joined(patterns: Any, function: Any, *args: Any, blocks: Any = None) -> tuple[Pattern, Places]:
    """The pattern of what a function makes of several matrices, and which of all their numbers it has."""
    first, numbered = 1, []
    for pattern in patterns:
        numbered.append(pattern.numbered(False, first))
        first += len(pattern.rows)
    if blocks is True:
        return numbers_in(function(numbered[0], *args), patterns[0].exact)
    whole = (
        numbered if blocks is None else [[None if i is None else numbered[i] for i in row] for row in blocks]
    )
    found = function(whole, *args)
    return numbers_in(found, all(pattern.exact for pattern in patterns))


def numbers_of(blocks: Any) -> list[list[Any]]:
    """Which of the blocks each is, one after the other; None for those that are empty."""
    count = 0
    found: list[list[Any]] = []
    for row in blocks:
        found.append([])
        for block in row:
            found[-1].append(None if block is None else count)
            count += block is not None
    return found


def kron_of(one: Pattern, other: Pattern, form: Any) -> tuple[Pattern, Places, Places]:
    """The pattern of Kronecker's product, and for each number which of either factor it is the product of."""
    first = np.repeat(np.arange(len(one.rows)), len(other.rows))
    second = np.tile(np.arange(len(other.rows)), len(one.rows))
    rows = np.asarray(one.rows, np.int64)[first] * other.shape[0] + other.rows[second]
    columns = np.asarray(one.columns, np.int64)[first] * other.shape[1] + other.columns[second]
    shape = one.shape[0] * other.shape[0], one.shape[1] * other.shape[1]
    whole = Pattern("coo", shape, rows, columns, None, False)
    if form in (None, "coo"):
        return whole, first, second
    made, places = rearranged(whole, form)
    return made, first[places], second[places]


def common_of(one: Pattern, other: Pattern) -> tuple[Pattern, Places, Places]:
    """Where both of two matrices have a number, and which: neither has two at one place."""
    if one.shape != other.shape:
        raise ValueError(f"inconsistent shapes {one.shape} and {other.shape}")
    keys = [np.asarray(p.rows, np.int64) * p.shape[1] + p.columns for p in (one, other)]
    _, first, second = np.intersect1d(keys[0], keys[1], assume_unique=True, return_indices=True)
    whole = Pattern("coo", one.shape, one.rows[first], one.columns[first], None, False)
    made, places = rearranged(whole, "csc" if one.form == "csc" else "csr")
    return made, first[places], second[places]


# -------------------------------------------------------------------------------------------------------------- parts


def is_one_of(pattern: Pattern, like: type, cls: Any) -> bool:
    """Whether a matrix of this form, of the family of a class, is of a class of SciPy's."""
    name = like.__name__.replace("csr", pattern.form if pattern.form in (*STORED, "dia", "bsr") else "csr")
    return issubclass(sparse.__dict__[name], cls)


def stored_numbers(values: Any, pattern: Pattern) -> Any:
    """`A.data`, where SciPy has these very numbers in this order."""
    check_stored(values, pattern)
    return values


def indices_of(values: Any, pattern: Pattern) -> Places:
    """`A.indices`"""
    check_stored(values, pattern)
    return pattern.columns if pattern.form == "csr" else pattern.rows


def check_stored(values: Any, pattern: Pattern) -> None:
    if pattern.form not in STORED:
        raise RefusedPoint(
            f"the numbers of a matrix in the form {pattern.form} are read: write A.tocsr() first"
        )
    if not pattern.exact and not np.all(values):
        raise RefusedPoint(
            "what a sparse matrix stores is read where SciPy drops zeros, which may move: take A.toarray(), or A[i, j]"
        )


def part_of(pattern: Pattern, index: Any, is_matrix: bool) -> tuple[Pattern, Places]:
    """The pattern of `A[index]`, and which numbers it has."""
    rows, columns = (
        slice(i, i + 1 or None) if np.ndim(i) == 0 and not isinstance(i, slice) else i for i in index
    )
    whole = pattern.numbered(True)
    return numbers_in(whole[rows, :][:, columns], pattern.exact)


def places_at(pattern: Pattern, row: Any, column: Any) -> Places:
    """The numbers that stand at one place."""
    row, column = range(pattern.shape[0])[row], range(pattern.shape[1])[column]
    return np.flatnonzero((pattern.rows == row) & (pattern.columns == column))


def numbers_at(pattern: Pattern, rows: Any, columns: Any) -> tuple[Places, Places, tuple]:
    """Which numbers stand at several places, the places of these among those asked for, and their shape."""
    rows, columns = np.broadcast_arrays(np.asarray(rows), np.asarray(columns))
    found = np.asarray(pattern.numbered(True).tocsr()[rows.ravel(), columns.ravel()]).astype(int).ravel()
    places = np.flatnonzero(found)
    return found[places] - 1, places, rows.shape


def count_of(shape: tuple) -> int:
    return int(np.prod(shape))


def diagonal_of(pattern: Pattern, k: int) -> tuple[Places, Places, int]:
    """Which numbers stand on a diagonal, the places of these on it, and its length."""
    count = max(min(pattern.shape[0] + min(k, 0), pattern.shape[1] - max(k, 0)), 0)
    places = np.flatnonzero(np.asarray(pattern.columns, np.int64) - pattern.rows == k)
    return places, pattern.rows[places] + min(k, 0), count


def pattern_as(pattern: Pattern, like: Any) -> Pattern:
    """The pattern as that of a matrix from which SciPy drops zeros."""
    form = pattern.form if pattern.form in STORED else "csr"
    return Pattern(form, pattern.shape, pattern.rows, pattern.columns, pattern.starts, False)
