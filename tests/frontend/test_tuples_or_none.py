"""Tuples that are None on some paths: variables, and a truth that tells whether they are there."""

import math
from typing import NamedTuple

import numpy as np
import pytest

import s2sad


class Hit(NamedTuple):
    t: float
    nx: float


def hit(r, x, angle):
    dx, dy = math.cos(angle), math.sin(angle)
    b = -x * dx - 0.3 * dy
    disc = b * b - (x * x + 0.09 - r * r)
    if disc < 0:
        return None
    t = -b - math.sqrt(disc)
    return t, (t * dx - x) / r


def unpacked(r, x):
    total, best = 0.0, None
    for k in range(5):
        found = hit(r, x, 0.1 * k)
        if found is None:
            continue
        t, n = found
        if best is None or t < best[0]:
            best = (t, n)
        total += t * n
    return total if best is None else total + best[0] * best[1]


def found_in_a_loop(r, x):
    def first(limit):
        for k in range(6):
            if r * k > limit:
                return k, r * k * x

    found = first(1.0)
    return found[0] * found[1] if found else x * r


def counted(r, x):
    found = hit(r, x, 0.0)
    return x * r if found is None else sum(found) * len(found)


def of_a_named_tuple(r, x):
    found = hit(r, x, 0.0)
    named = Hit(*found) if found is not None else None
    return named.t * named.nx if named is not None else x


def asked_for_its_class(r, x):
    found = hit(r, x, 0.0)
    return found[0] * x if isinstance(found, tuple) else r * r


def put_into_a_list(r, x):
    every = [hit(r, x, 0.2 * k) for k in range(5)]
    return sum(each[0] * each[1] for each in every if each is not None) + r * x


def joined_with_another(r, x):
    found = hit(r, x, 0.0)
    if found is not None:
        found = found + (r,)
        return found[0] * found[2]
    return x


def of_arrays(r, x):
    found = None
    for k in range(3):
        v = np.array([r, x]) * k
        if found is None or v[0] + 0.13 > found[1]:
            found = (v, v[0] * x)
    return np.sum(found[0] ** 2) * found[1]


def within_a_tuple(r, x):
    best, weight = None, 1.0
    for k in range(3):
        found = hit(r, x, 0.1 * k)
        best, weight = (found, weight * x) if found is not None else (best, weight)
    return best[0] * weight if best is not None else weight * r


def none_again(r, x):
    held = None
    for k in range(5):
        held = (r * k, x) if held is None else None
    return held[0] * held[1] if held is not None else x


def or_another(r, x):
    t, n = hit(r, x, 0.0) or (x, r)
    return t * n


PROGRAMS = (
    unpacked,
    found_in_a_loop,
    counted,
    of_a_named_tuple,
    asked_for_its_class,
    put_into_a_list,
    joined_with_another,
    of_arrays,
    within_a_tuple,
    none_again,
    or_another,
)
"""All but these become variables; these go where they have to be one object."""
AS_OBJECTS = (counted, put_into_a_list, joined_with_another, within_a_tuple, or_another)


def central(function, r, x, step=1e-6):
    by_r = function(r + step, x) - function(r - step, x)
    by_x = function(r, x + step) - function(r, x - step)
    return by_r / (2 * step), by_x / (2 * step)


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("point", [(0.7, 3.0), (0.1, 3.0), (1.3, 2.0)])
def test_all_modes(function, point):
    slopes = central(function, *point)
    gradient = s2sad.grad(function, (0, 1))
    assert gradient(*point) == pytest.approx(slopes, rel=1e-5, abs=1e-7)
    assert s2sad.jvp(function, point, (1.0, 0.0))[1] == pytest.approx(slopes[0], rel=1e-5, abs=1e-7)
    curvature = central(lambda r, x: gradient(r, x)[0], *point)
    assert s2sad.hvp(function, point, (1.0, 0.0)) == pytest.approx(curvature, rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("function", [f for f in PROGRAMS if f not in AS_OBJECTS], ids=lambda f: f.__name__)
def test_nothing_is_left_of_the_tuples(function):
    gradient = s2sad.grad(function, (0, 1))
    gradient(0.7, 3.0)
    assert "shadow_of" not in gradient.source and "accumulate" not in gradient.source


@pytest.mark.parametrize(
    "read, message",
    [
        (lambda found: found[0], "not subscriptable"),
        (lambda found: [t for t, n in [found]][0], "unpack"),
    ],
    ids=["index", "unpack"],
)
def test_none_is_an_error_as_in_the_function(read, message):
    with pytest.raises(TypeError, match=message):
        s2sad.grad(lambda r, x: read(hit(r, x, 1.5)) * x)(0.1, 3.0)


def test_what_failed_for_none_once_isn_t_asked_again():
    def function(r, x):
        found = hit(r, x, 0.0)
        return found[0] * found[1]

    gradient = s2sad.grad(function)
    gradient(0.7, 3.0)
    assert gradient.source.count("NoneType") == 1
