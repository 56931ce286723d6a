"""Options of NumPy's functions that are seldom given, and shapes that are seldom met, against differences."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "properties"))
from agreement import check_all_modes

ROW = np.array([0.72, -1.3, 2.2, 0.4, -0.9])
TABLE = np.array([[0.3, -1.2, 2.0, 0.9], [2.5, 0.7, -0.4, 1.1], [-0.6, 1.7, 0.2, -2.1]])


def written(array, function, *args, **options):
    function(array, *args, **options)
    return array


def inserted(x):
    return np.insert(x, [3, 1], x[:2])


def inserted_columns(x):
    return np.insert(x, [3, 1], x[:, :2], axis=1)


OF_ROWS = {
    "take clip": lambda x: np.take(x, [-1, 9], mode="clip"),
    "take wrap": lambda x: x.take([-1, 9], mode="wrap"),
    "put clip": lambda x: written(x * 1.0, np.put, [-1, 9], x[2:4], mode="clip"),
    "put wrap": lambda x: written(x * 1.0, np.put, [-7, 9], x[2:4], mode="wrap"),
    "put repeated": lambda x: written(x * 1.0, np.put, [0, 1, 2], x[3:]),
    "put nothing": lambda x: written(x * 1.0, np.put, [0, 1], []),
    "put into a view": lambda x: written(np.outer(x, x).T, np.put, [1, 7], x[2:4]),
    "put_along_axis of all": lambda x: written(x * 1.0, np.put_along_axis, np.array([3, 0]), x[1:3], None),
    "insert several at one place": lambda x: np.insert(x, 2, x[:3]),
    "insert by a mask": lambda x: np.insert(x, np.array([True, False, False, True, False]), x[:2]),
    "insert by a slice": lambda x: np.insert(x, slice(0, 2), x[:2]),
    "put method": lambda x: written(x * 1.0, np.ndarray.put, [0, 1], x[2:]),
    "place": lambda x: written(x * x, np.place, x > 0, [3.0, x[0]]),
    "place more": lambda x: written(x * x, np.place, x > 0, x),
    "putmask repeated": lambda x: written(x * 1.0, np.putmask, x > 0, x[1:3]),
    "putmask column": lambda x: written(np.zeros((3, 5)), np.putmask, np.ones((3, 5), bool), x[:3, None]),
    "full of ints": lambda x: np.full(3, x[0], dtype=int) + x[1],
    "full of floats": lambda x: np.full((2, 5), x, dtype=float),
    "full_like of ints": lambda x: np.full_like(x, x[0], dtype=int) + x[1],
    "full_like shape": lambda x: np.full_like(x, x[0], shape=(2, 2)),
    "unique": lambda x: np.unique(np.concatenate([x, x[:2]])),
    "unique with counts": lambda x: np.multiply(*np.unique(np.append(x, x[:2]), return_counts=True)),
    "ix_": lambda x: np.multiply(*np.ix_(x, x[:2] ** 2)),
    "ndmin": lambda x: np.array([x, x * x], ndmin=3),
    "pad between two": lambda x: np.pad(x, 2, constant_values=(x[0], x[1])),
    "resize": lambda x: np.resize(x, (2, 4)),
    "item": lambda x: x.item(-2) * x.item((1,)),
    "insert in another order": inserted,
    "compress": lambda x: x.compress([True, False, True]),
    "fromiter": lambda x: np.fromiter((v * v for v in x), float, count=3),
    "linspace step": lambda x: np.linspace(x[0], x[1], 4, retstep=True)[1],
    "partition": lambda x: written(x * x, np.ndarray.partition, 2)[2],
    "quantile lower": lambda x: np.quantile(x, 0.3, method="lower"),
    "percentile higher": lambda x: np.percentile(x, [30, 50], method="higher"),
    "quantile midpoint": lambda x: np.quantile(x, 0.3, method="midpoint"),
}
OF_TABLES = {
    "put_along_axis": lambda x: written(x * 1.0, np.put_along_axis, np.argsort(x, 0)[:1], x[:1] ** 2, 0),
    "insert rows at one place": lambda x: np.insert(x, 1, x[:2] * x[1], axis=0),
    "take_along_axis spread": lambda x: np.take_along_axis(x, np.array([[0, 2, 1]]), 1),
    "take_along_axis of one row": lambda x: np.take_along_axis(x[:1], np.array([[0, 2], [0, 0]]), 1),
    "take_along_axis of all": lambda x: np.take_along_axis(x, np.array([7, 7, 2]), None),
    "sort in place": lambda x: written(x * x, np.ndarray.sort, axis=0),
    "insert columns": inserted_columns,
    "insert one column": lambda x: np.insert(x, [1], x[:, :1], axis=1),
    "insert rows": lambda x: np.insert(x, [2, 0], x[:2], axis=0),
    "diagonal of a row": lambda x: written(x * 1.0, np.fill_diagonal, x[0]),
    "diagonal that is wrapped": lambda x: written(
        np.concatenate([x, x]), np.fill_diagonal, x[0, 1], wrap=True
    ),
    "diagonal of a cube": lambda x: written(np.ones((3, 3, 3)), np.fill_diagonal, x[0, :3]),
    "median of both axes": lambda x: np.median(x, axis=(0, 1), keepdims=True) * x,
    "quantile of both axes": lambda x: np.quantile(x, 0.3, axis=(0, 1)),
    "quantiles that keep axes": lambda x: np.quantile(x, [0.1, 0.7], axis=1, keepdims=True) * x,
    "quantiles in a table": lambda x: np.quantile(x, [[0.1, 0.7], [0.3, 0.4]], axis=0),
    "linspace along an axis": lambda x: np.linspace(x[0], x[1], 3, axis=1),
}


def check(function, x):
    """The sum of the items, each with a weight of its own and squared."""

    def weighed(x):
        y = np.ravel(function(x))
        return np.sum(np.arange(1.0, len(y) + 1) * y * y)

    direction = np.cos(np.arange(x.size, dtype=float)).reshape(x.shape)
    check_all_modes(weighed, (x,), (direction,), "", rounding=1e-14)


@pytest.mark.parametrize("name", OF_ROWS)
def test_of_rows(name):
    check(OF_ROWS[name], ROW)


@pytest.mark.parametrize("name", OF_TABLES)
def test_of_tables(name):
    check(OF_TABLES[name], TABLE)


def cleaned(x):
    y = x * 1.0
    y[1] = np.nan
    np.nan_to_num(y, copy=False, nan=0.5)
    return y


def test_numbers_are_cleaned_in_place():
    check(cleaned, ROW)
