"""Answers about the syntax of functions."""

import ast

import pytest

from s2sad.frontend.syntax import generator_in, names_of_items, names_read_outside, prepare, traits


def function(text):
    return ast.parse(text).body[0]


@pytest.mark.parametrize(
    ("text", "captured"),
    [
        ("def f(x): return x + a", "a"),
        ("def f(x): a = 1; return x + a", ""),
        ("def f(x):\n  def g(y): return x + y + b\n  return g", "b"),
        ("def f(x): return [i + c for i in d]", "c d"),
        ("def f(x): return lambda y=e: y + h", "e h"),
        ("def f(x):\n  nonlocal k\n  k = x", "k"),
        ("def f(x):\n  def g(y=u): pass", "u"),
    ],
)
def test_captured_names(text, captured):
    assert set(names_read_outside(function(text))) == set(captured.split())


def test_captured_names_of_a_lambda():
    node = ast.parse("lambda x: x * scale").body[0].value
    assert names_read_outside(node) == ("scale",)


def test_captured_names_come_in_a_fixed_order():
    assert names_read_outside(function("def f(): return c + a + b")) == ("a", "b", "c")


def test_functions_that_call_themselves():
    assert traits(function("def f(x): return f(x - 1)")).calls_itself
    assert not traits(function("def f(x): return g(x - 1)")).calls_itself


def test_functions_within_functions():
    assert traits(function("def f(x): return (lambda y: y)(x)")).has_functions
    assert not traits(function("def f(x): return x")).has_functions


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def f(x): yield x", ast.Yield),
        ("def f(x): yield from x", ast.YieldFrom),
        ("async def f(x): await x", ast.Await),
        ("def f(x):\n  def g(): yield 1\n  return g", type(None)),
        ("def f(x): return [i for i in x]", type(None)),
    ],
)
def test_generators(text, found):
    assert isinstance(generator_in(function(text)), found)


def test_a_longer_function_has_a_larger_size():
    short, long = function("def f(x): return x"), function("def f(x): return x + x * x")
    assert traits(short).size < traits(long).size


def test_prepared_functions_have_no_jumps():
    prepared = prepare(function("def f(x):\n  for i in x:\n    if i: return i\n  return 0"))
    nodes = [node for statement in prepared.body for node in ast.walk(statement)]
    assert not any(isinstance(node, (ast.Return, ast.Break)) for node in nodes)
    assert {"x", "i", "%result"} <= prepared.names.locals
    assert prepared.flags == ("%returned",)


def test_prepared_lambdas_are_their_value():
    node = ast.parse("lambda x: (y := x)").body[0].value
    prepared = prepare(node)
    assert [statement.value for statement in prepared.body] == [node.body]
    assert prepared.names.locals == {"x", "y"}


def test_answers_are_kept():
    node = function("def f(x): return x + a")
    assert prepare(node) is prepare(node)


@pytest.mark.parametrize(
    "body, found",
    [
        ("for i in x: y = i", {"i"}),
        ("for i in x:\n  for j, k in i: y = j", {"i", "j", "k"}),
        ("for i in x: y = i\n return i", set()),
        ("for i in x: i = 2 * i", set()),
        ("for i in x: y = i\n for i in x: y = i", set()),
        ("for i in x: y = lambda: i", set()),
        ("y = [i for i in x]\n for i in x: y = i", set()),
    ],
)
def test_names_that_only_a_loop_knows(body, found):
    assert names_of_items(function(f"def f(x):\n {body}")) == found
