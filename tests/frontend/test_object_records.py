"""Objects in containers are records."""

import pytest


class Node:
    def __init__(self, value, following=None):
        self.value, self.following = value, following


def chain(x):
    last = None
    for k in range(3):
        last = Node(x * k, last)
    total = 0.0
    while last is not None:
        total = total * x + last.value
        last = last.following
    return total


def written_in_a_list(x):
    nodes = [Node(x * k) for k in range(3)]
    for k, node in enumerate(nodes):
        node.value *= k + x
    return nodes[0].value + nodes[2].value


def one_object_by_two_names(x):
    node = Node(x)
    held = [node, node]
    held[0].value = x * x
    return held[1].value * node.value


def is_the_same(x):
    first, second = Node(x), Node(x)
    held = [first, second]
    return x if held[0] is first and held[1] is not first else 2.0 * x


@pytest.mark.parametrize("f", [chain, written_in_a_list, one_object_by_two_names, is_the_same])
def test_records_hold_what_objects_hold(same, f):
    same(f, (0.7,), (-1.5,))
