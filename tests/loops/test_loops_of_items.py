"""Loops over items that are known: those that machine code can index stay."""

import pytest

from s2sad.ir import kinds as K
from tests.loops.passes import MATRIX, VECTOR, taken_apart_text

OVER_ARRAYS = """function f(x, y)
    parts = tuple_of x y
    for a in parts with s = 0.0 -> t
        u = np.sum a
        v = add s u
        yield v
    return t
"""
WRITTEN_OUT = """function f(x, y)
    u_1 = np.sum x
    v_1 = add 0.0 u_1
    u_2 = np.sum y
    v_2 = add v_1 u_2
    return v_2
"""
BY_NUMBER = """function f(x, y)
    parts = tuple_of x y
    r = range 2
    for k in r with s = 0.0 -> t
        a = getitem parts k
        v = {}
        w = add s v
        yield w
    return t
"""


def test_a_loop_over_arrays_that_differ_is_written_out():
    assert taken_apart_text(OVER_ARRAYS, VECTOR, MATRIX) == WRITTEN_OUT


def test_a_loop_over_numbers_stays():
    assert taken_apart_text(OVER_ARRAYS.replace("np.sum", "neg"), K.FLOAT, K.FLOAT).count("for ") == 1


@pytest.mark.parametrize(("kind", "does", "stays"), [(VECTOR, "np.sum a", False), (K.FLOAT, "neg a", True)])
def test_a_loop_that_reads_items_by_number(kind, does, stays):
    assert ("for " in taken_apart_text(BY_NUMBER.format(does), kind, kind)) is stays


def test_items_of_dicts_by_keys_of_the_loop():
    text = BY_NUMBER.format("neg a").replace("tuple_of x y", "dict_of 0 x 1 y")
    after = taken_apart_text(text, K.FLOAT, K.FLOAT)
    assert "for " not in after and "= neg x\n" in after and "= neg y\n" in after
