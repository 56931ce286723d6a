"""Zeros for what has no value in a branch."""

import pytest

from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.loops.branch_zeros import with_empty_arrays, with_zeros
from s2sad.runtime.loops import wrapped

TEXT = """function f(x)
    c = gt x 0.0
    d = gt x 1.0
    if c -> t
        if d -> u
            yield x
        else
            yield None
        yield u
    else
        yield None
    if c -> r
        y = {read}
        yield y
    else
        yield x
    return r
"""


def filled(read):
    function = parse_function(TEXT.format(read=read))
    names = Names(var.name for var in variables_of(function))
    kinds = dict.fromkeys("xyr", K.FLOAT)
    return function, with_zeros(function, lambda atom: kinds.get(getattr(atom, "name", ""), K.UNKNOWN), names)


@pytest.mark.parametrize("x", [-1.0, 0.5, 2.0])
def test_what_is_a_number_elsewhere_is_zero_also_in_branches_of_branches(x):
    _, made = filled("add x t")
    assert "None" not in print_function(made)
    assert evaluate(made, (x,)) == {-1.0: -1.0, 0.5: 0.5, 2.0: 4.0}[x]


def test_an_index_that_is_counted_from_the_beginning_is_no_question():
    function = parse_function(TEXT.format(read="wrapped t 3"), {"wrapped": wrapped})
    names = Names(var.name for var in variables_of(function))
    made = with_zeros(function, lambda atom: K.INT, names)
    assert "None" not in print_function(made)


def test_what_is_asked_for_none_stays():
    before, made = filled("is_ t None")
    assert made is before


def test_what_is_an_array_elsewhere_has_no_items():
    function = parse_function(TEXT.format(read="add x t"))
    names = Names(var.name for var in variables_of(function))
    kinds = dict.fromkeys("xyr", K.array_kind(K.INT, 2))
    made = with_empty_arrays(function, lambda atom: kinds.get(getattr(atom, "name", ""), K.UNKNOWN), names)
    text = print_function(made)
    assert "None" not in text
    assert text.count("np.empty") == 2 and text.count("tuple_of 0 0") == 2 and "dtype=np.int64" in text
