"""Objects in containers are records."""

from typing import NamedTuple

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


class Point(NamedTuple):
    x: float
    y: float

    def __sub__(self, other):
        return Point(self.x - other.x, self.y - other.y)

    def dot(self, other):
        return self.x * other.x + self.y * other.y


class Ball:
    def __init__(self, centre, radius):
        self.centre = centre
        self.radius = radius

    def distance(self, p):
        d = p - self.centre
        return d.dot(d) * self.radius


def named_tuples_within(x):
    balls = []
    for k in range(3):
        balls.append(Ball(Point(x, k * x), 2.0 + x))
    balls[0].centre = Point(x * x, 1.0)
    return sum(ball.distance(Point(0.5, x)) for ball in balls)


def test_named_tuples_in_objects_in_lists(same):
    same(named_tuples_within, (1.5,))
