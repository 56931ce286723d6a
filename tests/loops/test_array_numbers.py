"""Arrays of which an iteration knows one element alone become numbers."""

import numpy as np
import pytest

from s2sad.loops.array_numbers import with_numbers
from tests.loops.passes import VECTOR, passed, value_of

ONE_LOOP = """function f(x, out)
    n = len x
    t = np.zeros n
    r = range n
    for i in r
        v = getitem x i
        w = mul v 2.0
        increase t i w
        a = getitem t i
        b = mul a v
        increase out i b
        store t i 0.0
    return out
"""
X = np.array([0.5, -1.5, 2.0])


def changed(text):
    return passed(text, (VECTOR, VECTOR), with_numbers)


def test_an_element_is_a_number():
    made = changed(ONE_LOOP)
    assert "getitem t" not in made and "store t" not in made and "increase t" not in made
    assert "b = mul w v" in made
    np.testing.assert_array_equal(value_of(made, X, np.ones(3)), 1.0 + 2.0 * X * X)


def test_two_numbers_are_added():
    text = ONE_LOOP.replace("        a = getitem", "        increase t i v\n        a = getitem")
    made = changed(text)
    assert "t_1 = add w v" in made and "b = mul t_1 v" in made
    np.testing.assert_array_equal(value_of(made, X, np.ones(3)), value_of(text, X, np.ones(3)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a = getitem t i", "a = getitem t 0"),  # another element
        ("return out", "return t"),
        ("increase out i b", "increase out i b\n        increase t 1 b"),
        ("np.zeros n", "np.ones n"),
    ],
)
def test_what_other_iterations_know_stays_an_array(old, new):
    text = ONE_LOOP.replace(old, new)
    assert changed(text) == passed(text, (VECTOR, VECTOR), lambda function, arrays, names: function)


def test_whole_numbers_in_an_array_of_floats_stay_there():
    """`t[i] = i` makes a float of the whole number."""
    text = ONE_LOOP.replace("increase t i w", "store t i i")
    assert "store t i i" in changed(text)
