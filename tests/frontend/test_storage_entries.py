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


def a_tuple_of_lists_that_are_written(x):
    rows = tuple([x, x * k] for k in range(3))
    rows[1][0] = rows[2][1] * x
    first, *rest = rows
    first.append(rest[0][0])
    return sum(sum(row) for row in rows) * first[2]


def lists_within_lists_beside_one_that_is_written(x):
    rows = [[x, x * x] for _ in range(2)]
    rows[1][0] *= x
    tables = [rows, [[x, 0.2], [x**3]]]
    parts = [table[1:] or table for table in tables]
    parts[1][0].append(rows[1][0])
    return sum(v * v for table in tables for row in table for v in row)


@pytest.mark.parametrize(
    "f",
    [
        *(spread, summed, sorted_by_hand, an_object_or_a_number),
        *(a_tuple_of_lists_that_are_written, lists_within_lists_beside_one_that_is_written),
    ],
)
def test_items_are_what_was_put_there(same, f):
    same(f, (0.7,), (-1.5,), (0.1,))
