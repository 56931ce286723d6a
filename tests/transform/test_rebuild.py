"""Rebuilding entries: known values go in everywhere, and what stays the same is the very same object."""

from s2sad.ir.nodes import Block, Const, Entry, Param, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.parser import parse_function
from s2sad.transform.rebuild import changed, closure_with, put_in, put_in_entry, with_carried, with_results

X, Y, F, T = map(Var, "xyft")


def test_atoms():
    atoms = (X, Const(1.0), Y)
    assert put_in(atoms, {X: Const(2.0)}) == (Const(2.0), Const(1.0), Y)
    assert put_in(atoms, {T: Const(2.0)}) is atoms


def test_entries():
    node = Entry((T,), F, (X, Y), (("key", X), ("other", Y)))
    found = put_in_entry(node, {X: Const(2.0), F: Ref("abs", abs)})
    assert found == Entry((T,), Ref("abs", abs), (Const(2.0), Y), (("key", Const(2.0)), ("other", Y)))
    plain = Entry((T,), op("mul"), (X, Y))
    assert put_in_entry(plain, {T: X}) is plain
    assert put_in_entry(plain, {Y: X}).args == (X, X)
    assert put_in_entry(Entry((T,), F, (X,)), {F: Y}).fn == Y


LOOP = parse_function(
    "function f(x, y, r)\n    for i in r with a = x, b = y -> c, d\n        e = mul a b\n        yield e b\n    return d\n",
    {},
).body.entries[0]


def test_regions():
    assert changed(LOOP, body=LOOP.body, inits=LOOP.inits) is LOOP
    assert changed(LOOP, inits=(Y, Y)).inits == (Y, Y)
    kept = with_carried(LOOP, [1])
    assert kept.targets == (Var("d"),) and kept.params == (Var("b"),) and kept.inits == (Y,)
    assert kept.body.results == (Var("b"),)
    assert with_results(LOOP.body, [1, 0]).results == (Var("b"), Var("e"))


def test_a_closure_captures_what_its_body_reads_now():
    text = "function f(x, y)\n    closure h = function g(t, u=x) captures y\n        a = mul t y\n        return a\n    return h\n"
    node = parse_function(text, {}).body.entries[0]
    assert closure_with(node, node.function.body, {T: X}) is node
    body = Block((Entry((Var("a"),), op("mul"), (T, X)),), (Var("a"),))
    found = closure_with(node, body, {X: Const(3.0)})
    assert X in found.captures and Y not in found.captures and T not in found.captures
    assert [param.default for param in found.function.params] == [None, Const(3.0)]
    assert isinstance(found.function.params[0], Param)
