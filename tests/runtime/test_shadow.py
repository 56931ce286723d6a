"""Shadows, added up in place."""

import numpy as np
import pytest

from s2sad.runtime.operations import dict_with
from s2sad.runtime.shadow import merge, merge_at, shadow_of


def test_a_number_is_added():
    shadow = [1.0, 2.0]
    merge_at(shadow, 1, 0.5)
    assert shadow == [1.0, 2.5]


def test_none_is_zero():
    shadow = [1.0, None]
    merge_at(shadow, 0, None)
    merge_at(shadow, 1, None)
    assert shadow == [1.0, None]
    merge_at(shadow, 1, 3.0)
    assert shadow == [1.0, 3.0]


@pytest.mark.parametrize("amount", [[1.0, [2.0]], (1.0, (2.0,))])
def test_containers_are_added_item_by_item_in_place(amount):
    inner = [0.5, [0.5]]
    shadow = {"a": inner}
    merge_at(shadow, "a", amount)
    assert shadow["a"] is inner and inner == [1.5, [2.5]]


def test_a_shadow_is_made_where_there_is_none():
    amount, shadow = [1.0, {"k": 2.0}], [None]
    merge_at(shadow, 0, amount)
    assert shadow == [[1.0, {"k": 2.0}]]
    merge_at(shadow, 0, amount)
    assert shadow == [[2.0, {"k": 4.0}]]
    assert amount == [1.0, {"k": 2.0}], "what is added is not shared"


def test_arrays_are_added_to_a_new_one():
    amount = np.ones(2)
    shadow = [np.zeros(2)]
    before = shadow[0]
    merge_at(shadow, 0, amount)
    np.testing.assert_array_equal(shadow[0], amount)
    assert not np.any(before)


def test_the_whole_of_a_tuple():
    shadow = [0.0, 1.0]
    merge(shadow, (2.0, None))
    assert shadow == [2.0, 1.0]


def test_a_dict_of_keys_and_items():
    assert dict_with(["b", "a"], [1.0, 2.0]) == {"b": 1.0, "a": 2.0}
    assert list(dict_with(["b", "a"], [1.0, 2.0])) == ["b", "a"]


def test_the_shadow_of_a_number_of_numpy_takes_what_a_mask_takes():
    shadow = shadow_of(np.float64(2.0))
    shadow[np.array(True)] += 3.0
    assert shadow.shape == () and shadow == 3.0
    assert shadow_of(2.0) == 0.0 and shadow_of([np.float64(2.0)]) == [0.0]
    assert type(shadow_of([np.float64(2.0)])[0]) is float


@pytest.mark.parametrize("amount", [[1.0, 2.0], (1.0, 2.0), [1, 2.0], [1.0, 2.0, 5.0]])
def test_numbers_are_added_in_the_list_that_is_there(amount):
    shadow = [0.5, 0.25]
    merge(shadow, amount)
    assert shadow == [1.5, 2.25]


def test_an_amount_that_is_too_short_is_an_error():
    with pytest.raises(IndexError):
        merge([0.5, 0.25], [1.0])
