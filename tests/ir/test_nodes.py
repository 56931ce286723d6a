"""The Wengert list's parts: what is equal, and what an entry binds, reads and holds."""

import copy
import math
import pickle

import pytest

from s2sad.ir.nodes import (
    UNDEFINED,
    Block,
    Const,
    Entry,
    Fields,
    Ref,
    Var,
    atoms_of,
    blocks_of,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.parser import parse_function, parse_module


def test_there_is_one_variable_of_a_name():
    assert Var("x") is Var("x") and Var("x") != Var("y")
    assert pickle.loads(pickle.dumps(Var("x"))) is copy.deepcopy(Var("x")) is Var("x")
    with pytest.raises(AttributeError):
        Var("x").name = "y"


def test_constants_are_told_apart_by_type_and_sign():
    assert Const(1) == Const(1) != Const(1.0) != Const(True)
    assert Const(0.0) != Const(-0.0)
    assert Const(math.nan) == Const(float("nan")) and hash(Const(math.nan)) == hash(Const(float("nan")))
    assert Const(UNDEFINED) == Const(UNDEFINED) and repr(UNDEFINED) == "undefined"
    assert hash(Const([])) == 0


def test_references_are_equal_by_path_value_scope_and_what_they_run():
    sine = Ref("sin", math.sin)
    assert sine == Ref("sin", math.sin)
    for other in (
        Ref("math.sin", math.sin),
        Ref("sin", math.cos),
        Ref("sin", math.sin, scope=len),
        Ref("sin", math.sin, runs_code=True),
    ):
        assert sine != other


TEXT = """function f(x, n, xs)
    if n -> y
        yield x
    else
        yield 1.0
    for v in xs with s = y -> t
        u = add s v
        yield u
    while with w = t -> z
        q = lt w n
    do
        w_1 = add w 1
        yield w_1
    return z
"""


def names(variables):
    return " ".join(var.name for var in variables)


def test_what_entries_bind_read_and_hold():
    branch, loop, *_ = parse_function(TEXT[: TEXT.index("    while")] + "    return t\n").body.entries
    assert names(targets_of(branch)) == "y" and names(atoms_of(branch)) == "n" and inner_vars_of(branch) == ()
    assert [names(b.results) for b in blocks_of(branch)[:1]] == ["x"] and len(blocks_of(branch)) == 2
    assert (
        names(targets_of(loop)) == "t"
        and names(atoms_of(loop)) == "xs y"
        and names(inner_vars_of(loop)) == "v s"
    )
    assert len(blocks_of(loop)) == 1


def test_an_entry_reads_what_it_calls_and_its_keywords():
    node = Entry((Var("t"),), Var("g"), (Var("x"), Const(1)), (("axis", Var("k")),))
    assert atoms_of(node) == (Var("g"), Var("x"), Const(1), Var("k"))
    assert blocks_of(node) == inner_vars_of(node) == ()


def test_functions_of_a_module_by_name():
    module = parse_module("function f(x)\n    y = @g x\n    return y\n\nfunction g(x)\n    return x\n", {})
    assert module.main.name == "f" and module["g"].name == "g"
    with pytest.raises(KeyError):
        module["h"]


def test_fields_are_a_tuple_with_a_class():
    made = Fields.of(dict, ("one", "one"))
    assert made == ("one", "one") and made.cls is dict
    assert Block(()).results == ()
