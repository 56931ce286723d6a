"""What Numba doesn't have, in other words that compute the same."""

import math

import numpy as np
import pytest

from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.loops.numba_form import numba_form
from s2sad.runtime.broadcasting import broadcast_like, guarded
from s2sad.runtime.structure import zeros_like

SCOPE = {"np": np, "guarded": guarded, "broadcast_like": broadcast_like, "zeros_like": zeros_like}


def formed(line, **kinds):
    text = f"function f(x, y)\n    t = {line}\n    return t\n"
    function = parse_function(text, SCOPE)
    names = Names(var.name for var in variables_of(function))

    def kind(atom):
        return kinds.get(getattr(atom, "name", None), K.FLOAT)

    return function, numba_form(function, kind, names)


@pytest.mark.parametrize(
    "line, gone, args, kinds",
    [
        ("float x", "float", (True, 2.0), {"x": K.BOOL}),
        ("math.log x y", "math.log x y", (8.0, 2.0), {}),
        ("guarded x y", "= guarded x", (math.inf, 0.0), {}),
        ("guarded x y", "= guarded x", (3.0, 2.0), {}),
        ("broadcast_like x y", "broadcast_like", (3.0, 2.0), {}),
        ("zeros_like x", "zeros_like", (3.0, 2.0), {}),
    ],
)
def test_in_other_words(line, gone, args, kinds):
    before, after = formed(line, **kinds)
    assert gone in print_function(before) and gone not in print_function(after)
    assert evaluate(after, args) == pytest.approx(float(evaluate(before, args)))


@pytest.mark.parametrize("line", ["math.sin x", "mul x y", "math.log x"])
def test_what_it_has_stays(line):
    before, after = formed(line)
    assert print_function(before) == print_function(after)


def test_refusals_name_the_line_of_what_stands_before():
    text = """function f(x, y) # file 'a.py' line 1:1: def f(x, y):
    t = mul y 2.0                    # line 2:9: y * 2.0
    u = zeros_like x
    return u
"""
    function = parse_function(text, SCOPE)
    with pytest.raises(UnsupportedSyntax, match=r"a\.py:2:9"):
        numba_form(function, lambda atom: K.list_kind(K.UNKNOWN), Names(()))


def test_complex_numbers_are_asked_for_before_the_program_runs():
    _, after = formed("np.iscomplexobj x", x=K.array_kind(K.FLOAT, 2))
    assert "return False" in print_function(after)


def test_arrays_are_joined_from_tuples():
    text = "function f(x)\n    parts = list_of x x\n    t = np.concatenate parts\n    return t\n"
    function = parse_function(text, SCOPE)
    names = Names(var.name for var in variables_of(function))
    after = numba_form(function, lambda atom: K.array_kind(K.FLOAT, 1), names)
    assert "tuple_of x x" in print_function(after)
    assert evaluate(after, (np.ones(2),)) == pytest.approx(np.ones(4))
