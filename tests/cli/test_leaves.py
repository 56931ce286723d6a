"""Numbers taken out of structures, and put back."""

import collections

import pytest

from s2sad.cli.leaves import numbers_in, with_numbers

Pair = collections.namedtuple("Pair", "first second")


@pytest.mark.parametrize(
    "value, wanted",
    [
        (2, {"x": 2}),
        (2.5, {"x": 2.5}),
        ([1.0, [2.0]], {"x[0]": 1.0, "x[1][0]": 2.0}),
        ({"rate": 0.1, 3: 0.2}, {"x['rate']": 0.1, "x[3]": 0.2}),
        (("text", None, True, 1.0), {"x[3]": 1.0}),
        ("text", {}),
        (True, {}),
    ],
)
def test_numbers_have_the_names_of_their_places(value, wanted):
    assert dict(numbers_in(value, "x")) == wanted


@pytest.mark.parametrize("like", [1.0, [1.0, (2.0, 3.0)], {"a": [1.0], "b": 2.0}, Pair(1.0, [2.0])])
def test_back_in_their_places(like):
    numbers = [number + 10.0 for _, number in numbers_in(like, "")]
    made = with_numbers(like, iter(numbers))
    assert type(made) is type(like)
    assert [number for _, number in numbers_in(made, "")] == numbers


def test_what_is_no_number_stays():
    assert with_numbers([1.0, "text"], iter([0.0])) == [0.0, "text"]
