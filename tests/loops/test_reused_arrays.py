"""An array that is filled from one that isn't needed afterwards takes its place."""

import re

import numpy as np
import pytest

import s2sad
from s2sad.loops.reused_arrays import with_reused_arrays
from tests.loops.passes import MATRIX, VECTOR, passed, value_of

X = np.array([0.5, 2.0, -1.5])
W = np.array([[0.3, -0.7, 1.1], [0.4, -0.2, 0.6], [1.4, 0.2, -0.6]])


def text(fill, made="y = np.empty n", result="return y, x"):
    """The text of a function that fills `y` from a product."""
    return f"""
function f(x, w)
    shape = getattr w 'shape'
    n = getitem shape 0
    places = range n
    t = matmul w x
    {made}
    for i in places
{fill}
    {result}
"""


ELEMENT = "        a = getitem t i\n        b = mul a 2.0\n        store y i b"
OTHER = "        j = sub i 1\n        a = getitem t j\n        b = mul a 2.0\n        store y i b"
AFTER = ELEMENT + "\n        c = getitem t i\n        store x i c"
HELD = dict(made="y = np.empty n\n    held = tuple_of t", result="return held, x")


@pytest.mark.parametrize(
    "given, reuses",
    [
        (text(ELEMENT), True),
        (text(OTHER), False),
        (text(AFTER), False),
        (text(ELEMENT, result="return y, t"), False),
        (text(ELEMENT, **HELD), False),
        (text(ELEMENT, made="m = sub n 1\n    y = np.empty n\n    z = getitem t m"), True),
    ],
)
def test_what_it_gives_is_the_same(given, reuses):
    made = passed(
        given, (VECTOR, MATRIX), lambda function, arrays, names: with_reused_arrays(function, arrays)
    )
    assert ("np.empty" not in made) is reuses
    for found, wanted in zip(value_of(made, X, W), value_of(given, X, W)):
        np.testing.assert_allclose(found, wanted)


def network(x, w):
    h = np.tanh(x @ w)
    y = np.maximum(h @ w, 0.1)
    return np.sum(y * y)


def test_gradient(check):
    check(network, W, 0.3 * W.T)
    gradient = s2sad.grad(network, (0, 1), jit=True)
    gradient(W, W)
    assert re.search(r"h(_\d+)?, in its place", gradient.source)
