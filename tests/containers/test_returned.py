"""Containers that are written and returned: their cotangents have their structure."""

import pytest

import s2sad


def powers(x, keys):
    found = {}
    for i, key in enumerate(keys):
        found[key] = x ** (i + 1)
    return found


def nested(x):
    found = {"u": [x]}
    found["u"].append(x * x)
    found["w"] = [x, 2.0 * x]
    return found


def shifted(x):
    items = [x]
    items.insert(0, x * x)
    return items, 3.0 * x


def rows(x):
    table = [[0.0] * 2 for _ in range(2)]
    for i in range(2):
        table[i][i] = x ** (i + 1)
    return table


@pytest.mark.parametrize(
    ("function", "args", "cotangent", "expected"),
    [
        (powers, (2.0, ["a", "b"]), {"a": 1.0, "b": 10.0}, 41.0),
        (nested, (2.0,), {"u": [1.0, 10.0], "w": [100.0, 1000.0]}, 2141.0),
        (shifted, (2.0,), ([1.0, 10.0], 100.0), 314.0),
        (rows, (2.0,), [[1.0, 5.0], [7.0, 10.0]], 41.0),
    ],
)
def test_cotangents_of_what_is_returned(function, args, cotangent, expected):
    value, pullback = s2sad.vjp(function, *args)
    assert value == function(*args)
    assert pullback(cotangent)[0] == pytest.approx(expected)


def test_tangents_of_what_is_returned():
    assert s2sad.jvp(nested, (2.0,), (1.0,))[1] == {"u": [1.0, 4.0], "w": [1.0, 2.0]}
    assert s2sad.jvp(rows, (2.0,), (1.0,))[1] == [[1.0, 0.0], [0.0, 4.0]]
