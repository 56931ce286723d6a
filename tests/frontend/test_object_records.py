"""Objects in containers are records."""

from typing import NamedTuple

import pytest

import s2sad


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


class Mass:
    def __init__(self, m, x, v):
        self.m, self.x, self.v = m, x, v


def by_places(m, n):
    masses = [Mass(m, 0.0, 0.3), Mass(1.0, 1.0, m), Mass(0.5, 2.5, -0.7)]
    for _ in range(n):
        for i in range(len(masses)):
            for j in range(i + 1, len(masses)):
                one, other = masses[i], masses[j]
                force = one.m * other.m * (other.x - one.x)
                one.v += 0.1 * force / one.m
                other.v -= 0.1 * force / other.m
        for each in masses:
            each.x += 0.1 * each.v
    return sum(each.m * each.v**2 for each in masses)


def of_two_classes(x):
    class Other(Mass):
        pass

    masses = [Mass(x, 1.0, x), Other(2.0, x, 0.5)]
    for i in range(4):
        masses[i % 2].v += masses[i - i % 2 - 1 if i else 0].x * x if i < 2 else x
    return masses[0].v * masses[1].v


def test_objects_that_are_asked_for_by_places_have_columns(same):
    same(by_places, (0.7, 3), (1.5, 0))
    gradient, h = s2sad.grad(by_places), 1e-6
    slope = (by_places(0.7 + h, 3) - by_places(0.7 - h, 3)) / (2 * h)
    assert gradient(0.7, 3) == pytest.approx(slope, rel=1e-8)
    assert "masses_x" in gradient.source and "{}" not in gradient.source


def test_objects_of_two_classes_by_places(same):
    same(of_two_classes, (0.7,), (-1.5,))


class Masses:
    def __init__(self, masses):
        self.masses = masses

    def moved(self, dt):
        for i in range(len(self.masses)):
            one = self.masses[i]
            for j in range(len(self.masses)):
                if j != i:
                    one.v += dt * self.masses[j].m * (self.masses[j].x - one.x)
        for each in self.masses:
            each.x += dt * each.v


def sum_of(masses):
    total = 0.0
    for i in range(len(masses)):
        total += masses[i].m * masses[i].v ** 2
    return total


def handed_to_functions(m, n):
    system = Masses([Mass(m, 0.0, 0.1), Mass(1.0, 1.0, m), Mass(2.0, 3.0, 0.0)])
    for _ in range(n):
        system.moved(0.1)
    return sum_of(system.masses)


def test_a_list_of_objects_is_one_whatever_its_names(same):
    same(handed_to_functions, (0.7, 3))
    gradient, h = s2sad.grad(handed_to_functions), 1e-6
    slope = (handed_to_functions(0.7 + h, 3) - handed_to_functions(0.7 - h, 3)) / (2 * h)
    assert gradient(0.7, 3) == pytest.approx(slope, rel=1e-8)
    assert "masses_v" in gradient.source and "{}" not in gradient.source
