"""Small things that classes do, in all modes against differences."""

import enum
import math
import operator
import statistics
from typing import NamedTuple

import numpy as np
import pytest

import s2sad


class Dual:
    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __mul__(self, other):
        other = self._lifted(other)
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)

    def __add__(self, other):
        return Dual(self.value + self._lifted(other).value, self.slope + self._lifted(other).slope)

    __radd__, __rmul__ = __add__, __mul__

    @staticmethod
    def _lifted(other):
        return other if isinstance(other, Dual) else Dual(other)


def private_static_method(x):
    turned = 2.0 * Dual(x, 1.0) * Dual(x, 1.0) + 3
    return turned.slope * turned.value


class Chain:
    def __init__(self):
        self.first = None

    def put(self, value):
        self.first = (value, self.first)

    def __iter__(self):
        link = self.first
        while link is not None:
            value, link = link
            yield value


def summed_object(x):
    chain = Chain()
    chain.put(x)
    chain.put(x * x)
    return sum(chain) * max(list(chain))


class Point(NamedTuple):
    x: float
    y: float

    def norm(self):
        return math.hypot(*self)


def named_tuples_in_a_list(x):
    path = [Point(x, 1.0)]
    for _ in range(3):
        path.append(path[-1]._replace(y=path[-1].norm()))
    return path[-1].norm() + sum(point.y for point in path)


def spread_over_fields(x, y):
    return Point(*(v * v for v in [x, y])).norm() + math.hypot(*[x, y, x * y, 1.0])


class Op(enum.Enum):
    PLUS = "+"
    TIMES = "*"

    def apply(self, x, y):
        return x + y if self is Op.PLUS else x * y


def members_by_value(x, y):
    return Op("*").apply(Op("+").apply(x, y), x)


class Account:
    def __init__(self, value):
        self.value = value


def is_it_the_same(x):
    one, other = Account(x), Account(2.0 * x)
    chosen = one if x > 0.0 else other
    return 3.0 * chosen.value if chosen is one else 10.0 * chosen.value


def descriptive_statistics(xs):
    return (
        statistics.stdev(xs) * statistics.median(xs)
        + statistics.geometric_mean(xs)
        + statistics.linear_regression(xs, [x * x for x in xs]).slope
        + statistics.quantiles(xs, n=3)[1]
    )


def spread_into_functions_of_the_library(x, y):
    one, two = [v * y for v in [x]], [v + 1.0 for v in [x, y]]
    return math.sin(*one) + math.atan2(*two) + operator.mul(x, *one) + math.pow(*two)


class Ring:
    """A row of cells with ghosts at both ends."""

    def __init__(self, size):
        self.size = size
        self.cells = np.zeros(size + 2)

    @property
    def inside(self):
        return slice(1, 1 + self.size)

    def close(self):
        self.cells[slice(1)] = self.cells[-2:-1]
        self.cells[-1:] = self.cells[1:2]


def slices_as_properties(x):
    ring = Ring(4)
    ring.cells[ring.inside] = x * np.arange(1.0, 5.0)
    for _ in range(3):
        ring.close()
        cells = ring.cells
        ring.cells[ring.inside] -= 0.1 * cells[1:-1] * (cells[2:] - cells[:-2])
    return np.sum(ring.cells**2)


class Ball:
    def __init__(self, place):
        self.place = place
        self.asked = 0

    def time(self, speed):
        self.asked += 1
        return None if self.place < 0.0 else self.place * speed


def first_hit(balls, speed):
    best = None
    for ball in balls:
        time = ball.time(speed)
        if time is None:
            continue
        if best is None or time < best[0]:
            best = (time, ball)
    return best


def none_or_a_time_and_an_object(x):
    balls = [Ball(x), Ball(0.1), Ball(-1.0)]
    hit = first_hit(balls, x)
    if hit is None:
        return 7.0 * x
    time, ball = hit
    return time * ball.place * ball.asked


class Weighted:
    def __init__(self, **weights):
        self.__dict__.update(weights)
        self.count = len(weights)

    def weights(self):
        for name, value in vars(self).items():
            if name != "count":
                yield value


def attributes_by_vars(x):
    weighted = Weighted(a=x, b=x * x, c=2.0)
    return sum(w * w for w in weighted.weights()) * weighted.count


class Settings:
    def __init__(self, options, **given):
        for name, value in dict(gain=1.0, shift=0.5).items():
            setattr(self, name, given.get(name, value))
        for name, value in options.items():
            setattr(self, name, value)
        for name, value in given.items():
            setattr(self, name, value)

    def __call__(self, t):
        return self.gain * t + self.shift


def attributes_set_by_name(x):
    return Settings({}, gain=x)(x) * Settings({"shift": x * x}, gain=2.0)(x)


CASES = [
    (attributes_by_vars, (1.3,)),
    (attributes_set_by_name, (1.3,)),
    (none_or_a_time_and_an_object, (0.3,)),
    (none_or_a_time_and_an_object, (0.05,)),
    (slices_as_properties, (1.3,)),
    (spread_into_functions_of_the_library, (1.3, 0.4)),
    (private_static_method, (1.3,)),
    (summed_object, (1.3,)),
    (named_tuples_in_a_list, (1.3,)),
    (spread_over_fields, (1.3, 0.4)),
    (members_by_value, (1.3, 0.4)),
    (is_it_the_same, (1.3,)),
    (descriptive_statistics, ([1.3, 0.4, 2.0, 0.9],)),
]


@pytest.mark.parametrize(("function", "args"), CASES)
def test_all_modes(function, args):
    s2sad.check_grads(function, args)
