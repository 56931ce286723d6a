"""Checks of indices before loops, of the least and the greatest."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.loops.early_checks import with_early_checks
from s2sad.runtime.loops import placed
from tests.loops.passes import VECTOR, passed

PLACES = K.array_kind(K.INT, 1)
COUNTED = """function f(x, n, m)
    r = range n
    for i in r with s = 0.0 -> z
        j = add i 1
        t = placed j m 0
        y = getitem x t
        p = add s y
        yield p
    return z
"""
COUNTED_BEFORE = """function f(x, n, m)
    t_2 = lt 0 n
    if t_2
        t_1 = sub n 1
        j_2 = add 0 1
        j_3 = add t_1 1
        check_places j_2 j_3 m 0
    r = range n
    for i in r with s = 0.0 -> z
        j = add i 1
        y = getitem x j
        p = add s y
        yield p
    return z
"""


def test_of_what_a_loop_counts_the_ends_are_checked():
    made = passed(COUNTED, (VECTOR, K.INT, K.INT), with_early_checks, {"placed": placed})
    assert made == COUNTED_BEFORE


X = np.array([0.3, -0.5, 0.8, 1.1, 0.7])


def by_places(x, places, steps):
    total = 0.0
    for _ in range(steps):
        for k in range(len(places)):
            total += x[places[k]] * x[places[k] - 1]
    return total


def rows(x, starts, places):
    total = 0.0
    for i in range(len(starts) - 1):
        for k in range(starts[i], starts[i + 1]):
            total += x[places[k]] ** 2 * (i + 1)
    return total


def text_of(fun, *args):
    derivative = s2sad.grad(fun, jit=True)
    derivative(*args)
    text = derivative.source
    return text[text.index(f"def {fun.__name__}_grad") :]


def test_of_places_in_an_array_the_least_and_the_greatest_are_checked(in_python):
    places = np.array([1, 4, -2, 0])
    text = text_of(by_places, X, places, 2)
    assert "_placed(" not in text
    compiled, plain = s2sad.grad(by_places, jit=True), s2sad.grad(by_places)
    np.testing.assert_allclose(compiled(X, places, 3), plain(X, places, 3), rtol=1e-12)
    for bad in ([1, 5], [-5, 2]):
        assert compiled(X, np.array(bad), 0).tolist() == [0.0] * 5
        with pytest.raises(IndexError, match=r"index (5|-6) is out of bounds"):
            compiled(X, np.array(bad), 2)


def test_loops_between_places_in_an_array(in_python):
    compiled, plain = s2sad.grad(rows, jit=True), s2sad.grad(rows)
    starts, places = np.array([0, 2, 2, 3]), np.array([0, 4, 3])
    assert "_placed(" not in text_of(rows, X, starts, places)
    np.testing.assert_allclose(compiled(X, starts, places), plain(X, starts, places), rtol=1e-12)
    for bad in ((np.array([0, 2, 4]), places), (starts, np.array([0, 5, 3]))):
        with pytest.raises(IndexError):
            compiled(X, *bad)
    assert compiled(X, np.array([7, 7, 1]), places).tolist() == [0.0] * 5  # no iteration


def backwards_with_steps(x, n):
    total = 0.0
    for i in range(n - 1, -1, -1):
        total += x[i] ** 2 * x[n - 1 - i]
    for i in range(0, n, 2):
        for j in range(i, n):
            total += x[j - i] * x[i]
    return total


def test_loops_of_any_direction(in_python):
    compiled, plain = s2sad.grad(backwards_with_steps, jit=True), s2sad.grad(backwards_with_steps)
    for n in (5, 4, 1, 0, -3):
        np.testing.assert_allclose(compiled(X, n), plain(X, n), rtol=1e-12)
    with pytest.raises(IndexError, match="index 5 is"):
        compiled(X, 6)


def under_conditions(x, places, n):
    total = 0.0
    for i in range(n):
        if places[i] < len(x):
            total += x[places[i]] ** 2
        elif n > 100:
            total += x[n]
    return total


def raising_before(x, places):
    total = 0.0
    for i in range(len(places)):
        if places[i] > 4:
            raise ValueError("no such place")
        total += x[places[i]] ** 2
    return total


def left_early(x, n):
    total = 0.0
    for i in range(n):
        if x[i] > 1.0:
            break
        total += x[i] ** 2
    return total


def written_places(x, places):
    places = places.copy()
    total = 0.0
    for i in range(len(places) - 1):
        total += x[places[i]] ** 2
        places[i + 1] = places[i] + 1
    return total


def test_what_is_not_reached_is_not_checked(in_python):
    compiled = s2sad.grad(under_conditions, jit=True)
    assert compiled(X, np.array([0, 9, 7]), 3) == pytest.approx([0.6, 0.0, 0.0, 0.0, 0.0])
    with pytest.raises(IndexError):
        compiled(X, np.array([0, -9, 7]), 3)
    with pytest.raises(ValueError, match="no such place"):
        s2sad.grad(raising_before, jit=True)(X, np.array([0, 5, 2]))
    assert s2sad.grad(left_early, jit=True)(X, 99) == pytest.approx([0.6, -1.0, 1.6, 0.0, 0.0])
    compiled = s2sad.grad(written_places, jit=True)
    assert compiled(X, np.array([0, 99, 99])) == pytest.approx([0.6, -1.0, 0.0, 0.0, 0.0])
    with pytest.raises(IndexError):
        compiled(X, np.array([3, 0, 0, 0]))
