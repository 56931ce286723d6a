"""From a function and a kind of call to a derivative: one compiler for each book of rules, one text for each kind."""

import math

import pytest

import s2sad
from s2sad.annotations import differentiable_places
from s2sad.arguments import Call
from s2sad.compile import compiler_for, derived_module, kinds_of_params, list_of, products_only
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Const, Var
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import targets_of, uses_of, walk
from s2sad.rules.declare import partials


def f(x: float, n: int):
    return math.sin(x) * n


def call():
    return Call.from_annotations(f, differentiable_places(f))


def other(x):
    return x * 3.0


@partials(other, at=[1.0])
def tripled(xp, x, *, out):
    return 30.0


def test_the_list_of_a_function():
    text = list_of(f, call(), ())
    assert "math.sin x" in text and text.startswith("function f(x, n)")


def test_one_compiler_for_equal_rules():
    assert compiler_for((), "folded") is compiler_for((), "folded")
    assert compiler_for((), "folded") is not compiler_for((), "flat")
    assert compiler_for((tripled,), "folded") is not compiler_for((), "folded")
    assert s2sad.grad(lambda x: other(x), rules=(tripled,))(2.0) == 30.0
    assert s2sad.grad(lambda x: other(x))(2.0) == 3.0


def test_the_derivative_as_a_module():
    compiler = compiler_for((), "folded")
    module = derived_module(compiler, compiler.lowered(f, call().arguments), call(), "grad")
    assert evaluate(module.main, (0.4, 3), module=module) == pytest.approx((3.0 * math.cos(0.4),))


def test_kinds_of_the_parameters_of_a_derivative():
    facts = ((K.FLOAT, True), (K.INT, False))
    assert kinds_of_params(facts, (0,), "grad") == (K.FLOAT, K.INT)
    assert kinds_of_params(facts, (0,), "jvp") == (K.FLOAT, K.INT, K.FLOAT)


def test_products_of_a_hessian_without_the_gradient():
    text = "function f(x, x_dot)\n    g = mul x 2.0\n    h = mul x_dot 2.0\n    return g, h\n"
    made = products_only(parse_function(text))
    assert made.body.results == parse_function(text).body.results[1:]


def with_a_value_that_nothing_needs(x: float, y: float):
    1.0 / x  # raises where x is 0, as the function does
    return math.sin(x) * y + x * y * y


def list_of_products(fun):
    compiler, kind = compiler_for((), "folded"), Call.from_annotations(fun, differentiable_places(fun))
    return derived_module(compiler, compiler.lowered(fun, kind.arguments), kind, "hvp").main


def test_products_leave_out_what_only_the_gradient_needs():
    function = list_of_products(with_a_value_that_nothing_needs)
    read = {atom for node in walk(function.body) for atom in uses_of(node)} | set(function.body.results)
    unread = [node for node in walk(function.body) if targets_of(node) and read.isdisjoint(targets_of(node))]
    assert [str(node.args) for node in unread] == [str((Const(1.0), Var("x")))]
    x, y = 0.7, -0.4
    assert evaluate(function, (x, y, 1.0, 2.0)) == (
        pytest.approx(-math.sin(x) * y + 2.0 * (math.cos(x) + 2.0 * y)),
        pytest.approx(math.cos(x) + 2.0 * y + 2.0 * (2.0 * x)),
    )
