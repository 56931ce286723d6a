"""Arguments by name that say what a function does without them."""

import numpy as np
import pytest

import s2sad
from s2sad.frontend.default_keywords import without_defaults
from s2sad.ir.nodes import Const, Var


@pytest.mark.parametrize(
    ("function", "name", "value", "stays"),
    [
        (np.sum, "axis", None, False),
        (np.sum, "axis", 0, True),
        (np.sum, "keepdims", False, False),
        (np.mean, "keepdims", True, True),
        (np.concatenate, "axis", None, True),
        (np.sort, "axis", None, True),
    ],
)
def test_what_is_left_out(function, name, value, stays):
    assert bool(without_defaults(function, ((name, Const(value)),))) is stays


def test_variables_stay():
    named = (("axis", Var("k")), ("keepdims", Const(False)))
    assert without_defaults(np.sum, named) == (("axis", Var("k")),)


def variance(x):
    return np.var(x)


def of_columns(x):
    return np.sum(np.var(x, axis=0, ddof=1))


def test_a_variance_reads_as_a_person_writes_it():
    gradient = s2sad.grad(variance)
    x = np.array([0.3, 1.1, -0.4])
    assert gradient(x) == pytest.approx(2.0 * (x - x.mean()) / 3)
    assert "axis=None" not in gradient.source and "keepdims=False" not in gradient.source
    assert "count" not in gradient.source


def test_the_axis_stays_where_there_is_one():
    x = np.array([[0.3, 1.1], [-0.4, 0.2], [0.9, -0.5]])
    assert s2sad.grad(of_columns)(x) == pytest.approx(x - x.mean(axis=0))
