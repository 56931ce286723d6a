"""Containers that can't be written are refused, at the line, with a way out that works."""

import collections
import math

import numpy as np
import pytest

import s2sad


def active_key(x):
    table = {}
    table[x] = 1.0  # here
    return table[x] * x


def counted(x):
    total = collections.Counter()
    total["a"] += x  # here
    return total["a"]


def list_or_number(x):
    items = x * x
    if x > 1.0:
        items = [x, x]
        items[0] *= 2.0
    return items  # here


OUTSIDE = []


def appended_outside(x):
    OUTSIDE.append(x)  # here
    return x * x


def of_other_classes(x):
    items = [x] if x > 1.0 else {0: x}
    items[0] = x * x  # here
    return items[0]


def method_without_meaning(x):
    ordered = collections.OrderedDict(a=x)
    ordered["b"] = x * x
    return ordered.popitem(last=False)[1]  # here


CASES = [
    (active_key, "key of a dict"),
    (counted, "isn't a list, dict or deque"),
    (list_or_number, "and elsewhere for something else"),
    (appended_outside, "OUTSIDE.append"),
    (of_other_classes, "isn't a list"),
    (method_without_meaning, "`popitem`"),
]


@pytest.mark.parametrize(("function", "reason"), CASES)
def test_refused(function, reason):
    with pytest.raises(s2sad.DifferentiationError) as found:
        s2sad.grad(function)(1.5)
    error = found.value
    assert reason in error.reason
    assert error.hint
    with open(__file__, encoding="utf-8") as file:
        assert file.read().splitlines()[error.location.line - 1].endswith("# here")


def fixed_memo(x):
    memo = {0: x, 1: x}
    for k in range(2, 6):
        memo[k] = memo[k - 1] + x * memo[k - 2]
    return memo[5]


def fixed_try(x):
    items = [x, -x]
    try:
        new = [math.log(item) for item in items]
    except ValueError:
        new = [*items, x]
    return sum(new)


def half_done(x):
    items = [x, -x]
    try:
        for i in range(2):
            items[i] = math.log(items[i])
    except ValueError:
        items.append(x)
    return sum(items)


def fixed_count(x):
    total = collections.defaultdict(float)
    total["a"] += x
    total["a"] *= x
    return total["a"]


def fixed_array(x):
    array = np.zeros(2)
    array[1] = x
    arrays = [array.copy()]
    arrays.append(x * arrays[0])
    arrays.reverse()
    return arrays[0][1]


@pytest.mark.parametrize("function", [fixed_memo, fixed_try, half_done, fixed_count, fixed_array])
def test_the_way_out(function, all_modes):
    all_modes(function, (1.5,))
