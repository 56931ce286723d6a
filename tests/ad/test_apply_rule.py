import math
import operator

import pytest

from s2sad.ad.apply_rule import (
    Emitter,
    array_rule_results,
    columns_of,
    gradients_of,
    is_singular,
    partials_of,
)
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Function, Param, Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.rules.book import STANDARD
from s2sad.rules.declare import namespace_of

X, Y, OUT = Var("x"), Var("y"), Var("out")


def put_in(make, *names):
    """What a rule adds, as a function of its arguments and of the value."""
    taken = Names(["x", "y", "out", "xs"])
    entries = []
    results = make(Emitter(entries.append, taken.fresh, None))
    params = tuple(Param(Var(name)) for name in names)
    structure = ("one",) * len(results)
    return Function("partials", params, Block(tuple(entries), tuple(results)), structure)


def partials(callee, wanted):
    rule = STANDARD.lookup(callee, 2)
    return put_in(
        lambda emit: partials_of(rule, namespace_of(callee), [X, Y], [OUT], wanted, emit), "x", "y", "out"
    )


def test_only_the_wanted_partials_are_computed():
    by_base, by_exponent = partials(operator.pow, [0]), partials(operator.pow, [1])
    assert "log" not in print_function(by_base) and "log" in print_function(by_exponent)
    x, y = 1.7, 2.5
    assert evaluate(by_base, (x, y, x**y)) == (pytest.approx(y * x ** (y - 1.0)),)
    assert evaluate(by_exponent, (x, y, x**y)) == (pytest.approx(math.log(x) * x**y),)


def test_partials_come_in_the_order_in_which_they_are_wanted():
    assert evaluate(partials(operator.mul, [0, 1]), (2.0, 5.0, 10.0)) == (5.0, 2.0)
    assert evaluate(partials(operator.mul, [1, 0]), (2.0, 5.0, 10.0)) == (2.0, 5.0)


def test_a_product_needs_no_entry():
    assert partials(operator.mul, [0, 1]).body.entries == ()


@pytest.mark.parametrize("exponent", [2, 2.0])
def test_the_partial_of_a_square_has_no_power(exponent):
    rule = STANDARD.lookup(operator.pow, 2)
    made = put_in(lambda emit: partials_of(rule, math, [X, Const(exponent)], [OUT], [0], emit), "x", "out")
    assert "pow" not in print_function(made)
    assert evaluate(made, (1.7, 1.7**2)) == (pytest.approx(3.4),)


def test_the_value_is_used_where_the_rule_uses_it():
    rule = STANDARD.lookup(math.exp, 1)
    made = put_in(lambda emit: partials_of(rule, math, [X], [OUT], [0], emit), "x", "out")
    assert made.body.entries == () and made.body.results == (OUT,)


def test_what_a_rule_adds_has_new_names_and_no_place():
    rule = STANDARD.lookup(math.tan, 1)
    entries = []
    names = Names(["x", "out", "t", "result"])
    emit = Emitter(entries.append, names.fresh, None)
    first = partials_of(rule, math, [X], [OUT], [0], emit)
    second = partials_of(rule, math, [X], [OUT], [0], emit)
    targets = [target.name for entry in entries for target in entry.targets]
    assert first != second and len(set(targets)) == len(targets) > 1
    assert not {"x", "out", "t", "result"} & set(targets)
    assert all(entry.loc is None for entry in entries)


def test_the_partials_by_the_items_of_a_list():
    rule = STANDARD.lookup(math.dist, 2)
    kinds = (K.list_kind(K.FLOAT),) * 2
    made = put_in(lambda emit: gradients_of(rule, kinds, [X, Y], OUT, emit), "x", "y", "out")
    assert evaluate(made, ([0.0, 3.0], [4.0, 0.0], 5.0)) == (
        pytest.approx([-0.8, 0.6]),
        pytest.approx([0.8, -0.6]),
    )


def test_the_transpose_of_a_linear_function():
    rule = STANDARD.lookup(math.fsum, 1)
    made = put_in(
        lambda emit: array_rule_results(
            rule.define,
            [OUT, X],
            (),
            lambda atom: K.FLOAT if atom == OUT else K.list_kind(K.FLOAT),
            [0],
            1,
            emit,
        ),
        "x",
        "out",
    )
    assert list(evaluate(made, ([1.0, 2.0, 3.0], 0.5))[0]) == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    "line, singular",
    [
        ("t = math.sqrt x", True),
        ("t = math.sin x", False),
        ("t = pow x 2", False),
        ("t = pow x 1.5", False),
        ("t = pow x 0.5", True),
        ("t = pow x -1", True),
        ("t = pow x y", True),
    ],
)
def test_where_a_partial_can_be_infinite_and_the_value_finite(line, singular):
    node = parse_function(f"function f(x, y)\n    {line}\n    return t\n").body.entries[0]
    rule = STANDARD.lookup(node.fn.value, len(node.args))
    assert is_singular(rule, node) is singular


def test_columns_of_a_nested_structure():
    assert columns_of(("one", ("one", "one"), "one")) == [[0], [1, 2], [3]]


def test_a_constant_partial_is_the_constant_itself():
    rule = STANDARD.lookup(operator.sub, 2)
    made = put_in(lambda emit: partials_of(rule, math, [X, Y], [OUT], [0, 1], emit), "x", "y", "out")
    assert made.body.results == (Const(1.0), Const(-1.0))
