"""Outer loops that went backwards: forwards where that is the same, else through an array of their numbers."""

import numpy as np
import pytest

from s2sad.loops.directions import with_directions
from tests.loops.passes import MATRIX, VECTOR, passed, value_of

STATES = np.array([[0.3, -0.7, 1.1], [0.4, -0.2, 0.6], [1.4, 0.2, -0.6], [0.9, 0.1, 0.5]])
X = np.array([0.5, 2.0, -1.5])


def backwards(body, rows=1):
    """The text of a function with a loop that goes back through the rows of an array."""
    return f"""
function f(x, u)
    shape = getattr u 'shape'
    n = getitem shape 0
    last = sub n {rows}
    back = range last -1 -1
    inner = range 3
    for k in back
        for j in inner
{body}
    return x, u
"""


IN_ORDER = backwards("""
            place = tuple_of k j
            a = getitem u place
            b = getitem x j
            c = mul a b
            d = add c 1.0
            store x j d""")
IN_ANY_ORDER = backwards("""
            place = tuple_of k j
            a = getitem u place
            b = mul a 2.0
            store u place b""")
ROWS_MEET = backwards(
    """
            here = tuple_of k j
            below = add k 1
            there = tuple_of below j
            a = getitem x j
            increase u here a
            increase u there a""",
    rows=2,
)


@pytest.mark.parametrize("text, is_by_numbers", [(IN_ORDER, True), (IN_ANY_ORDER, False), (ROWS_MEET, True)])
def test_what_it_gives_is_the_same(text, is_by_numbers):
    made = passed(
        text, (VECTOR, MATRIX), lambda function, arrays, names: with_directions(function, arrays.facts, names)
    )
    assert ("for k in order" in made) is is_by_numbers
    assert "for k in back" not in made
    for found, wanted in zip(value_of(made, X, STATES), value_of(text, X, STATES)):
        np.testing.assert_allclose(found, wanted)
