"""Derivatives beside differences: what agrees, what doesn't, and how that is shown."""

import math

import pytest

from s2sad.cli.check import Row, compare, table
from s2sad.cli.point import point_for
from s2sad.errors import NotAScalar


@pytest.mark.parametrize(
    "reverse, forward, reference, wanted",
    [
        (1.0, 1.0, 1.0, True),
        (1.0, 1.05, 0.95, True),
        (1.2, 1.0, 1.0, False),
        (1.0, 1.2, 1.0, False),
        (1.0, 1.0, 1.2, False),
        (math.nan, 1.0, 1.0, False),
        (1.0, math.nan, 1.0, False),
        (1.0, 1.0, math.nan, False),
        (math.inf, math.inf, math.inf, False),
    ],
)
def test_agrees_within_what_is_allowed(reverse, forward, reference, wanted):
    assert Row("x", reverse, forward, reference, 0.11).agrees is wanted


def test_nothing_finite_differs_more_than_what_differences_leave_open():
    assert not Row("x", 1.0, 1.0, math.nan, math.inf).agrees


def test_table_marks_the_rows_that_differ():
    text = table([Row("value", 1.0, 1.0, 1.0, 0.0), Row("d value / d x", 2.0, 3.5, 2.0, 0.0)])
    assert text.splitlines() == [
        "                reverse   forward   differences",
        "value                 1         1             1",
        "d value / d x         2       3.5             2  <- not the same",
    ]


def rows_of(function, at, wrt=None):
    return {row.name: row for row in compare(function, point_for(function, at, wrt))}


def product(x, y):
    return x * y


def both(x, y):
    return x * y, [x + y, 2.0 * y]


def weighted(x, weights, n=3):
    return weights[0] * x**n + weights[1]


def test_value_and_derivatives():
    rows = rows_of(product, "x=2,y=3")
    assert {name: row.reverse for name, row in rows.items()} == {
        "value": 6.0,
        "d value / d x": 3.0,
        "d value / d y": 2.0,
    }
    assert all(row.forward == row.reverse and row.agrees for row in rows.values())


def test_only_what_is_chosen():
    assert list(rows_of(product, "x=2,y=3", ("y",))) == ["value", "d value / d y"]


def test_each_number_of_a_structured_result_by_each_argument():
    rows = rows_of(both, "x=2,y=3")
    assert {name: (row.reverse, row.forward) for name, row in rows.items()} == {
        "value[0]": (6.0, 6.0),
        "value[1][0]": (5.0, 5.0),
        "value[1][1]": (6.0, 6.0),
        "d value[0] / d x": (3.0, 3.0),
        "d value[1][0] / d x": (1.0, 1.0),
        "d value[1][1] / d x": (0.0, 0.0),
        "d value[0] / d y": (2.0, 2.0),
        "d value[1][0] / d y": (1.0, 1.0),
        "d value[1][1] / d y": (2.0, 2.0),
    }
    assert all(row.agrees for row in rows.values())


def test_each_number_of_a_structured_argument():
    rows = rows_of(weighted, "x=2,weights=[3, 4.0]")
    derivatives = {name: row.reverse for name, row in rows.items() if name.startswith("d")}
    assert derivatives == {
        "d value / d x": 36.0,
        "d value / d weights[0]": 8.0,
        "d value / d weights[1]": 1.0,
    }
    assert all(row.agrees for row in rows.values())


@pytest.mark.parametrize("result", ["text", None, (), [None]])
def test_a_result_without_numbers_is_refused(result):
    with pytest.raises(NotAScalar, match="the result has no numbers"):
        rows_of(lambda x: result, "x=1")


def test_a_result_that_depends_on_nothing():
    rows = rows_of(lambda x: 3.0, "x=1")
    assert [(row.reverse, row.forward, row.agrees) for row in rows.values()] == [
        (3.0, 3.0, True),
        (0.0, 0.0, True),
    ]
