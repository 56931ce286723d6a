"""The functions of a module, each cleaned up by what is known of it."""

from dataclasses import fields, replace

from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_module
from s2sad.ir.printer import print_function
from s2sad.transform.module_cleanup import Known, clean_module

NOTHING = Known(*(frozenset() for _ in fields(Known)))
MODULE = """function f(x, y)
    a = numpy.copy x
    b = mul y y
    c = mul a 2.0
    return c

function g(x, y)
    a = numpy.copy x
    b = mul y y
    c = mul a 2.0
    return c
"""


def cleaned(arrays, known):
    module = replace(parse_module(MODULE), arrays=arrays)
    done = clean_module(module, known, fold=True, ranges=False, observe=None)
    return [print_function(function) for function in done.functions]


def test_copies_are_left_out_where_a_module_has_arrays():
    known = replace(NOTHING, arrays=frozenset({Var("x")}))
    one, other = cleaned(True, known)
    assert one == "function f(x, y)\n    c = mul x 2.0\n    return c\n"
    assert cleaned(False, known)[0] != one
