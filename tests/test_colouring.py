"""Colours of columns: few, and each entry can be read off."""

import numpy as np
import pytest

from s2sad.colouring import alone, distance_two, first_free, star


def places(text):
    """The rows and columns of the crosses."""
    return np.nonzero(np.array([[c == "x" for c in line] for line in text.split()]))


@pytest.mark.parametrize(
    "text, count",
    [
        ("x.. .x. ..x", 1),
        ("xx... .xx.. ..xx. ...xx", 2),
        ("xx... xxx.. .xxx. ..xxx ...xx", 3),
        ("xxxx x... .x.. ..x.", 4),
        ("... ...", 1),
    ],
)
def test_columns_that_meet_in_a_row_differ_and_no_more_colours_are_used(text, count):
    rows, columns = places(text)
    wide = len(text.split()[0])
    colours = distance_two(rows, columns, (len(text.split()), wide))
    assert len(set(colours.tolist())) == count
    assert all(len({colours[j] for j in columns[rows == i]}) == np.sum(rows == i) for i in set(rows.tolist()))


def test_an_arrow_needs_two_colours_where_it_is_symmetric():
    """The first row is full: by columns it would be as many colours as columns."""
    rows, columns = places("xxxxx xx... x.x.. x..x. x...x")
    assert star(rows, columns, 5).tolist() == [0, 1, 1, 1, 1]
    assert distance_two(rows, columns, (5, 5)).tolist() == [0, 1, 2, 3, 4]


def test_a_path_of_four_has_three_colours():
    rows, columns = places("xx.. xxx. .xxx ..xx")
    assert len(set(star(rows, columns, 4).tolist())) == 3


def test_which_entries_are_alone():
    rows, columns = places("xxx x.x")
    assert alone(rows, columns, np.array([0, 1, 0]), 2).tolist() == [False, True, False, False, False]


def test_the_first_colour_that_is_free():
    assert [first_free(set()), first_free({0, 1, 3}), first_free({1})] == [0, 2, 0]


def test_colours():
    rng = np.random.default_rng(0)
    full = rng.random((30, 20)) < 0.12
    rows, columns = np.nonzero(full)
    colours = distance_two(rows, columns, (30, 20))
    assert np.all(alone(rows, columns, colours, 30))
    even = rng.random((25, 25)) < 0.08
    even = even | even.T | np.eye(25, dtype=bool)
    rows, columns = np.nonzero(even)
    colours = star(rows, columns, 25)
    one = alone(rows, columns, colours, 25)
    pairs = dict(zip(zip(rows.tolist(), columns.tolist()), one.tolist()))
    assert all(found or pairs[j, i] for (i, j), found in pairs.items())
    assert colours.max() <= distance_two(rows, columns, (25, 25)).max()
