"""Which lengths of arguments are equal, and which are 1."""

import numpy as np

from s2sad.ir.argument_lengths import EachItem, Parts, is_more_than_ranks, lengths_of, written
from s2sad.ir.value_kinds import kind_of


def lengths(*values):
    return lengths_of(values, [kind_of(value, opened=True) for value in values])


def test_lengths_that_are_equal_have_one_name():
    assert lengths(np.ones((5, 4)), np.ones((4, 3)), np.ones(3)) == [("n", "m"), ("m", "k"), ("k",)]
    assert lengths(np.ones((5, 1)), 2.0, np.ones(5)) == [("n", 1), None, ("n",)]


def test_arrays_in_tuples_and_dicts_count_and_those_in_lists_do_not():
    assert lengths({"W": np.ones((3, 2)), "b": np.ones(2)}, np.ones(3)) == [
        Parts((("n", "m"), ("m",))),
        ("n",),
    ]
    assert lengths((np.ones(2), 1.0)) == [Parts((("n",), None))]
    assert lengths([np.ones(2), np.ones(2)]) == [None]


def test_code_for_any_lengths_says_nothing_of_them():
    assert not is_more_than_ranks([("n", "m"), ("k",), None])
    assert is_more_than_ranks([("n",), ("n",)])
    assert is_more_than_ranks([("n", 1)])
    assert not is_more_than_ranks([(None, None)])


def test_shapes_are_written_as_people_write_them():
    assert written(("n", 1)) == "(n, 1)"
    assert written(Parts((("n",), None))) == "((n,), :)"


def layer(n, m):
    return np.ones((n, m)), np.ones(m)


def test_items_of_lists_have_names_for_what_is_equal_in_each():
    assert lengths([layer(4, 3), layer(3, 2)]) == [EachItem(Parts((("a", "b"), ("b",))))]
    assert lengths([layer(4, 1), layer(3, 1)]) == [EachItem(Parts((("a", 1), (1,))))]
    assert lengths([layer(3, 3), layer(2, 2)]) == [EachItem(Parts((("a", "a"), ("a",))))]
    assert lengths([layer(3, 3), layer(3, 2)]) == [EachItem(Parts((("a", "b"), ("b",))))]
    assert lengths([{"W": np.ones((2, 3)), "k": 1.0}]) == [EachItem(Parts((("a", "b"), None)))]


def test_items_of_several_ranks_say_nothing():
    assert lengths([(np.ones(2), 1.0), (np.ones((2, 2)), 1.0)]) == [None]


def test_each_item_is_written_in_brackets():
    assert written(EachItem(Parts((("a", "b"), ("b",))))) == "[((a, b), (b,)), ...]"
