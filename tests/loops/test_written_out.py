"""Functions of the module are written out; of circles one stays."""

import pytest

from s2sad.ir.names import Names
from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.loops.written_out import circles, written_out

CALLS = """function f(x, y)
    t = @g x y
    u = @g t t
    return u

function g(a, b)
    s = mul a b
    r = @h s
    return r

function h(c)
    return c
"""


def chain(*calls):
    """Functions of which each calls those behind the arrow: 'f>gh' calls g and h."""
    texts = []
    for each in calls:
        name, _, called = each.partition(">")
        lines = [f"    y{i} = @{one} x" for i, one in enumerate(called)]
        texts.append("\n".join([f"function {name}(x)", *lines, "    return x"]))
    return parse_module("\n\n".join(texts) + "\n", {})


@pytest.mark.parametrize(
    "calls, found",
    [
        (("f>gh", "g>h", "h>"), set()),
        (("f>f",), {"f"}),
        (("f>g", "g>g"), {"g"}),
        (("f>g", "g>h", "h>g"), {"g"}),
        (("f>g", "g>f"), {"f"}),
        (("f>gh", "g>g", "h>h"), {"g", "h"}),
    ],
)
def test_circles(calls, found):
    assert circles(chain(*calls)) == found


def names_for(function):
    return Names(var.name for var in variables_of(function))


def test_calls_are_written_out_with_the_arguments_in_the_place_of_parameters():
    (made,) = written_out(parse_module(CALLS, {}), names_for)
    assert print_function(made) == "function f(x, y)\n    s = mul x y\n    s_1 = mul s s\n    return s_1\n"


def test_of_a_circle_one_function_stays_and_calls_itself():
    made = written_out(chain("f>g", "g>h", "h>g"), names_for)
    assert [function.name for function in made] == ["f", "g"]
    assert "@g x" in print_function(made[1]) and "@h" not in print_function(made[1])
