"""Trees: their leaves in order, and other trees of the same structure."""

import collections
import dataclasses
import typing

import numpy as np
import pytest

from s2sad.trees import aligned, children, filled, is_floats, is_numeric, leaves, mapped, zeros


class Point(typing.NamedTuple):
    x: float
    y: typing.Any


@dataclasses.dataclass
class Rates:
    up: float
    down: typing.Any = 2.0
    name: str = "rates"


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: float

    def __post_init__(self):
        if not isinstance(self.x, float):
            raise TypeError("x is no float")


class Slotted:
    """No tree: what it holds isn't known."""

    __slots__ = ("x",)


TREE = {"a": [1.0, (2.0, None)], "b": Point(3.0, Rates(4.0)), 3: "text"}


def test_leaves_have_the_expressions_that_read_them():
    found = leaves(TREE)
    assert [leaf.value for leaf in found] == [1.0, 2.0, None, 3.0, 4.0, 2.0, "rates", "text"]
    assert [leaf.path for leaf in found][:4] == ["['a'][0]", "['a'][1][0]", "['a'][1][1]", "['b'].x"]
    assert [leaf.path for leaf in found][4:] == ["['b'].y.up", "['b'].y.down", "['b'].y.name", "[3]"]
    for leaf in found:
        assert eval(f"tree{leaf.path}", {"tree": TREE}) is leaf.value


@pytest.mark.parametrize("leaf", [1.0, 2, None, "text", np.ones(3), np.float32(1.0), Slotted(), Point, Rates])
def test_what_is_a_leaf(leaf):
    assert children(leaf) is None
    assert leaves(leaf)[0].value is leaf


@pytest.mark.parametrize("tree", [[], (), {}, [[], ()]])
def test_empty_trees(tree):
    assert leaves(tree) == []
    assert mapped(lambda leaf: 1 / 0, tree) == tree


def test_other_leaves_in_the_same_structure():
    found = filled(TREE, range(8))
    wanted = {"a": [0, (1, 2)], "b": Point(3, Rates(4, 5, typing.cast(str, 6))), 3: 7}
    assert found == wanted
    assert type(found["b"]) is Point and type(found["b"].y) is Rates
    assert TREE["a"] == [1.0, (2.0, None)] and TREE["b"].y.up == 4.0


def test_classes_are_kept():
    ordered = collections.OrderedDict([("z", 1.0), ("a", 2.0)])
    found = mapped(lambda x: x + 1.0, ordered)
    assert type(found) is collections.OrderedDict and list(found.items()) == [("z", 2.0), ("a", 3.0)]
    counts = collections.defaultdict(list, {"x": 1.0})
    assert mapped(lambda x: 3.0, counts)["unknown"] == []


def test_dataclasses_are_made_without_their_checks():
    assert mapped(lambda x: None, Frozen(1.0)).x is None


def test_leaves_of_a_derivative_in_the_order_of_the_primal():
    primal = {"a": 1.0, "b": [2.0, 3.0], "c": (4.0, 5.0)}
    assert aligned({"c": None, "b": [20.0, 30.0], "a": 10.0}, primal) == [10.0, 20.0, 30.0, None, None]
    assert aligned(7.0, 1.0) == [7.0]


@pytest.mark.parametrize(
    ("leaf", "wanted"),
    [
        (1.0, True),
        (1, True),
        (1j, True),
        (np.float32(1.0), True),
        (np.ones(2), True),
        (np.ones(2, complex), True),
        (np.ones((), np.float16), True),
        (True, False),
        (np.bool_(True), False),
        (np.arange(3), False),
        (np.array([True]), False),
        (np.array(["a"]), False),
        (None, False),
        ("1.0", False),
    ],
)
def test_what_has_a_derivative(leaf, wanted):
    assert is_numeric(leaf) is wanted


def test_zeros():
    assert [zeros(leaf) for leaf in (3.0, 2, None, "text", True)] == [0.0, 0.0, None, None, None]
    assert zeros(1 + 2j) == 0j and type(zeros(1 + 2j)) is complex
    assert type(zeros(np.float32(3.0))) is np.float32
    found = zeros(np.ones((2, 3), np.float32, order="F"))
    assert found.dtype == np.float32 and found.shape == (2, 3) and not found.any()


@pytest.mark.parametrize(
    ("items", "wanted"),
    [
        ([1.0, 2.0], True),
        ([1, 2.0], True),
        ([1, 2], False),
        ([], False),
        (["a"], False),
        ([None, 1.0], False),
        ([[1.0]], False),
        ([np.ones(3), np.ones(2)], False),
        ([1.0, np.ones(3), np.ones(2)], False),
        ([1.0, np.float32(2.0)], False),
    ],
)
def test_lists_of_floats(items, wanted):
    assert is_floats(items) is wanted
