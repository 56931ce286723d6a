"""Containers that are followed: their values stand in lists of their own, and they hold the places."""

from types import SimpleNamespace

import pytest

from s2sad.frontend import dispatch_table
from s2sad.frontend.allocation_sites import Sites
from s2sad.frontend.indexed_storage import holds_indexed, is_indexed, note_items
from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Var

XS, PAIR, PLAIN = map(Var, ("xs", "pair", "plain"))


@pytest.fixture
def lowering():
    made = Lowering(None, dispatch_table)
    indexed = K.indexed_kind(list, frozenset({1}))
    made.kinds = {XS: indexed, PAIR: K.tuple_kind((indexed, K.FLOAT)), PLAIN: K.list_kind(K.FLOAT)}
    return made


def test_what_is_followed(lowering):
    assert [is_indexed(lowering, each) for each in (XS, PAIR, PLAIN, Const(1))] == [True, False, False, False]
    assert [holds_indexed(lowering, each) for each in (XS, PAIR, PLAIN)] == [True, True, False]


def test_the_items_of_a_display_come_to_it_before_one_is_asked_for():
    sites = Sites()
    lowering = Lowering(SimpleNamespace(sites=sites), dispatch_table)
    of_list, first, second = (sites.at(("place", hint)) for hint in ("xs", "a", "b"))
    kinds = [K.indexed_kind(list, first), K.indexed_kind(list, second)]
    lowering.kinds = dict(zip((XS, PLAIN), kinds))
    note_items(lowering, of_list, (XS, PLAIN))
    assert sites.of(of_list).kind == K.join(*kinds)
    assert not sites.grown
    lowering.kinds[PAIR] = K.FLOAT
    note_items(lowering, of_list, (PAIR,))
    assert sites.grown


def swapped(x):
    xs = [x, 2.0 * x, 1.0]
    xs[0], xs[1] = xs[1], xs[0]
    return xs[0] * xs[1] + xs[2]


def shared(x):
    inner = [x]
    outer = [inner, inner]
    outer[0][0] = x * x
    return outer[1][0]


def of_slices(x):
    xs = [x * k for k in range(5)]
    xs[1:3] = [x, x * x, x**3]
    return xs[2] + len(xs)


def deleted(x):
    table = {"a": x, "b": 2.0 * x}
    del table["a"]
    table["c"] = x * x
    return sum(table.values())


@pytest.mark.parametrize("f", [swapped, shared, of_slices, deleted])
def test_places_are_exact_whatever_names_there_are(same, f):
    same(f, (0.7,), (-1.5,))


def taken_from_a_list_of_lists(x):
    rows = [[0.0 for _ in range(3)] for _ in range(3)]
    rows[1][0] = x
    buffer = [0.0 for _ in range(2)]
    for k in range(2):
        buffer[k] = rows[1][k]
    buffer[1] = buffer[0] * x
    return buffer[1] + rows[0][0]


def test_what_is_taken_out_of_lists_of_lists_is_not_as_these(same):
    same(taken_from_a_list_of_lists, (0.7,), (-1.5,))
