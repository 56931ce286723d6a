import math
import os.path

import pytest

from s2sad.ir.nodes import Const, Location
from s2sad.ir.text_tokens import Line, Remarks, is_named, literal, quoted, quoted_note, read_remarks, resolve


def test_a_line_is_taken_apart():
    line = Line(1, "  a, b = f 'x y' key=-1 (1+2j)  # a note")
    assert line.words == ["a", ",", "b", "=", "f", "'x y'", "key", "=", "-1", "(1+2j)"]
    assert (line.indent, line.comment) == (2, "# a note")


@pytest.mark.parametrize(
    "word, value", [("1", 1), ("-1.5", -1.5), ("inf", math.inf), ("'a'", "a"), ("b'a'", b"a")]
)
def test_literals(word, value):
    assert literal(word) == Const(value)


@pytest.mark.parametrize("word", ["x", "math.pi", "b", "e5", "infinity"])
def test_what_is_no_literal(word):
    assert literal(word) is None


@pytest.mark.parametrize("word", ["1x", "-", "->", "..."])
def test_what_looks_like_a_literal(word):
    with pytest.raises(ValueError):
        literal(word)


def test_paths_are_looked_up_in_order():
    assert resolve("len") is len
    assert resolve("len", {"len": 1}, {"len": 2}) == 1
    assert resolve("x.real", {"x": 1.5}) == 1.5
    assert resolve("x.real", {"x": 1.5, "x.real": "whole"}) == "whole"
    assert resolve("float.fromhex")("0x1p1") == 2.0


def test_paths_lead_into_modules():
    assert resolve("math.sin") is math.sin
    assert resolve("os.path.join") is os.path.join
    assert resolve("math") is math
    assert resolve("xml.dom.minidom.parse").__module__ == "xml.dom.minidom"


@pytest.mark.parametrize("path", ["nosuchthing", "math.nosuchthing", "len.nosuchthing", "nosuchmodule.a.b"])
def test_paths_that_lead_nowhere(path):
    with pytest.raises(LookupError):
        resolve(path)


def test_names_that_mean_something():
    assert is_named("len") and is_named("x", {}, {"x": 1})
    assert not is_named("x") and not is_named("math")


def test_remarks():
    loc = Location("a.py", 3, 8, "x * y")
    assert read_remarks("# half # file 'a.py' line 3:8: x * y", "b.py") == Remarks("half", loc, loc, "a.py")
    assert read_remarks("# line 3:8: x * y # function nowhere", "a.py") == Remarks("", loc, None, "a.py")
    assert read_remarks("", "b.py") == Remarks("", None, None, "b.py")


def test_comments_are_quoted_where_they_have_to_be():
    assert quoted("it's x * y") == "it's x * y"
    assert [quoted(text) for text in ["", " x", "a # b", "'a'"]] == ["''", "' x'", "'a # b'", "\"'a'\""]
    assert (quoted("line 3: x"), quoted_note("line 3: x"), quoted_note("line x")) == (
        "line 3: x",
        "'line 3: x'",
        "line x",
    )
