"""What was there for the compiler only is left out: text in, text out."""

from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.runtime.revolve import checkpoint_range
from s2sad.runtime.shaping import array_without_gradient
from s2sad.transform.erase_markers import without_injections, without_markers

SCOPE = {"checkpoint_range": checkpoint_range, "array_without_gradient": array_without_gradient}


def erased(text, passing=without_markers):
    function = passing(parse_module(text, SCOPE)).main
    verify(function)
    return print_function(function)


def test_values_without_a_gradient():
    assert (
        erased("""function f(x, y)
    s = stop_gradient x
    t = mul s y
    u = stop_gradient t
    return u, s
""")
        == """function f(x, y)
    u = mul x y
    return u, x
"""
    )


def test_within_blocks():
    text = erased("""function f(x, r)
    for i in r with a = x -> b
        s = stop_gradient a
        q = stop_gradient s
        t = mul q q
        yield t
    return b
""")
    assert "mul a a" in text and "stop_gradient" not in text


def test_what_would_stand_there_without_s2sad():
    text = erased("""function f(A, n)
    B = array_without_gradient A
    r = checkpoint_range n snapshots=5
    for i in r with a = B -> b
        c = mul a i
        yield c
    return b
""")
    assert "    B = np.copy A\n" in text
    assert "    r = range n\n" in text


def test_injections_alone():
    text = "function f(x)\n    a = on_adjoint x x\n    s = stop_gradient a\n    return s\n"
    assert erased(text, without_injections) == "function f(x)\n    s = stop_gradient x\n    return s\n"
    assert erased(text) == "function f(x)\n    return x\n"


def test_without_markers_it_is_the_same_function():
    module = parse_module("function f(x)\n    a = mul x x\n    return a\n", {})
    assert without_markers(module).main is module.main


def test_a_zero_with_a_slope_is_a_zero():
    text = "function f(p, x)\n    z = strong_zero p x\n    a = add z p\n    t = tuple_of a z\n    return t\n"
    assert erased(text) == "function f(p, x)\n    t = tuple_of p 0.0\n    return t\n"
