"""A list of objects becomes a list for each of their attributes: text in, text out."""

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.ir.verify import verify
from s2sad.transform.columns import with_columns

TEXT = """function f(a, b)
    rows = list_of
    one = dict_of
    setitem one 'x' a
    two = dict_of
    setitem two 'x' b
    setitem two 'v' 2.0
    setitem one 'v' a
    append rows two
    append rows one
    {between}
    row = getitem rows -1
    t = getitem row 'x'
    add_at row 'v' t
    s = 0.0
    for other in rows with c = 1.0 -> d
        u = getitem other 'v'
        e = mul c u
        yield e
    n = len rows
    z = mul d n
    return z
"""

COLUMNS = """function f(a, b)
    rows_x = list_of
    rows_v = list_of
    append rows_x b
    append rows_v 2.0
    append rows_x a
    append rows_v a
    t = getitem rows_x -1
    add_at rows_v -1 t
    n_1 = len rows_x
    t_1 = range n_1
    for i in t_1 with c = 1.0 -> d
        u = getitem rows_v i
        e = mul c u
        yield e
    n = len rows_x
    z = mul d n
    return z
"""
HOLDERS = {Var(name) for name in ("rows", "one", "two", "row", "other")}


def made(between):
    text = TEXT.replace("    s = 0.0\n", "").format(between=between).replace("    \n", "")
    function = parse_function(text, {"len": len})
    names = Names(var.name for var in variables_of(function))
    changed, holders = with_columns(function, HOLDERS, lambda: names)
    verify(changed)
    return function, changed, holders


def test_new_objects_places_and_loops():
    function, changed, holders = made("")
    assert print_function(changed) == COLUMNS
    assert evaluate(changed, [0.5, 3.0]) == evaluate(function, [0.5, 3.0])
    assert holders == {Var("rows_x"), Var("rows_v")}


@pytest.mark.parametrize(
    "between",
    [
        "three = dict_of\n    append rows three",
        "m = getitem rows 0\n    also = tuple_of m m",
        "key = add 'x' ''\n    other_1 = getitem rows 0\n    w = getitem one 'x'",
        "part = mul rows 2",
    ],
)
def test_no_table(between):
    function, changed, holders = made(between)
    assert changed is function
    assert holders == HOLDERS


DISPLAY = """function f(a, b)
    one = dict_of
    setitem one 'x' a
    setitem one 'v' 2.0
    two = dict_of
    setitem two 'v' a
    setitem two 'x' b
    rows = list_of {items}
    row = getitem rows 1
    t = getitem row 'x'
    other = getitem rows 0
    w = getitem other 'v'
    z = mul t w
    return z
"""


def test_objects_that_a_list_begins_with():
    function = parse_function(DISPLAY.format(items="one two"), {})
    names = Names(var.name for var in variables_of(function))
    changed, holders = with_columns(function, HOLDERS, lambda: names)
    verify(changed)
    text = print_function(changed)
    assert "    rows_x = list_of a b\n    rows_v = list_of 2.0 a\n    t = getitem rows_x 1\n" in text
    assert evaluate(changed, [0.5, 3.0]) == evaluate(function, [0.5, 3.0]) == 6.0
    assert holders == {Var("rows_x"), Var("rows_v")}


@pytest.mark.parametrize("items", ["one one", "one a", "a b"])
def test_what_else_a_list_begins_with(items):
    function = parse_function(DISPLAY.format(items=items), {})
    assert with_columns(function, HOLDERS, lambda: None)[0] is function


IN_A_LOOP = """function f(a, b)
    one = dict_of
    setitem one 'x' a
    rows = list_of one
    n = len {counted}
    r = range {ends}
    m = range 2
    for i in r with c = 1.0 -> d
        row = getitem rows i
        for j in m with e = c -> g
            t = getitem row 'x'
            h = mul t e
            yield h
        yield g
    return d
"""


@pytest.mark.parametrize(
    ("counted", "ends", "is_there"), [("rows", "n", True), ("rows", "-1 n", False), ("b", "n", False)]
)
def test_an_object_that_is_read_later_has_to_be_there(counted, ends, is_there):
    """Where nothing reads it no error would come of a place that the list hasn't got."""
    function = parse_function(IN_A_LOOP.format(counted=counted, ends=ends), {"len": len, "range": range})
    names = Names(var.name for var in variables_of(function))
    changed, holders = with_columns(function, HOLDERS, lambda: names)
    assert (Var("rows_x") in holders) is is_there
    assert evaluate(changed, [0.5, [1]]) == evaluate(function, [0.5, [1]])
