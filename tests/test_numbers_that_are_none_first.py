"""Numbers that are None until something is known: their adjoints are numbers, and `is None` asks the running program."""

import math

import numpy as np
import pytest

import s2sad


def central(function, x, step=1e-6):
    return (function(x + step) - function(x - step)) / (2 * step)


def smooth(x, a=0.3):
    last, total = None, 0.0
    for i in range(4):
        now = math.sin(x + i)
        last = now if last is None else a * now + (1 - a) * last
        total += last**2
    return total


def nearest(x):
    best = None
    for centre in (1.0, 2.0, 4.0):
        distance = (x - centre) ** 2 + 0.1 * centre
        if best is None or distance < best:
            best = distance
    return best * x if best is not None else x


def maybe(x):
    if x < 0:
        return None
    return math.sqrt(x)


def by_function(x):
    total = 0.0
    for shift in (-3.0, 0.5, 1.5):
        root = maybe(x + shift)
        if root is None:
            total -= x
        else:
            total += root * x
    return total


def forgotten(x):
    held, total = None, 0.0
    for i in range(5):
        if i % 2:
            held = x * i
        elif held is not None:
            total += held * held
            held = None
    return total if held is None else total + held


def in_the_same_place_as_an_int(x):
    held = None
    for i in range(3):
        held = i if held is None else held * x + i
    return held


PROGRAMS = (smooth, nearest, by_function, forgotten, in_the_same_place_as_an_int)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("x", [0.7, 2.3])
def test_all_modes(program, x):
    slope = central(program, x)
    assert s2sad.grad(program)(x) == pytest.approx(slope, rel=1e-6)
    assert s2sad.jvp(program, (x,), (1.0,))[1] == pytest.approx(slope, rel=1e-6)
    curvature = central(s2sad.grad(program), x)
    assert s2sad.hvp(program, (x,), (1.0,))[0] == pytest.approx(curvature, rel=1e-5, abs=1e-7)


@pytest.mark.parametrize("program", (smooth, nearest, by_function), ids=lambda f: f.__name__)
def test_adjoints_are_added_as_numbers(program):
    gradient = s2sad.grad(program)
    gradient(0.7)
    assert "accumulate" not in gradient.source


def test_what_stays_none_is_an_error_as_in_the_program():
    def nothing(x, n):
        held = None
        for _ in range(n):
            held = x
        return held + x

    assert s2sad.grad(nothing)(3.0, 1) == 2.0
    with pytest.raises(TypeError):
        s2sad.grad(nothing)(3.0, 0)


def test_of_numpy():
    def largest(xs):
        best = None
        for x in xs:
            if best is None or x > best:
                best = x
        return best**2

    assert np.array_equal(s2sad.grad(largest)(np.array([1.0, 3.0, 2.0])), [0.0, 6.0, 0.0])
