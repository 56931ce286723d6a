"""Dicts whose keys are written out, as objects with a kind for each key."""

import pytest

from s2sad.frontend.keyed_dicts import class_of_keys, is_filled_by_name, is_name
from s2sad.frontend.user_classes import keys_of


def counted(x):
    state = {"v": x, "t": 0}
    for _ in range(3):
        state["v"] *= x
        state["t"] += 1
    return state["v"] * state["t"]


def filled_later(x):
    state = {}
    state["v"] = x * x
    state["t"] = 2
    state["v"] += state["t"]
    return state["v"]


def by_a_key_of_the_running_program(x):
    state = {"v": x, "w": 2.0}
    for key in sorted(["w", "v"]):
        state[key] = state[key] * x
    return state["v"] + state["w"]


def removed(x):
    state = {"v": x, "t": 0}
    del state["t"]
    state["v"] *= x
    return state["v"] * len(state)


@pytest.mark.parametrize("f", [counted, filled_later])
def test_keys_become_variables(same, f):
    words = same(f, (0.7,), (-1.5,)).outline.split()
    assert not {"dict_of", "setitem", "getitem"} & set(words)


@pytest.mark.parametrize("f", [by_a_key_of_the_running_program, removed])
def test_what_isnt_known_keeps_the_dict(same, f):
    assert "dict" in same(f, (0.7,), (-1.5,)).outline


def test_names_of_keys():
    assert all(map(is_name, ("v", "weight_1", "_x")))
    assert not any(map(is_name, (1, "two words", "class", "keys", ("a",))))


def test_the_class_has_the_keys_in_their_order():
    assert keys_of(class_of_keys(("b", "a"))) == ("b", "a")
    assert keys_of(dict) is None


def test_dicts_that_get_all_their_items_by_constant_keys(tree):
    assert is_filled_by_name(tree("def f(x):\n    d = {}\n    d['a'] = x\n    d['b'] = 1\n"), "d")
    assert not is_filled_by_name(tree("def f(x, k):\n    d = {}\n    d['a'] = x\n    d[k] = 1\n"), "d")
    assert not is_filled_by_name(tree("def f(x):\n    d = {}\n    return d\n"), "d")
