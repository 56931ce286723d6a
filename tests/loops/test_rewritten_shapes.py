"""Shapes, and what is computed of them, in other words."""

import numpy as np
import pytest

from tests.loops.passes import MATRIX, VECTOR, taken_apart_text, value_of

A = np.zeros((4, 3))


@pytest.mark.parametrize(
    ("call", "wanted"), [("min s", 3), ("max s", 4), ("np.ndim a", 2), ("np.ndim x", 1), ("len s", 2)]
)
def test_numbers_of_a_shape(call, wanted):
    after = taken_apart_text(
        f"function f(a, x)\n    s = getattr a 'shape'\n    t = {call}\n    return t\n", MATRIX, VECTOR
    )
    assert value_of(after, A, A[0]) == wanted


def test_a_shape_that_is_put_together():
    text = "function f(a)\n    s = getattr a 'shape'\n    one = tuple_of 5\n    t = add s one\n    z = np.zeros t\n    return z\n"
    after = taken_apart_text(text, MATRIX)
    assert "add" not in after and value_of(after, A).shape == (4, 3, 5)
