"""Sets of objects: each is in one once, whatever it holds."""

import dataclasses

import pytest

import s2sad


class Node:
    def __init__(self, value, children=()):
        self.value, self.children, self.slope = value, set(children), 0.0

    def __add__(self, other):
        return Node(self.value + other.value, (self, other))


def ordered(last):
    """The nodes that one is made of, each after its children."""
    nodes, visited = [], set()

    def visit(node):
        if node not in visited:
            visited.add(node)
            for child in node.children:
                visit(child)
            nodes.append(node)

    visit(last)
    return nodes


def slope_by_nodes(x):
    first, last = Node(x), Node(x * x)
    last = first + last
    nodes = ordered(last)
    last.slope = x
    for node in reversed(nodes):
        for child in node.children:
            child.slope = child.slope + node.slope
    return first.slope * len(nodes)


def done_to_sets(x):
    a, b, c = Node(x), Node(2.0 * x), Node(x)
    one, other = {a, b, a}, set([b, c])
    total = 0.0
    for node in one | other:
        total = total + node.value
    for node in one - other:
        total = total + 10.0 * node.value
    for node in one & other:
        total = total + 100.0 * node.value
    one.discard(c)
    one.remove(b)
    same = one
    same |= {a, c}
    same -= {c}
    same &= {a, b}
    if one == {a} and one < {n for n in (a, c)} and isinstance(one, set) and c not in one:
        total = total * 2.0
    return total


def test_slopes():
    assert s2sad.grad(slope_by_nodes)(0.7) == pytest.approx(3.0)
    assert s2sad.value_and_grad(done_to_sets)(0.7) == pytest.approx((428.0 * 0.7, 428.0))


@dataclasses.dataclass(frozen=True)
class Equal:
    value: float


def of_equal_objects(x):
    return list({Equal(x), Equal(2.0 * x)})[0].value


def test_objects_that_are_equal_are_refused():
    """Python orders them by their hashes, which may count."""
    with pytest.raises(s2sad.DifferentiationError, match="equality of its own"):
        s2sad.grad(of_equal_objects)(0.7)


class Leaf:
    def __init__(self, value, children=()):
        self.value, self.children = value, list(children)


def tree_of_one_level(x):
    """What goes through the children of a node meets leaves, which have none."""
    root, nodes = Leaf(x, (Leaf(x * x), Leaf(2.0 * x))), []

    def visit(node):
        if node not in nodes:
            for child in node.children:
                visit(child)
            nodes.append(node)

    visit(root)
    return sum([node.value for node in nodes])


def test_leaves():
    assert s2sad.grad(tree_of_one_level)(0.7) == pytest.approx(2.0 * 0.7 + 3.0)


class Place:
    def __init__(self, number):
        self.number = number


def of_constants(x):
    """Objects in which nothing varies are told apart as well."""
    a, b, c = Place(1), Place(1), Place(1)
    return x * (2.0 if a in [a, b] else 1.0) * (3.0 if c in [a, b] else 1.0) * (5.0 if b in {a, b} else 1.0)


def test_objects_in_which_nothing_varies():
    assert s2sad.grad(of_constants)(0.7) == pytest.approx(10.0)
