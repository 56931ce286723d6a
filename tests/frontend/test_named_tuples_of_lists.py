"""Lists and dicts that a named tuple holds are objects, which may be written."""

from collections import namedtuple
from typing import NamedTuple

import pytest

Plain = namedtuple("Plain", "items rate")


class Row(NamedTuple):
    items: list
    rate: float = 1.0


def written(x, y):
    row = Plain([x, y], 2.0)
    row.items[0] = y * y
    row.items.append(x)
    return row.items[0] * x + sum(row.items)


def of_constants(x, y):
    row = Row([0.0, 0.5])
    row.items[0] += x
    row.items[1] *= y * row.items[0]
    return row.items[1]


def of_a_dict(x, y):
    row = Row({"k": x}, 2.0)
    row.items["k"] = y * y
    row.items["m"] = x
    return row.items["k"] * x * row.items["m"]


def returned(x, y):
    def filled(row):
        row.items[0] = y * y
        return row

    return filled(Row([x, y])).items[0] * x


def replaced(x, y):
    row = Row([x])
    other = row._replace(rate=x)
    other.items.append(y)
    third = row._replace(items=[y])
    third.items[0] *= x
    return row.items[1] * other.rate * len(row.items) * third.items[0]


def in_a_list(x, y):
    rows = [Row([x]), Row([y])]
    rows[0].items[0] = y * x
    rows[1].items.append(rows[0].items[0])
    return sum(sum(row.items) for row in rows) * rows[1].items[1]


@pytest.mark.parametrize("function", [written, of_constants, of_a_dict, returned, replaced, in_a_list])
def test_writes_are_seen(check, function):
    check(function, 1.3, 0.6)
