"""Methods written in Python do what those of Python's containers do."""

import collections
import copy

import pytest

from s2sad.frontend.storage_programs import METHODS, at_key, fill_in

CASES = [
    ("get", {"a": 1}, ("a",), {}),
    ("get", {"a": 1}, ("b",), {}),
    ("get", {"a": 1}, ("b", 7), {}),
    ("get", collections.defaultdict(list), ("b",), {}),
    ("pop", {"a": 1, "b": 2}, ("a", 7), {}),
    ("pop", {"a": 1}, ("b", 7), {}),
    ("remove", [3, 1, 2, 1], (1,), {}),
    ("sort", [3, 1, 2], (), {}),
    ("sort", [3, -4, 2], (), {"key": abs, "reverse": True}),
    ("extendleft", collections.deque([1, 2]), ([3, 4],), {}),
]


@pytest.mark.parametrize("name, container, args, kwargs", CASES)
def test_like_pythons(name, container, args, kwargs):
    one, other = copy.deepcopy(container), copy.deepcopy(container)
    assert METHODS[name](one, *args, **kwargs) == getattr(other, name)(*args, **kwargs)
    assert one == other


@pytest.mark.parametrize("name, args", [("get", ()), ("sort", (abs,)), ("remove", ())])
def test_wrong_arguments(name, args):
    with pytest.raises(TypeError):
        METHODS[name]([1], *args)


def test_defaults_are_filled_in_once():
    table = {}
    fill_in(table, "a", list)
    first = table["a"]
    fill_in(table, "a", list)
    assert at_key(table, "a") is first and table == {"a": []}
