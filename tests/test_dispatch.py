"""Which calls are of one kind: what their keys tell, and that other kinds get code of their own."""

import collections
import dataclasses

import numpy as np
import pytest

import s2sad
from s2sad.dispatch import NoKey, key_of, plain_names, quick_key


@dataclasses.dataclass
class Spring:
    k: float


Pair = collections.namedtuple("Pair", "x y")


@pytest.mark.parametrize(
    "one, other, same",
    [
        (1.0, 2.0, True),
        (1.0, 1, False),
        (True, 1, False),
        ([1.0, 2.0], [3.0], True),
        ([1.0], [1], False),
        ([1.0, 2], [2, 1.0, 3], True),
        ((1.0, 2), (2.0, 3), True),
        ((1.0, 2), (2.0, 3.0), False),
        ({"a": 1.0}, {"a": 2.0}, True),
        ({"a": 1.0}, {"b": 1.0}, False),
        (np.zeros(3), np.zeros(5), True),
        (np.zeros(3), np.zeros(1), False),
        (np.zeros((3, 3)), np.zeros((5, 5)), True),
        (np.zeros((3, 3)), np.zeros((3, 5)), False),
        (np.zeros(3), np.zeros(3, dtype=int), False),
        (np.zeros(3), np.zeros((3, 1)), False),
        (np.float64(1.0), 1.0, False),
    ],
)
def test_equal_keys_are_of_equal_kinds(one, other, same):
    assert (quick_key((one,)) == quick_key((other,))) is same


def test_lengths_are_compared_between_arguments():
    assert quick_key((np.zeros(3), np.zeros(3))) != quick_key((np.zeros(3), np.zeros(4)))
    assert quick_key((np.zeros(3), np.zeros(4))) == quick_key((np.zeros(5), np.zeros(2)))


@pytest.mark.parametrize("value", [len, Spring(1.0), Pair(1.0, 2.0), type("Own", (list,), {})([1.0])])
def test_what_a_key_does_not_tell(value):
    with pytest.raises(NoKey):
        key_of(value)
    assert quick_key((value,)) is None


def test_a_container_that_holds_itself_has_none():
    itself = []
    itself.append(itself)
    assert quick_key((itself,)) is None


def test_names_that_can_be_given_both_ways():
    assert plain_names(lambda x, y=1: x) == ["x", "y"]
    for function in (
        lambda *x: x,
        lambda x, *, y: x,
        lambda x, /: x,
        lambda self: self,
        lambda _key_1: _key_1,
        max,
    ):
        assert plain_names(function) is None


def test_calls_of_other_kinds_in_turn():
    gradient = s2sad.grad(lambda x, n=2: np.sum(x**n) if n else np.sum(x * 3.0))
    a = np.array([1.0, 2.0])
    for _ in range(3):
        assert gradient(2.0) == 4.0
        assert gradient(a).tolist() == [2.0, 4.0]
        assert gradient(a, 3).tolist() == [3.0, 12.0]
        assert gradient(2.0, n=0) == 3.0
        assert gradient(a[:1]).tolist() == [2.0]
