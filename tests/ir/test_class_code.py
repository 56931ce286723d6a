"""Code of classes that operations run, against what runs."""

import collections
import dataclasses
import functools

import numpy as np
import pytest

from s2sad.ir.class_code import (
    Within,
    classes_in,
    code_run,
    has_code,
    is_special,
    names_in,
    special_methods,
)


class Plain:
    def __init__(self):
        self.n = 1

    def method(self):
        return self.n


class Box(Plain):
    @property
    def area(self):
        return 4.0

    @functools.cached_property
    def once(self):
        return 5.0

    def __len__(self):
        return 3


class Written:
    @property
    def size(self):
        return self._size

    @size.setter
    def size(self, value):
        self._size = value


class Descriptor:
    def __get__(self, owner, cls=None):
        return 1.0

    def __set__(self, owner, value):
        pass


class Described:
    part = Descriptor()


@dataclasses.dataclass
class Made:
    x: float


@dataclasses.dataclass
class MadeWithMore(Made):
    def __len__(self):
        return 1


class Slots:
    __slots__ = ("held",)


@pytest.mark.parametrize(
    "cls, name, access, runs",
    [
        (Box, "area", "__get__", "area"),
        (Box, "area", "__set__", None),
        (Box, "once", "__get__", "once"),
        (Box, "once", "__set__", None),
        (Box, "__len__", "__get__", "__len__"),
        (Box, "method", "__get__", None),
        (Box, "__init__", "__get__", None),
        (Box, "nothing", "__get__", None),
        (Written, "size", "__get__", "size"),
        (Written, "size", "__set__", "size"),
        (Described, "part", "__get__", "__get__"),
        (Described, "part", "__set__", "__set__"),
        (Made, "__eq__", "__get__", None),
        (MadeWithMore, "__len__", "__get__", "__len__"),
        (list, "__len__", "__get__", None),
    ],
)
def test_what_runs(cls, name, access, runs):
    code = code_run(cls, name, access)
    assert (code.__name__ if code else None) == runs


@pytest.mark.parametrize(
    "cls, has",
    [
        (Plain, False),
        (Box, True),
        (Described, True),
        (Made, False),
        (MadeWithMore, True),
        (np.ndarray, False),
    ],
)
def test_which_classes_have_code(cls, has):
    assert has_code(cls) is has


def test_names():
    assert {"area", "once", "method", "__len__"} <= names_in(Box)
    assert "__len__" in special_methods(Box) and "area" not in special_methods(Box)


def test_how_an_object_is_copied_is_asked_only_where_it_is():
    class Kept:
        def __getstate__(self):
            return {}

        def __len__(self):
            return 1

    names = special_methods(Kept)
    assert "__len__" in names and "__getstate__" not in names
    assert is_special("__len__") and not is_special("__len") and not is_special("len")


def test_classes_within_a_value():
    slots = Slots()
    slots.held = Box()
    holder = Plain()
    holder.inside = [{"a": (Made(1.0),)}, collections.deque([Written()])]
    assert classes_in(holder) == {Plain, Made, Written}
    assert classes_in(slots) == {Slots, Box}
    assert classes_in(functools.partial(print, Box())) >= {Box}
    assert classes_in(holder.method) >= {Plain, Made}
    assert classes_in([1.0, "a", np.zeros(3)]) == set()


def test_what_holds_itself_is_gone_through_once():
    box = Box()
    box.itself = [box, {"a": box}]
    assert classes_in(box) == {Box}


def test_nothing_of_a_class_runs_while_it_is_looked_at():
    class Strict:
        def __getattribute__(self, name):
            raise AssertionError(name)

        def __getattr__(self, name):
            raise AssertionError(name)

    one = Strict()
    object.__setattr__(one, "held", Box())
    assert classes_in(one) == {Strict, Box}


def test_whether_parts_of_arguments_are_of_the_same_classes():
    def holder(*parts):
        made = Plain()
        made.part, made.items = parts
        return made

    within = Within(((0, ("part",)), (0, ("items", (0,))), (0, ("items",))), [holder(Box(), [Box()])])
    assert within.classes == [Box, Box, frozenset({Box})]
    assert within.holds([holder(Box(), [Box()])])
    assert within.holds([holder(Box(), [Box(), 1.0])])
    assert not within.holds([holder(Described(), [Box()])])
    assert not within.holds([holder(Box(), [Described()])])
    assert not within.holds([holder(Box(), [])])


def test_parts_of_arguments_that_are_left_to_their_defaults_are_not_looked_at():
    made = Plain()
    made.part = Box()
    within = Within(((0, ("part",)), (1, ("part",))), [made])
    assert within.holds([made])
    assert within.tests(["o"], [made]) == [("o.part", Box)]


def test_texts_of_parts():
    made = Plain()
    made.part, made.items = Box(), [Box()]
    assert Within(((0, ("part",)),), [made]).tests(["o"], [made]) == [("o.part", Box)]
    assert Within(((0, ("items",)),), [made]).tests(["o"], [made]) is None
    box = Box()
    assert Within(((0, ("area",)),), [box]).tests(["o"], [box]) is None
