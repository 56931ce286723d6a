"""Local partial derivatives, as formulas and numbers, against exact ones."""

import math

import numpy as np
import pytest

from s2sad.show.partials import local_derivative
from s2sad.show.running import Subject, lists_of


def locals_of(function, *args):
    lists = lists_of(Subject.of(function, args), "grad")
    nodes = [node for node in lists.main.body.entries if getattr(node, "targets", ())]
    return [(node, local_derivative(node, lists.context, lists.facts, lists.active)) for node in nodes]


@pytest.mark.parametrize(
    "function, args, slopes",
    [
        (lambda x, y: x * y, (2.0, 3.0), {"x": 3.0, "y": 2.0}),
        (lambda x, y: x / y, (2.0, 4.0), {"x": 0.25, "y": -0.125}),
        (lambda x, y: math.atan2(x, y), (3.0, 4.0), {"x": 4.0 / 25.0, "y": -3.0 / 25.0}),
        (lambda x: math.exp(x), (0.5,), {"x": math.exp(0.5)}),
        (lambda x, n: x**n, (2.0, 3), {"x": 12.0}),
    ],
)
def test_partials_at_a_point(function, args, slopes):
    ((node, local),) = [one for one in locals_of(function, *args) if one[1].partials]
    found = {one.by.name: one.at(list(args), function(*args)) for one in local.partials}
    assert found == pytest.approx(slopes)


def test_formulas():
    ((_, local),) = [one for one in locals_of(lambda x, y: x * y, 2.0, 3.0) if one[1].partials]
    assert [str(one.formula) for one in local.partials] == ["y", "x"]


def test_where_there_is_none():
    ((_, local),) = [one for one in locals_of(lambda x, y: x / y, 2.0, 4.0) if one[1].partials]
    assert local.partials[0].at([2.0, 0.0], 0.0) is None


def test_of_arrays_a_remark():
    remarks = [local.remark for _, local in locals_of(lambda x: np.sum(np.cumsum(x)), np.ones(3))]
    assert "linear" in remarks


def test_of_what_does_not_vary_there_is_nothing():
    found = locals_of(lambda x, n: x * (n + 1), 2.0, 3)
    assert [bool(local.partials) for _, local in found] == [False, True]
