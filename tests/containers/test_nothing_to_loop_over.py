"""Loops over arguments that hold nothing: what they do is compiled, and never done."""

import collections

import pytest

import s2sad


def counted(x, names):
    sums = collections.defaultdict(float)
    for name in names:
        sums[name] += x * x
    return sum(sums.values()) + x


def read_afterwards(x, names):
    sums = collections.defaultdict(float)
    for name in names:
        sums[name] += x * x
    return sums["a"] * x


def with_get(x, names):
    sums = {}
    for name in names:
        sums[name] = sums.get(name, x) * x
    return sums.get("a", x)


def appended(x, names):
    lists = collections.defaultdict(list)
    for name in names:
        lists[name].append(x * x)
    return sum(lists["a"]) + x


@pytest.mark.parametrize("names", [[], (), {}, ["a"], ["a", "b", "a"]], ids=str)
@pytest.mark.parametrize("function", [counted, read_afterwards, with_get, appended])
def test_both_modes(function, names):
    x, h = 1.3, 1e-6
    slope = (function(x + h, names) - function(x - h, names)) / (2 * h)
    assert s2sad.grad(function)(x, names) == pytest.approx(slope, rel=1e-7)
    assert s2sad.jvp(function, (x, names), (1.0, None)) == pytest.approx(
        (function(x, names), slope), rel=1e-7
    )
