"""Arrays that loops go through along their columns have the columns as rows in memory."""

import numpy as np
import pytest

import s2sad
from s2sad.loops.axes_in_memory import with_axes_in_memory
from tests.loops.passes import MATRIX, passed, value_of

RNG = np.random.default_rng(8)
TALL = RNG.normal(size=(5, 3)) + 2.0


def orthogonal(A):
    """Gram and Schmidt's columns."""
    m = A.shape[1]
    Q = A.copy()
    total = 0.0
    for k in range(m):
        Q[:, k] /= np.sqrt(np.sum(Q[:, k] * Q[:, k]))
        for j in range(k + 1, m):
            r = Q[:, k] @ Q[:, j]
            Q[:, j] -= Q[:, k] * r
            total += r
    return total


def by_columns_of_planes(A):
    """Three axes, the first of which is gone through innermost."""
    n, m = A.shape
    B = np.zeros((n, m, 2))
    total = 0.0
    for p in range(2):
        for k in range(1, m):
            for i in range(n):
                B[i, k, p] = A[i, k] * B[i, k - 1, p] + np.sin(A[i, k])
            for i in range(n):
                total += B[i, k, p] * B[n - 1 - i, k - 1, p]
    return total


def by_rows(A):
    n, m = A.shape
    B = A.copy()
    for i in range(1, n):
        for k in range(m):
            B[i, k] = B[i - 1, k] * np.sin(A[i, k])
    return np.sum(B)


def known_as_a_whole(A):
    m = A.shape[1]
    Q = A.copy()
    for k in range(1, m):
        for j in range(k):
            Q[:, k] -= Q[:, j] * (Q[:, j] @ Q[:, k])
    return np.sum(Q @ Q.T)


ALL = (orthogonal, by_columns_of_planes, by_rows, known_as_a_whole)


@pytest.mark.parametrize("function", ALL, ids=lambda function: function.__name__)
def test_gradients(check, function):
    check(function, TALL)
    check(function, TALL[1:4])


def text_of(function):
    gradient = s2sad.grad(function, jit=True)
    gradient(TALL)
    return gradient.source


def test_adjoints_have_the_order_of_their_arrays(in_python):
    text = text_of(orthogonal)
    assert "Q[j, i] = A[i, j]" in text
    assert "A_bar[i, j] = Q_bar[j, i]" in text
    assert "B_bar[k, p, i] = 0.0" in text_of(by_columns_of_planes)


def test_what_has_its_order_already_is_left(in_python):
    assert "B[i, j] = A[i, j]" in text_of(by_rows)
    assert "Q[i, j] = A[i, j]" in text_of(known_as_a_whole)


TEXT = """
function f(x)
    s = getattr x 'shape'
    n = getitem s 0
    m = getitem s 1
    t = tuple_of n m
    q = np.zeros t
    rn = range n
    rm = range m
    for i in rn
        for k in rm
            p = tuple_of i k
            v = getitem x p
            store q p v
    for k2 in rm with a = 0.0 -> b
        for j2 in rm with c = a -> d
            for i2 in rn with e = c -> g
                o = tuple_of i2 {other}
                w = getitem q o
                h = add e w
                {also}
                yield h
            yield g
        yield d
    return {result}
"""
PLAIN = {"other": "k2", "also": "u = add 1.0 2.0", "result": "b"}


@pytest.mark.parametrize(
    "change, is_other",
    [
        ({}, True),
        ({"other": "0"}, False),
        ({"other": "i2"}, False),
        ({"also": "u = np.sum q"}, False),
        ({"also": "u = getitem q k2"}, False),
        ({"result": "q"}, False),
    ],
)
def test_what_may_have_another_order(change, is_other):
    text = TEXT.format(**{**PLAIN, **change})
    made = passed(text, (MATRIX,), with_axes_in_memory)
    assert (made.split("q = np.zeros ")[1].split()[0] != "t") is is_other
    square = TALL[:3]
    np.testing.assert_array_equal(value_of(made, square), value_of(text, square))
