"""Colours of the columns of a sparse matrix: those of one colour are found by one tangent, since no row has two of them.

Greedy, in the order of the number of neighbours: Gebremedhin, Manne & Pothen, "What Color Is Your Jacobian?", SIAM Review 47
(2005). Of a Hessian, which is symmetric, a star colouring does with fewer: of two entries that one tangent adds up, the other
side has one alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def neighbours_of(rows: np.ndarray, columns: np.ndarray, count: int) -> list[list[int]]:
    """For each of so many columns, the rows that it has."""
    order = np.argsort(columns, kind="stable")
    ends = np.searchsorted(columns[order], np.arange(count + 1))
    sorted_rows = rows[order].tolist()
    return [sorted_rows[ends[j] : ends[j + 1]] for j in range(count)]


def distance_two(rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    """Colours of columns, of which no two in a row have the same."""
    by_column = neighbours_of(rows, columns, shape[1])
    by_row = neighbours_of(columns, rows, shape[0])
    widest = max(map(len, by_row), default=0)
    if widest == shape[1]:  # a full row: each has its own
        return np.arange(shape[1])
    colours = [-1] * shape[1]
    for j in in_order(by_column):
        taken = {colours[k] for i in by_column[j] for k in by_row[i]}
        colours[j] = first_free(taken)
    return np.array(colours, dtype=int)


def star(rows: np.ndarray, columns: np.ndarray, count: int) -> np.ndarray:
    """Colours of the columns of a symmetric matrix: neighbours differ, and no path of four has two colours only."""
    near = [[k for k in each if k != j] for j, each in enumerate(neighbours_of(rows, columns, count))]
    colours = [-1] * count
    for v in in_order(near):
        taken = set()
        for w in near[v]:
            if colours[w] >= 0:
                taken.add(colours[w])
                for x in near[w]:
                    if (
                        x != v
                        and colours[x] >= 0
                        and any(y != w and colours[y] == colours[w] for y in near[x])
                    ):
                        taken.add(colours[x])
            else:
                taken.update(colours[x] for x in near[w] if colours[x] >= 0)
        colours[v] = first_free(taken)
    return np.array(colours, dtype=int)


def in_order(near: Sequence[Sequence[int]]) -> list[int]:
    """Those with most neighbours first."""
    return sorted(range(len(near)), key=lambda j: -len(near[j]))


def first_free(taken: set[int]) -> int:
    colour = 0
    while colour in taken:
        colour += 1
    return colour


def alone(rows: np.ndarray, columns: np.ndarray, colours: np.ndarray, count: int) -> np.ndarray:
    """Which entries (i, j) are the only one of the colour of j in row i."""
    keys = rows * (int(colours.max(initial=0)) + 1) + colours[columns]
    _, places, numbers = np.unique(keys, return_inverse=True, return_counts=True)
    return numbers[places] == 1
