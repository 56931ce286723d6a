"""Lists of arrays with all that comes into them, and the shapes that items keep."""

import numpy as np
import pytest

import s2sad
from s2sad.analysis.arrays_in_lists import arrays_in_lists
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

TEXT = """function f(a, b, i, n)
    xs = list_of a b
    w = getitem xs i
    m = len xs
    r = range n
    for k in r
        v = mul w b
        setitem xs k v
    append xs b
    {more}
    for each in xs
        t = getitem xs 0
    return w
"""
VECTOR = K.array_kind(K.FLOAT, 1)
KINDS = {"xs": K.list_kind(VECTOR), "i": K.INT, "k": K.INT, "n": K.INT, "s": K.SLICE}


def found(more):
    function = parse_function(TEXT.format(more=more.replace("; ", "\n    ")), {"len": len, "range": range})
    return arrays_in_lists(function, lambda atom: KINDS.get(getattr(atom, "name", ""), VECTOR))


def test_what_is_there_first_and_what_is_put_there():
    assert found("m_1 = len xs") == {Var("xs"): (Var("a"), Var("b"), Var("v"), Var("b"))}


@pytest.mark.parametrize(
    "more",
    ["setitem xs n i", "setitem xs s a", "ys = list_of xs xs", "ys = add xs xs", "append a xs", "z = @g xs"],
)
def test_lists_that_have_other_names_or_hold_other_things(more):
    assert not found(more)


def pulled(s):
    pos = [s * np.ones(3), np.zeros(3), np.array([0.1, 0.2, 0.3])]
    for i in range(6):
        pos[i % 3] = pos[i % 3] + s * (pos[(i + 1) % 3] - pos[i % 3])
    return np.sum(pos[0] * pos[1]) + np.sum(pos[2])


def of_other_lengths(s):
    pos = [s * np.ones(3), np.ones(1)]
    for i in range(4):
        pos[i % 2] = s * pos[1 - i % 2]
    pos[1] = pos[1] + np.ones(3)
    return np.sum(pos[0] * pos[1])


@pytest.mark.parametrize(("function", "same"), [(pulled, True), (of_other_lengths, False)])
def test_items_of_one_shape_need_no_sums_to_it(function, same):
    """Where an item may come to be of another shape, sums to the shape stay."""
    gradient, h = s2sad.grad(function), 1e-6
    assert gradient(0.7) == pytest.approx((function(0.7 + h) - function(0.7 - h)) / (2 * h), rel=1e-7)
    assert ("unbroadcast" in gradient.source) is not same
