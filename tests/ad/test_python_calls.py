"""Calls of Python functions in the list get positional arguments alone where all have a place."""

import numpy as np
import pytest

import s2sad
from s2sad.ad.python_calls import with_keywords_in_place
from s2sad.ir.nodes import Const, Entry, Ref, Var


def _scaled(x, factor=2.0, power=1, *, shift=0.0):
    return factor * x**power + shift


def _call(*args, **kwargs):
    return Entry((Var("y"),), Ref("_scaled", _scaled), args, tuple(kwargs.items()))


def test_defaults_before_a_keyword_are_given():
    placed = with_keywords_in_place(_call(Var("x"), power=Const(3)), _scaled)
    assert placed == _call(Var("x"), Const(2.0), Const(3))


def test_what_has_no_place_stays_a_keyword():
    assert with_keywords_in_place(_call(Var("x"), shift=Const(3.0)), _scaled) is None


def _filled(a, b, dtype=float):
    out = np.empty(2, dtype=dtype)
    out[0] = a
    out[1] = b
    return out


def _layers(depth, angles):
    angles = np.array(angles)
    rows = np.zeros((3, 2))
    for i in range(1, 3):
        rows[i] = _filled(angles[i], angles[i - 1], dtype=float) * depth
    return {"rows": rows, "angles": angles, "depths": np.array([1.0, depth, 2.0])}


def _part(layer, data):
    first, second = data["rows"][layer]
    return first * second * data["angles"][layer] * data["depths"][layer]


def _whole(depth, angles):
    data = _layers(depth, angles)
    parts = np.zeros(3)
    for i in range(1, 3):
        parts[i] = _part(i, data)
    return np.sum(parts**2)


def test_a_call_with_a_keyword_is_differentiated_where_its_argument_is_active_by_what_it_is_kept_with():
    angles, h = [0.3, 0.5, 0.7], 1e-6
    expected = (_whole(1.5 + h, angles) - _whole(1.5 - h, angles)) / (2 * h)
    _, tangent = s2sad.jvp(_whole, (1.5, angles), (1.0, None))
    assert tangent == pytest.approx(expected, rel=1e-7)
    assert s2sad.grad(_whole)(1.5, angles) == pytest.approx(expected, rel=1e-7)
