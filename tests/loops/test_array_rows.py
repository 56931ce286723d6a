"""Arrays of which an iteration knows one row alone become rows."""

import numpy as np
import pytest

from s2sad.loops.array_rows import with_rows
from tests.loops.passes import VECTOR, passed, value_of

TERMS = """function f(x, w, out)
    n = len x
    m = len w
    shape = tuple_of n m
    terms = np.empty shape
    r = range n
    for i in r
        a = getitem x i
        r_1 = range m
        for j in r_1
            b = getitem w j
            c = mul a b
            place = tuple_of i j
            store terms place c
        r_2 = range m
        for k in r_2
            place_1 = tuple_of i k
            d = getitem terms place_1
            e = mul d d
            increase out i e
    return out
"""
ARGS = np.array([0.5, -1.5]), np.array([2.0, 3.0, 1.0]), np.zeros(2)


def changed(text):
    return passed(text, (VECTOR, VECTOR, VECTOR), with_rows)


def test_a_row_of_the_iteration():
    made = changed(TERMS)
    assert "terms = np.empty m" in made and "store terms j c" in made and "getitem terms k" in made
    np.testing.assert_array_equal(value_of(made, *ARGS), value_of(TERMS, *ARGS))
    np.testing.assert_allclose(value_of(made, *ARGS), ARGS[0] ** 2 * np.sum(ARGS[1] ** 2))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("place_1 = tuple_of i k", "place_1 = tuple_of 0 k"),  # a row of another iteration
        ("np.empty shape", "np.zeros shape"),  # which may be read where nothing is stored
        ("return out", "return terms"),
    ],
)
def test_what_other_iterations_know_keeps_its_axes(old, new):
    text = TERMS.replace(old, new)
    assert changed(text) == passed(text, (VECTOR,) * 3, lambda function, arrays, names: function)
