"""Entries that make and read containers, which are followed where they are written."""

import pytest


def spread(x):
    xs = [x, 2.0]
    xs[1] = x * x
    first, *rest = xs + [3.0]
    return first * rest[0] + len(rest)


def summed(x):
    xs = [x * k for k in range(3)]
    xs[0] = 1.0
    return sum(xs) + max(xs)


def sorted_by_hand(x):
    xs = [x, 0.2, x * x]
    for i in range(3):
        for j in range(2 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs[0] + 2.0 * xs[1]


def an_object_or_a_number(x):
    xs = [None, x]
    xs[0] = x * 2.0
    return xs[0] * xs[1]


@pytest.mark.parametrize("f", [spread, summed, sorted_by_hand, an_object_or_a_number])
def test_items_are_what_was_put_there(same, f):
    same(f, (0.7,), (-1.5,), (0.1,))
