"""What classes of the user's say of their objects."""

import collections
import dataclasses
import enum
from typing import NamedTuple

import numpy as np
import pytest

import s2sad
from s2sad.frontend import user_classes


class Plain:
    def __init__(self, v):
        self.v = v

    def read(self):
        return self.v


class Counting(Plain):
    def count(self):
        self.v = self.v + 1


class Appending(Plain):
    def add(self, item):
        self.v.append(item)


class OwnWay(Plain):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


class Colour(enum.Enum):
    RED = 1


class Pair(NamedTuple):
    a: float


@dataclasses.dataclass(frozen=True)
class Fixed:
    v: float


class FromList(list):
    pass


class Registering(type):
    """A class of classes that takes note of them, and makes their objects as ever."""

    known: list[str] = []

    def __new__(mcs, name, bases, namespace):
        mcs.known.append(name)
        return super().__new__(mcs, name, bases, namespace)


class Single(type):
    """A class of classes that makes one object of each."""

    made = None

    def __call__(cls, *args):
        cls.made = cls.made or super().__call__(*args)
        return cls.made


class Registered(Plain, metaclass=Registering):
    pass


class Only(Plain, metaclass=Single):
    pass


@pytest.mark.parametrize(
    ("cls", "found"),
    [
        (Plain, True),
        (Registered, True),
        (Only, False),
        (Fixed, True),
        (Pair, True),
        (OwnWay, False),
        (Colour, False),
        (FromList, False),
        (ValueError, False),
        (np.ndarray, False),
        (collections.OrderedDict, False),
        (3.0, False),
    ],
)
def test_objects_that_are_nothing_but_their_attributes(cls, found):
    assert user_classes.is_transparent(cls) is found


def test_which_classes_write_to_their_objects():
    changing = [cls for cls in (Plain, Counting, Appending, Fixed) if user_classes.changes_itself(cls)]
    assert changing == [Counting, Appending]
    assert user_classes.is_frozen(Fixed) and not user_classes.is_frozen(Plain)


def test_what_a_class_has_by_a_name():
    assert user_classes.lookup(Counting, "read") is Plain.read
    assert user_classes.lookup(Counting, "count", after=Counting) is None
    assert user_classes.lookup(Counting, "__init__", after=Counting) is Plain.__init__
    assert user_classes.is_generated(user_classes.lookup(Fixed, "__init__"))


def test_libraries_are_known_by_the_names_of_their_modules():
    assert user_classes.is_library("numpy.linalg") and user_classes.is_library("math")
    assert not user_classes.is_library("my_models") and not user_classes.is_library(None)
    assert not user_classes.is_library("__main__")


def test_derivative_by_an_attribute_of_an_object_of_a_registered_class():
    def f(x):
        held = Registered(2.0)
        held.v = x * x
        return held.read() * 3.0

    assert s2sad.grad(f)(1.5) == pytest.approx(9.0)
