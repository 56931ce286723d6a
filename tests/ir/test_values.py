"""Small values: compared and hashed by their fields."""

import pytest

from s2sad.ir.values import value


@value(frozen=True, slots=True)
class Pair:
    one: int
    other: tuple = ()


@value(frozen=True, slots=True, eq=False)
class Mark:
    name: str


def test_values_are_told_apart_by_their_fields():
    assert Pair(1) == Pair(1, ()) != Pair(2)
    assert {Pair(1): "a"}[Pair(1)] == "a"


def test_values_without_comparison_are_themselves():
    one, other = Mark("a"), Mark("a")
    assert one != other and len({one, other}) == 2


def test_values_have_no_other_attributes():
    with pytest.raises(AttributeError):
        Pair(1).name = "a"
