import math

import pytest

from s2sad.ir.nodes import (
    UNDEFINED,
    Block,
    Const,
    Entry,
    Function,
    FunctionRef,
    Location,
    Module,
    Param,
    Ref,
    Var,
)
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_block, print_function, print_header, print_module

X, Y, Z = Var("x"), Var("y"), Var("z")


def owner():
    """Stands for the user's function."""


def function(*entries, results=(X,), **fields):
    return Function("f", (Param(X), Param(Y)), Block(entries, results), **fields)


def body(printed):
    return [line.strip() for line in printed.splitlines()[1:-1]]


def test_a_straight_line():
    text = print_function(
        function(
            Entry((Z,), op("mul"), (X, Y), loc=Location("model.py", 3, 8, "x * y")),
            Entry(
                (Var("w"),),
                Ref("math.sin", math.sin),
                (Z,),
                loc=Location("model.py", 3, 0, "math.sin(x * y)"),
            ),
            results=(Var("w"),),
        )
    )
    assert text == (
        "function f(x, y)\n"
        "    z = mul x y                      # file 'model.py' line 3:8: x * y\n"
        "    w = math.sin z                   # line 3: math.sin(x * y)\n"
        "    return w\n"
    )


@pytest.mark.parametrize(
    "entry, text",
    [
        (Entry((), op("append"), (X, Y)), "append x y"),
        (Entry((Z, Var("w")), op("dup"), (X, Const(2))), "z, w = dup x 2"),
        (Entry((Z,), FunctionRef("g"), (X,), (("key", Y),)), "z = @g x key=y"),
        (Entry((Z,), Y, (X,)), "z = y x"),
        (Entry((Z,), Ref("y", len), (X,)), "z = &y x"),
        (Entry((Z,), Ref("G", len, owner), (Ref("G.x", 1, owner),)), "z = $G $G.x"),
        (Entry((Z,), Ref("math", math), ()), "z = &math"),
        (Entry((Z,), op("neg"), (Var("w"),)), "z = neg %w"),
        (Entry((Z,), op("neg"), (X,), note="a remark"), "z = neg x                        # a remark"),
    ],
)
def test_an_entry(entry, text):
    assert body(print_function(function(entry))) == [text]


@pytest.mark.parametrize(
    "value, text",
    [(math.inf, "inf"), (-math.inf, "-inf"), (math.nan, "nan"), (UNDEFINED, "undefined"), (None, "None")]
    + [
        (True, "True"),
        ("a b", "'a b'"),
        (1 + 2j, "(1+2j)"),
        (..., "Ellipsis"),
        (b"x", "b'x'"),
        (-0.0, "-0.0"),
    ],
)
def test_a_constant(value, text):
    assert body(print_function(function(Entry((), op("pos"), (Const(value),))))) == [f"pos {text}"]


@pytest.mark.parametrize(
    "structure, results, text",
    [
        ("one", (X,), "return x"),
        (("one", ("one", "one")), (X, Y, X), "return x, (y, x)"),
        (("one",), (X,), "return x,"),
        ((("one",), ()), (X,), "return (x,), ()"),
        ((("one", "one"),), (X, Y), "return (x, y),"),
        ((), (), "return ()"),
        (("one", "one"), (X,), "return x as ('one', 'one')"),
        ("one", (X, Y), "return x y as 'one'"),
    ],
)
def test_the_structure_of_what_is_returned(structure, results, text):
    printed = print_function(function(results=results, structure=structure))
    assert printed.splitlines()[-1].strip() == text


def test_parameters_and_doc():
    params = (
        Param(X, "positional"),
        Param(Y, default=Const(1.5)),
        Param(Z, "keyword", Ref("math.pi", math.pi)),
    )
    text = print_function(Function("f", params, Block((), (X,)), doc="The\nfirst."))
    assert (
        text == "function f(x: positional, y = 1.5, z: keyword = math.pi)\n    'The\\nfirst.'\n    return x\n"
    )


def test_the_functions_of_a_module_are_told_apart():
    module = Module((function(), Function("g", (), Block((), (Const(1),)))))
    assert print_module(module) == "function f(x, y)\n    return x\n\nfunction g()\n    return 1\n"


def test_control_flow_is_printed_as_it_is_read():
    text = """function f(x, xs)
    for i in xs with s = x, t = 1.0 -> s_2, t_2 [stops]
        s_1 = add s i
        c = gt s_1 10
        yield s_1 t c
    while with u = s_2 -> v
        cond
            d = lt u 5
            yield d
        do
            u_1 = add u 1
            yield u_1
    if v -> w
        yield v
    else
        yield 0.0
    if w
        print w
    try -> q
        q_1 = truediv w x
        yield q_1
    except ZeroDivisionError as e
        print e
        yield 0.0
    with q as m -> r
        yield m
    closure g = function g(a, b = 2) captures x
        h = mul a x
        return h
    return g, r
"""
    assert print_function(parse_function(text)) == text


def test_a_block_shows_what_it_reads_from_outside_as_variables():
    block = Block((Entry((Z,), op("mul"), (X, Y)),), (Z,))
    assert print_block(block, "  ") == "  z = mul x y\n  yield z\n"


def test_the_header_of_an_entry_is_its_first_line():
    function = parse_function(
        "function f(c, x)\n    if c -> y\n        yield x\n    else\n        yield 0\n    return y"
    )
    assert print_header(function.body.entries[0]) == "if c -> y"


def test_what_is_no_atom_can_be_shown():
    assert print_header(Entry((Z,), op("neg"), (1.5,))) == "z = neg ?1.5"
