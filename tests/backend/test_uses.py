"""How often variables are read, and what their names and texts tell."""

import pytest

from s2sad.backend.uses import (
    atom_length,
    boolean_form,
    count_uses,
    is_derivative,
    is_temporary,
    may_be_undefined,
    stem,
    text_length,
    vanishes,
)
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.ir.parser import parse_function

TEXT = """function f(x, n = y)
    t = mul x x
    for i in x with a = t -> b
        u = add a x
        yield u
    closure g = function g(z, w = b) captures x
        v = mul z x
        return v
    return b, g
"""


def test_uses_at_any_depth():
    uses = {
        var.name: count for var, count in count_uses(parse_function(TEXT.replace("n = y", "n = 1"))).items()
    }
    assert uses == {"x": 6, "t": 1, "a": 1, "u": 1, "b": 2, "z": 1, "v": 1, "g": 1}


@pytest.mark.parametrize(
    "name, temporary, derivative, base",
    [
        ("t", True, False, "t"),
        ("t_12", True, False, "t"),
        ("t_bar", True, True, "t_bar"),
        ("t_1_bar_2", True, True, "t_1_bar"),
        ("total", False, False, "total"),
        ("t_max", False, False, "t_max"),
        ("x_bar_3", False, True, "x_bar"),
        ("x_dot", False, True, "x_dot"),
        ("x_bars", False, False, "x_bars"),
        ("_1", False, False, "_1"),
        ("x_2", False, False, "x"),
    ],
)
def test_names(name, temporary, derivative, base):
    assert is_temporary(name) is temporary
    assert is_derivative(name) is derivative
    assert stem(name) == base
    assert vanishes(name) is temporary


def test_the_name_of_the_result_is_none_of_the_user_s():
    assert vanishes("result_2") and vanishes("result") and not vanishes("results")


def branch(then, orelse):
    text = f"function f(c, x)\n    if c -> y\n        yield {then}\n    else\n        yield {orelse}\n    return y\n"
    return parse_function(text).body.entries[0]


def test_and_and_or():
    assert boolean_form(branch("x", "c")) == "and"
    assert boolean_form(branch("c", "x")) == "or"
    assert boolean_form(branch("x", "x")) is None


def test_lengths_of_texts():
    lines = "function f(x, y)\n    a = add x y\n    b = math.hypot x y\n    c = max x y key=y\n    return a\n"
    add, hypot, maximum = parse_function(lines).body.entries
    assert text_length(add) == len(" + ") and text_length(hypot) == len("math.hypot") + 2 * 2
    assert text_length(maximum) > text_length(add)
    assert [atom_length(atom) for atom in (Var("abc"), Const(1.25), Ref("np.sin", abs))] == [3, 4, 6]


def test_what_may_be_undefined_goes_from_name_to_name():
    text = """function f(c, xs)
    if c -> y
        yield undefined
    else
        yield 1.0
    for x in xs with a = y -> b
        yield x
    if c -> z
        yield b
    else
        yield c
    return c
"""
    names = {atom.name for atom in may_be_undefined(parse_function(text)) if isinstance(atom, Var)}
    assert names == {"y", "a", "b", "z"}
