"""Whether two objects that were passed are one: they are taken apart into their attributes, so that nobody knows."""

import dataclasses
from typing import Any, NamedTuple

import pytest

import s2sad


@dataclasses.dataclass
class Node:
    weight: float
    parent: Any = None


class Pair(NamedTuple):
    weight: float
    parent: Any = None


class Plain:
    def __init__(self, weight, parent=None):
        self.weight, self.parent = weight, parent


def of_its_own(x, o):
    return x * 3.0 if o.parent is o else x * x


def of_another(x, o, p):
    return x * 3.0 if o.parent is p else x * x


def of_two(x, o, p):
    return x * 3.0 if o is not p else x * x


def of_items(x, nodes):
    return x * 3.0 if nodes[0] is nodes[1] else x * x


def of_an_attribute(x, o):
    parent = o.parent
    return x * 3.0 if parent is o.parent else x * x


def of_nothing(x, o):
    return x * 3.0 if o.parent is None else x * x


def of_a_new_one(x, o):
    mine = Node(x)
    return x * 3.0 if mine is o else x * x


def own_parent():
    node = Node(1.0)
    node.parent = node
    return node


@pytest.mark.parametrize(
    "function, args",
    [
        (of_its_own, lambda: (own_parent(),)),
        (of_another, lambda: (Node(1.0, Node(2.0)), Node(2.0))),
        (of_two, lambda: (Node(1.0), Node(1.0))),
        (of_two, lambda: (Pair(1.0), Pair(1.0))),
        (of_items, lambda: ([Pair(1.0)] * 2,)),
    ],
)
def test_what_is_taken_apart_is_refused(function, args):
    with pytest.raises(s2sad.UnsupportedSyntax, match="whether two objects are one"):
        s2sad.grad(function)(2.0, *args())


@pytest.mark.parametrize(
    "function, args",
    [
        (of_two, lambda: (Plain(1.0), Plain(1.0))),
        (of_another, lambda: (Plain(1.0, Plain(2.0)), Plain(2.0))),
        (of_an_attribute, lambda: (Node(1.0, Node(2.0)),)),
        (of_nothing, lambda: (Node(1.0),)),
        (of_nothing, lambda: (Node(1.0, Node(2.0)),)),
        (of_a_new_one, lambda: (Node(1.0),)),
        (of_two, lambda: (Node(1.0), Pair(1.0))),
    ],
)
def test_what_is_known_is_answered(function, args):
    given = args()
    expected = (function(2.0 + 1e-6, *given) - function(2.0 - 1e-6, *given)) / 2e-6
    assert s2sad.grad(function)(2.0, *given) == pytest.approx(expected, rel=1e-6)


def test_one_object_is_itself():
    node = Plain(1.0)
    node.parent = node
    assert s2sad.grad(of_its_own)(2.0, node) == 3.0
    assert s2sad.grad(of_two)(2.0, node, node) == 4.0
