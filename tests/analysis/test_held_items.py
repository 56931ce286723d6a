"""Lists of arrays that aren't needed, as objects hold the arrays: read from the text of a list."""

from s2sad.analysis.held_items import places_in
from s2sad.analysis.infer import infer
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function

ARRAYS = """function f(v, n)
    values = list_of
    body = dict_of
    {first}
    bodies = list_of body
    r = range n
    for i in r
        b = getitem bodies i
        j = getitem b 'x'
        w = getitem values j
        u = mul w w
        p = len values
        setitem b 'x' p
        append values u
        {within}
    q = getitem bodies 0
    t = getitem q 'x'
    z = getitem values t
    return z
"""
SET = "k = len values; setitem body 'x' k; append values v"
VECTOR = K.array_kind(K.FLOAT, 1)


def found_of_arrays(first, within):
    text = ARRAYS.format(first=first.replace("; ", "\n    "), within=within)
    function = parse_function(text, {"len": len, "range": range})
    facts = infer(function, ((VECTOR, True), (K.INT, False)), lambda fn: False, lambda name, args: ())
    return places_in(function, facts)


def test_arrays_in_objects_that_have_them_from_the_start():
    (places,) = found_of_arrays(SET, "m = len bodies")
    assert places.holders == {Var(name) for name in ("body", "bodies", "b", "q")}


def test_arrays_that_come_later_need_places():
    """Nothing is there to be overwritten, which would be read for its shape."""
    assert not found_of_arrays("m = add n 1", "m_1 = len bodies")
