"""Loops over what holds active values, as the reverse sweep gets them."""

import pytest

from s2sad.ad.array_loops import with_loops_by_index
from s2sad.ad.context import Context
from s2sad.ir import kinds as K
from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_function
from s2sad.rules.book import STANDARD
from s2sad.rules.view import View

LOOP = """function f(z, w)
    for b in z with s = 0.0 -> t
        u = mul s b
        yield u
    return t
"""
BY_INDEX = """function f(z, w)
    n = len z
    t_1 = range n
    for i in t_1 with s = 0.0 -> t
        b = getitem z i
        u = mul s b
        yield u
    return t
"""
VECTOR, LIST = K.array_kind(K.FLOAT, 1), K.list_kind(K.FLOAT)


def by_index(text, *facts, arrays=True):
    module = parse_module(text, {})
    context = Context.of(module, View(STANDARD))
    context.arrays = arrays
    return print_function(with_loops_by_index(context, module.main, facts))


@pytest.mark.parametrize("kind", [VECTOR, LIST, K.tuple_kind((K.FLOAT, K.FLOAT))])
def test_active_items_are_read_by_index(kind):
    assert by_index(LOOP, (kind, True), (K.FLOAT, True)) == BY_INDEX


@pytest.mark.parametrize("kind", [VECTOR, LIST])
def test_items_that_do_not_vary_are_taken_as_they_come(kind):
    assert by_index(LOOP, (kind, False), (K.FLOAT, True)) == LOOP


def test_without_arrays_nothing_is_changed():
    assert by_index(LOOP, (LIST, True), (K.FLOAT, True), arrays=False) == LOOP


def test_a_loop_within_a_loop():
    text = """function f(z, w)
    for a in w
        for b in z with s = 0.0 -> t
            u = mul s b
            yield u
    return z
"""
    found = by_index(text, (VECTOR, True), (VECTOR, False))
    assert "for a in w" in found
    assert found.count("getitem") == 1 and "            b = getitem z i" in found
