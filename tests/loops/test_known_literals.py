"""What is computed of literals before the program runs."""

import numpy as np
import pytest

from s2sad.ir.nodes import Const, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.parser import parse_function
from s2sad.loops.known_literals import folded, parts_of_format, text_method


def entry(line):
    return parse_function(f"function f(x)\n    t = {line}\n    return t\n", {"np": np}).body.entries[0]


@pytest.mark.parametrize(
    "line, value",
    [
        ("add 2 3", 5),
        ("floordiv 7 2", 3),
        ("lt 2 3", True),
        ("eq 'a' 'b'", False),
        ("text_of 'W' '1'", "W1"),
        ("format_of 3 '' '03d'", "003"),
        ("min 4 2", 2),
        ("bool 'a'", True),
        ("str 7", "7"),
    ],
)
def test_of_literals(line, value):
    node = entry(line)
    assert folded(node, operation_of(node)) == Const(value)


@pytest.mark.parametrize("line", ["add x 3", "floordiv 7 0", "add 2.0 3.0", "str 0.1", "np.sin 1"])
def test_of_others(line):
    node = entry(line)
    assert folded(node, operation_of(node)) is None


def test_methods_of_texts():
    assert text_method(Const("W1"), Const("startswith"), (Const("W"),)) == Const(True)
    assert text_method(Const("relu"), Const("upper"), ()) == Const("RELU")
    assert text_method(Const("W1"), Const("startswith"), (Var("x"),)) is None
    assert text_method(Const("a b"), Const("split"), ()) is None
    assert text_method(Const(1), Const("startswith"), ()) is None


def test_parts_of_a_format():
    text = Const("{} of {1:.3f}, {0!r}")
    of, comma = (" of ", None, "", ""), (", ", None, "", "")
    assert parts_of_format(text, 2) == [("", 0, "", ""), of, ("", 1, ".3f", ""), comma, ("", 0, "", "r")]


@pytest.mark.parametrize("text", ["{} {}", "{name}", "{:{}}", "{0.real}"])
def test_formats_of_what_is_not_given_by_place_are_left(text):
    assert parts_of_format(Const(text), 1) == []
