"""Loops and branches hand on only what changes: text in, text out."""

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.unchanged import without_unchanged


def changed(text):
    function = parse_function(text, {})
    found = without_unchanged(function)
    verify(found)
    return function, found


CARRIED = """function f(n, x)
    u = list_of x 1.0
    r = range n
    for i in r with v = u, s = 0.0 -> w, t
        append v i
        t_1 = getitem v 0
        s_1 = add s t_1
        yield v s_1
    m = len w
    return t, m
"""


def test_what_is_written_in_place_is_not_carried():
    function, found = changed(CARRIED)
    assert "for i in r with s = 0.0 -> t" in print_function(found)
    assert "m = len u" in print_function(found)
    assert evaluate(found, [3, 0.5]) == evaluate(function, [3, 0.5]) == (1.5, 5)


NESTED = """function f(n, x)
    u = list_of x
    r = range n
    for i in r with v = u -> w
        q = range n
        for j in q with v_1 = v -> w_1
            append v_1 j
            yield v_1
        c = gt i 0
        if c -> y
            append w_1 i
            yield w_1
        else
            yield w_1
        yield y
    m = len w
    return m
"""


def test_loops_and_branches_within_a_loop():
    function, found = changed(NESTED)
    text = print_function(found)
    assert "with" not in text and "->" not in text and "m = len u" in text
    assert evaluate(found, [3, 0.5]) == evaluate(function, [3, 0.5]) == 12


SWAPPED = """function f(n, x, y)
    r = range n
    for i in r with a = x, b = y, c = x -> d, e, g
        yield b a x
    s = sub d e
    t = mul s g
    return t
"""


@pytest.mark.parametrize("n", [0, 1, 2])
def test_what_is_swapped_is_carried_and_what_is_reset_is_not(n):
    function, found = changed(SWAPPED)
    assert "with a = x, b = y -> d, e" in print_function(found)
    assert evaluate(found, [n, 2.0, 3.0]) == evaluate(function, [n, 2.0, 3.0])


def test_what_is_unassigned_before_stays():
    text = SWAPPED.replace("c = x", "c = undefined")
    function, found = changed(text)
    assert print_function(found) == print_function(function)


def test_a_function_without_loops_is_the_same_object():
    function = parse_function("function f(x)\n    y = mul x x\n    return y\n", {})
    assert without_unchanged(function) is function
