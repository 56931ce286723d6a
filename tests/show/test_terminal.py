"""On a terminal in colours, elsewhere as text."""

import ast
import io

import pytest

from s2sad.show.cells import Formula, Number, Row
from s2sad.show.table import Table
from s2sad.show.terminal import console_for, show

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
