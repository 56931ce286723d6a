"""What asks for the class of a value is answered before the program runs, and as the program would answer."""

import dataclasses
import enum

import numpy as np
import pytest

import s2sad


class Way(enum.Enum):
    FLAT = 1
    STEEP = 3


@dataclasses.dataclass
class Inner:
    v: float


@dataclasses.dataclass
class Outer:
    inner: Inner
    w: float


def by_class(x):
    if isinstance(x, np.ndarray):
        return np.sum(x * x)
    if isinstance(x, (list, tuple)):
        return x[0] * 3.0
    return x * 5.0


def by_attribute(x):
    unit = getattr(x, "unit", 7.0)
    return x * unit if not hasattr(x, "shape") else np.sum(x) * x.ndim


def by_member(x, number):
    return x * x if Way(number) is Way.STEEP else 2.0 * x


def of_truths(x):
    return x * 2.0 if all((True, x is not None)) and not any([]) else x


def scalar(x):
    return x * 2.0 if np.isscalar(x) and not np.iterable(x) else x


def taken_apart(x):
    o = Outer(Inner(x * x), 2.0)
    table, row = dataclasses.asdict(o), dataclasses.astuple(o)
    o.inner.v = 100.0
    return table["inner"]["v"] * row[1]


@pytest.mark.parametrize(
    ("function", "args", "slope"),
    [
        (by_class, (0.7,), 5.0),
        (by_attribute, (0.7,), 7.0),
        (by_member, (0.7, 3), 1.4),
        (by_member, (0.7, 1), 2.0),
        (of_truths, (0.7,), 2.0),
        (scalar, (0.7,), 2.0),
        (taken_apart, (0.7,), 2.8),
    ],
)
def test_slopes(check, function, args, slope):
    assert check(function, *args) == pytest.approx([slope])


def test_arrays_and_lists_go_their_own_ways():
    np.testing.assert_allclose(s2sad.grad(by_class)(np.array([0.5, 0.7])), [1.0, 1.4])
    assert s2sad.grad(by_class)([0.5, 0.7]) == [3.0, 0.0]
    np.testing.assert_allclose(s2sad.grad(by_attribute)(np.ones((2, 2))), np.full((2, 2), 2.0))


def test_nothing_of_the_question_is_left(lowered):
    assert lowered(by_class, 0.7).outline == "mul"
    assert lowered(of_truths, 0.7).outline == "mul"
