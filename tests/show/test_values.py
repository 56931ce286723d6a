"""Values in a few characters, and kept as they were."""

import numpy as np
import pytest

from s2sad.show.values import is_number, kept, shown


@pytest.mark.parametrize(
    "value, text",
    [
        (1.0 / 3.0, "0.333333"),
        (-0.0, "0"),
        (3, "3"),
        (True, "True"),
        (None, "None"),
        (1.5j, "0+1.5j"),
        ([1.0, 2.0], "[1, 2]"),
        ((1.0,), "(1,)"),
        (list(range(9)), "[0, 1, 2, 3, 4, 5, … 9 items]"),
        ({"a": 0.5}, "{'a': 0.5}"),
        (np.eye(2), "[[1, 0], [0, 1]]"),
        (np.zeros((3, 4)), "[0, 0, 0, …] of shape (3, 4)"),
        (iter([1]), ""),
        (len, "len"),
        ("a\nb", "'a\\nb'"),
    ],
)
def test_in_a_few_characters(value, text):
    assert shown(value) == text


def test_long_ones_are_cut_and_digits_are_asked_for():
    assert len(shown("x" * 100)) == 48 and shown("x" * 100).endswith("…")
    assert shown(1.0 / 3.0, 2) == "0.33"


def test_numbers_by_themselves():
    assert all(map(is_number, (1, 2.0, 1j, np.float32(1))))
    assert not any(map(is_number, (True, np.bool_(True), "1", None, np.zeros(1))))


def test_what_is_kept_stays():
    array = np.zeros(2)
    value = {"a": [array], "b": (array,)}
    found = kept(value)
    array[0] = 5.0
    value["a"].append(1)
    assert found["a"][0].tolist() == [0.0, 0.0] and len(found["a"]) == 1 and found["b"][0][0] == 0.0


@pytest.mark.parametrize(
    "value, wanted",
    [
        (2.0, "2"),
        (1 / 3, "0.333333"),
        (7, "7"),
        (True, "True"),
        (1 + 2j, "1+2j"),
        (None, "None"),
        (np.float64(0.5), "0.5"),
        (np.arange(3.0), "[0, 1, 2]"),
        (np.eye(2), "[[1, 0], [0, 1]]"),
        (np.arange(100.0).reshape(10, 10), "[0, 1, 2, …] of shape (10, 10)"),
        ([1.0, 2.5], "[1, 2.5]"),
        ((1.0,), "(1,)"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, … 100 items]"),
        ({"a": 1.0}, "{'a': 1}"),
        (iter([1]), ""),
        (np.sin, "sin"),
    ],
)
def test_more_values(value, wanted):
    assert shown(value) == wanted


def test_what_is_kept_does_not_change():
    array, items = np.zeros(2), [1.0, [2.0]]
    found = kept((array, items))
    array[0], items[1][0] = 5.0, 5.0
    assert found[0][0] == 0.0 and found[1] == [1.0, [2.0]]
