"""What is changed in place, and may be something else as well."""

import numpy as np
import pytest

from s2sad.runtime.refusals import RefusedValue
from s2sad.runtime.updates import (
    check_alone,
    check_apart,
    check_lists_apart,
    check_parts_apart,
    memory_in,
)

X = np.arange(6.0)


class Box:
    __slots__ = ("held", "__dict__")

    def __init__(self, held):
        self.held = held

    @property
    def area(self):
        raise AssertionError


class Plain:
    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def refused(check, *args):
    try:
        check(*args)
    except RefusedValue:
        return True
    return False


@pytest.mark.parametrize(
    "value, other, one",
    [
        (X, X[2:], True),
        (X[:2], X[3:], False),
        (X, [X.copy(), {"a": X}], True),
        (X, Plain(a=Box(X)), True),
        (X, 2.0, False),
        ([1.0], [[1.0]], False),
        (2.0, [2.0], False),
        ((X,), [X], False),
    ],
)
def test_what_an_update_would_change_elsewhere(value, other, one):
    assert refused(check_alone, value, 1.0, other) is one
    if one:
        with pytest.raises(RefusedValue, match="an array that has another name"):
            check_alone(value, other)


def test_of_a_list_the_message_says_so():
    items = [1.0]
    with pytest.raises(RefusedValue, match="changes a list that"):
        check_alone(items, {"a": items})


@pytest.mark.parametrize(
    "written, other, share",
    [
        (X, X[::2], True),
        (X[::2], X[1::2], False),
        ([X], (X[1:],), True),
        ([X.copy()], X, False),
        (Plain(a=X), Plain(b=X), True),
        (1.0, 1.0, False),
        ("a", "a", False),
    ],
)
def test_arguments_that_share_memory(written, other, share):
    assert refused(check_apart, written, 0.0, other) is share


def test_lists_that_are_written():
    row = [1.0]
    assert refused(check_lists_apart, [row, row])
    assert refused(check_lists_apart, row, [row])
    assert not refused(check_lists_apart, [X, row], [X])
    assert not refused(check_lists_apart, [row], [[1.0]])


@pytest.mark.parametrize(
    "container, share",
    [
        ([X, X], True),
        ([X, X[1:]], True),
        ([X, X.copy()], False),
        ({"a": X, "b": Plain(c=X)}, True),
        (Plain(a=X, b=X), False),
        ([Plain(a=X), Plain(a=X)], False),
    ],
)
def test_arrays_in_one_container(container, share):
    assert refused(check_parts_apart, container) is share


def test_memory_in_a_value():
    inner = [X]
    found = list(memory_in({"a": (1.0, inner), "b": Box({"c": 2.0})}))
    assert any(part is X for part in found) and any(part is inner for part in found)
    assert not any(isinstance(part, (float, tuple)) for part in found)
    itself = []
    itself.append(itself)
    assert len(list(memory_in(itself))) == 2


def test_attributes_are_followed_to_a_depth_of_a_few_objects():
    deep = X
    for _ in range(3):
        deep = Plain(a=deep)
    assert any(part is X for part in memory_in(deep))
    for _ in range(3):
        deep = Plain(a=deep)
    assert not any(part is X for part in memory_in(deep))
