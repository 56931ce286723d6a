"""Small programs as people write them, each for one thing that differentiating tools take or refuse."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np


class Program(NamedTuple):
    """A function of one argument, what it is there for, and a point."""

    title: str
    function: Callable[[Any], Any]
    point: float | np.ndarray


def data_dependent(a):
    x = a
    while abs(x * x - a) > 1e-12:
        x = 0.5 * (x + a / x)
    return x


def early(x):
    total = 0.0
    for k in range(1, 20):
        term = x**k / k
        if term < 1e-3:
            break
        total += term
    return total


def power(x, n=9):
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


def appended(x):
    values = [x]
    for _ in range(5):
        values.append(math.sin(values[-1]))
    return sum(values)


def stored(x):
    values = [0.0] * 5
    values[0] = x
    for i in range(1, 5):
        values[i] = x * values[i - 1]
    return values[4]


def sorted_in_place(x):
    values = [x, 2.0 - x, 3.0 * x]
    values.sort()
    return values[0] * values[2]


@dataclass
class Account:
    balance: Any

    def grow(self, rate):
        self.balance = self.balance * (1.0 + rate)


def with_object(rate):
    account = Account(100.0)
    for _ in range(3):
        account.grow(rate)
    return account.balance


def terms(x):
    for k in range(1, 6):
        yield x**k / k


def generated(x):
    return sum(terms(x))


def chosen(x):
    steps = [lambda y, k=k: y * y + k * x for k in range(3)]
    for step in steps:
        x = step(x)
    return x


def caught(x):
    try:
        return math.log(1.0 - x) * x if x < 1.0 else [0.0][1]
    except IndexError:
        return x * x


def formula(x):
    return np.sum(np.tanh(x) * np.exp(-x * x))


def slices(x):
    u = 1.0 * x
    for _ in range(10):
        u[1:-1] += 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)


def sweep(x):
    u = 1.0 * x
    for i in range(1, len(u)):
        u[i] = u[i] * u[i - 1]
    return np.sum(u)


def masked(x):
    u = np.sin(x)
    u[u > 0.5] = 0.0
    return np.sum(u * u)


def aliased(x):
    u = 1.0 * x
    part = u[1:3]
    part *= u[0]
    return np.sum(u * u)


def overwritten(x):
    x *= x
    return np.sum(x)


def plainly_mapped(x):
    return sum(v * v for v in x)


source = "def from_text(x):\n    return x * x * x\n"
namespace: dict[str, Any] = {}
exec(source, namespace)

_X = np.array([0.3, 0.9, 1.4, 0.7])
PROGRAMS = [
    Program("`while` with a condition on values", data_dependent, 2.0),
    Program("`for` with `break`", early, 0.5),
    Program("recursion", power, 1.1),
    Program("`try` and `except`", caught, 1.5),
    Program("a list that grows", appended, 0.7),
    Program("a list of which items are written", stored, 1.1),
    Program("a list that is sorted in place", sorted_in_place, 0.4),
    Program("an object with attributes that change", with_object, 0.05),
    Program("a generator function", generated, 0.5),
    Program("closures in a list", chosen, 0.6),
    Program("a function made by `exec`", namespace["from_text"], 1.2),
    Program("a formula of arrays", formula, _X),
    Program("a loop over the items of an array", plainly_mapped, _X),
    Program("slices that are written", slices, _X),
    Program("items that are written, each from the one before", sweep, _X),
    Program("writing by a mask", masked, _X),
    Program("writing through a view", aliased, _X),
    Program("overwriting the argument", overwritten, _X),
]
