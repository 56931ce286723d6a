"""What closures keep: what changes from iteration to iteration is bound when they are made."""

from s2sad.backend.captures import find_captures
from s2sad.backend.load import load
from s2sad.ir.nodes import Module
from s2sad.ir.parser import parse_function

IN_A_LOOP = """function f(xs, k)
    fs = list_of
    for x in xs
        y = mul x x
        closure g = function g(z) captures y k
            w = mul z y
            v = add w k
            print w
            return v
        append fs g
        yield
    return fs
"""
ONCE = """function f(x)
    y = mul x x
    closure g = function g(z) captures y
        w = mul z y
        print w
        return w
    a = g 2.0
    return a
"""


def names(variables):
    return {var.name for var in variables}


def test_what_a_loop_assigns_is_bound_and_the_rest_lasts():
    found = find_captures(parse_function(IN_A_LOOP))
    assert names(found.lasting) == {"k"}
    assert {target.name: names(bound) for target, bound in found.bound.items()} == {"g": {"y"}}


def test_outside_of_loops_nothing_is_bound():
    found = find_captures(parse_function(ONCE))
    assert names(found.lasting) == {"y"} and not found.bound


def test_without_closures_there_is_nothing_to_keep():
    found = find_captures(
        parse_function("function f(xs)\n    for x in xs\n        print x\n        yield\n    return xs\n")
    )
    assert not found.lasting and not found.bound


def test_each_closure_of_a_loop_sees_its_own_iteration():
    made = load(Module((parse_function(IN_A_LOOP),)))
    assert [g(10.0) for g in made.main([1.0, 2.0, 3.0], 0.5)] == [10.5, 40.5, 90.5]
    assert "def g(z, *, y=y):" in made.source
