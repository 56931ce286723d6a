"""Tables as text, Markdown, HTML and on terminals, and the values in them."""

import ast

from s2sad.show.cells import Formula, Number, Row
from s2sad.show.html import table_in_html
from s2sad.show.table import Table

TABLE = Table(
    "a title",
    ("one", "two"),
    (
        Row(("first", Number("1.5"))),
        Row(("a part",)),
        Row((Formula(ast.parse("x | y", mode="eval").body), Number("2")), 1),
    ),
    ("a remark",),
)


def test_text_is_in_columns():
    assert str(TABLE) == (
        "a title\n\none       two\n-------   ---\nfirst     1.5\na part\n  x | y   2\n\na remark\n"
    )


def test_columns_in_which_nothing_stands_are_left_out():
    table = Table("", ("one", "two"), (Row(("x", "")), Row(("part",))))
    assert table.without_empty_columns().columns == ("one",)
    assert table.without_empty_columns().rows == (Row(("x",)), Row(("part",)))


def test_markdown_escapes_what_it_would_take_for_its_own():
    assert TABLE.markdown() == (
        "**a title**\n\n| one | two |\n| --- | --- |\n| first | 1.5 |\n| **a part** |  |\n| `x \\| y` | 2 |\n\na remark\n"
    )


def test_html_is_well_formed():
    from xml.etree import ElementTree

    root = ElementTree.fromstring(f"<div>{table_in_html(TABLE)}</div>")
    assert [cell.text for cell in root.iter("td")][:2] == ["first", "1.5"]


def test_data_for_programs():
    assert TABLE.as_data() == [
        {"one": "first", "two": "1.5"},
        {"heading": "a part"},
        {"one": "x | y", "two": "2"},
    ]
