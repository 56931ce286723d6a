"""Ends of slices, and lengths, as Python and NumPy count them."""

import itertools
import math

import numpy as np
import pytest

from s2sad.runtime.loops import (
    check_index,
    check_length,
    check_place,
    check_places,
    check_value,
    clipped,
    guarded_number,
    merge_numbers,
    placed,
    prange,
    range_length,
    slice_length,
    wrapped,
    zeros_for_numbers,
)


def test_slices_as_python_takes_them():
    for length, start, stop in itertools.product(range(4), range(-5, 6), range(-5, 6)):
        ends = clipped(start, length), clipped(stop, length)
        assert slice_length(*ends, 1) == len(range(length)[start:stop])
        assert slice_length(*ends, 2) == len(range(length)[start:stop:2])


@pytest.mark.parametrize("start, stop, step", [(4, -1, -1), (4, 0, -2), (0, 4, -1), (5, 1, -3)])
def test_backwards(start, stop, step):
    assert slice_length(start, stop, step) == len(range(start, stop, step))


@pytest.mark.parametrize("start, stop, step", [(0.0, 1.0, 0.1), (0, 5, 2), (1.0, 0.0, 0.5), (3.0, 0.0, -0.7)])
def test_ranges_as_numpy_makes_them(start, stop, step):
    assert range_length(start, stop, step) == len(np.arange(start, stop, step))


def test_indices_and_products():
    assert [wrapped(i, 3) for i in (-1, 0, 2)] == [2, 0, 2]
    assert guarded_number(math.inf, 0.0) == guarded_number(0.0, math.inf) == 0.0
    assert guarded_number(2.0, 3.0) == 6.0 and list(prange(2, 4)) == [2, 3]


def test_what_compiled_code_does_not_expect():
    check_index(2, 3), check_length(3, 3)
    with pytest.raises(IndexError):
        check_index(3, 3)
    with pytest.raises(ValueError):
        check_length(3, 1)


def test_lists_of_numbers_are_added_in_place():
    shadow = zeros_for_numbers([3.0, 4.0])
    merge_numbers(shadow, [1.0, 2.0])
    merge_numbers(shadow, [1.0, 2.0])
    assert shadow == [2.0, 4.0]


def test_none_is_no_number():
    check_value(1.0)
    with pytest.raises(TypeError, match="returned None"):
        check_value(None)


def test_indices_within_an_axis():
    for index in range(-3, 3):
        assert placed(index, 3, 0) == index % 3
        check_place(index, 3, 0)
    check_places(-3, 2, 3, 0)
    check_places(0, -1, 0, 0)  # of no indices
    for index in (-4, 3):
        for check in (placed, check_place):
            with pytest.raises(IndexError, match=f"{index}"):
                check(index, 3, 1)
    for least, most in ((-4, 0), (0, 3)):
        with pytest.raises(IndexError, match="out of bounds"):
            check_places(least, most, 3, 0)
