"""What objects have, read without running code of theirs."""

import functools
import math

import numpy as np
import pytest

from s2sad.ir.static_lookup import (
    compares_itself,
    is_from_a_library,
    is_of_a_library,
    plain_attribute,
    runs_code,
    runs_method,
    title_of,
)

RAN = []


class Box:
    shared = 1.0

    def __init__(self):
        self.own = 2.0

    @property
    def area(self):
        RAN.append("area")
        return 3.0

    @functools.cached_property
    def once(self):
        RAN.append("once")
        return 4.0

    def method(self):
        return 5.0

    def __getattr__(self, name):
        RAN.append(name)
        return 6.0


class Everything:
    def __getattribute__(self, name):
        RAN.append(name)
        return 7.0


class Plain:
    def __repr__(self):
        raise AssertionError


class Meta(type):
    @property
    def title(cls):
        RAN.append("title")
        return "a"


class WithMeta(metaclass=Meta):
    plain = 1.0


class Descriptor:
    def __get__(self, owner, cls=None):
        RAN.append("one")
        return 1.0


class Described:
    one = Descriptor()


class Equal:
    def __eq__(self, other):
        return True

    __hash__ = None


@pytest.mark.parametrize(
    "value, name",
    [
        (Box(), "own"),
        (Box(), "shared"),
        (Box(), "area"),
        (Box(), "once"),
        (Box(), "method"),
        (Box(), "missing"),
        (Everything(), "own"),
        (WithMeta, "title"),
        (WithMeta, "plain"),
        (Described, "one"),
        (math, "pi"),
        (np.zeros(2), "shape"),
        (Box, "shared"),
    ],
)
def test_whether_reading_runs_code_of_the_users(value, name):
    RAN.clear()
    runs = runs_code(value, name)
    assert RAN == []
    getattr(value, name)
    assert runs is bool(RAN)


def test_a_plain_attribute_is_found_without_what_a_class_does_for_missing_ones():
    RAN.clear()
    assert plain_attribute(Box(), "own") == 2.0 and plain_attribute(Box(), "shared") == 1.0
    assert plain_attribute(Box(), "missing") is None and plain_attribute(Box(), "missing", 1) == 1
    assert plain_attribute(Box, "__name__") == "Box"
    assert RAN == []


def test_titles():
    assert title_of(math.sin) == "sin" and title_of(Box) == "Box"
    assert title_of(Plain()) == "the Plain"


def test_what_belongs_to_a_library():
    assert all(map(is_of_a_library, (int, np.ndarray, functools.partial)))
    assert not is_of_a_library(Box)
    assert is_from_a_library(np.sum) and not is_from_a_library(Box.method)


def test_who_compares_itself():
    assert compares_itself(Equal()) and not compares_itself(Plain()) and not compares_itself(1.0)
    assert runs_method(Plain(), "__repr__") and not runs_method(Plain(), "__len__")
