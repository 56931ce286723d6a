"""Loops over lists and arrays go by the numbers of the items."""

import pytest

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
RANGED = ONE.replace("for v in xs", "p = range n\n    for v in p")


def indexed(text):
    function = parse_function(text)
    names = Names(var.name for var in variables_of(function))
    return by_index(function, lambda atom: KINDS.get(getattr(atom, "name", None), K.FLOAT), names)


@pytest.mark.parametrize("text", [ONE, ZIPPED, REVERSED])
def test_the_same_in_the_same_order(text):
    made = indexed(text)
    assert "getitem xs" in print_function(made) and "in xs" not in print_function(made)
    for xs, ys in (([1.0, 2.0, 5.0], [3.0, 0.5, 4.0]), ([1.0, 2.0], [3.0]), ([], [])):
        assert evaluate(made, (xs, ys, 2)) == evaluate(parse_function(text), (xs, ys, 2))


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
