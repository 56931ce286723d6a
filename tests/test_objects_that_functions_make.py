"""Objects that functions, classes and managers make of constants, and that meet others: powers of numbers, scenes, timers."""

import math
from types import SimpleNamespace

import pytest

import s2sad


class Complex:
    def __init__(self, parts):
        self.parts = list(parts)

    @classmethod
    def one(cls):
        return cls([1.0, 0.0])

    def __matmul__(self, other):
        (a, b), (c, d) = self.parts, other.parts
        return Complex([a * c - b * d, a * d + b * c])

    def times(self, other):
        return self @ other

    def __add__(self, other):
        return Complex([a + b for a, b in zip(self.parts, other.parts)])


def unit():
    return Complex.one()


def geometric_series(x):
    """The first sum is of constants only."""
    a, term, total = Complex([x, 0.3]), unit(), Complex.one()
    for _ in range(3):
        term = term @ a
        total = total + term
    return total.parts[0] * total.parts[1]


def power(a, n):
    """What comes back isn't known until the function is lowered again, so its method and operators aren't either."""
    if n == 0:
        return Complex.one()
    half = power(a, n // 2)
    half = half.times(half)
    return half @ a if n % 2 else half


def recursive_power(x):
    a = Complex([x, 0.3])
    return power(a, 5).parts[1]


class Ball:
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return 4.0 * math.pi * self.radius**2


class Cube:
    def __init__(self, edge):
        self.edge = edge

    def area(self):
        return 6.0 * self.edge**2


class Scene:
    def __init__(self, scale):
        self.scale = scale
        self.solids = []

    def add(self, *solids):
        self.solids.extend(solids)
        return self


def solids_of_constants_among_others(x):
    scene = Scene(x).add(Ball(x), Cube(2.0))
    return sum(solid.area() * scene.scale for solid in scene.solids)


class Timer:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.spent = 0.0
        return self

    def tick(self, amount):
        self.spent += amount

    def __exit__(self, *error):
        self.log.append(self.spent)
        return False


def manager_with_a_state(x):
    log = []
    with Timer(log) as timer:
        timer.tick(x)
        timer.tick(x * x)
    return log[0] ** 2


class Vector:
    def __init__(self, x):
        self.x = x

    def __mul__(self, other):
        return Vector(self.x * other.x) if isinstance(other, Vector) else Vector(self.x * other)


def times_what_may_be_none_first(x):
    """Nothing is known of `first`, but that it is no vector, which the running program checks."""
    best = None
    for k in range(3):
        if best is None or x * k > best[0]:
            best = (x * (k + 1), k)
    first, _ = best
    return (Vector(x) * first * Vector(2.0)).x


def names_by_hand(x):
    state = SimpleNamespace(x=x, inner=SimpleNamespace(v=x * x))
    others = [SimpleNamespace(x=0.0, v=k * x) for k in range(2)]
    for other in others:
        other.x += other.v * state.inner.v
        state.inner.v = other.x + state.x
    state.sum = sum(other.x for other in others)
    return state.sum * state.inner.v


class Node:
    def __init__(self, key, value):
        self.key, self.value, self.left = key, value, None


def insert(node, key, value):
    if node is None:
        return Node(key, value)
    if key < node.key:
        node.left = insert(node.left, key, value)
    else:
        node.value += value
    return node


def total(node):
    return 0.0 if node is None else node.value + 2.0 * total(node.left)


def search_tree(x):
    root = None
    for key, value in ((5, x), (2, x * x), (5, x)):
        root = insert(root, key, value)
    return total(root) ** 2


class Version:
    def __init__(self, number, weight):
        self.number, self.weight = number, weight

    def __lt__(self, other):
        return self.number < other.number


def ordered_by_their_class(x):
    versions = [Version(x * (-1) ** k + k, k + 1.0) for k in range(3)]
    least, most = min(versions), max(Version(x, 1.0), Version(x * x, 2.0))
    last = sorted(versions, reverse=True)[0]
    versions.sort()
    return least.weight * last.number * most.number + versions[1].number


PROGRAMS = [
    search_tree,
    ordered_by_their_class,
    geometric_series,
    recursive_power,
    solids_of_constants_among_others,
    manager_with_a_state,
    times_what_may_be_none_first,
    names_by_hand,
]


@pytest.mark.parametrize("function", PROGRAMS)
def test_all_modes(function):
    s2sad.check_grads(function, (0.7,))


class Holder:
    """Neither followed nor refused: nothing that varies gets to it."""

    def __init__(self):
        self.calls = []


def holder():
    return Holder()


def test_what_meets_nothing_is_called_as_it_is():
    def counted(x):
        made = holder()
        made.calls.append(1)
        return x * len(made.calls)

    assert s2sad.grad(counted)(2.0) == 1.0
