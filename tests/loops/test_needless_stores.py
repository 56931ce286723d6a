"""Zeros and stores that nobody reads go, and no others."""

import numpy as np
import pytest

from s2sad.loops.needless_stores import without_needless_stores, without_sums_with_zeros
from tests.loops.passes import MATRIX, VECTOR, passed, value_of

TWO_LOOPS = """function f(x, out)
    n = len x
    t = np.zeros n
    r = range n
    for i in r
        v = getitem x i
        w = mul v 2.0
        increase t i w
    r_1 = range n
    for j in r_1
        a = getitem t j
        b = mul a a
        increase out j b
        store t j 0.0
    return out
"""


def changed(text):
    return passed(
        text, (VECTOR, VECTOR), lambda function, arrays, names: without_needless_stores(function, arrays)
    )


def test_an_array_that_is_filled_and_cleared():
    made = changed(TWO_LOOPS)
    assert "np.empty n" in made and "np.zeros" not in made
    assert "store t i w" in made and "increase t" not in made
    assert "store t j 0.0" not in made
    x = np.array([0.5, -1.5, 2.0])
    np.testing.assert_array_equal(value_of(made, x, np.ones(3)), 1.0 + 4.0 * x * x)


@pytest.mark.parametrize(
    ("old", "new", "stays"),
    [
        ("return out", "return t", "store t j 0.0"),  # what is stored last is returned
        ("r = range n", "r = range 1 n", "np.zeros n"),  # an element gets nothing
        ("increase t i w", "increase t 0 w", "np.zeros n"),  # all iterations add to one
        ("        v = getitem x i\n", "        v = getitem t i\n", "np.zeros n"),  # which is read before
    ],
)
def test_what_is_needed_stays(old, new, stays):
    text = TWO_LOOPS.replace(old, new)
    made = changed(text)
    assert stays in made
    args = np.array([0.5, -1.5, 2.0]), np.ones(3)
    np.testing.assert_array_equal(value_of(made, *args), value_of(text, *args))


def test_a_product_that_is_added_to_zeros_is_what_is_added_to():
    text = """function f(x, w)
    t = np.zeros_like x
    p = matmul x w
    u = iadd t p
    v = mul u 2.0
    return v
"""
    made = passed(
        text.replace("u = iadd", "iadd").replace("mul u", "mul t"),
        (MATRIX, MATRIX),
        lambda function, arrays, names: without_sums_with_zeros(function, arrays),
    )
    assert made == "function f(x, w)\n    t = matmul x w\n    v = mul t 2.0\n    return v\n"
