"""Iterators of the user's own, and objects that give their items by their places: whatever goes through them."""

import functools
import itertools
import math
import operator
import statistics
import sys

import pytest

import s2sad


class Steps:
    def __init__(self, x, n):
        self.x, self.n = x, n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        self.x = math.sin(self.x) + 0.1
        return self.x * (self.n + 1)


class Path:
    """Makes an iterator anew each time."""

    def __init__(self, x):
        self.x = x

    def __iter__(self):
        return Steps(self.x, 4)


class Multiples:
    """Has no `__iter__`."""

    def __init__(self, x):
        self.x = x

    def __getitem__(self, i):
        if i >= 4:
            raise IndexError(i)
        return self.x * i


def looped(x):
    total = 0.0
    for i, v in enumerate(Steps(x, 4)):
        if i == 3:
            break
        total += v * x * i
    return total


def taken_one_by_one(x):
    steps = Steps(x, 4)
    first, second = next(steps), next(steps, 0.0)
    rest = sum(steps)
    return first * second + rest + next(steps, x)


def until_stop_iteration(x):
    steps, total = Steps(x, 3), 0.0
    while True:
        try:
            v = next(steps)
        except StopIteration:
            break
        total += v * v
    return total


def gone_on_with(x):
    steps, total = iter(Steps(x, 5)), 0.0
    for v in steps:
        total += v * x
        if total > 2.0:
            break
    for v in steps:
        total += v * v
    return total


def of_one_of_two(x, n):
    steps = [Steps(x, 3), Countdown(x, 2)][n]
    return next(steps) * next(steps)


class Countdown(Steps):
    def __next__(self):
        return 2.0 * super().__next__()


@pytest.mark.parametrize(
    ("function", "args"),
    [
        (looped, (1.1,)),
        (taken_one_by_one, (1.1,)),
        (until_stop_iteration, (1.1,)),
        (gone_on_with, (1.1,)),
        (of_one_of_two, (1.1, 0)),
        (of_one_of_two, (1.1, 1)),
    ],
)
def test_iterators(function, args):
    s2sad.check_grads(function, args)


USES = {
    "sum": sum,
    "islice": lambda items: sum(itertools.islice(items, 2)),
    "accumulate": lambda items: sum(itertools.accumulate(items)),
    "pairwise": lambda items: sum(a * b for a, b in itertools.pairwise(items)),
    "combinations": lambda items: sum(a * b for a, b in itertools.combinations(items, 2)),
    "chain": lambda items: sum(itertools.chain([1.0], items)),
    "map": lambda items: sum(map(lambda v: v * v, items)),
    "zip": lambda items: sum(a * b for a, b in zip(items, [1.0, 2.0, 3.0])),
    "reduce": lambda items: functools.reduce(operator.add, items),
    "reduce from": lambda items: functools.reduce(lambda a, v: a * v + 1.0, items, 1.0),
    "spread into a call": lambda items: math.hypot(*items),
    "spread into a list": lambda items: sum([*items, 2.0]),
    "taken apart": lambda items: (lambda first, *rest: first + 2.0 * sum(rest))(*items),
    "max": lambda items: max(items, default=0.0),
    "next": lambda items: next(v for v in items if v > 0.2),
}
if sys.version_info >= (3, 11):  # before, the function itself asks for a length
    USES["mean"] = lambda items: statistics.mean(items)


@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize("make", [Path, Multiples, lambda x: Steps(x, 4)], ids=["Path", "Multiples", "Steps"])
def test_what_goes_through_objects(make, use):
    s2sad.check_grads(lambda x: use(make(x)), (1.1,))
