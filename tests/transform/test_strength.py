"""Cheaper ways to write adjoints: text in, text out, and the same value."""

import math

import pytest

from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.verify import verify
from s2sad.transform.strength import reduce_strength


def reduced(lines, exact="", result="w", turns=True):
    text = "function f(x, y, b, xs)\n    " + "\n    ".join(lines) + f"\n    return {result}\n"
    function = parse_function(text, {})
    changed = reduce_strength(function, exact=frozenset(map(Var, exact.split())), turns=turns)
    verify(changed)
    return function, changed


@pytest.mark.parametrize(
    "lines, wanted",
    [
        (["t = truediv 1.0 y", "w = mul t b"], ["w = truediv b y"]),
        (["t = truediv 1.0 y", "w = mul b t"], ["w = truediv b y"]),
        (["t = truediv x y", "w = mul t b"], ["t = truediv b y", "w = mul x t"]),
        (["u = neg x", "w = mul u b"], ["u = mul x b", "w = neg u"]),
        (["w = pow x 2"], ["w = mul x x"]),
        (["w = pow x 2.0"], ["w = mul x x"]),
        (["u = neg x", "v = mul u b", "w = mul v y"], ["u = mul x b", "v = mul u y", "w = neg v"]),
    ],
)
def test_one_value(lines, wanted):
    function, changed = reduced(lines)
    assert [line.strip() for line in print_function(changed).split("\n")[1:-2]] == wanted
    values = [0.7, 1.9, -0.3, []]
    assert math.isclose(evaluate(changed, values), evaluate(function, values), rel_tol=1e-14)


@pytest.mark.parametrize(
    "lines, exact, result",
    [
        (["t = truediv 1.0 y", "w = mul t b"], "w", "w"),
        (["t = truediv 1.0 y", "w = mul t b"], "t", "w"),
        (["t = truediv 1.0 y", "w = mul t b"], "", "w, t"),
        (["t = truediv 1.0 y", "w = mul t y"], "", "w"),
        (["w = pow x 3"], "", "w"),
        (["w = pow x 2"], "w", "w"),
    ],
)
def test_what_stays(lines, exact, result):
    function, changed = reduced(lines, exact, result)
    assert changed is function


@pytest.mark.parametrize(
    "lines, wanted",
    [
        (["t = truediv 1.0 y", "w = mul t b"], ["w = truediv b y"]),
        (["t = truediv x y", "w = mul t b"], ["t = truediv x y", "w = mul t b"]),
        (["t = truediv b y", "w = mul x t"], ["t = truediv b y", "w = mul x t"]),
        (["u = neg x", "t = truediv u y", "w = mul t b"], ["t = truediv x y", "u = mul b t", "w = neg u"]),
        (["t = neg x", "u = truediv t t", "w = mul u b"], ["t = neg x", "u = truediv t t", "w = mul u b"]),
    ],
)
def test_quotients_are_not_turned_back(lines, wanted):
    function, changed = reduced(lines, turns=False)
    assert [line.strip() for line in print_function(changed).split("\n")[1:-2]] == wanted
    values = [0.7, 1.9, -0.3, []]
    assert math.isclose(evaluate(changed, values), evaluate(function, values), rel_tol=1e-14)


def test_two_additions_to_one_place_become_one():
    lines = ["p = math.sin x", "q = math.exp b", "add_at xs 0 p", "add_at xs 1 q", "add_at xs 0 q"]
    function, changed = reduced(lines, result="xs")
    assert print_function(changed).count("add_at") == 2
    assert evaluate(changed, [0.5, 0.25, 0.0, [0.0, 0.0]]) == [math.sin(0.5) + 1.0, 1.0]


@pytest.mark.parametrize("between", ["w = getitem xs 0", "append xs y", "if y\n    else", "w = sum xs"])
def test_what_reads_between_them_sees_the_first(between):
    lines = ["p = math.sin x", "q = math.exp b", "add_at xs 0 p", between, "add_at xs 0 q"]
    function, changed = reduced(lines, result="xs")
    assert changed is function


def test_an_amount_that_may_be_written_between_is_added_first():
    lines = ["add_at xs 0 x", "add_at xs 0 b"]
    function, changed = reduced(lines, result="xs")
    assert changed is function


def test_what_a_block_gives_is_a_use():
    lines = ["t = truediv 1.0 y", "w = mul t b", "if b -> z", "    yield t", "else", "    yield w"]
    function, changed = reduced(lines, result="z")
    assert changed is function


def test_within_a_loop():
    lines = ["for i in xs with a = x -> w", "    t = truediv 1.0 y", "    c = mul t a", "    yield c"]
    function, changed = reduced(lines)
    assert "c = truediv a y" in print_function(changed)
    assert evaluate(changed, [8.0, 2.0, 0.0, [1, 2]]) == 2.0


def test_an_operand_that_is_written_between_is_read_where_it_was():
    lines = ["t = truediv 1.0 y", "store y 0 x", "w = mul t b"]
    function, changed = reduced(lines)
    assert changed is function
