"""Tuples whose length only the running program knows go to functions that are called, and are read elsewhere too."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "properties"))
from agreement import check_all_modes

X = np.array([0.3, 0.7])


def total(tree):
    if isinstance(tree, (tuple, list)):
        result = 0.0
        for i, item in enumerate(tree):
            result = result + total(item) * (i + 1)
        return result
    return np.sum(tree * tree)


def of_a_list(x):
    return total(tuple([x * k for k in range(1, 3)]))


def read_before(x):
    t = tuple([x * k for k in range(3)])
    s = np.sum(t[0] * t[1])
    for i in range(3):
        s += np.sum(t[i]) * i
    return s * total(t)


def beside_a_list(x):
    t = tuple([x * k for k in range(3)])
    items = list(t)
    items.append(x)
    return total(t) * total(items) + total(tuple(items))


def that_grows(x):
    t = tuple(v * v for v in x)
    for _ in range(2):
        t = t + (total(t),)
    return total(t)


def tuples_in_a_list(x):
    items = []
    for i in range(3):
        items.append(tuple([x * i, x]))
    return total(tuple(items)) * total(items)


def tuples_of_tuples(x):
    items = []
    for i in range(3):
        items.append(tuple([v * i for v in x]))
    return total(tuple(items)) * total([list(pair) for pair in items])


def in_other_orders(x):
    t = tuple(x)
    items = list(t)
    return total(tuple(reversed(items))) * total(tuple(sorted(items))) + total(tuple(zip(t, items))) * total(
        t
    )


def of_numpy(x):
    return total(np.gradient(np.outer(x, x), 0.5, 2.0)) + total(tuple(np.split(x, 2)))


PROGRAMS = (
    of_a_list,
    read_before,
    beside_a_list,
    that_grows,
    tuples_in_a_list,
    tuples_of_tuples,
    in_other_orders,
    of_numpy,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_tuples(program):
    check_all_modes(program, (X,), (np.cos(X),), "")
