"""Tables of cells as text and as data."""

import ast

import pytest

from s2sad.show.cells import Code, Formula, Grid, Joined, Number, Row, indented, padded, width


@pytest.mark.parametrize("text, columns", [("abc", 3), ("é", 1), ("e\u0301", 1), ("数x", 3), ("", 0)])
def test_widths_are_those_of_a_terminal(text, columns):
    assert width(text) == columns and width(padded(text, 6)) == 6


@pytest.mark.parametrize(
    "cell, text",
    [
        (Formula(ast.parse("x*y+1", mode="eval").body), "x * y + 1"),
        (Formula(ast.parse("x=y").body[0]), "x = y"),
        (Code("a  b"), "a  b"),
        (Number("1.5"), "1.5"),
        (Joined(("by x: ", Number("2"))), "by x: 2"),
    ],
)
def test_cells_as_text(cell, text):
    assert str(cell) == text


def test_levels_indent_the_first_column():
    row = Row(("a", "b"), 2)
    assert [indented(row, i) for i in (0, 1)] == ["    a", "b"]
    assert Row(("heading",)).is_heading and not row.is_heading


def test_data_has_what_stands_in_the_cells():
    grid = Grid("", ("one", "two"), (Row(("h",)), Row(("a", "")), Row(("", "b"))))
    assert grid.as_data() == [{"heading": "h"}, {"one": "a"}, {"two": "b"}]


def test_widths_count_what_a_terminal_shows():
    assert [width("abc"), width("größe"), width("値"), width("z̄")] == [3, 5, 2, 1]
