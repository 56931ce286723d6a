"""Whose adjoint is wrong: the entry whose operation alone disagrees with differences."""

import math

import numpy as np
import pytest

from s2sad.checking.blame import suspect_in
from s2sad.checking.mismatch import Mismatch
from s2sad.checking.probe import Probe
from s2sad.rules.declare import partials


def cube(x):
    return x * x * x


def half(x):
    return 0.5 * x


@partials(cube, at=[2.0])
def wrong_cube(xp, x, *, out):
    return 2.0 * x * x


@partials(half, at=[2.0])
def right_half(xp, x, *, out):
    return 0.5


def f(x, y):
    a = x * y
    b = cube(a)
    c = half(math.sin(b))
    return c + a


def slopes_differ(probe):
    """The mismatch of the first partial derivative of a function of numbers."""
    _, found = probe.reverse(np.ones(1))
    step, args = 1e-6, list(probe.args)
    place = probe.active[0]
    ends = []
    for sign in (1.0, -1.0):
        args[place] = probe.args[place] + sign * step
        ends.append(float(probe.function(*args)))
    wanted = (ends[0] - ends[1]) / (2 * step)
    if abs(found[0] - wanted) < 1e-5 * max(1.0, abs(wanted)):
        return None
    return Mismatch("reverse", 1, "slope", float(found[0]), wanted, "differences")


def suspect(function, *args):
    return suspect_in(Probe.at(function, args, (wrong_cube, right_half), None), slopes_differ)


def test_the_entry_with_the_wrong_rule():
    found = suspect(f, 1.5, 0.8)
    assert found.entry.startswith("b") and "cube" in found.entry and "derivative rule of `" in found.advice
    assert found.location.text == "cube(a)"
    assert (found.mismatch.found, found.mismatch.wanted) == pytest.approx((2.0 * 1.44, 3.0 * 1.44), rel=1e-5)


def test_where_every_operation_is_right_there_is_none():
    assert suspect(lambda x, y: half(x) * math.exp(y), 1.5, 0.8) is None


def test_in_a_loop_it_is_the_last_call_that_is_wrong():
    def looped(x):
        for _ in range(3):
            x = cube(x) * 0.5
        return x

    found = suspect(looped, 1.1)
    x = 1.1
    for _ in range(2):
        x = cube(x) * 0.5
    assert found.mismatch.wanted == pytest.approx(3.0 * x * x, rel=1e-5)
