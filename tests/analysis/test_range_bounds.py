"""Slices whose ends depend on loops: their lengths, held against NumPy's, and the gradients that come of them."""

import numpy as np
import pytest

import s2sad
from s2sad.analysis.inequalities import Bounds
from s2sad.analysis.lengths import Named, number, plus, symbol
from s2sad.analysis.range_bounds import bounds_of_items
from s2sad.ir.nodes import Const, Entry, Ref, Var

N, K = symbol(Named("n")), symbol(Named("k"))
ITEM, R, B = Var("i"), Var("r"), Var("b")


def bounds(*args):
    made = Entry((R,), Ref("range", range), args)
    return bounds_of_items({ITEM: R}, {R: made}.get, lambda a: number(a.value) if isinstance(a, Const) else N)


def test_what_ranges_tell():
    n = Var("n")
    assert bounds(n) == (Bounds(ITEM, (number(0),), (plus(N, number(-1)),)),)
    assert bounds(Const(2), n, Const(3)) == (Bounds(ITEM, (number(2),), (plus(N, number(-1)),)),)
    assert bounds(n, Const(1), Const(-1)) == (Bounds(ITEM, (number(2),), (N,)),)
    assert bounds(n, n, n) == ()


def test_ranges_that_are_gone_through_from_their_ends():
    n = Var("n")
    made = {R: Entry((R,), Ref("range", range), (n,)), B: Entry((B,), Ref("reversed", reversed), (R,))}
    (found,) = bounds_of_items({ITEM: B}, made.get, lambda a: number(a.value) if isinstance(a, Const) else N)
    assert found == Bounds(ITEM, (number(0),), (plus(N, number(-1)),))


def windows(x, w):
    k = len(w)
    out = np.zeros(len(x) - k + 1)
    for i in range(len(out)):
        out[i] = np.sum(x[i : i + k] * w)
    return np.sum(out**2)


def from_the_end(x, w):
    k, total = w.shape[0], 0.0
    for i in range(len(x) - k, -1, -1):
        total += np.sum(np.sin(x[i : i + k]) * w)
    return total


def every_third(x, w):
    k, total = len(w), 0.0
    for i in range(0, len(x) - k + 1, 3):
        total += np.sum(x[i : i + k] ** 2 * w)
    return total


def in_two_axes(A, B):
    m, n = B.shape
    total = 0.0
    for i in range(A.shape[0] - m + 1):
        for j in range(A.shape[1] - n + 1):
            total += np.max(A[i : i + m, j : j + n] * B)
    return total


def rest_of_rows(A, B):
    total = 0.0
    for i in range(len(B)):
        for j in range(i + 1, len(B)):
            total += np.sum(A[j, i:j] * A[i, i:j]) * B[i, j]
    return total


X, W = np.random.default_rng(0).normal(size=11), np.array([0.5, -0.3, 0.8])
A, SMALL = np.random.default_rng(1).normal(size=(5, 5)), np.random.default_rng(2).normal(size=(2, 3))
KNOWN = [(windows, X, W), (from_the_end, X, W), (every_third, X, W), (in_two_axes, A, SMALL)]


def slope(function, args, directions, step=1e-6):
    there, back = ([a + s * d for a, d in zip(args, directions)] for s in (step, -step))
    return (function(*there) - function(*back)) / (2 * step)


@pytest.mark.parametrize("function, x, w", [*KNOWN, (rest_of_rows, A, A + 1.0)])
def test_gradients(function, x, w):
    rng = np.random.default_rng(3)
    directions = [rng.normal(size=np.shape(a)) for a in (x, w)]
    bars = s2sad.grad(function, (0, 1))(x, w)
    found = sum(np.sum(bar * d) for bar, d in zip(bars, directions))
    assert found == pytest.approx(slope(function, (x, w), directions), rel=1e-6)


@pytest.mark.parametrize("function, x, w", KNOWN)
def test_nothing_is_broadcast_back(function, x, w):
    gradient = s2sad.grad(function, (0, 1))
    gradient(x, w)
    assert "unbroadcast" not in gradient.source and "unreduce(" not in gradient.source.replace("np.max", "")


def beyond_the_end(x, w):
    total = 0.0
    for i in range(len(x)):
        total += np.sum(x[i : i + len(w)] * w[: len(x) - i])
    return total


def one_item_at_the_end(x, w):
    total = 0.0
    for i in range(len(x)):
        total += np.sum(x[i : i + 3] * w) if i < len(x) - 2 else np.sum(x[-1:] * w)
    return total


@pytest.mark.parametrize("function", [beyond_the_end, one_item_at_the_end])
def test_slices_that_end_where_the_array_does(function):
    rng = np.random.default_rng(4)
    directions = [rng.normal(size=np.shape(a)) for a in (X, W)]
    bars = s2sad.grad(function, (0, 1))(X, W)
    found = sum(np.sum(bar * d) for bar, d in zip(bars, directions))
    assert found == pytest.approx(slope(function, (X, W), directions), rel=1e-6)
