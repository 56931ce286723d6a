"""A name that is None first, and a number, pair, list, dict, array or object later; functions that return None or those."""

import numpy as np
import pytest


class Point:
    def __init__(self, a, b):
        self.a, self.b = a, b


def make_pair(x, i):
    return x * i, x + i


def make_list(x, i):
    return [x * i, x + i]


def make_dict(x, i):
    return {0: x * i, 1: x + i}


def make_array(x, i):
    return np.array([x * i, x + i])


MAKERS = [make_pair, make_list, make_dict, make_array]


@pytest.mark.parametrize("make", MAKERS)
def test_the_one_before(make, any_order):
    def f(x, n):
        before = None
        total = x * x
        for i in range(n):
            now = make(x, i)
            if before is not None:
                total = total + before[0] * now[1]
            before = now
        return total

    for n in (0, 1, 3):
        any_order(f, n)


@pytest.mark.parametrize("make", MAKERS)
def test_the_best(make, any_order):
    def f(x, n):
        best = None
        for i in range(n):
            v = make(x, (i - 1.5) ** 2)
            if best is None or v[0] < best[0]:
                best = v
        return x if best is None else best[0] * best[1]

    for n in (0, 1, 4):
        any_order(f, n)


@pytest.mark.parametrize("make", MAKERS)
def test_a_function_that_returns_none(make, any_order):
    def made(x, n):
        if n == 0:
            return None
        return make(x, n)

    def f(x, n):
        found = made(x, n)
        return x * 5 if found is None else found[0] * found[1]

    for n in (0, 1):
        any_order(f, n)


def sums(x, n):
    left = None
    for i in range(n):
        c = (x * i, x + i)
        if left is None:
            left = c
        else:
            left = (left[0] + c[0], left[1] * c[1])
    return x * x if left is None else left[0] * left[1]


def nested(x, n):
    state = None
    for i in range(n):
        state = (x, [x * x]) if state is None else (state[0] * x, [state[1][0] + i])
    return x if state is None else state[0] * state[1][0]


def objects(x, n):
    before, total = None, x
    for i in range(n):
        now = Point(x * i, x)
        if before is not None:
            total = total + before.a * now.b
        before = now
    return total


def chain(x, n):
    node = None
    for i in range(n):
        node = (x * i, node)
    total = x
    while node is not None:
        total = total + node[0] * x
        node = node[1]
    return total


def back_to_none(x, n):
    found = None if n == 0 else (x, x * x)
    total = x
    for i in range(3):
        if found is not None:
            total = total + found[0] * found[1]
        found = (x * i, x) if i != 1 else None
    return total


def unpacked(x, n):
    a, b = (x, x * x) if n else (None, None)
    return x * 5 if a is None else a * b


def caught(x, n):
    try:
        found = (x, x * x) if n else None
        return found[0] * found[1]
    except TypeError:
        return x * 7


def rows(x, n):
    table = [None] * 3
    for i in range(n):
        table[i] = (x * i, x)
    return sum(row[0] * row[1] for row in table if row is not None) + x


def three_kinds(x, n):
    found = None if n == 0 else (x * x if n == 1 else [x, x * x])
    if found is None:
        return x
    return found[0] * found[1] if isinstance(found, list) else found * 3


@pytest.mark.parametrize(
    "f", [sums, nested, objects, chain, back_to_none, unpacked, caught, rows, three_kinds]
)
def test_none_first(f, any_order):
    for n in (0, 1, 3):
        any_order(f, n)
