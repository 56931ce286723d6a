"""Small things that classes do, in all modes against differences."""

import enum
import functools
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


class Arrow:
    """Its `*` has no answer but for numbers and arrows; what is written to it makes the paths meet."""

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            return Arrow(self.a * other, self.b * other)
        if isinstance(other, Arrow):
            return self.a * other.a + self.b * other.b
        return NotImplemented

    __rmul__ = __mul__


def operators_without_an_answer(x, y):
    arrow = Arrow(x, y)
    arrow.a += 1.0
    scaled = 2.0 * arrow * y
    scaled.a *= x
    return arrow * scaled + scaled * scaled


class Table:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def __matmul__(self, other):
        return Table(
            [[sum(map(operator.mul, row, column)) for column in zip(*other.rows)] for row in self.rows]
        )

    def __pow__(self, n):
        return self if n == 1 else self @ self ** (n - 1)


def reduced_tables(x, y):
    table = Table([[x, 1.0], [0.2, y]])
    table.rows[0][1] *= y
    product = functools.reduce(operator.matmul, [table, table])
    return product.rows[0][1] * (table**2).rows[1][0]


class Number:
    def __init__(self, value):
        self.value = value


class Sum:
    def __init__(self, *parts):
        self.parts = parts


class Evaluator:
    def visit(self, node):
        method = getattr(self, "visit_" + type(node).__name__, None)
        if method is None:
            raise TypeError(f"no method for {type(node).__name__}")
        return method(node)

    def visit_Number(self, node):
        return node.value**2

    def visit_Sum(self, node):
        return sum(getattr(self, f"visit_{type(part).__name__}")(part) for part in node.parts)


def visitors(x, y):
    return Evaluator().visit(Sum(Number(x), Number(x * y), Sum(Number(y))))


def ranks_that_start_equal(x, y):
    links = {"a": ["b", "c"], "b": ["c"], "c": ["a"]}
    ranks = dict.fromkeys(links, 0.3)
    for _ in range(2):
        new = {name: 1.0 - x for name in links}
        for name, others in links.items():
            for other in others:
                new[other] += x * y * ranks[name]
        ranks = new
    return ranks["a"] * ranks["c"]


class Holder:
    def __init__(self, value, table):
        self.value, self.table = value, table

    def scaled(self):
        for each in self.table.values():
            yield each * self.value


class OtherHolder(Holder):
    pass


def dicts_of_known_keys_and_others(x, y):
    one, other = Holder(x, {"a": y}), OtherHolder(y, {"a": x * y})
    if x > y:
        other.table["c"] = 0.5 * x
    else:
        one, other = other, one
    return one.table["a"] * other.value


def gone_through_while_it_changes(x, y):
    one, other = Holder(x, {"a": y, "b": x}), OtherHolder(y, {"a": x * y})
    chosen = one if x > y else other
    for each in chosen.scaled():
        chosen.value *= each
    return chosen.value


def test_generators_of_one_of_several_objects_may_not_see_changes():
    with pytest.raises(s2sad.DifferentiationError, match="depends on what changes"):
        s2sad.grad(gone_through_while_it_changes)(1.3, 0.4)


CASES = [
    (dicts_of_known_keys_and_others, (1.3, 0.4)),
    (visitors, (1.3, 0.4)),
    (ranks_that_start_equal, (0.8, 0.4)),
    (operators_without_an_answer, (1.3, 0.4)),
    (reduced_tables, (1.3, 0.4)),
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
