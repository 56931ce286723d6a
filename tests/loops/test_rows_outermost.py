"""Loops over rows go around the loops that change all rows in turn."""

import numpy as np
import pytest

import s2sad
from s2sad.loops.rows_outermost import with_rows_outermost
from tests.loops.passes import MATRIX, passed, value_of

RNG = np.random.default_rng(4)
X = RNG.normal(size=(6, 7))
W = RNG.normal(size=(3, 3))


def filtered(x, w):
    n, m = x.shape
    y = np.zeros((n - 2, m - 2))
    for i in range(3):
        for j in range(3):
            y += w[i, j] * x[i : n - 2 + i, j : m - 2 + j]
    return np.sum(np.tanh(y))


def shrunk(x, w):
    """What happens to a row has nothing to do with the other ones."""
    y = x.copy()
    for t in range(3):
        for i in range(y.shape[0]):
            for j in range(1, y.shape[1]):
                y[i, j] = 0.5 * y[i, j] * y[i, j - 1] + w[t, 0]
    return np.sum(y * y)


def diffused(x, w):
    """Each row takes from its neighbours, as the iteration before has left them."""
    y = x.copy()
    for t in range(3):
        for i in range(1, y.shape[0] - 1):
            for j in range(y.shape[1]):
                y[i, j] += w[t, 0] * (y[i - 1, j] + y[i + 1, j])
    return np.sum(y * y)


def multiplied(x, w):
    """The rows of `w` are near already where those of `y` would be."""
    y = np.zeros((3, 3))
    for k in range(3):
        for i in range(3):
            for j in range(3):
                y[i, j] += x[i, k] * w[k, j]
    return np.sum(y * y)


def squared(x, w):
    """The whole array is needed before its rows are written."""
    y = w.copy()
    for _ in range(2):
        y = 0.3 * y @ y
    return np.sum(y * y) + np.sum(x[0])


def counted(x, w):
    """What is added up before the rows is added once for each of the iterations around them."""
    n, m = x.shape
    y, c = np.zeros((n - 2, m - 2)), np.zeros(3)
    for k in range(3):
        c[k] += w[k, 0] * w[k, 1]
        for i in range(n - 2):
            for j in range(m - 2):
                y[i, j] += w[k, 2] * x[i + k, j]
    return np.sum(y * y) + np.sum(c * c)


ALL = (filtered, shrunk, diffused, multiplied, squared, counted)


@pytest.mark.parametrize("function", ALL, ids=lambda function: function.__name__)
def test_gradients(check, function):
    check(function, X, W)
    check(function, X[:3, :4], W)


def text_of(function, *args):
    gradient = s2sad.grad(function, jit=True)
    gradient(*args)
    return gradient.source


def test_a_filter_needs_one_row_at_a_time(in_python):
    text = text_of(filtered, X, W)
    assert "# forward and reverse sweep" in text
    assert "y_bar[l]" in text


def test_a_length_is_checked_before(in_python):
    def shorter(x, w, m):
        y = np.zeros((4, 4))
        for i in range(3):
            y += w[i, 0] * x[i : 4 + i, i : m + i]
        return np.sum(y * y)

    gradient = s2sad.grad(shorter, jit=True)
    np.testing.assert_allclose(gradient(X, W, 4), s2sad.grad(shorter)(X, W, 4))
    with pytest.raises(ValueError):
        gradient(X, W, 3)


TEXT = """
function f(y, x)
    r3 = range 3
    r4 = range 3
    for i in r3
        a = {before}
        for k in {rows}
            q = add i k
            for l in r4
                p = tuple_of {place}
                v = getitem {source} p
                b = {term} v
                o = tuple_of k l
                increase y o b
    return y
"""
PLAIN = {"before": "add i 1.0", "term": "mul a", "rows": "r4", "place": "q l", "source": "x"}


@pytest.mark.parametrize(
    "change, is_outermost",
    [
        ({}, True),
        ({"before": "np.exp i"}, False),
        ({"before": "matmul y x", "term": "mul 2.0"}, False),
        ({"rows": "r5"}, False),
        ({"place": "i l"}, False),
        ({"place": "l q"}, False),
        ({"source": "y"}, False),
        ({"source": "y", "place": "k l"}, True),
    ],
)
def test_which_loops_change_places(change, is_outermost):
    text = TEXT.format(**{**PLAIN, **change})
    text = text.replace("        for k in r5", "        r5 = range 3\n        for k in r5")
    made = passed(text, (MATRIX, MATRIX), with_rows_outermost)
    assert (made.index("for k in") < made.index("for i in")) is is_outermost
    y, x = RNG.normal(size=(6, 6)), RNG.normal(size=(6, 6))
    np.testing.assert_allclose(value_of(made, y, x), value_of(text, y, x))
