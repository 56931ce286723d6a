"""Objects of dataclasses that were given attributes which are no fields."""

import copy
import dataclasses
import functools
import math

import pytest

import s2sad


@dataclasses.dataclass
class Material:
    k: float

    @functools.cached_property
    def twice(self):
        return 2.0 * self.k


def by_attribute(x, m):
    return math.sin(x) if getattr(m, "extra", None) is None else x * m.extra * m.k


def by_presence(x, ms):
    return sum(x * x * (m.extra if hasattr(m, "extra") else m.k) for m in ms)


def test_an_attribute_that_is_no_field_is_seen():
    derivative, m = s2sad.grad(by_attribute), Material(3.0)
    assert derivative(0.5, m) == math.cos(0.5)
    m.extra = 2.5
    assert derivative(0.5, m) == 7.5
    assert derivative(0.5, copy.copy(m)) == 7.5
    assert derivative(0.5, Material(3.0)) == math.cos(0.5)


def test_among_objects_of_one_class():
    one, other = Material(3.0), Material(4.0)
    other.extra = 10.0
    assert s2sad.grad(by_presence)(0.5, [one, other]) == pytest.approx(13.0)


def test_what_a_cached_property_keeps_is_no_other_attribute():
    def square(m):
        return m.twice * m.k

    m = Material(3.0)
    assert s2sad.grad(square)(m).k == 12.0
    assert m.twice == 6.0
    assert s2sad.grad(square)(m).k == 12.0


def test_an_object_with_more_is_not_differentiated():
    m = Material(3.0)
    m.extra = 1.0
    with pytest.raises(s2sad.DifferentiationError, match="argument number 0 is a Material"):
        s2sad.grad(lambda m: m.k * m.extra)(m)
