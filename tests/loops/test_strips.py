"""Loops that each go through whole vectors in turn do it strip by strip."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.loops import strips
from s2sad.loops.strips import with_strips
from tests.loops.passes import MATRIX, VECTOR, passed, value_of

RNG = np.random.default_rng(7)
X, W = RNG.normal(size=19), RNG.normal(size=11)


def convolved(x, w):
    n, m = x.shape[0], w.shape[0]
    y = np.zeros(n - m + 1)
    for k in range(m):
        y += w[k] * x[k : n - m + 1 + k]
    return np.sum(np.tanh(y))


def two_sums(x, w):
    """Sums of two kinds, of which one is read before."""
    y, z = np.zeros(x.shape[0]), x * x
    for k in range(w.shape[0]):
        y += w[k] * x
        z += (w[k] * w[k]) * x * x
    return np.sum(np.tanh(y) * np.tanh(z))


def waiting(x, w):
    """Each iteration reads what the one before has left beside it."""
    y = x.copy()
    for k in range(w.shape[0]):
        for j in range(x.shape[0] - 1):
            y[j] += w[k] * y[j + 1]
    return np.sum(y * y)


def counted(x, w):
    """What is added up before a loop along vectors is added once for each of the iterations around it."""
    n, m = x.shape[0], w.shape[0]
    y, c = np.zeros(n - m + 1), np.zeros(m)
    for k in range(m):
        c[k] += w[k] * w[k]
        y += w[k] * x[k : n - m + 1 + k]
    return np.sum(np.tanh(y)) + np.sum(c * c)


@pytest.mark.parametrize("length", [1, 4, 1024])
@pytest.mark.parametrize(
    "function", [convolved, two_sums, waiting, counted], ids=lambda function: function.__name__
)
def test_gradients(check, monkeypatch, function, length):
    monkeypatch.setattr(strips, "_STRIP", length)
    check(function, X, W)
    check(function, X[:9], W[:9])


def text_of(function, *args):
    gradient = s2sad.grad(function, (0, 1), jit=True)
    gradient(*args)
    return gradient.source


def test_both_sweeps_go_by_strips(in_python):
    text = text_of(convolved, X, W)
    assert text.count("for strip in ") == 2
    assert "x_part = x[k + start :]" in text


def test_longer_vectors_than_a_strip(in_python):
    x = RNG.normal(size=2500)
    for found, wanted in zip(
        s2sad.grad(convolved, (0, 1), jit=True)(x, W), s2sad.grad(convolved, (0, 1))(x, W)
    ):
        np.testing.assert_allclose(found, wanted, rtol=1e-11)


def test_lengths_are_checked_before(in_python):
    def too_long(x, w):
        y = np.zeros(10)
        for k in range(w.shape[0]):
            y += w[k] * x[k : k + 10]
        return np.sum(y * y)

    gradient = s2sad.grad(too_long, (0, 1), jit=True)
    for found, wanted in zip(gradient(X, W[:9]), s2sad.grad(too_long, (0, 1))(X, W[:9])):
        np.testing.assert_allclose(found, wanted, rtol=1e-12)
    with pytest.raises(ValueError):
        gradient(X, W)


TEXT = """function f(y, x, w, n, m)
    r = range n
    s = range {count}
    for k in s
        a = getitem w k
        for j in r
            p = {place}
            v = getitem {source} p
            b = {term} v
            increase {target} b
    return y
"""
PLAIN = {"count": "m", "place": "add k j", "source": "x", "term": "mul a", "target": "y j"}
AFTER = """function f(y, x, w, n, m)
    r = range n
    s = range m
    t = add n 1023
    t_1 = floordiv t 1024
    t_2 = range t_1
    for strip in t_2
        start = mul strip 1024
        t_3 = sub n start
        t_4 = min 1024 t_3
        t_5 = range t_4
        for k in s
            a = getitem w k
            t_6 = add k start
            for j in t_5
                p = add t_6 j
                v = getitem x p
                b = mul a v
                t_7 = add start j
                increase y t_7 b
    return y
"""
Z, Y = RNG.normal(size=3000), RNG.normal(size=2900)


def test_the_text_of_strips():
    text = TEXT.format(**PLAIN)
    made = passed(text, (VECTOR, VECTOR, VECTOR, K.INT, K.INT), with_strips)
    assert made == AFTER
    np.testing.assert_allclose(value_of(made, Y, Z, W, 2800, 11), value_of(text, Y, Z, W, 2800, 11))


@pytest.mark.parametrize(
    "change",
    [
        {"count": "4"},  # written out, later on
        {"place": "add j j"},
        {"place": "sub k j"},
        {"source": "y", "place": "add j 1"},
        {"term": "truediv a"},
        {"term": "pow a"},
        {"target": "y k"},
        {"target": "y p"},
    ],
)
def test_what_stays(change):
    text = TEXT.format(**{**PLAIN, **change})
    assert passed(text, (VECTOR, VECTOR, VECTOR, K.INT, K.INT), with_strips) == text


def test_rows_of_matrices_stay():
    text = TEXT.format(**{**PLAIN, "place": "tuple_of k j"})
    assert passed(text, (VECTOR, MATRIX, VECTOR, K.INT, K.INT), with_strips) == text
