"""What takes long is computed once by the loops of one iteration, where what it is computed of stays as it is."""

import numpy as np
import pytest

import s2sad
from s2sad.loops.kept_values import with_kept_values
from tests.loops.passes import MATRIX, VECTOR, passed, value_of

A = np.array([[0.5, -1.2, 0.3, 0.9], [1.4, 0.2, -0.6, 0.7], [-0.3, 0.8, 1.1, -0.4]])
X = np.array([0.3, -0.7, 1.1, 0.4])


def evidence(a, x):
    terms = a * x
    top = terms.max(axis=1)
    return np.sum(top + np.log(np.sum(np.exp(terms - top[:, None]), axis=1)))


def shares(a, x):
    e = np.exp(a - x)
    p = e / e.sum(axis=1)[:, None]
    return np.sum(p * p * x)


def turned(a, x):
    """An index that takes long is none of a row of floats."""
    b = a * x
    b *= np.roll(b + x, 1, axis=-1)
    return np.sum(np.tanh(b))


def stacked(a, x):
    b = np.stack([a, a * x[0], np.sin(a)]) * 0.5
    b *= np.roll(b + x[1] * np.ones((3, 1, 1)), 1, axis=-1)
    return np.sum(np.tanh(b))


def power(a, x):
    """Both a cosine and a sine of one loop are kept."""
    total = 0.0
    for k in range(3):
        re = im = 0.0
        for n in range(len(x)):
            angle = 2 * np.pi * k * n / len(x)
            re += a[k, n] * x[n] * np.cos(angle)
            im -= a[k, n] * x[n] * np.sin(angle)
        total += re * re + im * im
    return total


@pytest.mark.parametrize(
    "function", (evidence, shares, turned, stacked, power), ids=lambda function: function.__name__
)
def test_gradients(check, function):
    check(function, A, X)


def test_an_exponential_is_computed_once(in_python):
    gradient = s2sad.grad(evidence, (0, 1), jit=True)
    gradient(A, X)
    assert "kept = np.empty(" in gradient.source
    assert gradient.source.split("def evidence_grad")[1].count("_exp(") == 1


def test_threads_share_no_row(in_python):
    gradient = s2sad.grad(evidence, (0, 1), jit={"parallel": True})
    gradient(A, X)
    assert "kept" not in gradient.source


TEXT = """
function f(a, x, y)
    shape = getattr a 'shape'
    n = getitem shape 0
    m = getitem shape 1
    r = range n
    q = range m
    p = range {again}
    for i in r
        t = getitem x i
        for j in q
            u = getitem y j
            v = mul u t
            w = np.exp v
            k = tuple_of i j
            increase a k w
            {written}
        {between}
        for l in p
            c = getitem y l
            d = mul c {factor}
            e = np.exp d
            g = tuple_of i l
            h = getitem a g
            z = mul h e
            store a g z
    return a
"""
PLAIN = {"again": "m", "written": "o = add 1.0 2.0", "between": "b = add 1.0 2.0", "factor": "t"}


@pytest.mark.parametrize(
    "change, is_kept",
    [
        ({}, True),
        ({"again": "2"}, False),
        ({"written": "store y j 0.5"}, False),
        ({"written": "store x j 0.5"}, True),
        ({"between": "store y 0 0.5"}, False),
        ({"factor": "1.5"}, False),
    ],
)
def test_where_it_is_kept(change, is_kept):
    text = TEXT.format(**{**PLAIN, **change})
    made = passed(text, (MATRIX, VECTOR, VECTOR), with_kept_values)
    assert ("kept" in made) is is_kept
    assert made.count("np.exp") == (1 if is_kept else 2)
    np.testing.assert_allclose(value_of(made, A, X, X), value_of(text, A, X, X), rtol=1e-15)
