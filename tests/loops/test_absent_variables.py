"""Which variables may have no value."""

import types

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED
from s2sad.ir.parser import parse_function
from s2sad.loops.absent_variables import absent_in

ENDLESS = """
function f(x, n)
    while with y = x, result = None -> y_3, result_2 [stops]
        cond
            yield True
        do
            y_1 = mul y 2.0
            t = gt y_1 n
            if t -> result_1, stop
                yield y_1 True
            else
                yield result False
            yield y_1 result_1 stop
    z = mul result_2 result_2
    return z
"""


def absent_names(text, kind=K.FLOAT, nothing=None):
    function = parse_function(text, {"np": np}, types.SimpleNamespace(np=np))
    return {var.name for var in absent_in(function, lambda atom: kind, nothing).of}


def test_a_loop_without_end_is_left_with_what_stops_it():
    assert absent_names(ENDLESS) == {"result", "result_1"}


def test_other_loops_may_be_left_with_what_they_began_with():
    assert "result_2" in absent_names(
        ENDLESS.replace("yield True\n        do", "t_1 = lt y 9.0\n            yield t_1\n        do")
    )


def test_what_the_function_gives_has_to_be_there():
    given = ENDLESS.replace("yield True\n        do", "t_1 = lt y 9.0\n            yield t_1\n        do")
    given = given.replace("    z = mul result_2 result_2\n    return z", "    return result_2")
    assert "result_2" in absent_names(given)


def test_none_among_items_is_left_to_whoever_reads_it():
    kept = ENDLESS.replace("yield True\n        do", "t_1 = lt y 9.0\n            yield t_1\n        do")
    kept = kept.replace("z = mul result_2 result_2", "z = list_of result_2")
    assert not absent_names(kept)


def test_axes_of_functions_of_arrays_may_be_none():
    reduced = ENDLESS.replace("yield True\n        do", "t_1 = lt y 9.0\n            yield t_1\n        do")
    assert absent_names(reduced.replace("z = mul result_2 result_2", "z = $np.sum result_2"))
    assert not absent_names(reduced.replace("z = mul result_2 result_2", "z = $np.sum x result_2"))


def test_the_truth_of_a_number_that_may_be_none_is_that_of_a_number_but_of_an_array_it_is_not():
    asked = ENDLESS.replace("yield True\n        do", "t_1 = lt y 9.0\n            yield t_1\n        do")
    asked = asked.replace("z = mul result_2 result_2", "z = not_ result_2")
    assert "result_2" in absent_names(asked)
    assert "result_2" not in absent_names(asked, K.array_kind(K.FLOAT, 1))


def test_what_a_loop_leaves_is_as_what_it_carries():
    left_with_none = ENDLESS.replace("yield y_1 True", "yield None True")
    assert {"result", "result_2"} <= absent_names(
        left_with_none.replace("yield result False", "yield y_1 False")
    )
    unset = left_with_none.replace("result = None", "result = undefined")
    assert absent_names(unset, nothing=UNDEFINED) == {"result", "result_1"}
    assert not absent_names(unset)
