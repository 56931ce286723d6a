"""Deep copies hold one list in two places where what is copied does, and are apart from it."""

import copy
from typing import NamedTuple

import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax


class Pair:
    def __init__(self, one, other):
        self.one, self.other = one, other


class Row(NamedTuple):
    items: list
    rate: float = 2.0


def one_list_in_two_attributes(x, y):
    items = [x, y]
    pair = Pair(items, items)
    made = copy.deepcopy(pair)
    made.one[0] = y * y
    return made.other[0] * pair.one[0] + items[1]


def constants_in_two_attributes(x, y):
    items = [1.0, 2.0]
    made = copy.deepcopy(Pair(items, items))
    made.one[0] = x * y
    return made.other[0] * x + items[0]


def one_list_twice_in_a_tuple(x, y):
    items = [x, 2.0]
    both = (items, items)
    made = copy.deepcopy(both)
    made[0][1] = x * y
    return made[1][1] * both[1][1] + x


def grid_of_constants(x, y):
    grid = [[0.0] * 3 for _ in range(2)]
    made = copy.deepcopy(grid)
    made[0][1] = x * y
    made[1] = made[0]
    made[1][2] += x
    return made[0][1] * made[0][2] + grid[0][1] + y


def dict_of_constants(x, y):
    default = {"w": [0.5, 0.25], "k": [1.0]}
    made = copy.deepcopy(default)
    made["w"].insert(0, x)
    made["k"][0] *= y
    return made["w"][0] * made["k"][0] + default["w"][0] * x


def list_of_a_named_tuple(x, y):
    row = Row([x, y])
    made = copy.deepcopy(row)
    made.items[0] = y * y
    return row.items[0] * made.items[0] + made.rate * x


def two_lists_apart(x, y):
    pair = Pair([x, y], [y, x])
    made = copy.deepcopy(pair)
    made.one[0] = y
    pair.other[0] *= x
    return made.other[0] * pair.one[0] + made.one[0] * pair.other[0]


@pytest.mark.parametrize(
    "function",
    [
        one_list_in_two_attributes,
        constants_in_two_attributes,
        one_list_twice_in_a_tuple,
        grid_of_constants,
        dict_of_constants,
        list_of_a_named_tuple,
        two_lists_apart,
    ],
)
def test_copies_are_apart_and_share_what_is_shared(check, function):
    check(function, 1.3, 0.6)


def perhaps_one_list(x, y):
    one, other = [x, y], [y, x]
    made = copy.deepcopy(Pair(one, one if x > 1.0 else other))
    made.one[0] = y
    return made.other[0] * x


def test_what_may_be_one_list_is_refused_where_it_is_written():
    with pytest.raises(UnsupportedSyntax, match="in two places"):
        s2sad.grad(perhaps_one_list)(1.3, 0.6)


class Momentum:
    def __init__(self, rate):
        self.rate, self.velocity = rate, 0.0

    def step(self, value, slope):
        self.velocity = 0.5 * self.velocity + slope
        return value - self.rate * self.velocity


class Layer:
    def __init__(self, optimiser, weight):
        self.optimiser, self.weight = copy.copy(optimiser), weight

    def step(self):
        self.weight = self.optimiser.step(self.weight, self.weight**2)


def copied_into_listed_objects(rate):
    optimiser, layers = Momentum(rate), []
    for k in range(3):
        layers.append(Layer(optimiser, 1.0 + k))
    for _ in range(2):
        for layer in layers:
            layer.step()
    return sum(layer.weight for layer in layers) + optimiser.velocity


def copied_deeply_into_listed_objects(rate):
    optimiser, layers = Momentum(rate), []
    for k in range(3):
        layers.append(copy.deepcopy(Layer(optimiser, 1.0 + k)))
    optimiser.rate = 0.0
    for layer in layers:
        layer.step()
        layer.step()
    return sum(layer.weight for layer in layers)


@pytest.mark.parametrize("f", [copied_into_listed_objects, copied_deeply_into_listed_objects])
def test_copies_that_go_into_listed_objects(f):
    h = 1e-6
    wanted = (f(0.1 + h) - f(0.1 - h)) / (2 * h)
    assert s2sad.grad(f)(0.1) == pytest.approx(wanted, rel=1e-6)
    assert s2sad.jvp(f, (0.1,), (1.0,))[1] == pytest.approx(wanted, rel=1e-6)
