"""What a reverse sweep takes out of a list has the name with which the forward sweep put it there."""

import math

import s2sad
from s2sad.backend.saved_names import saved_pairs
from s2sad.ir.parser import parse_function

PAIRS = """function f(x, xs)
    saved = list_of
    for i in xs
        a = mul i x
        b = mul a x
        t = tuple_of a b
        append saved t
    t_1 = reversed saved
    for item in t_1
        c, d = unpack item 2 None
        print c d
    return x
"""
ONE = """function f(x, xs, ks)
    saved = list_of
    for i in xs
        a = mul i x
        append saved a
    t_1 = reversed saved
    t_2 = reversed ks
    t_3 = zip t_2 t_1
    for item in t_3
        k, c = unpack item 2 None
        print k c
    return x
"""


def names(text):
    return {(saved.name, taken.name) for saved, taken in saved_pairs(parse_function(text))}


def test_tuples_are_paired_item_by_item():
    assert names(PAIRS) == {("a", "c"), ("b", "d")}


def test_a_value_beside_a_counter():
    assert names(ONE) == {("a", "c")}


def test_a_list_in_the_order_of_the_forward_sweep_isn_t_what_was_saved():
    assert names(PAIRS.replace("reversed saved", "iter saved")) == set()


def nested(x, y):
    total = 1.0
    for k in range(3):
        total = math.sin(total * x)
        for _ in range(k + 1):
            total = math.exp(total * y) * math.cos(total * x)
    return total


def test_nested_lists_keep_the_names():
    gradient = s2sad.grad(nested)
    slope = (nested(0.3 + 1e-6, 0.4) - nested(0.3 - 1e-6, 0.4)) / 2e-6
    assert abs(gradient(0.3, 0.4) - slope) < 1e-8
    put = [line.strip() for line in gradient.source.splitlines() if ".append((" in line]
    taken = [line.strip() for line in gradient.source.splitlines() if "in reversed(" in line]
    assert put == ["saved.append((total, saved_1))", "saved_1.append((total_1, exp_total_y, cos_total_x))"]
    assert taken == [
        "for total, saved_1 in reversed(saved):",
        "for total_1, exp_total_y, cos_total_x in reversed(saved_1):",
    ]
