"""Operations that Python spells with syntax, against that syntax."""

import collections

import numpy as np
import pytest

from s2sad.runtime import operations as O
from s2sad.runtime.refusals import RefusedType

Point = collections.namedtuple("Point", "x y")


def test_displays():
    assert O.tuple_of(1, 2) == (1, 2) and O.list_of(1, 2) == [1, 2] and O.set_of(1, 1, 2) == {1, 2}
    assert O.dict_of("a", 1, "b", 2) == {"a": 1, "b": 2} == O.dict_with(["a", "b"], [1, 2])


class Slotted:
    __slots__ = ("a",)

    def __init__(self):
        raise AssertionError


def test_an_object_of_its_attributes_skips_the_constructor():
    made = O.object_of(Slotted, a=2.0)
    assert type(made) is Slotted and made.a == 2.0


def test_texts():
    x = 2.5
    assert O.format_of(x, "", ".2f") == f"{x:.2f}" and O.format_of("a", "r", ">5") == f"{'a'!r:>5}"
    assert O.format_of("é", "a", "") == f"{'é'!a}" and O.text_of("a", "b") == "ab"


def first_and_last(value):
    a, *b, c = value
    return a, b, c


@pytest.mark.parametrize("value", [[1, 2], (1, 2, 3, 4), "abc", iter([1, 2, 3])])
def test_unpacking_with_a_rest(value):
    value = list(value)
    assert O.unpack(value, 1, 1) == first_and_last(value)


def test_unpacking_raises_what_python_raises():
    for count, after in ((1, None), (3, None), (3, 1), (2, 1)):
        with pytest.raises(ValueError) as found:
            O.unpack([1, 2], count, after)
        with pytest.raises(ValueError) as wanted:
            exec(
                {1: "a, = [1, 2]", 3: "a, b, c = [1, 2]"}.get(count, "")
                if after is None
                else {3: "a, b, c, *d, e = [1, 2]", 2: "a, b, *c, d = [1, 2]"}[count]
            )
        assert str(found.value).partition(",")[0] == str(wanted.value).partition(",")[0]
    assert O.unpack(iter([1, 2]), 2, None) == (1, 2)


def test_errors_and_their_causes():
    with pytest.raises(KeyError) as found:
        O.raise_(KeyError("a"), ValueError("b"))
    assert isinstance(found.value.__cause__, ValueError)
    with pytest.raises(KeyError) as found:
        O.raise_(KeyError("a"))
    assert found.value.__cause__ is None


def test_what_writes():
    items, array = [1.0, 2.0], np.zeros(3)
    O.append(items, 3.0), O.add_at(items, 0, 5.0), O.reverse(items)
    assert items == [3.0, 2.0, 6.0]
    O.store(array, 1, 4.0), O.increase(array, [0, 0, 2], 1.0)
    assert array.tolist() == [1.0, 4.0, 1.0]


def test_what_gives_the_value_itself():
    value = [1.0]
    for function in (O.stop_gradient, O.on_adjoint, O.root_of, O.unmoved):
        assert function(value) is value
    assert O.in_form_of(value, 1) is value and O.dup(2.0, 3) == (2.0, 2.0, 2.0)
    assert O.apply(max, (1, 2), {"key": lambda x: -x}) == 1


def test_constants_are_copies():
    array = np.ones(2)
    found = O.without_gradient({"a": [array, Point(array, 1.0)], "b": "c"})
    assert found["a"][1].y == 1.0 and type(found["a"][1]) is Point and found["b"] == "c"
    assert not np.shares_memory(found["a"][0], array) and not np.shares_memory(found["a"][1].x, array)


def matches_sequence(value, exact):
    if exact:
        match value:
            case [_, _]:
                return True
    else:
        match value:
            case [_, _, *_]:
                return True
    return False


@pytest.mark.parametrize(
    "value",
    [
        [1, 2],
        (1, 2, 3),
        "ab",
        b"ab",
        bytearray(b"ab"),
        {1: 2, 3: 4},
        {1, 2},
        range(2),
        [1],
        collections.deque([1, 2]),
    ],
)
def test_patterns_as_python_matches_them(value):
    for exact in (True, False):
        assert O.is_sequence(value, 2, exact) is matches_sequence(value, exact)
    match value:
        case {}:
            assert O.is_mapping(value)
        case _:
            assert not O.is_mapping(value)


def test_positional_parts_of_patterns():
    assert O.match_arguments(Point(1, 2), Point, 1) == 2 and O.match_arguments(3.0, float, 0) == 3.0
    with pytest.raises(IndexError):
        O.match_arguments(Point(1, 2), Point, 2)


@pytest.mark.parametrize("value", [1, 2.5, np.float64(1.0), np.array(2.0), np.int64(3)])
def test_what_a_gradient_takes(value):
    assert O.check_real(value) is None


@pytest.mark.parametrize(
    "value, text",
    [
        (True, "a truth value"),
        (1j, "a complex"),
        (np.zeros(2), r"shape \(2,\): sum it"),
        (None, "a NoneType"),
        ("a", "a str"),
    ],
)
def test_what_it_does_not(value, text):
    with pytest.raises(RefusedType, match=text):
        O.check_real(value)


def test_names_and_powers():
    assert O.defined({"a": 1}, "a") == 1
    with pytest.raises(NameError, match="'b' is not defined"):
        O.defined({}, "b")
    assert O.not_complex(2.0) == 2.0
    with pytest.raises(RefusedType, match="complex"):
        O.not_complex((-2.0) ** 0.5)
    assert O.fractional_power(2.0, 0.5) == O.root_of_squares(2.0) == 2.0**0.5
    assert O.float_power(2.0, 3.0) == O.whole_power(2.0, 3) == O.power_of_squares(2.0, 3.0) == 8.0
    assert O.conjugate(1 + 2j) == 1 - 2j and O.is_in(1, [1]) and O.not_in(2, [1])
