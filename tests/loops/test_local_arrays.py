"""What uses the arrays that a function makes."""

from s2sad.ir.parser import parse_function
from s2sad.loops.local_arrays import LocalArrays
from tests.loops.passes import VECTOR, facts_of

TEXT = """function f(x)
    n = len x
    t = numpy.empty n
    s = numpy.zeros n
    r = range n
    for i in r
        v = getitem x i
        u = mul v v
        store t i u
        j = sub n i
        k = sub j 1
        a = getitem t i
        store s k a
    total = numpy.sum s
    return total, x
"""


def found():
    function = parse_function(TEXT)
    return LocalArrays(function, facts_of(function, (VECTOR,)), ())


def test_uses_are_in_order_and_tell_their_elements():
    by_name = {var.name: local for var, local in found().found.items()}
    assert sorted(by_name) == ["s", "t"]
    assert [use.form for use in by_name["t"].uses] == ["store", "getitem"]
    assert by_name["t"].uses[0].place == by_name["t"].uses[1].place
    stored, summed = by_name["s"].uses
    assert stored.place is not None and stored.place != by_name["t"].uses[0].place
    assert summed.place is None


def test_loops_and_zeros():
    by_name = {var.name: local for var, local in found().found.items()}
    assert by_name["s"].has_zeros and not by_name["t"].has_zeros
    (loop,) = by_name["t"].loops_of(by_name["t"].uses[0])
    assert loop.item.name == "i"
    assert by_name["t"].uses_in(loop) == by_name["t"].uses
    assert by_name["s"].loops_of(by_name["s"].uses[1]) == ()


def test_elements_that_all_iterations_fill():
    arrays = found()
    (local,) = (local for var, local in arrays.found.items() if var.name == "t")
    first = local.uses[0]
    assert arrays.goes_through(first.place, local.loops_of(first))
    assert arrays.fills(local, first.place, local.loops_of(first))
