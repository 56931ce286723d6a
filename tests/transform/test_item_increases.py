"""What is read, changed and written back is an increase: text in, text out."""

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of, with_body
from s2sad.ir.verify import verify
from s2sad.transform.item_increases import with_increases

TEXT = """function f(a, b)
    xs = list_of a b
    t = getitem xs 0
    {sum}
    setitem xs 0 v
    z = getitem xs 0
    y = getitem xs 1
    return z, y
"""


NUMBERS = {Var("v"), Var("w")}


def names_of(function):
    return Names(var.name for var in variables_of(function))


def changed(sum_):
    function = parse_function(TEXT.format(sum="\n    ".join(sum_.split("; "))), {})
    body = with_increases(function.body, {Var("xs")}, NUMBERS, lambda: names_of(function))
    made = with_body(function, body.entries)
    verify(made)
    assert evaluate(made, [0.5, 3.0]) == evaluate(function, [0.5, 3.0])
    return print_function(made)


@pytest.mark.parametrize("sum_", ["v = add t b", "v = add b t"])
def test_a_sum(sum_):
    assert "    add_at xs 0 b\n" in changed(sum_)
    assert "t = " not in changed(sum_)


def test_a_difference():
    assert "    t_1 = neg b\n    add_at xs 0 t_1\n" in changed("v = sub t b")


@pytest.mark.parametrize(
    "sum_",
    [
        "v = sub b t",
        "v = mul t b",
        "setitem xs 0 7.0; v = add t b",
        "v = add t b; setitem xs 1 v",
        "u = getitem xs 1; v = add u b",
    ],
)
def test_no_increase(sum_):
    assert "add_at" not in changed(sum_)


def test_what_is_read_for_something_else_as_well_stays():
    assert "    t = getitem xs 0\n" in changed("e = mul t b; v = add t e")


SUM_BY_KEY = """function f(a, key)
    table = dict_of 'x' a
    {asked}
    if c -> t
        o = getitem table key
        yield o
    else
        yield {otherwise}
    v = add t a
    setitem table key v
    z = getitem table key
    return z
"""


def sum_by_key(asked, otherwise):
    function = parse_function(SUM_BY_KEY.format(asked=asked, otherwise=otherwise), {})
    body = with_increases(function.body, {Var("table")}, NUMBERS, lambda: names_of(function))
    made = with_body(function, body.entries)
    verify(made)
    for key in ("x", "y"):
        if asked != "c = is_in 'x' table" or key == "x":
            assert evaluate(made, [0.5, key]) == evaluate(function, [0.5, key])
    return print_function(made)


def test_a_sum_by_key():
    assert "    table = dict_of 'x' a\n    sum_at table key a\n" in sum_by_key("c = is_in key table", "0.0")


@pytest.mark.parametrize("asked, otherwise", [("c = is_in key table", "1.0"), ("c = is_in 'x' table", "0.0")])
def test_no_sum_by_key(asked, otherwise):
    assert "sum_at" not in sum_by_key(asked, otherwise)
