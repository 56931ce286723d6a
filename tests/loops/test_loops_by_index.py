"""Loops over lists and arrays go by the numbers of the items."""

import bisect

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.rewrite import variables_of
from s2sad.loops.loops_by_index import by_index
from s2sad.runtime.special import order_of

KINDS = {"xs": K.list_kind(K.FLOAT), "ys": K.list_kind(K.FLOAT), "n": K.INT}
ONE = """function f(xs, ys, n)
    for v in xs with s = 0.0 -> t
        u = mul s 2.0
        w = add u v
        yield w
    return t
"""
ZIPPED = ONE.replace("for v in xs", "p = zip xs ys\n    for q in p").replace(
    "u = mul s 2.0", "v, y = unpack q 2 None\n        u = mul s y"
)
REVERSED = ONE.replace("for v in xs", "p = reversed xs\n    for v in p")
NUMBERED = ZIPPED.replace(
    "p = zip xs ys", "r = reversed ys\n    z = zip xs r\n    p = enumerate z start=2"
).replace(
    "v, y = unpack q 2 None",
    "i, vy = unpack q 2 None\n        v, w_1 = unpack vy 2 None\n        y = mul i w_1",
)
RANGES = ONE.replace("for v in xs", "r = range 1 n\n    p = enumerate r\n    for q in p").replace(
    "u = mul s 2.0", "i, v = unpack q 2 None\n        u = mul s i"
)
RANGED = ONE.replace("for v in xs", "p = range n\n    for v in p")


def indexed(text):
    function = parse_function(text)
    names = Names(var.name for var in variables_of(function))
    return by_index(function, lambda atom: KINDS.get(getattr(atom, "name", None), K.FLOAT), names)


@pytest.mark.parametrize("text", [ONE, ZIPPED, REVERSED, NUMBERED])
def test_the_same_in_the_same_order(text):
    made = indexed(text)
    assert "getitem xs" in print_function(made) and "in xs" not in print_function(made)
    for xs, ys in (([1.0, 2.0, 5.0], [3.0, 0.5, 4.0]), ([1.0, 2.0], [3.0]), ([], [])):
        assert evaluate(made, (xs, ys, 2)) == evaluate(parse_function(text), (xs, ys, 2))


def test_what_numbers_a_range():
    made = indexed(RANGES)
    assert "in p" in print_function(parse_function(RANGES)) and "in p" not in print_function(made)
    for n in (0, 1, 5):
        assert evaluate(made, ([], [], n)) == evaluate(parse_function(RANGES), ([], [], n))


def test_a_loop_over_a_range_stays():
    assert print_function(indexed(RANGED)) == RANGED


@pytest.mark.parametrize("reverse", [False, True])
def test_sorted_items_are_found_by_their_places(reverse):
    text = f"""function f(xs, ys, n)
    order = order_of xs {reverse}
    found = list_of
    for i in order
        x = getitem xs i
        append found x
    return found
"""
    function = parse_function(text, {"order_of": order_of})
    names = Names(var.name for var in variables_of(function))
    made = by_index(function, lambda atom: KINDS.get(getattr(atom, "name", None), K.UNKNOWN), names)
    assert "np.argsort" in print_function(made)
    xs = [0.3, -1.2, 0.3, 2.0]
    assert evaluate(made, (xs, [], 0)) == sorted(xs, reverse=reverse)


def test_gradients_of_what_is_sorted(check):
    def fun(xs):
        squares = sorted([x * x for x in xs], reverse=True)
        order = sorted(range(len(xs)), key=lambda k: xs[k])
        return squares[0] * squares[1] + 2.0 * xs[order[0]]

    check(fun, [0.3, -1.2, 0.7])


@pytest.mark.parametrize("grid", [[0.0, 0.5, 1.5], np.array([0.0, 0.5, 1.5])])
def test_gradients_of_what_is_looked_up(in_python, grid):
    def interpolated(x, grid, values):
        k = bisect.bisect(grid, x) - 1
        weight = (x - grid[k]) / (grid[k + 1] - grid[k])
        return (1.0 - weight) * values[k] + weight * values[k + 1]

    found = s2sad.grad(interpolated, (0, 2), jit=True)(0.7, grid, [1.0, 2.0, 4.0])
    assert found[0] == pytest.approx(2.0)
    assert found[1] == pytest.approx([0.0, 0.8, 0.2])


def test_gradients_by_rows_of_indices(in_python):
    def energy(x, triangles):
        total = 0.0
        for k, (i, j) in enumerate(triangles):
            total += (k + 1.0) * x[i] * x[j]
        return total

    x = np.array([0.3, -1.2, 0.7])
    found = s2sad.grad(energy, jit=True)(x, np.array([[0, 1], [2, 1]]))
    assert found == pytest.approx([x[1], x[0] + 2.0 * x[2], 2.0 * x[1]])
