"""Arrays without axes that are written in place: `a[...]` of one is a view, and `a[()]` a number."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent / "properties"))
from agreement import check_all_modes

X = np.array([0.3, 0.7, 1.2])


def sum_to_a_place(x):
    a = np.zeros(())
    np.sum(x, out=a)
    return a * a


def product_to_a_place(x):
    a = np.zeros(())
    np.dot(x, x, out=a)
    return np.sin(a)


def all_of_it(x):
    a = np.zeros(())
    a[...] = x[0] * x[1]
    return a * a


def its_number(x):
    a = np.zeros(())
    a[()] = x[0] * x[1]
    return a * a


def an_item_of_a_vector(x):
    a = np.zeros(3)
    b = a[0, ...]
    b[...] = x[0]
    return np.sum(a * a * x)


def item_of_a_table(x):
    a = np.ones((2, 3))
    a[1, ..., 2] = x[0]
    return np.sum(a * a * x)


def again_and_again(x):
    a = np.zeros(())
    for i in range(3):
        a[...] = a * x[0] + x[i]
        a[...] += x[i]
        a *= x[1]
    return a * x[1]


def several_views(x):
    a = np.zeros(3)
    for i in range(3):
        b = a[i, ...]
        b += x[i]
        b *= x[0]
        b[...] = b * 2.0
    return np.sum(a * x)


def made_of_a_number(x):
    a = np.array(x[0])
    a[...] *= x[0]
    return a * 2.0


PROGRAMS = (
    sum_to_a_place,
    product_to_a_place,
    all_of_it,
    its_number,
    an_item_of_a_vector,
    item_of_a_table,
    again_and_again,
    several_views,
    made_of_a_number,
)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_what_is_written(program):
    check_all_modes(program, (X,), (np.cos(X),), "")
