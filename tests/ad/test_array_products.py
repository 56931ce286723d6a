"""Partials times adjoints where arrays are broadcast: each adjoint has the shape of its primal, and the right sum."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.array_products import fills
from s2sad.analysis.lengths import number
from s2sad.ir.nodes import Const

SHAPES = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((2, 1), (3,)),
    ((3,), (2, 3)),
    ((1, 3), (2, 1)),
    ((2, 1, 3), (4, 1)),
    ((), (3,)),
]


def product(x, y):
    return np.sum(np.sin(x * y) * y)


def quotient(x, y):
    return np.sum(x / (2.0 + y))


def sums(x, y):
    return np.sum(np.sum(x + y, axis=0) ** 2)


def both_sides(x, y):
    return np.sum((x - y) * (x - y))


@pytest.mark.parametrize("function", [product, quotient, sums, both_sides])
@pytest.mark.parametrize("shapes", SHAPES)
def test_broadcasting(ad, function, shapes):
    x, y = (np.array(0.3 + 0.1 * np.arange(np.prod(shape, dtype=int)).reshape(shape)) for shape in shapes)
    by_x, by_y = s2sad.grad(function, (0, 1))(x, y)
    assert np.shape(by_x) == x.shape and np.shape(by_y) == y.shape
    assert by_x == pytest.approx(ad.slopes(lambda one: function(one, y), x), abs=1e-8)
    assert by_y == pytest.approx(ad.slopes(lambda one: function(x, one), y), abs=1e-8)


@pytest.mark.parametrize("axis", [0, 1, -1, None, (0, 1)])
def test_the_adjoint_of_a_sum_is_spread_by_the_product(ad, axis):
    def function(u):
        return np.sum(np.sum(u * (u + 1.0), axis=axis) ** 2)

    u = np.arange(6.0).reshape(2, 3) / 7.0
    assert s2sad.grad(function)(u) == pytest.approx(ad.slopes(function, u), abs=1e-7)


def test_lengths_that_are_equal_need_no_sum_at_run_time():
    gradient = s2sad.grad(product, (0, 1))
    gradient(np.ones((2, 3)), np.ones(3))
    assert "unbroadcast" not in gradient.source
    assert "axis=0" in gradient.source


def banana(x):
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def test_the_adjoint_of_a_sum_is_a_number_also_where_it_is_used_twice(ad):
    gradient = s2sad.grad(banana)
    x = np.array([0.3, -1.2, 0.7, 1.9])
    assert gradient(x) == pytest.approx(ad.slopes(banana, x), rel=1e-7)
    assert "runtime" not in gradient.source


def weighted_columns(x, mu):
    return np.sum(np.sum(np.exp(x[:, None] - mu) * x[:, None], axis=0) ** 2)


def test_the_adjoint_of_a_sum_is_spread_by_a_column(ad):
    gradient = s2sad.grad(weighted_columns, 1)
    x, mu = np.array([0.3, -0.2, 0.7]), np.array([0.1, 0.4])
    assert gradient(x, mu) == pytest.approx(ad.slopes(lambda one: weighted_columns(x, one), mu), rel=1e-7)
    assert "unreduce" not in gradient.source and "[None, :]" in gradient.source


@pytest.mark.parametrize(
    ("shape", "axis", "whole", "expected"),
    [
        ((3, 1), 0, (3, 2), True),
        ((3, 1), 1, (3, 2), False),
        ((3,), 0, (3, 2), False),
        ((1, 2), 0, (3, 2), False),
        ((2,), 1, (3, 2), True),
        ((3, 2), None, (3, 2), False),
    ],
)
def test_what_fills_the_axis_of_a_sum(shape, axis, whole, expected):
    lengths = (tuple(map(number, shape)), tuple(map(number, whole)))
    assert fills(lengths[0], Const(axis), lengths[1]) is expected
