"""Objects that functions of the user's make which get nothing active: what their attributes are, and who writes to them."""

import copy
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest

import s2sad


class Part:
    def __init__(self, k, m=2.0):
        self.k = k
        self.m = m
        self.items = [1.0, 2.0]
        self.name = "part"

    @property
    def double(self):
        return 2 * self.k

    def grow(self):
        self.k = self.k * np.ones(3)


class Slotted:
    __slots__ = ("k", "m")

    def __init__(self, k):
        self.k = k
        self.m = 3

    @classmethod
    def named(cls, name):
        return cls({"one": 1.5, "two": 2.5}[name])


@dataclass
class Doubled:
    k: float
    m: float = 1.0

    def __post_init__(self):
        self.m = self.m * 2


@dataclass
class Derived:
    k: float
    m: float

    def __init__(self, k):
        self.k = k
        self.m = 2 * k


def made(k):
    return Part(k)


def of_either(i):
    return Part(2) if i > 1 else Part(2.5, np.ones(3))


def with_more(k):
    part = Part(k)
    part.extra, part.m = 4.0, np.ones(2)
    return part


def nested(k):
    return SimpleNamespace(a=Part(k), b=[Part(1.0), Part(2.0)], c={"x": 3.0})


def or_none(n):
    return None if n > 1 else Part(3)


def changed(part):
    part.k = np.array([1.0, 2.0])


def held(part, array):
    part.k = array
    return part


def slot(x):
    part = Slotted.named("two")
    return x * x * part.k * part.m


def by_class(x):
    total = 0.0
    for i in range(4):
        part = of_either(i)
        total = total + np.sum(x * x * part.k * part.m)
    return total


def more(x):
    part = with_more(2.0)
    return np.sum(x * x * part.m) * part.extra * part.double


def in_others(x):
    whole = nested(2.0)
    return x * x * (whole.a.k + whole.b[1].k * whole.c["x"])


def sometimes(x):
    one, other = or_none(1), or_none(2)
    return x * x * one.k if one is not None and other is None else x


def as_index(x):
    part, a = made(3), np.arange(5.0) * x
    return a[part.k] * np.sum(a[: part.k])


@pytest.mark.parametrize("f", [slot, by_class, more, in_others, sometimes, as_index])
def test_attributes(f, any_order):
    any_order(f)


def given_another(x):
    part = made(2.0)
    part.k = np.ones(3)
    return np.sum(x * x * part.k)


def given_by_a_function(x):
    part = made(2.0)
    changed(part)
    return np.sum(x * x * part.k)


def given_by_a_method(x):
    part = made(2.0)
    part.grow()
    return np.sum(x * x * part.k)


def given_by_name(x):
    part = made(2.0)
    setattr(part, "k", np.ones(2))  # noqa: B010
    return np.sum(x * x * part.k)


def given_in_its_dict(x):
    part = made(2.0)
    part.__dict__["k"] = np.ones(2)
    return np.sum(x * x * part.k)


def given_in_a_list(x):
    part = made(2.0)
    part.items.append(np.ones(2))
    return np.sum(x * x * part.items[-1])


def given_to_a_copy(x):
    part = made(2.0)
    other = copy.copy(part)
    other.k = np.ones(2)
    return np.sum(x * x * other.k * part.k)


def given_in_a_loop(x):
    part, y = made(2.0), 0.0
    for _ in range(3):
        y = y + np.sum(x * x * part.k)
        part.k = np.ones(2)
    return y


@pytest.mark.parametrize(
    "f",
    [
        given_another,
        given_by_a_function,
        given_by_a_method,
        given_by_name,
        given_in_its_dict,
        given_in_a_list,
        given_to_a_copy,
        given_in_a_loop,
    ],
)
def test_attributes_that_are_of_another_kind_later(f, any_order):
    any_order(f)


def test_numbers_that_an_object_is_made_with_are_known_to_be_numbers():
    gradient = s2sad.grad(slot)
    assert gradient(0.5) == pytest.approx(7.5)
    assert "s2sad" not in gradient.source


def taken_up(x):
    part, a = made(1.0), np.zeros(3)
    part.k = a
    a[1] = x
    return np.sum(part.k) * x


def taken_up_by_a_function(x):
    a = np.zeros(3)
    part = held(made(1.0), a)
    a[1] = x
    return np.sum(part.k) * x


@pytest.mark.parametrize("f", [taken_up, taken_up_by_a_function])
def test_an_array_that_an_object_holds_takes_up_what_varies(f, any_order):
    any_order(f)


SHARED = SimpleNamespace(k=0.0)


def kept_outside(x):
    a = np.zeros(3)
    SHARED.k = a
    a[0] = x
    return np.sum(SHARED.k) * x


def kept_in_a_dict(x):
    table, a = dict(k=1.0), np.zeros(3)
    table.update(k=a)
    a[0] = x
    return np.sum(table["k"]) * x


def kept_among_attributes(x):
    part, a = made(1.0), np.zeros(3)
    part.__dict__["k"] = a
    a[0] = x
    return np.sum(part.k) * x


def kept_among_variables(x):
    part, a = made(1.0), np.zeros(3)
    vars(part)["k"] = a
    a[0] = x
    return np.sum(part.k) * x


def kept_in_its_list(x):
    part, a = made(1.0), np.zeros(3)
    part.items[0] = a
    a += x
    return np.sum(part.items[0]) * x


@pytest.mark.parametrize(
    "f", [kept_outside, kept_in_a_dict, kept_among_attributes, kept_among_variables, kept_in_its_list]
)
@pytest.mark.parametrize("mode", ["grad", "jvp"])
def test_an_array_that_is_lost_sight_of_takes_up_what_varies(f, mode):
    derivative = s2sad.grad(f) if mode == "grad" else lambda x: s2sad.jvp(f, (x,), (1.0,))
    with pytest.raises(s2sad.DifferentiationError):
        derivative(1.7)


def sorted_by_what_is_derived(x):
    pairs = sorted({"a": Derived(2.0), "b": Derived(1.0)}.items(), key=lambda pair: pair[1].m)
    return x * x * pairs[1][1].m


def sorted_by_what_is_doubled(x):
    pairs = sorted({"a": Doubled(2.0), "b": Doubled(1.0, 3.0)}.items(), key=lambda pair: pair[1].m)
    return x * x * pairs[1][1].m


def sorted_with_none(x):
    one = Doubled(2.0) if x < 1 else None
    pairs = sorted({"a": one, "b": None}.items(), key=lambda pair: pair[1] is None)
    return x * x * (5 if pairs[0][1] is None else pairs[0][1].k)


@pytest.mark.parametrize("f", [sorted_by_what_is_derived, sorted_by_what_is_doubled, sorted_with_none])
def test_dataclasses_that_the_running_program_makes_have_the_attributes_that_they_had(f, any_order):
    any_order(f)
