"""The rows of the table of entries, and of the forward sweep."""

import ast
import math

import s2sad
from s2sad.ir.parser import parse_function
from s2sad.show.cells import Formula
from s2sad.show.rows import is_literal, uses_of


def f(x, n):
    for _ in range(n):
        x = x * math.sin(x)
    return x


def test_iterations_have_headings_and_those_in_the_middle_are_left_out():
    forward = s2sad.explain(f, 1.1, 9).forward.as_data()
    headings = [row["heading"] for row in forward if "heading" in row]
    assert any("for _ in range(n)" in heading for heading in headings)
    assert any("left out" in heading or "…" in heading or "more" in heading for heading in headings)
    assert len(forward) < 9 * 3


def test_values_stand_beside_the_statements():
    forward = s2sad.explain(lambda x, y: x * y + 1.0, 2.0, 3.0).forward.as_data()
    assert "6" in {row.get("value") for row in forward} and "7" in {row.get("value") for row in forward}


def test_literals_and_uses():
    assert is_literal(Formula(ast.parse("-1.5", mode="eval").body)) and is_literal(
        Formula(ast.parse("2", mode="eval").body)
    )
    assert not is_literal(Formula(ast.parse("x", mode="eval").body))
    node = parse_function("function f(x)\n    a, b, c = dup x 3\n    return a\n").body.entries[0]
    assert uses_of(node) == "x is used 3 times"
