"""Loops as Python runs them: Numba takes seconds for each, and their text is the same."""

from __future__ import annotations

import contextlib
import copy
import functools
import re
from typing import Any

import numpy as np
import pytest

import s2sad
from s2sad.loops import numba_module
from s2sad.loops.numba_module import NumbaModule
from s2sad.trees import filled, is_numeric, leaves


class NeverRaised(Exception):
    """Stands for the errors of Numba."""


def as_python(module: NumbaModule) -> Any:
    """The function of the text without Numba's decorators."""
    names: dict[str, Any] = {"prange": range, "objmode": contextlib.nullcontext}
    text = re.sub(r"^(from numba import njit.*|@njit\(.*\))\n", "", module.text, flags=re.MULTILINE)
    exec(compile(text, "<loops>", "exec"), names)
    return names[module.module.main.name]


@pytest.fixture
def in_python(monkeypatch):
    compiled = functools.cached_property(as_python)
    compiled.__set_name__(NumbaModule, "compiled")
    monkeypatch.setattr(NumbaModule, "compiled", compiled)
    monkeypatch.setattr(numba_module, "errors", lambda: (NeverRaised,))


@pytest.fixture
def check(in_python):
    """Checks a compiled gradient by arguments of any structure against central differences."""
    return check_gradient


@pytest.fixture
def check_sizes(in_python):
    """Checks the compiled gradient of a function of two arrays, and of a number of steps, against the uncompiled one, for several sizes."""
    return check_gradient_of_sizes


def check_gradient_of_sizes(fun, one, other):
    compiled, plain = s2sad.grad(fun, (0, 1), jit=True), s2sad.grad(fun, (0, 1))
    for n in (6, 4, 3, 2):
        for steps in (3, 1, 0):
            given = one[:n].copy(), other[:n].copy(), steps
            for found, wanted in zip(compiled(*given), plain(*given)):
                np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-13)


def check_gradient(fun, *args):
    argnums = tuple(range(len(args)))
    before = copy.deepcopy(args)
    value, gradient = s2sad.value_and_grad(fun, argnums, jit=True)(*args)
    assert value == pytest.approx(fun(*copy.deepcopy(before)), rel=1e-12)
    for place, found in zip(argnums, gradient):
        assert type(found) is type(args[place]) or isinstance(found, float)
        check_leaves(fun, before, place, found)
    assert repr(args) == repr(before)


def check_leaves(fun, args, place, found):
    given, bars = leaves(args[place]), leaves(found)
    assert [leaf.path for leaf in given] == [leaf.path for leaf in bars]
    for number, (leaf, bar) in enumerate(zip(given, bars)):
        if not is_numeric(leaf.value):
            continue
        wanted = [difference(fun, args, place, number, unit) for unit in units(leaf.value)]
        assert np.shape(bar.value) == np.shape(leaf.value)
        assert np.ravel(bar.value) == pytest.approx(np.array(wanted), rel=1e-6, abs=1e-7)


def units(leaf):
    if not isinstance(leaf, np.ndarray):
        return [1.0]
    return [each.reshape(leaf.shape) for each in np.eye(leaf.size)]


def difference(fun, args, place, number, unit, step=1e-6):
    """The central difference by one leaf of an argument, along a direction."""
    ends = []
    for sign in (1, -1):
        moved = copy.deepcopy(list(args))
        values = [leaf.value for leaf in leaves(moved[place])]
        values[number] = values[number] + sign * step * unit
        moved[place] = filled(moved[place], values)
        ends.append(fun(*moved))
    return (ends[0] - ends[1]) / (2 * step)
