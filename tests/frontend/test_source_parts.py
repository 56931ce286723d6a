"""The part of a file that holds one function has its lines, and nothing of its neighbours."""

import ast

import pytest

from s2sad.frontend.source_parts import imports_at_the_margin, statement_around

TEXT = '''import math
from os import (
    path,
    sep,
)


def first(x):
    """Text that
goes on at the margin."""
    return math.sin(x)


# a comment between
@decorated
@twice(
    1
)
def second(
    x,
):
    # indented

# at the margin
    return x


if True:
    def third(x):
        return x
else:
    def third(x):
        return -x


class Model:
    @property
    def rate(self):
        return 1.0

    def pay(self, x):
        return x
'''


def line_of(start):
    return 1 + TEXT.split("\n").index(start)


@pytest.mark.parametrize(
    "start, names",
    [
        ("@decorated", ["second"]),
        ("def second(", ["second"]),
        ("    def third(x):", ["third", "third"]),
        ("    @property", ["rate", "pay"]),
        ("    def pay(self, x):", ["rate", "pay"]),
    ],
)
def test_the_statement_at_the_margin_that_holds_a_line(start, names):
    module = ast.parse(statement_around(TEXT, line_of(start)))
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    assert [function.name for function in functions] == names


def test_lines_count_as_in_the_file():
    (statement,) = ast.parse(statement_around(TEXT, line_of("def second("))).body
    assert statement.lineno == line_of("def second(")
    assert statement.body[0].lineno == line_of("    return x")


def test_a_text_at_the_margin_cuts_a_statement_so_that_it_does_not_parse():
    with pytest.raises(SyntaxError):
        ast.parse(statement_around(TEXT, line_of("def first(x):")))


def test_imports_over_several_lines():
    found = imports_at_the_margin(TEXT)
    assert [name.name for statement in found for name in statement.names] == ["math", "path", "sep"]


def test_a_line_past_the_end_gives_the_last_statement():
    assert "class Model" in statement_around(TEXT, 10_000)
