import math
from dataclasses import replace

import pytest

from s2sad.ir.nodes import (
    UNDEFINED,
    Block,
    Closure,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    Handler,
    If,
    Location,
    Module,
    Param,
    Ref,
    Try,
    Var,
    While,
    With,
)
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function, parse_module
from s2sad.ir.printer import print_function, print_module
from s2sad.runtime import structure

A, B, C, D, X, Y, Z = map(Var, "abcdxyz")
GRAVITY = 9.81
SCOPE = {"GRAVITY": GRAVITY, "config": {"a": 1}}


def owner():
    """Stands for the user's function."""


def function(*entries, results=(X,), **fields):
    return Function("f", (Param(X), Param(Y)), Block(entries, results), **fields)


def entry(target, name, *args, **fields):
    return Entry((target,), op(name), args, **fields)


def again(function):
    return parse_function(print_function(function), SCOPE, owner)


LOC = Location("some dir/model.py", 3, 8, "x * y")
YIELD_A = Block((entry(A, "neg", X),), (A,))
YIELD_B = Block((entry(B, "pos", X),), (B,))
IS_BIG = Block((entry(C, "gt", Z, Const(3)),), (C,))
INNER = Function("<lambda>", (Param(A), Param(B, default=X)), Block((entry(C, "add", A, Y),), (C,)))

NODES = {
    "effect": Entry((), op("append"), (X, Y)),
    "several targets": Entry((A, B), op("dup"), (X, Const(2))),
    "keywords": Entry((A,), Ref("print", print), (X,), (("sep", Const(" = ")), ("end", Y))),
    "only keywords": Entry((), Ref("print", print), (), (("sep", X),)),
    "no arguments": Entry((), X, ()),
    "a function of the module": Entry((A,), FunctionRef("outer.<locals>.g"), (X,)),
    "location and remark": entry(A, "mul", X, Y, loc=LOC, note="half of it"),
    "if": If((D,), X, YIELD_A, YIELD_B, LOC, "a branch"),
    "if without else": If((), X, Block((Entry((), op("append"), (X, Y)),)), Block(())),
    "if with empty blocks": If((), X, Block(()), Block(())),
    "if with an empty first block": If((), X, Block(()), Block((Entry((), op("append"), (X, Y)),))),
    "for": For((D,), Z, X, (C,), (Y,), YIELD_A, False, LOC, "a loop"),
    "for that carries nothing": For((), Z, X, (), (), Block((Entry((), op("append"), (Z, Y)),))),
    "for that stops": For((D,), Z, X, (C,), (Const("a, b"),), Block((), (C, Const(True))), True),
    "while": While((D,), (Z,), (X,), IS_BIG, YIELD_A, False, LOC, "a loop"),
    "while that carries nothing": While((), (), (), Block((), (X,)), Block(())),
    "while that stops": While((D,), (Z,), (X,), IS_BIG, Block((), (Z, Const(False))), True),
    "try": Try((D,), YIELD_A, (Handler(Ref("KeyError", KeyError), B, Block((), (B,))),), LOC, "a try"),
    "try with two handlers": Try(
        (),
        Block(()),
        (
            Handler(X, None, Block(())),
            Handler(Ref("OSError", OSError), None, Block((Entry((), op("neg"), (X,)),))),
        ),
    ),
    "with": With((D,), X, Z, YIELD_A, LOC, "a manager"),
    "with that binds nothing": With((), X, None, Block(())),
    "closure": Closure(D, INNER, (X, Y)),
    "closure with one location": Closure(D, replace(INNER, loc=LOC), (X, Y), LOC, "a function"),
    "closure with two locations": Closure(D, replace(INNER, loc=replace(LOC, line=9)), (X, Y), LOC),
    "closure that alone has a location": Closure(D, INNER, (X, Y), LOC, "a function"),
    "closure whose function alone has one": Closure(D, replace(INNER, loc=LOC, doc="Its doc."), (X, Y)),
    "recursive closure": Closure(D, Function("d", (Param(A),), Block((Entry((C,), D, (A,)),), (C,))), ()),
}


@pytest.mark.parametrize("node", NODES.values(), ids=NODES.keys())
def test_every_kind_of_entry_comes_back(node):
    f = function(node)
    assert again(f) == f


def test_entries_come_back_within_each_other():
    inner = If((A,), X, Block((Entry((), op("neg"), (X,)),), (X,)), Block((), (Y,)))
    middle = While((B,), (Z,), (X,), IS_BIG, Block((inner,), (A,)))
    outer = Try((D,), Block((middle,), (B,)), (Handler(Ref("OSError", OSError), None, Block((), (X,))),))
    f = function(
        For((), Var("i"), X, (), (), Block((outer,))), entry(Var("e"), "pos", Y), results=(Var("e"),)
    )
    assert again(f) == f


VALUES = [
    0,
    -1,
    10**30,
    0.0,
    -0.0,
    1e-300,
    0.1,
    math.inf,
    -math.inf,
    math.nan,
    True,
    False,
    None,
    ...,
    UNDEFINED,
]
VALUES += [
    2j,
    -2j,
    1 + 2j,
    complex(-0.0, -2.0),
    complex(math.nan, math.inf),
    complex(0, math.inf),
    complex(0, math.nan),
]
VALUES += [complex(1e-20, -math.inf), complex(0.0, -math.inf)]
VALUES += [
    "",
    "a b",
    "it's",
    'say "x"',
    "'\"",
    "# no comment",
    "a\nb\\",
    "\u2028 \x85 \ud800 ä",
    "$x",
    "1.0",
    "x = y",
]
VALUES += [b"", b"a b", b"'", b"\x00\xff#"]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_constants_come_back(value):
    f = function(entry(A, "pos", Const(value)), results=(Const(value),))
    assert again(f) == f


@pytest.mark.parametrize(
    "name", ["inf", "nan", "undefined", "infj", "cond", "do", "closure", "function", "captures", "é"]
)
def test_variables_may_be_named_as_words_of_the_text(name):
    var = Var(name)
    call = Entry((), var, (Var(name), X), (("closure", var), ("function", var)))
    f = function(entry(var, "neg", X), call, Entry((), var, ()), entry(A, "mul", var, var), results=(var,))
    assert again(f) == f


def test_variables_and_operations_of_one_name_are_told_apart():
    add = Var("add")
    f = function(
        entry(A, "add", X, Y),
        entry(add, "add", X, Y),
        entry(B, "add", add, op("add")),
        Entry((C,), add, (add, op("mul"))),
    )
    assert again(f) == f


REFERENCES = [
    Ref("math.sin", math.sin),
    Ref("math", math),
    Ref("len", len),
    Ref("Ellipsis", Ellipsis),
    Ref("s2sad.runtime.structure.zeros_like", structure.zeros_like),
    op("zeros_like"),
    op("slice"),
    Ref("GRAVITY", GRAVITY, owner),
    Ref("GRAVITY", GRAVITY),
    Ref("GRAVITY.real", (9.81).real),
    Ref("len", len, owner),
    Ref("config", SCOPE["config"], owner),
    Ref("y", len),
]


@pytest.mark.parametrize("ref", REFERENCES, ids=lambda ref: ref.path)
def test_references_come_back(ref):
    f = function(Entry((A,), ref, (ref, X), (("key", ref),)), results=(ref,))
    assert parse_function(print_function(f), {**SCOPE, "y": len, "GRAVITY.real": ref.value}, owner) == f


def test_a_scoped_path_is_not_an_operation():
    def add(x, y):
        return x

    f = function(Entry((A,), Ref("add", add, owner), (X, Y)))
    parsed = parse_function(print_function(f), {"add": add}, owner)
    assert parsed == f
    assert parsed != parse_function(print_function(f).replace("$", ""), {"add": add}, owner)


@pytest.mark.parametrize(
    "text", ["x", "", " x ", "'a'.join(b)", '"', "f(a,\n  b)", "a # b", "x: y", "line 3: x", "ä\t"]
)
@pytest.mark.parametrize("file", ["a.py", "", "C:\\a 'b'\\c.py", "<input-3>"])
@pytest.mark.parametrize("column", [0, 4])
def test_locations_come_back(text, file, column):
    other = Location("other.py", 7, 2, "y")
    inner = replace(INNER, loc=Location("third.py", 1, 0, text))
    entries = [entry(Z, "neg", X, loc=Location(file, 3, column, text)), Closure(D, inner, (X, Y), other)]
    f = function(*entries, entry(Var("e"), "neg", X, loc=Location(file, 4, column, text)), loc=other)
    assert again(f) == f


NOTES = [
    "x is used twice",
    "it's",
    "'quoted'",
    "a # b",
    "line 3: x",
    "file 'a'",
    "function nowhere",
    "function line 2: y",
]


@pytest.mark.parametrize("note", [*NOTES, "line search", "a\nb", " ", "x = 1"])
@pytest.mark.parametrize("loc", [None, LOC, Location("", 3, 0, "'a' # b")])
def test_remarks_come_back(note, loc):
    f = function(entry(A, "neg", X, loc=loc, note=note), Closure(D, INNER, (X, Y), loc, note))
    assert again(f) == f


@pytest.mark.parametrize("doc", ["", "One line.", 'A "text"\n\n    of several\n', "'"])
def test_documentation_comes_back(doc):
    f = function(doc=doc, loc=LOC)
    assert again(f) == f


def test_parameters_come_back():
    kinds = [
        Param(A, "positional"),
        Param(B, "positional", Const("a, b)")),
        Param(C, default=Ref("len", len)),
    ]
    params = (*kinds, Param(D, "keyword"), Param(Z, "keyword", Const(1 + 2j)))
    f = Function("f", params, Block((), (A,)))
    assert again(f) == f


ONE = "one"
STRUCTURES = [
    (ONE, (ONE, ONE)),
    ((ONE, ONE), ONE),
    ((ONE, ONE),),
    (((ONE, ONE), (ONE,)),),
    (ONE, ONE, ONE, ()),
]


@pytest.mark.parametrize("form", STRUCTURES, ids=str)
def test_structures_come_back(form):
    count = str(form).count("one")
    f = function(results=(X, Const(1 + 2j), Y)[:count], structure=form)
    assert again(f) == f


@pytest.mark.parametrize(
    "form, results", [((), ()), ((ONE,), (X,)), (((ONE,),), (X,)), (((), ONE), (Const(1j),))], ids=str
)
def test_small_structures_come_back(form, results):
    f = function(results=results, structure=form)
    assert again(f) == f


def test_modules_come_back():
    g = Function("g", (Param(A),), Block((entry(B, "neg", A, loc=LOC),), (B,)), loc=LOC)
    module = Module((function(Entry((A,), FunctionRef("g"), (X,)), loc=LOC), g, replace(g, name="h")))
    assert parse_module(print_module(module)) == module


def test_what_is_read_too_early_comes_back():
    f = function(entry(A, "neg", B), entry(B, "neg", Var("len")), results=(B,))
    assert again(f) == f


def test_a_hand_written_text_may_be_indented_and_hold_comments():
    text = """
        # the whole of it
        function f(x)

          # forward sweep
          y = neg x   # line 3: -x
          return y
    """
    y = entry(Y, "neg", X, loc=Location("", 3, 0, "-x"))
    assert parse_function(text) == Function("f", (Param(X),), Block((y,), (Y,)))
