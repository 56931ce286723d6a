"""A shadow that one loop fills, place by place, is appended to: text in, text out."""

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.shadow_appends import fill_by_append


def filled(text):
    function = parse_function(text, {})
    changed = fill_by_append(function)
    verify(changed)
    return function, changed


UPWARDS = """function f(n, x)
    zero = list_of 0.0
    xs_bar = mul zero n
    r = range n
    for i in r with a = x -> b
        c = mul a 2.0
        add_at xs_bar i a
        yield c
    return xs_bar, b
"""


def test_a_loop_that_counts_up():
    function, changed = filled(UPWARDS)
    assert "    xs_bar = list_of\n" in print_function(changed)
    assert "        append xs_bar a\n" in print_function(changed)
    assert evaluate(changed, [3, 0.5]) == evaluate(function, [3, 0.5]) == ([0.5, 1.0, 2.0], 4.0)


def test_a_loop_that_counts_down_turns_the_list_round():
    function, changed = filled(UPWARDS.replace("    for i in r", "    d = reversed r\n    for i in d"))
    assert "    reverse xs_bar\n" in print_function(changed)
    assert evaluate(changed, [3, 0.5]) == ([2.0, 1.0, 0.5], 4.0)


def test_a_loop_beside_what_was_saved():
    text = """function f(n, saved)
    zero = list_of 0.0
    xs_bar = mul zero n
    r = range n
    d = reversed r
    e = reversed saved
    z = zip d e
    for both in z
        i, s = unpack both 2 None
        add_at xs_bar i s
    return xs_bar
"""
    function, changed = filled(text)
    assert "append xs_bar s" in print_function(changed)
    assert evaluate(changed, [2, [5.0, 7.0]]) == [5.0, 7.0]


def test_in_a_loop_within_a_loop():
    text = """function f(n, x)
    r = range n
    for k in r with t = x -> u
        zero = list_of 0.0
        xs_bar = mul zero n
        s = range n
        for i in s
            add_at xs_bar i t
        v = sum xs_bar
        yield v
    return u
"""
    function, changed = filled(text)
    assert "append xs_bar t" in print_function(changed)
    assert evaluate(changed, [3, 0.5]) == 13.5  # three times the number, three times


@pytest.mark.parametrize(
    "old, new",
    [
        ("add_at xs_bar i a", "add_at xs_bar 0 a"),
        ("add_at xs_bar i a", "add_at xs_bar i a\n        add_at xs_bar i c"),
        ("r = range n", "r = range 1 n"),
        ("r = range n", "add_at xs_bar 0 x\n    r = range n"),
        ("zero = list_of 0.0", "zero = list_of 1.0"),
        ("mul zero n", "getitem zero n"),
        ("add_at xs_bar i a", "q = getitem xs_bar i\n        add_at xs_bar i a"),
        ("        add_at xs_bar i a", "        if a\n            add_at xs_bar i a\n        else"),
    ],
)
def test_what_stays_a_list_of_zeros(old, new):
    function, changed = filled(UPWARDS.replace(old, new))
    assert changed is function


def test_a_loop_that_counts_down_and_only_stores_counts_up():
    text = """function f(n, xs)
    zero = list_of 0.0
    xs_bar = mul zero n
    r = range n
    d = reversed r
    for i in d
        x = getitem xs i
        c = mul x 2.0
        add_at xs_bar i c
    return xs_bar
"""
    function, changed = filled(text)
    assert "    for i in r\n" in print_function(changed) and "    reverse" not in print_function(changed)
    assert evaluate(changed, [2, [5.0, 7.0]]) == evaluate(function, [2, [5.0, 7.0]]) == [10.0, 14.0]


def test_the_same_number_everywhere():
    text = """function f(n)
    zero = list_of 0.0
    xs_bar = mul zero n
    r = range n
    for i in r
        add_at xs_bar i 1.0
    return xs_bar
"""
    function, changed = filled(text)
    assert "    t = list_of 1.0\n" in print_function(changed)
    assert "    xs_bar = mul t n\n" in print_function(changed)
    assert evaluate(changed, [3]) == evaluate(function, [3]) == [1.0, 1.0, 1.0]
