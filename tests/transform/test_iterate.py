"""Loops over the places of a sequence that only read its items go over the items: text in, text out."""

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.iterate import iterate_items

LOOP = """function f(xs, x)
    n = len xs
    r = range n
    for i in r with a = x -> b
        y = getitem xs i
        c = mul a y
        yield c
    return b
"""


def over_items(text, sequences="xs rows"):
    function = parse_function(text, {})
    changed = iterate_items(function, sequences=frozenset(map(Var, sequences.split())), exact=frozenset())
    verify(changed)
    return function, changed


def test_places_become_items():
    function, changed = over_items(LOOP)
    assert "    for y in xs with a = x -> b\n        c = mul a y\n" in print_function(changed)
    assert evaluate(changed, [[2.0, 3.0], 0.5]) == evaluate(function, [[2.0, 3.0], 0.5]) == 3.0


def test_places_backwards_become_items_backwards():
    text = LOOP.replace("    for i in r", "    d = reversed r\n    for i in d").replace("mul a y", "sub y a")
    function, changed = over_items(text)
    assert "    d = reversed xs\n    for y in d with" in print_function(changed)
    assert evaluate(changed, [[2.0, 3.0], 0.5]) == evaluate(function, [[2.0, 3.0], 0.5]) == 2.0 - (3.0 - 0.5)


def test_a_loop_within_a_loop():
    text = """function f(rows, xs, x)
    m = len rows
    q = range m
    for k in q with s = x -> t
        n = len xs
        r = range n
        for i in r with a = s -> b
            y = getitem xs i
            c = mul a y
            yield c
        z = getitem rows k
        d = add b z
        yield d
    return t
"""
    function, changed = over_items(text)
    assert "    for z in rows with s = x -> t" in print_function(changed)
    assert "        for y in xs with a = s -> b" in print_function(changed)
    values = [[1.0, 2.0], [3.0], 0.5]
    assert evaluate(changed, values) == evaluate(function, values) == (0.5 * 3.0 + 1.0) * 3.0 + 2.0


def test_a_counter_that_nothing_reads_beside_what_was_saved():
    text = """function f(n, x)
    saved = list_of x 2.0
    r = range n
    e = reversed saved
    z = zip r e
    for both in z with a = x -> b
        i, s = unpack both 2 None
        c = mul a s
        yield c
    return b
"""
    function, changed = over_items(text)
    assert "    for s in e with a = x -> b\n        c = mul a s\n" in print_function(changed)
    assert "zip" not in print_function(changed)
    assert evaluate(changed, [2, 3.0]) == 18.0


@pytest.mark.parametrize(
    "old, new",
    [
        ("c = mul a y", "c = mul a i"),
        ("range n", "range 1 n"),
        ("getitem xs i", "getitem xs 0"),
        ("c = mul a y", "c = mul a y\n        append xs c"),
        ("len xs", "len x"),
        ("yield c", "if y -> q\n            yield i\n        else\n            yield c\n        yield q"),
    ],
)
def test_what_goes_over_places_still(old, new):
    function, changed = over_items(LOOP.replace(old, new))
    assert changed is function


def test_what_may_be_a_dict_goes_over_places_still():
    function, changed = over_items(LOOP, "")
    assert changed is function


LOCAL = """function f(n, x)
    ys = list_of
    r = range n
    for i in r
        y = mul x i
        append ys y
    m = len ys
    q = range m
    for j in q with a = 0.0 -> b
        z = getitem ys j
        c = add a z
        yield c
    return b
"""


def test_a_list_that_is_made_here_and_as_long_as_it_was():
    function, changed = over_items(LOCAL)
    assert "    for z in ys with a = 0.0 -> b" in print_function(changed)
    assert evaluate(changed, [4, 2.0]) == evaluate(function, [4, 2.0]) == 12.0


@pytest.mark.parametrize(
    "old, new",
    [
        ("    q = range m", "    append ys 5.0\n    q = range m"),
        ("        yield c", "        setitem ys 0 7.0\n        yield c"),
        ("    q = range m", "    rows = list_of ys\n    q = range m"),
    ],
)
def test_a_list_that_is_written_meanwhile_or_has_another_name(old, new):
    function, changed = over_items(LOCAL.replace(old, new))
    assert "getitem ys j" in print_function(changed)
    assert evaluate(changed, [4, 2.0]) == evaluate(function, [4, 2.0])


def test_items_beside_what_was_saved():
    text = """function f(xs, x)
    saved = list_of x 2.0
    n = len xs
    r = range n
    d = reversed r
    e = reversed saved
    z = zip d e
    for both in z with a = x -> b
        i, s = unpack both 2 None
        y = getitem xs i
        t = mul y s
        c = sub t a
        yield c
    return b
"""
    function, changed = over_items(text)
    assert "        y, s = unpack both 2 None\n" in print_function(changed)
    assert "    d = reversed xs\n" in print_function(changed)
    assert evaluate(changed, [[3.0, 5.0], 0.5]) == evaluate(function, [[3.0, 5.0], 0.5])


def test_a_loop_that_reads_no_counter_counts_up():
    text = LOOP.replace("    for i in r", "    d = reversed r\n    for i in d").replace("xs i", "xs 0")
    function, changed = over_items(text)
    assert "    for i in r with" in print_function(changed)
    assert evaluate(changed, [[2.0, 3.0], 0.5]) == evaluate(function, [[2.0, 3.0], 0.5])


def test_a_list_of_a_loop_that_fills_another():
    text = """function f(xs, x)
    one = list_of x x
    for k in xs with now = one -> last
        new = list_of
        n = len now
        r = range n
        for i in r
            y = getitem now i
            c = mul x y
            append new c
        yield new
    return last
"""
    function = parse_function(text, {})

    def changed(text):
        options = {"sequences": frozenset({Var("xs")}), "exact": frozenset()}
        return print_function(
            iterate_items(parse_function(text, {}), lists=frozenset({Var("now")}), **options)
        )

    assert "        for y in now\n" in changed(text)
    assert evaluate(parse_function(changed(text), {}), [[1, 2], 3.0]) == evaluate(function, [[1, 2], 3.0])
    other = text.replace("append new c", "append one c")  # which `now` may be
    assert "for y in now" not in changed(other)
