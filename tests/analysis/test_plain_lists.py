"""Lists that are known by one name, in small Wengert lists."""

import pytest

from s2sad.analysis.plain_lists import plain_lists, written_by_name
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

MADE = """function f(x, n, given)
    xs = list_of x
{}
    return x
"""


def plain(lines):
    text = MADE.format("\n".join(f"    {line}" for line in lines.split("; ")))
    return parse_function(text), {
        var.name for var in plain_lists(parse_function(text), frozenset([Var("given")]))
    }


@pytest.mark.parametrize(
    "lines, found",
    [
        ("append xs x; y = getitem xs 0", "given xs"),
        ("zero = list_of 0.0; ys = mul zero n; add_at ys 0 x", "given xs ys zero"),
        ("s = slice 1 None None; ys = getitem given s; m = len ys", "given xs ys"),
        ("y = list given; z = reversed y", "given xs y"),
        ("rows = list_of xs", "given rows"),
        ("append given xs", "given"),
        ("y = print xs", "given"),
        ("y = getattr xs 'pop'", "given"),
        ("for a in xs with b = given -> c\n        yield b", "xs"),
    ],
)
def test_which_lists_have_one_name(lines, found):
    assert plain(lines)[1] == set(found.split())


def test_what_is_written_by_its_name():
    function, _ = plain("for a in xs\n        append given a\n    y = getitem xs 0")
    assert written_by_name(function.body.entries) == {Var("given")}
