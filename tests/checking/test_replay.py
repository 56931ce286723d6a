"""The adjoints of a whole list beside differences of what follows."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.checking.probe import Probe
from s2sad.checking.replay import first_wrong_adjoint
from s2sad.rules.declare import partials


def cube(x):
    return x * x * x


@partials(cube, at=[2.0])
def wrong(xp, x, *, out):
    return 2.0 * x * x


def f(x, y):
    a = x * y
    b = cube(a)
    c = math.sin(b)
    return c * y


def suspect(function, *args, rules=()):
    return first_wrong_adjoint(Probe.at(function, args, rules, None))


def test_the_first_value_on_the_way_back_whose_adjoint_is_wrong():
    found = suspect(f, 1.5, 0.8, rules=(wrong,))
    assert found.mismatch.what == "the adjoint of a_1" and found.location.text == "x * y"
    ratio = found.mismatch.found / found.mismatch.wanted
    assert ratio == pytest.approx(2.0 / 3.0, rel=1e-5)


@pytest.mark.parametrize(
    "function, args",
    [
        (f, (1.5, 0.8)),
        (lambda x: np.sum(np.tanh(x * 2.0) * x), (np.array([0.3, -0.4]),)),
        (lambda x: (x * 1j + 2.0).real * abs(x + 1j), (0.7,)),
    ],
)
def test_where_all_are_right_there_is_none(function, args):
    assert suspect(function, *args) is None


def test_what_is_overwritten_or_made_later_is_not_looked_at():
    def writing(x):
        y = x.copy()
        y[0] = cube(x[1])
        return np.sum(y)

    assert suspect(writing, np.array([1.0, 2.0]), rules=(wrong,)) is None
    assert suspect(lambda x: s2sad.grad(math.sin)(x) * x, 0.4) is None
