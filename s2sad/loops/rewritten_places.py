"""Places in arrays that NumPy's functions give, in words for which there are loops.

t = np.triu_indices n              i, j = p // n, p % n, of the places p in a flat matrix that is True there
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const
from s2sad.ir.operations import callee_of
from s2sad.loops.words import Words
from s2sad.runtime.operations import store


def _places(words: Words, flat: Atom, columns: Atom) -> Atom:
    """The rows and columns of places in a matrix whose rows stand one after the other."""
    places = words.emit(np.flatnonzero, flat)
    return words.sequence(
        "tuple_of", words.emit("floordiv", places, columns), words.emit("mod", places, columns)
    )


def _triangle(words: Words) -> Atom | None:
    rows, offset, columns = (
        words.argument(k, name, value) for k, (name, value) in enumerate((("n", None), ("k", 0), ("m", None)))
    )
    part = np.triu if callee_of(words.node) is np.triu_indices else np.tril
    return _places_of_triangle(words, part, rows, rows if columns == Const(None) else columns, offset)


def _triangle_from(words: Words) -> Atom | None:
    matrix, offset = words.argument(0, "arr"), words.argument(1, "k", 0)
    if words.rank(matrix) != 2:
        return None
    part = np.triu if callee_of(words.node) is np.triu_indices_from else np.tril
    return _places_of_triangle(words, part, words.length(matrix, 0), words.length(matrix, 1), offset)


def _places_of_triangle(words: Words, part: Any, rows: Atom, columns: Atom, offset: Atom) -> Atom:
    whole = words.emit(np.ones, words.sequence("tuple_of", rows, columns))
    return _places(words, words.emit(np.ravel, words.emit(part, whole, offset)), columns)


def _diagonal(words: Words) -> Atom | None:
    count, ndim = words.argument(0, "n"), words.constant(words.argument(1, "ndim", 2))
    if callee_of(words.node) is np.diag_indices_from:
        ndim = words.rank(count)
        count = words.emit(len, count, kind=K.INT)
    if not isinstance(ndim, int):
        return None
    return words.sequence("tuple_of", *[words.emit(np.arange, count)] * ndim)


def _nonzero(words: Words) -> Atom | None:
    array = words.node.args[0]
    if len(words.node.args) != 1 or words.node.kwargs or words.rank(array) != 2:
        return None
    return _places(words, words.emit(np.ravel, array), words.length(array, 1))


def _fill_diagonal(words: Words) -> Atom | None:
    if len(words.node.args) != 2 or words.node.kwargs or words.rank(words.node.args[0]) != 2:
        return None
    array, value = words.node.args
    if words.rank(value) != 0:
        return None
    count = words.emit(min, words.length(array, 0), words.length(array, 1), kind=K.INT)
    places = words.emit(np.arange, count)
    words.effect("store", array, words.sequence("tuple_of", places, places), value)
    return Const(None)


def _store(words: Words) -> Atom | None:
    """A list or tuple that is written into an array is an array."""
    array, index, value = words.node.args
    if words.kind(value).name not in ("list", "tuple"):
        return None
    words.effect("store", array, index, words.emit(np.array, value))
    return Const(None)


OF_PLACES: dict[Any, Callable[[Words], Atom | None]] = {
    store: _store,
    np.triu_indices: _triangle,
    np.tril_indices: _triangle,
    np.triu_indices_from: _triangle_from,
    np.tril_indices_from: _triangle_from,
    np.diag_indices: _diagonal,
    np.diag_indices_from: _diagonal,
    np.nonzero: _nonzero,
    np.where: _nonzero,
    np.ndarray.nonzero: _nonzero,
    np.fill_diagonal: _fill_diagonal,
}
