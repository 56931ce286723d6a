"""What the rules say at kinks and edges, where it is a convention."""

import math
import operator

import numpy as np
import pytest

from s2sad.rules.book import STANDARD
from s2sad.rules.declare import Partials, namespace_of, present
from s2sad.runtime.broadcasting import complex_power
from s2sad.runtime.operations import float_power, fractional_power, whole_power
from s2sad.runtime.special import digamma, length_of

INF, NAN = math.inf, math.nan

NUMBERS = [
    (abs, (0.0,), (0.0,)),
    (math.fabs, (-0.0,), (0.0,)),
    (math.copysign, (0.0, -2.0), (0.0, 0.0)),
    (operator.pow, (0.0, 0), (0.0, 0.0)),
    (operator.pow, (0.0, 1), (1.0, 0.0)),
    (operator.pow, (0.0, 2), (0.0, 0.0)),
    (operator.pow, (0, 2), (0.0, 0.0)),
    (operator.pow, (0.0, 3.5), (0.0, 0.0)),
    (operator.pow, (0.0, 0.5), (INF, 0.0)),
    (operator.pow, (2.0, 0.0), (0.0, math.log(2.0))),
    (operator.pow, (2, 0), (0.0, math.log(2.0))),
    (operator.pow, (-2.0, 2.0), (-4.0, NAN)),
    (operator.pow, (-2.0, -1), (-0.25, NAN)),
    (operator.pow, (-2, 3), (12.0, NAN)),
    (fractional_power, (0.0, 3.5), (0.0, 0.0)),
    (fractional_power, (0.0, 0.5), (INF, 0.0)),
    (fractional_power, (-2.0, 0.5), (NAN, NAN)),
    (fractional_power, (-2.0, 1.5), (NAN, NAN)),
    (whole_power, (0.0, 0), (0.0, 0.0)),
    (whole_power, (0.0, 1), (1.0, 0.0)),
    (whole_power, (0.0, 2), (0.0, 0.0)),
    (whole_power, (-2.0, 0), (0.0, NAN)),
    (whole_power, (-2.0, -1), (-0.25, NAN)),
    (float_power, (0.0, 0.0), (0.0, 0.0)),
    (float_power, (0.0, 1.0), (1.0, 0.0)),
    (float_power, (0.0, 3.5), (0.0, 0.0)),
    (float_power, (0.0, 0.5), (INF, 0.0)),
    (float_power, (-2.0, 0.0), (0.0, NAN)),
    (float_power, (-2.0, 2.0), (-4.0, NAN)),
    (float_power, (-2.0, -1.0), (-0.25, NAN)),
    (float_power, (-2.0, 2.5), (NAN, NAN)),
    (math.pow, (0.0, 0.0), (0.0, 0.0)),
    (math.pow, (0.0, 2.0), (0.0, 0.0)),
    (math.pow, (0.0, 0.5), (INF, 0.0)),
    (math.pow, (-2.0, 2.0), (-4.0, NAN)),
    (operator.mod, (4.0, 2.0), (1.0, -2.0)),
    (math.fmod, (6.3, 2.1), (1.0, -2.0)),
    (math.sqrt, (0.0,), (INF,)),
    (math.sqrt, (INF,), (0.0,)),
    (math.asin, (1.0,), (INF,)),
    (math.asin, (-1,), (INF,)),
    (math.acos, (1.0,), (-INF,)),
    (math.acosh, (1.0,), (INF,)),
    (math.atan2, (0.0, 0.0), (0.0, 0.0)),
    (math.atan2, (3e200, 4e200), (1.6e-201, -1.2e-201)),
    (math.atan2, (3e-200, 4e-200), (1.6e199, -1.2e199)),
    (math.hypot, (0.0,), (0.0,)),
    (math.hypot, (0.0, 0.0), (0.0, 0.0)),
    (math.hypot, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    (math.hypot, (3e200, 4e200), (0.6, 0.8)),
    (math.frexp, (0.0,), ((1.0, 0.0),)),
    (math.modf, (2.0,), ((1.0, 0.0),)),
    (divmod, (4.0, 2.0), ((0.0, 1.0), (0.0, -2.0))),
    (math.tanh, (800.0,), (0.0,)),
    (math.lgamma, (1e10,), (digamma(1e10),)),
    (complex.__pow__, (0j, 0.5), (INF, 0.0)),
]
CBRT = [(cbrt, (0.0,), (INF,)) for cbrt in present(math, "cbrt")]

ARRAYS = [
    (np.absolute, (0.0,), (0.0,)),
    (np.fabs, (0.0,), (0.0,)),
    (np.copysign, (0.0, -2.0), (0.0, 0.0)),
    (np.power, (0.0, 0.0), (0.0, 0.0)),
    (np.power, (0.0, 1.0), (1.0, 0.0)),
    (np.power, (0.0, 2.0), (0.0, 0.0)),
    (np.power, (0.0, 0.5), (INF, 0.0)),
    (np.power, (2.0, 0.0), (0.0, math.log(2.0))),
    (np.power, (-2.0, 2.0), (-4.0, NAN)),
    (np.sqrt, (0.0,), (INF,)),
    (np.cbrt, (0.0,), (INF,)),
    (np.arcsin, (1.0,), (INF,)),
    (np.arccos, (1.0,), (-INF,)),
    (np.arccosh, (1.0,), (INF,)),
    (np.arctan2, (0.0, 0.0), (0.0, 0.0)),
    (np.hypot, (0.0, 0.0), (0.0, 0.0)),
    (np.maximum, (2.0, 2.0), (0.5, 0.5)),
    (np.minimum, (2.0, 2.0), (0.5, 0.5)),
    (np.fmax, (1.0, NAN), (1.0, 0.0)),
    (np.heaviside, (0.0, 0.5), (0.0, 1.0)),
    (np.logaddexp, (-INF, 0.5), (0.0, 1.0)),
    (np.logaddexp, (-800.0, 800.0), (0.0, 1.0)),
    (complex_power, (0.0, 0.5), (INF, 0.0)),
]


@pytest.mark.parametrize(("function", "args", "expected"), NUMBERS + CBRT + ARRAYS)
def test_partials_at_kinks(function, args, expected):
    rule = STANDARD.lookup(function, len(args))
    with np.errstate(all="ignore"):
        found = rule.define(namespace_of(function), *args, out=function(*args))
    assert_same(found if len(args) > 1 else (found,), expected)


@pytest.mark.parametrize(("function", "args", "expected"), ARRAYS)
def test_partials_at_kinks_of_arrays(function, args, expected):
    rule = STANDARD.lookup(function, len(args))
    arrays = [np.array([x, x]) for x in args]
    with np.errstate(all="ignore"):
        found = rule.define(np, *arrays, out=function(*arrays))
    found = found if len(args) > 1 else (found,)
    assert_same([np.broadcast_to(partial, 2)[1] for partial in found], expected)


def assert_same(found, expected):
    for one, other in zip(found, expected, strict=True):
        if isinstance(other, tuple):
            assert one == other
        else:
            assert one == pytest.approx(other, rel=1e-12, abs=0.0, nan_ok=True)


def test_rules_with_an_infinite_partial_are_singular():
    infinite = {
        STANDARD.lookup(function, len(args))
        for function, args, expected in NUMBERS + CBRT + ARRAYS
        if INF in expected or -INF in expected
    }
    assert infinite == {
        rule for rule in STANDARD if isinstance(rule, Partials) and rule.singular and rule.functions
    }


def test_distance_of_equal_points():
    rule = STANDARD.lookup(math.dist, 2)
    assert rule.define([1.0, 2.0], (1.0, 2.0), out=0.0) == ([0.0, 0.0], [0.0, 0.0])


def test_many_coordinates_at_the_origin():
    assert STANDARD.lookup(length_of, 1).define([0.0, 0.0], out=0.0) == [0.0, 0.0]
