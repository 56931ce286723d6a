"""Tables as Markdown."""

import ast

from s2sad.show.cells import Formula, Grid, Joined, Row
from s2sad.show.markdown import table_in_markdown

FORMULA = Formula(ast.parse("x | y", mode="eval").body)


def test_a_table_with_a_heading_and_a_remark():
    grid = Grid(
        "a*b", ("one", "two"), (Row(("part_1",)), Row((FORMULA, Joined(("by ", FORMULA))))), ("# no",)
    )
    assert table_in_markdown(grid).splitlines() == [
        "**a\\*b**",
        "",
        "| one | two |",
        "| --- | --- |",
        "| **part\\_1** |  |",
        "| `x \\| y` | by `x \\| y` |",
        "",
        "\\# no",
    ]


def test_without_a_title():
    assert table_in_markdown(Grid("", ("a",), ())).splitlines() == ["| a |", "| --- |"]
