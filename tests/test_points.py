"""Where a Jacobian is wanted: unit vectors in the structure of the arguments."""

import numpy as np
import pytest

from s2sad.errors import ArgumentIndexError, NotANumber
from s2sad.points import Point, added, basis, by_position, leaves_of, linearized, units


def f(x, y=2.0, *, k=1.0):
    return x * y * k


TREE = {"a": np.zeros((1, 2)), "b": [3.0, "text"]}


def test_units_of_a_tree():
    assert units(TREE) == [(0, 0), (0, 1), (1, 0)] and len(leaves_of(TREE)) == 2
    found = list(basis(TREE))
    assert [one["a"].tolist() for one in found] == [[[1.0, 0.0]], [[0.0, 1.0]], [[0.0, 0.0]]]
    assert [one["b"][0] for one in found] == [0.0, 0.0, 1.0]
    assert not np.shares_memory(found[0]["a"], found[2]["a"])


def test_without_numbers_there_is_one_of_zeros():
    assert list(basis([])) == [[]]


def test_sums_of_tangents():
    found = added({"a": np.ones(2), "b": [1.0, "text"]}, {"a": np.ones(2), "b": [2.0, "text"]})
    assert found["a"].tolist() == [2.0, 2.0] and found["b"] == [3.0, "text"]


def test_arguments_by_position_as_far_as_they_can_be():
    assert by_position(f, (1.0,), {"y": 3.0, "k": 4.0})[:2] == ((1.0, 3.0), {"k": 4.0})
    assert by_position(max, (1.0,), {})[:2] == ((1.0,), {})


def test_a_point_has_defaults_of_what_is_differentiated():
    point = Point.of(f, (5.0,), {}, (1, 0), ())
    assert point.args == (5.0, 2.0) and point.inputs == (2.0, 5.0) and not point.single
    assert Point.of(f, (5.0,), {}, 0, ()).inputs == 5.0


def test_the_pullback_gives_what_was_asked_for_in_that_order():
    value, pull = linearized(Point.of(f, (5.0, 3.0), {"k": 2.0}, (1, 0), ()))
    assert value == 30.0 and pull(1.0) == (10.0, 6.0)


def test_one_argument_asked_for_twice_moves_along_both():
    point = Point.of(f, (5.0, 3.0), {}, (0, 0), ())
    assert point.moved(point.derivative("jvp"), (1.0, 10.0))[-1] == 11.0


def test_what_has_no_jacobian():
    with pytest.raises(NotANumber, match="is complex"):
        Point.of(f, (1j,), {}, 0, ())
    with pytest.raises(ArgumentIndexError, match="has no number 2"):
        Point.of(f, (1.0, 2.0), {"k": 1.0}, 2, ())
