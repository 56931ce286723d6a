"""Tangents of what isn't differentiated: zero in the form of the value, and None where nothing can be added to it."""

import numpy as np
import pytest

import s2sad


def mixed(x, name, k):
    return {"name": name, "v": x * k, "k": k, "nothing": None, "function": len}


def test_what_has_no_tangent_has_none():
    value, tangent = s2sad.jvp(mixed, (2.0, "n", 3), (1.0, None, None))
    assert value == {"name": "n", "v": 6.0, "k": 3, "nothing": None, "function": len}
    assert tangent == {"name": None, "v": 3.0, "k": 0.0, "nothing": None, "function": None}


def test_arrays_and_lists_have_zeros_of_their_form():
    def constants(x, A, items):
        return A * 2.0, [items[0], x]

    _, (array, numbers) = s2sad.jvp(constants, (2.0, np.ones((2, 3)), [5.0]), (1.0, None, None))
    assert np.array_equal(array, np.zeros((2, 3)))
    assert numbers == [0.0, 1.0]


def test_an_array_of_unknown_rank_is_not_written():
    def first_of(x, held):
        u = held[0]
        u[0] = x * 2.0
        return u[0] * x

    with pytest.raises(s2sad.UnsupportedValue, match="its number of axes isn't known: it can't be written"):
        s2sad.jvp(first_of, (0.5, [np.zeros(3)]), (1.0, None))
