"""What needs no step of its own within `try`."""

import ast

import pytest

from s2sad.frontend.safe_steps import is_harmless, may_write, stands_alone, stored_names
from s2sad.ir.parser import parse_function


def statement(text):
    return ast.parse(text).body[0]


@pytest.mark.parametrize(
    ("text", "names"),
    [("a = b", {"a"}), ("(a, *b), c = d", {"a", "b", "c"}), ("a[0] = b", set()), ("a += 1", {"a"})],
)
def test_names_that_are_stored(text, names):
    assert stored_names(statement(text)) == names


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("a = b", False),
        ("xs.append(a)", True),
        ("xs[0] = a", True),
        ("p.v = a", True),
        ("a = xs[0]", False),
        ("'text'", False),
    ],
)
def test_what_may_write(text, may):
    assert may_write(statement(text)) is may


@pytest.mark.parametrize(
    ("text", "alone"), [("a = b", False), ("if a: b", True), ("yield a", True), ("f(a)", False)]
)
def test_what_is_lowered_in_a_way_of_its_own(text, alone):
    assert stands_alone(statement(text)) is alone


@pytest.mark.parametrize(
    ("entry", "harmless"), [("a = add x 1.0", True), ("a = truediv 1.0 x", False), ("a = math.sqrt x", False)]
)
def test_entries_that_raise_nothing(entry, harmless):
    function = parse_function(f"function f(x)\n    {entry}\n    return a\n")
    assert is_harmless(function.body.entries[0]) is harmless
