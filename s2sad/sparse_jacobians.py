"""Sparse Jacobians and Hessians: the pattern by index sets, colours, and as many tangents as there are colours in one pass.

The pattern is found once for a kind of call. Another argument may take another branch and have another pattern: one more tangent,
in a direction of its own, tells in each call whether the pattern still holds, and it is found anew if it doesn't.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.colouring import alone, distance_two, star
from s2sad.errors import NotANumber
from s2sad.points import Point, leaves_of, linearized
from s2sad.runtime.index_sets import pattern_of, units

_CLOSE = 1e-6


@dataclass(frozen=True)
class Coloured:
    """The places of a matrix that may be other than zero, and the colours of its columns, or of its rows."""

    rows: np.ndarray
    columns: np.ndarray
    shape: tuple[int, int]
    colours: np.ndarray
    by_rows: bool = False

    @property
    def count(self) -> int:
        return int(self.colours.max(initial=-1)) + 1

    def seeds(self) -> np.ndarray:
        """The directions, each the sum of the units of one colour."""
        found = np.zeros((self.count, len(self.colours)))
        found[self.colours, np.arange(len(self.colours))] = 1.0
        return found

    def entries(self, products: np.ndarray) -> np.ndarray:
        """The entries, from the products of the matrix (or of the transposed one) with the directions."""
        if self.by_rows:
            return products[self.colours[self.rows], self.columns]
        return products[self.colours[self.columns], self.rows]

    def symmetric_entries(self, products: np.ndarray) -> np.ndarray:
        """As `entries`, where each is found from one of its two sides."""
        is_alone = alone(self.rows, self.columns, self.colours, self.shape[0])
        mirrored = products[self.colours[self.rows], self.columns]
        return np.where(is_alone, self.entries(products), mirrored)

    def matrix(self, entries: np.ndarray) -> Any:
        from scipy.sparse import csr_array

        starts = np.searchsorted(self.rows, np.arange(self.shape[0] + 1))
        return csr_array((entries, self.columns, starts), shape=self.shape)


def coloured(rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> Coloured:
    """By tangents or by cotangents, whichever are fewer."""
    by_columns = distance_two(rows, columns, shape)
    by_rows = distance_two(columns, rows, (shape[1], shape[0]))
    if by_rows.max(initial=-1) < by_columns.max(initial=-1):
        return Coloured(rows, columns, shape, by_rows, by_rows=True)
    return Coloured(rows, columns, shape, by_columns)


def found_by_sets(
    run: Callable[[Any], tuple[Any, Any]], given: Any
) -> tuple[np.ndarray, np.ndarray, tuple[int, int]]:
    """The pattern of a Jacobian, from a tangent function for sets."""
    value, sets = run(units(np.shape(given)))
    check_array(value, "result")
    size = int(np.size(value))
    rows, columns = pattern_of(sets, size, np.shape(value))
    return rows, columns, (size, int(np.size(given)))


def check_array(value: Any, what: str) -> None:
    if not isinstance(value, np.ndarray) or value.dtype.kind != "f":
        hint = "return one array of floats, or leave out sparse="
        raise NotANumber(f"a sparse Jacobian is that of an array by an array, and the {what} is none", hint)


def symmetric(rows: np.ndarray, columns: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The pattern with the mirrored places and the diagonal, row by row."""
    keys = np.concatenate([rows * count + columns, columns * count + rows])
    found = np.unique(keys)
    return found // count, found % count


def probe_for(size: int) -> np.ndarray:
    """A direction that no part of a matrix is orthogonal to by accident."""
    return np.cos(np.arange(size) * 1.618 + 0.3)


def holds(matrix: Any, probe: np.ndarray, product: np.ndarray) -> bool:
    """Whether a matrix gives the product that was found by a tangent; where that isn't finite nothing is told."""
    expected = matrix @ probe
    scale = abs(matrix) @ np.abs(probe) + np.abs(product)
    with np.errstate(invalid="ignore"):
        far = np.abs(expected - product) > _CLOSE * scale + 1e-300
    return not bool(np.any(far & np.isfinite(product) & np.isfinite(expected)))


def stacked(tangents: Sequence[Any]) -> np.ndarray:
    return np.stack([np.ravel(each) for each in tangents])


def sparse_matrix(point: Point, kept: dict[tuple, Coloured], is_second: bool) -> Any:
    """The Jacobian or Hessian by colours; `kept` are the patterns for shapes of the argument."""
    given = point.inputs
    if not point.single or not isinstance(given, np.ndarray):
        hint = "differentiate by one array, or leave out sparse="
        raise NotANumber("a sparse Jacobian is that of an array by an array, and the argument is none", hint)
    key = tuple([np.shape(leaf) for leaf in leaves_of(point.args)])
    if key in kept:
        found = by_colours(point, kept[key], is_second)
        if found is not None:
            return found
    kept[key] = pattern(point, is_second)
    found = by_colours(point, kept[key], is_second)
    if found is None:
        raise ArithmeticError(
            "the sparse matrix isn't what a tangent says: the function gives another value in each call, or there is a"
            " derivative of another kind in it: leave out sparse="
        )
    return found


def pattern(point: Point, is_second: bool) -> Coloured:
    """What depends on what, found by one run with index sets, and its colours."""
    made = point.derivative("hvp_sets" if is_second else "sets")
    given = point.inputs

    def run(sets: Any) -> tuple[Any, Any]:
        found = made.compiled.loaded.main(*point.moved(made, sets))
        return (given, point.chosen(made, found)) if is_second else found

    rows, columns, shape = found_by_sets(run, given)
    if not is_second:
        return coloured(rows, columns, shape)
    rows, columns = symmetric(rows, columns, shape[0])
    return Coloured(rows, columns, shape, star(rows, columns, shape[0]))


def by_colours(point: Point, known: Coloured, is_second: bool) -> Any:
    """The matrix, with one tangent or cotangent for each colour; None if it has another pattern."""
    given = point.inputs
    probe = probe_for(known.shape[1])
    if known.by_rows:
        value, pullback = linearized(point)
        directions = [np.reshape(each, np.shape(value)) for each in known.seeds()]
        rows = [np.zeros(known.shape[1])] if not directions else []
        matrix = known.matrix(known.entries(stacked([*map(pullback, directions), *rows])))
        made = point.derivative("jvp")
        product = made.main(*point.moved(made, np.reshape(probe, np.shape(given))))[1]
        return matrix if holds(matrix, probe, np.ravel(product)) else None
    directions = [np.reshape(each, np.shape(given)) for each in (*known.seeds(), probe)]
    if is_second:
        made = point.derivative("hvps")
        products = stacked([point.chosen(made, each) for each in point.products(made, directions)])
        matrix = known.matrix(known.symmetric_entries(products))
    else:
        products = stacked(point.bundle(point.derivative("bundle"), directions)[1])
        matrix = known.matrix(known.entries(products))
    return matrix if holds(matrix, probe, products[-1]) else None
