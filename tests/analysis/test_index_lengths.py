"""The shape of what an index takes from an array: held against NumPy's own, at several lengths."""

import itertools

import numpy as np
import pytest

from s2sad.analysis.index_lengths import part_of
from s2sad.analysis.integers import Integers
from s2sad.analysis.lengths import Named, number, plus, share, symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry, Var
from s2sad.ir.operations import op

N, M = symbol(Named("n")), symbol(Named("m"))
ROWS, MASK, AT, CUT, PAIR = Var("rows"), Var("mask"), Var("i"), Var("cut"), Var("pair")
KINDS = {ROWS: K.array_kind(K.INT, 1), MASK: K.array_kind(K.BOOL, 1), AT: K.INT}


def part(shape, index, definitions=None, written=()):
    integers = Integers(
        (definitions or {}).get,
        {ROWS: (number(4),)}.get,
        lambda atom: KINDS.get(atom, K.OBJECT),
        lambda atom: atom,
    )
    return part_of(shape, index, integers, lambda var: var in written)


def value(length, lengths):
    """A length at given ones of the arguments; None for one of its own."""
    total = length.number
    for names, count in dict(length.terms).items():
        names = names if isinstance(names, tuple) else (names,)
        if not all(isinstance(name, Named) for name in names):
            return None
        total += count * np.prod([lengths[name.name] for name in names], dtype=int)
    return total


@pytest.mark.parametrize(
    "index",
    [
        0,
        slice(None),
        slice(1, -1),
        slice(2, None),
        slice(None, -2),
        slice(None, None, -1),
        (0, slice(1, None)),
        (..., 0),
        (slice(None), None),
        (None, ..., slice(None, -1)),
        (slice(1, None), slice(None, -1)),
        (0, 1),
    ],
)
def test_of_two_axes(index):
    found = part((N, M), Const(index))
    for n, m in itertools.product((4, 5, 7), (4, 6)):
        assert tuple(value(one, {"n": n, "m": m}) for one in found) == np.zeros((n, m))[index].shape


@pytest.mark.parametrize(
    "index", [slice(4, 2), slice(1, 9, 3), slice(-2, None), slice(7, None), slice(None, None, -2)]
)
def test_of_a_known_length(index):
    assert part((number(5),), Const(index)) == (number(len(range(5)[index])),)


def test_ends_that_may_lie_anywhere_have_a_length_of_their_own():
    cut = {CUT: Entry((CUT,), op("slice"), (AT, Const(None), Const(None)))}
    (found,) = part((N,), CUT, cut)
    assert found not in (N, number(1))
    assert part((N,), CUT, cut) == (found,)
    assert part((M,), CUT, cut) != (found,)


def test_a_share_of_an_axis_is_cut_to_nothing():
    half = Entry((AT,), op("floordiv"), (Var("n"), Const(2)))
    definitions = {AT: half, Var("n"): Entry((Var("n"),), op("getitem"), (Var("shape"), Const(0)))}
    definitions[Var("shape")] = Entry((Var("shape"),), op("getattr"), (ROWS, Const("shape")))
    kinds = {**KINDS, Var("n"): K.INT}
    integers = Integers(
        definitions.get, {ROWS: (N,)}.get, lambda atom: kinds.get(atom, K.OBJECT), lambda a: a
    )

    def cut(axis, *ends):
        definitions[CUT] = Entry((CUT,), op("slice"), (*ends, Const(None)))
        return part_of((axis,), CUT, integers, lambda var: False)

    assert cut(N, Const(None), AT) == cut(N, Const(0), AT) == (share(N, 2),)
    assert cut(N, AT, Const(None)) == (plus(N, share(N, 2), -1),)
    assert cut(M, Const(None), AT) != (share(N, 2),)
    assert cut(M, AT, Const(None)) != (plus(M, share(N, 2), -1),)


def test_arrays_of_indices_and_masks():
    assert part((N, M), ROWS) == (number(4), M)
    found, rest = part((N, M), MASK)
    assert rest == M and found not in (N, M, number(4))
    assert part((N, M), MASK, written=(MASK,)) is None


@pytest.mark.parametrize(
    "parts", [(AT, ROWS), (ROWS, ROWS), (ROWS, MASK), (Const(...), Const(...)), (AT, AT, AT)]
)
def test_what_is_not_known(parts):
    assert part((N, M), PAIR, {PAIR: Entry((PAIR,), op("tuple_of"), parts)}) is None
