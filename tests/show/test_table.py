"""Tables as text, Markdown, HTML and on terminals, and the values in them."""

import ast
import io

import numpy as np
import pytest

from s2sad.show.cells import Formula, Number, Row, width
from s2sad.show.highlight import highlighted
from s2sad.show.html import table_in_html
from s2sad.show.table import Table
from s2sad.show.terminal import console_for, show
from s2sad.show.values import kept, shown

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


@pytest.mark.parametrize(
    "value, wanted",
    [
        (2.0, "2"),
        (1 / 3, "0.333333"),
        (7, "7"),
        (True, "True"),
        (1 + 2j, "1+2j"),
        (None, "None"),
        (np.float64(0.5), "0.5"),
        (np.arange(3.0), "[0, 1, 2]"),
        (np.eye(2), "[[1, 0], [0, 1]]"),
        (np.arange(100.0).reshape(10, 10), "[0, 1, 2, …] of shape (10, 10)"),
        ([1.0, 2.5], "[1, 2.5]"),
        ((1.0,), "(1,)"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, … 100 items]"),
        ({"a": 1.0}, "{'a': 1}"),
        (iter([1]), ""),
        (np.sin, "sin"),
    ],
)
def test_values(value, wanted):
    assert shown(value) == wanted


def test_what_is_kept_does_not_change():
    array, items = np.zeros(2), [1.0, [2.0]]
    found = kept((array, items))
    array[0], items[1][0] = 5.0, 5.0
    assert found[0][0] == 0.0 and found[1] == [1.0, [2.0]]


def test_widths_count_what_a_terminal_shows():
    assert [width("abc"), width("größe"), width("値"), width("z̄")] == [3, 5, 2, 1]


def test_colours_of_code():
    assert highlighted("return 1  # one < two") == (
        '<span class="k">return</span> <span class="n">1</span>  <span class="c"># one &lt; two</span>'
    )
    assert highlighted('x = """a\nb"""').count('class="s"') == 2
    assert highlighted("if (") == '<span class="k">if</span> ('


def test_no_terminal_gets_plain_text():
    file = io.StringIO()
    assert console_for(file) is None

    class Page:
        tables = (TABLE,)

        def __str__(self):
            return "as text"

    show(Page(), file)
    assert file.getvalue() == "as text\n"


def test_terminals_get_colours_unless_told_otherwise(monkeypatch):
    pytest.importorskip("rich")

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    class Page:
        tables = (TABLE,)

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured, plain = Terminal(), Terminal()
    show(Page(), coloured)
    monkeypatch.setenv("NO_COLOR", "1")
    show(Page(), plain)
    assert "\x1b[3" in coloured.getvalue()
    assert "\x1b[3" not in plain.getvalue().replace("\x1b[3m", "")
    assert "x | y" in plain.getvalue()
