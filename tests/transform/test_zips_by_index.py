"""Loops over several lists by index: text in, text out, and the same numbers."""

import pytest

import s2sad
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.ir.verify import verify
from s2sad.transform.zips_by_index import with_zips_by_index

TEXT = """function f(xs, ys)
    z = zip xs ys
    for item in z with s = 0.0 -> last
        x, y = unpack item 2 None
        p = mul x y
        t = add s p
        yield t
    return last
"""
NUMBERED = """function f(xs, ys)
    z = zip xs ys
    e = enumerate z 5
    for item in e with s = 0.0 -> last
        k, pair = unpack item 2 None
        x, y = unpack pair 2 None
        p = mul x y
        q = mul p k
        t = add s q
        yield t
    return last
"""
FLOATS = K.list_kind(K.FLOAT)


def by_index(text):
    function = parse_function(text, {})
    facts = infer(function, ((FLOATS, True), (FLOATS, True)), lambda fn: False, None)
    names = Names(var.name for var in variables_of(function))
    changed = with_zips_by_index(function, facts, names)
    verify(changed)
    return function, changed


@pytest.mark.parametrize("text, value", [(TEXT, 2.5), (NUMBERED, 13.5)])
def test_lists_are_read_by_their_places(text, value):
    function, changed = by_index(text)
    assert "zip" not in print_function(changed) and "getitem ys i" in print_function(changed)
    arguments = [[0.5, 1.0, 7.0], [3.0, 1.0]]
    assert evaluate(changed, arguments) == evaluate(function, arguments) == value


@pytest.mark.parametrize(
    "old, new",
    [
        ("    p = mul", "    append ys x\n        p = mul"),
        ("    for item", "    c = list z\n    for item"),
        ("        x, y = unpack item 2 None", "        x = getitem item 0\n        y = getitem item 1"),
        ("    p = mul x y", "    p = getitem item 0"),
        ("    z = zip xs ys", "    r = reversed ys\n    z = zip xs r"),
    ],
)
def test_loops_that_stay(old, new):
    _, changed = by_index(TEXT.replace(old, new))
    assert "    for item in z" in print_function(changed)


def splines(ys):
    b, c = [0.0] * 3, [0.0] * 3
    for j in range(2, -1, -1):
        c[j] = ys[j] ** 2
        b[j] = ys[-j - 1] + c[j]
    total = 0.0
    for j, (p, q) in enumerate(zip(b, c)):
        total += p * q * (j + 1)
        c[2] = total
    return total * c[2]


def test_lists_that_are_written_need_no_places(check):
    check(splines, [0.3, 0.7, -0.2])
    gradient = s2sad.grad(splines)
    gradient([0.3, 0.7, -0.2])
    assert "values" not in gradient.source and "b[j] = " in gradient.source
