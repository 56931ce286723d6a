"""One program in all modes: reverse against forward against differences, and forward over reverse."""

import copy
import linecache

import numpy as np
import pytest

import s2sad

WIDTH = 1e-6
LARGEST = 1e6


class NearKink(Exception):
    """Differences say nothing here: a kink or a jump is near, or numbers get too large."""


def loaded(text, name, space):
    """The names of a module of this text; its source can be read as that of a file."""
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space = {"__name__": "random_program", **space}
    exec(compile(text, name, "exec"), space)
    return space


def moved(point, direction, step):
    return [copy.deepcopy(x) if d is None else x + step * d for x, d in zip(point, direction, strict=True)]


def slope(f, point, direction, step=WIDTH):
    ends = [f(*moved(point, direction, way * step)) for way in (1.0, -1.0)]
    return (ends[0] - ends[1]) / (2 * step)


def smooth_slope(f, point, direction):
    """The slope by differences, if those of two widths agree."""
    with np.errstate(all="ignore"):
        try:
            one, other = slope(f, point, direction), slope(f, point, direction, 3 * WIDTH)
        except (ArithmeticError, ValueError) as error:
            raise NearKink from error
    if not np.isfinite(one) or abs(one) > LARGEST or abs(one - other) > 1e-4 * (1 + abs(one)):
        raise NearKink
    return one


def along(gradient, direction):
    return sum(np.sum(g * d) for g, d in zip(gradient, direction, strict=True))


def check_all_modes(f, point, direction, text, rounding=0.0):
    """Fails where a mode is wrong; `direction` has None for what isn't differentiated. Raises NearKink.

    Values are the same to the bit, or to `rounding`.
    """
    wrt = tuple(i for i, d in enumerate(direction) if d is not None)
    ways = [d for d in direction if d is not None]
    expected = smooth_slope(f, point, direction)
    near = {"rel": 1e-4, "abs": 1e-4}
    before = copy.deepcopy(point)
    derivative = s2sad.value_and_grad(f, wrt)
    value, gradient = derivative(*point)
    assert value == pytest.approx(f(*copy.deepcopy(point)), rel=rounding, abs=0.0), text
    assert along(gradient, ways) == pytest.approx(expected, **near), text
    assert s2sad.jvp(f, point, direction)[1] == pytest.approx(expected, **near), text
    check_second_order(f, lambda *at: derivative(*at)[1], point, direction, text)
    for given, kept in zip(point, before, strict=True):
        assert not isinstance(given, np.ndarray) or np.array_equal(given, kept), text


def check_second_order(f, gradient, point, direction, text):
    """The product of the Hessian against differences of the gradient."""
    at, ways = (tuple(gradient(*moved(point, direction, way * WIDTH))) for way in (1.0, -1.0)), direction
    differences = [(one - other) / (2 * WIDTH) for one, other in zip(*at, strict=True)]
    scale = 1 + max(np.max(np.abs(d), initial=0.0) for d in differences)
    products = [p for p, d in zip(s2sad.hvp(f, point, ways), direction, strict=True) if d is not None]
    for product, difference in zip(products, differences, strict=True):
        np.testing.assert_allclose(product, difference, rtol=1e-3, atol=1e-3 * scale, err_msg=text)
