"""Loops about containers that are known are written out, where the function is taken apart as a whole."""

import pytest

from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from tests.loops.passes import taken_apart_text

STACK = """function f(x)
    todo = list_of {}
    while with s = x -> t
        cond
            n = len todo
            c = gt n 0
            yield c
        do
            m = getattr todo 'pop'
            a = m
            v = mul s a
            yield v
    return t
"""


def test_a_loop_that_empties_a_stack():
    after = "function f(x)\n    v_1 = mul x 2\n    v_2 = mul v_1 3\n    return v_2\n"
    assert taken_apart_text(STACK.format("3 2"), K.FLOAT, whole=True) == after


def test_without_being_asked_it_stays():
    assert "while " in taken_apart_text(STACK.format("3 2"), K.FLOAT)


def test_a_stack_of_what_varies_may_be_any():
    with pytest.raises(UnsupportedSyntax, match="isn't known before"):
        taken_apart_text(STACK.format("3 2").replace("gt n 0", "gt s 0"), K.FLOAT, whole=True)
