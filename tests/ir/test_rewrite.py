import re
from dataclasses import replace

import pytest

from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Closure, Const, Entry, If, Var, While, blocks_of, targets_of
from s2sad.ir.operations import operation_of
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_block, print_function
from s2sad.ir.rewrite import (
    counted_uses,
    defined_in,
    expanded,
    free_vars,
    mapped,
    node_reads,
    rename,
    substitute,
    substitute_node,
    walk,
    with_blocks,
    with_body,
)
from s2sad.ir.verify import verify

TEXT = """
function f(x, y, xs)
    a = mul x y
    if a -> b
        b_1 = neg x
        yield b_1
    else
        yield y
    for i in xs with s = b -> t [stops]
        s_1 = add s i
        yield s_1 a
    while with u = t -> v
        cond
            c = lt u x
            yield c
        do
            u_1 = add u 1
            yield u_1
    try -> w
        d = truediv a v
        yield d
    except ZeroDivisionError as e
        yield e
    with w as m -> q
        yield m
    closure g = function g(k, n = y) captures a q y
        h = mul a k
        yieldless = add h q
        return yieldless
    return g
"""
INSIDE = "a b b_1 i s s_1 t u c u_1 v d e w m q g k n h yieldless".split()


@pytest.fixture
def function():
    function = parse_function(TEXT)
    verify(function)
    return function


def names_of(variables):
    return [var.name for var in variables]


def node_named(function, target):
    return next(node for node in walk(function.body) if Var(target) in targets_of(node))


def test_walk_goes_in_the_order_of_the_text(function):
    found = [name for node in walk(function.body) for name in names_of(targets_of(node))]
    assert found == "a b b_1 t s_1 v c u_1 w d q g h yieldless".split()


def test_what_is_defined_in_a_block(function):
    assert sorted(names_of(defined_in(function.body))) == sorted(INSIDE)


def test_what_a_block_reads_from_outside(function):
    assert names_of(free_vars(function.body)) == ["x", "y", "xs"]
    assert names_of(free_vars(Block((), (Var("z"), Const(1), Var("z"))))) == ["z"]


@pytest.mark.parametrize(
    "target, reads",
    [("a", "x y"), ("b", "a x y"), ("t", "xs b a"), ("v", "t x"), ("w", "a v"), ("q", "w"), ("g", "a q y")],
)
def test_what_an_entry_reads(function, target, reads):
    assert sorted(names_of(node_reads(node_named(function, target)))) == sorted(reads.split())


@pytest.mark.parametrize("target", ["a", "b", "t", "v", "w", "q", "g"])
def test_the_blocks_of_an_entry_are_replaced(function, target):
    node = node_named(function, target)
    blocks = blocks_of(node)
    changed = with_blocks(node, lambda block: Block((), (Const(blocks.index(block)),)))
    assert blocks_of(changed) == tuple(Block((), (Const(number),)) for number in range(len(blocks)))
    assert with_blocks(node, lambda block: block) == node


def test_variables_are_substituted_wherever_they_are_read(function):
    values = {Var("x"): Var("p"), Var("y"): Var("q_0"), Var("xs"): Var("ps")}
    text = re.sub(r"\bx\b", "p", re.sub(r"\by\b", "q_0", re.sub(r"\bxs\b", "ps", TEXT)))
    assert substitute(function.body, values) == parse_function(text).body


def test_a_constant_takes_the_place_of_a_variable(function):
    body = substitute(function.body, {Var("x"): Const(2.0), Var("b"): Const(3.0)})
    assert print_block(body).startswith("a = mul 2.0 y\nif a -> b\n    b_1 = neg 2.0\n")
    assert "for i in xs with s = 3.0 -> t [stops]\n" in print_block(body)


def test_a_constant_is_not_captured(function):
    closure = substitute_node(node_named(function, "g"), {Var("q"): Const(1.0)})
    assert isinstance(closure, Closure)
    assert names_of(closure.captures) == ["a", "y"]
    assert "add h 1.0" in print_block(Block((closure,)))


def test_handlers_and_callees_are_substituted():
    text = "function f(g, k)\n try\n  y = g 1 key=g\n except k\n return g"
    body = substitute(parse_function(text).body, {Var("g"): Var("h"), Var("k"): Var("l")})
    assert print_block(body) == "try\n    y = h 1 key=h\nexcept l\n    yield\nyield h\n"


def test_targets_are_not_substituted(function):
    assert defined_in(substitute(function.body, {Var("b_1"): Var("other")})) == defined_in(function.body)


def test_targets_are_renamed_alone():
    body = parse_function("function f(x)\n y = neg x\n z = neg y\n return z").body
    renamed = substitute(body, {}, {Var("y"): Var("w"), Var("x"): Var("v")})
    assert print_block(renamed).split("\n")[:3] == ["w = neg x", "z = neg y", "yield z"]


def test_renaming_gives_every_variable_a_fresh_name(function):
    names = Names(["x", "y", "xs", *INSIDE])
    body = rename(function.body, names.fresh, {Var("x"): Const(3.0)})
    assert defined_in(body).isdisjoint(defined_in(function.body))
    assert len(defined_in(body)) == len(INSIDE)
    assert names_of(free_vars(body)) == ["y", "xs"]
    verify(with_body(function, body.entries, body.results))


def test_renaming_follows_a_recursive_closure():
    function = parse_function(
        "function f(x)\n closure g = function g(k) captures g\n  a = g k\n  return a\n return g"
    )
    body = rename(function.body, Names(["x", "g", "k", "a"]).fresh)
    assert print_block(body) == (
        "closure g_1 = function g(k_1) captures g_1\n    a_1 = g_1 k_1\n    return a_1\nyield g_1\n"
    )


def test_renaming_is_deterministic(function):
    taken = ["x", "y", "xs", *INSIDE]
    once, twice = (rename(function.body, Names(taken).fresh) for _ in range(2))
    assert once == twice


def test_the_body_of_a_function_is_replaced(function):
    entries = function.body.entries[:1]
    assert with_body(function, entries).body == Block(entries, function.body.results)
    shorter = with_body(function, iter(entries), [Var("a")])
    assert print_function(shorter) == "function f(x, y, xs)\n    a = mul x y\n    return a\n"


def test_several_entries_or_none_in_place_of_one():
    text = "function f(x, c)\n    a = neg x\n    if c -> d\n        b = math.sin x\n        yield b\n    else\n        yield a\n    return d\n"
    function = parse_function(text)

    def change(node):
        if operation_of(node) == "neg":
            return [node, replace(node, targets=(Var("more"),))]
        if isinstance(node, If):  # its blocks are done
            assert not node.then.entries
        return [] if isinstance(node, Entry) else [node]

    made = print_block(expanded(function.body, change))
    assert made == "a = neg x\nmore = neg x\nif c -> d\n    yield b\nelse\n    yield a\nyield d\n"


def test_another_entry_in_place_of_each(function):
    """Of a closure the body is left alone: it runs at another time."""
    noted = mapped(function.body, lambda node: replace(node, note="seen"))
    inside = [each for node in walk(noted) if isinstance(node, Closure) for each in walk(node.function.body)]
    assert all((node.note == "seen") is not any(node is each for each in inside) for node in walk(noted))
    assert defined_in(noted) == defined_in(function.body)


def test_the_original_is_left_alone(function):
    before = print_function(function)
    rename(function.body, Names(INSIDE).fresh)
    assert print_function(function) == before
    assert any(isinstance(node, While) for node in walk(function.body))


def test_uses_are_counted_in_blocks_and_where_these_give_something():
    text = """function f(x, c)
    y = mul x x
    if c -> z
        yield y
    else
        yield x
    return z
"""
    uses = counted_uses(parse_function(text, {}))
    assert [uses[Var(name)] for name in "xycz"] == [3, 1, 1, 1]
