"""Lists, dicts and deques that a call of their class makes, and that are written."""

import array
import collections
import copy

import numpy as np
import pytest

import s2sad


def from_keys(x):
    table = dict.fromkeys(["a", "b"], 0.0)
    table["a"] += x
    return table["a"] * x + table["b"]


def at_most_two(x):
    last = collections.deque([x], maxlen=2)
    for k in range(3):
        last.append(x * k)
    return last[0] * last[1] + len(last)


def with_defaults(x):
    table = collections.defaultdict(lambda: x)
    table["a"] *= x
    return table["a"] + table["b"]


def copied(x):
    inner = [[x, 1.0]]
    other = copy.deepcopy(inner)
    other[0][0] = 5.0
    return inner[0][0] * other[0][0]


def from_pairs(x):
    table = dict([("a", x), ("b", 2.0)], c=x * x)
    table["a"] = x**3
    return table["a"] + table["b"] * table["c"]


def counted(x):
    table = collections.OrderedDict()
    table["z"] = x
    table["a"] = x * x
    table.move_to_end("z")
    return list(table.values())


@pytest.mark.parametrize("f", [from_keys, at_most_two, with_defaults, copied, from_pairs, counted])
def test_they_are_what_python_makes(same, f):
    same(f, (0.7,), (-1.5,))


def lists_by_name(x, y):
    table = dict(p=[x, y])
    other = dict(table)
    other["p"][0] = y * y
    return table["p"][0] * x


def named(**items):
    items["p"][0] *= items["q"]
    items["p"].append(items["q"])
    return items["p"][0] * len(items["p"])


def lists_passed_by_name(x, y):
    return named(p=[x, y], q=y) * x


@pytest.mark.parametrize("function", [lists_by_name, lists_passed_by_name])
def test_a_list_that_is_given_by_name_is_one_object(check, function):
    check(function, 1.3, 0.6)


def floats_of_items(x, y):
    a = array.array("d", [x, y, 2.0])
    a[2] = a[0] * a[1]
    a.append(x)
    return sum(a) * a[2]


def floats_that_are_filled(x, y):
    a = array.array("d", [0.0] * 3)
    for i in range(3):
        a[i] = x**i * (a[i - 1] if i else y)
    return a[2] + a[1]


@pytest.mark.parametrize("function", [floats_of_items, floats_that_are_filled])
def test_arrays_of_floats_are_lists(check, function):
    check(function, 1.3, 0.6)


def test_a_copy_of_a_dict_that_is_given_may_be_filled_in():
    def f(x, d):
        e = dict(d)
        e["v"] = x * x
        return e["v"] * e["n"]

    given = {"n": 3}
    assert s2sad.value_and_grad(f)(1.5, given) == (6.75, 9.0)
    assert given == {"n": 3}


def deeply_copied_arrays(x):
    first = x * 2.0
    rows = [first, first, x[::-1]]
    copied = copy.deepcopy(rows)
    copied[0][0] = 3.0
    first[1] = x[0] * x[1]
    return np.sum(rows[0] * copied[1]) + np.sum(copied[2] * rows[2])


def deeply_copied_rows(x):
    rows = [[x * 2.0], [x * x]]
    copied = copy.deepcopy(rows)
    copied[0][0][0] = 3.0
    return np.sum(rows[0][0]) * np.sum(copied[1][0])


def test_arrays_in_a_list_are_copied_deeply():
    x = np.array([0.3, -0.5, 0.8])
    v, step = np.array([0.4, 0.7, -0.2]), 1e-6
    value, gradient = s2sad.value_and_grad(deeply_copied_arrays)(x)
    assert value == pytest.approx(deeply_copied_arrays(x))
    moved = deeply_copied_arrays(x + step * v) - deeply_copied_arrays(x - step * v)
    assert gradient @ v == pytest.approx(moved / (2 * step), abs=1e-7)
    with pytest.raises(s2sad.UnsupportedSyntax, match="a deep copy of arrays"):
        s2sad.grad(deeply_copied_rows)(x)
