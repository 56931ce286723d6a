"""Derivatives of functions of real and complex arguments against central differences in both parts.

The adjoint z_bar of a complex z is such that a change dz changes the result by the real part of z_bar * dz.
"""

import numpy as np
import pytest

import s2sad

STEP = 1e-6


def units(x):
    """The directions in which an argument can move: along each item, and across it if that is complex."""
    for i in np.ndindex(np.shape(x)):
        for unit in (1.0, 1j) if np.iscomplexobj(x) else (1.0,):
            direction = np.zeros(np.shape(x), np.result_type(x, float))
            direction[i] = unit
            yield i, unit, direction if isinstance(x, np.ndarray) else direction[()].item()


def replaced(args, place, value):
    return (*args[:place], value, *args[place + 1 :])


def differences(function, args, place, step=STEP):
    """The gradient by one argument, by central differences."""
    x = args[place]
    found = np.zeros(np.shape(x), np.result_type(x, float))
    for i, unit, direction in units(x):
        plus = function(*replaced(args, place, x + step * direction))
        minus = function(*replaced(args, place, x - step * direction))
        change = (plus - minus) / (2.0 * step)
        found[i] += change if unit == 1.0 else -1j * change
    return found


def random_like(x, rng):
    found = rng.normal(size=np.shape(x))
    if np.iscomplexobj(x):
        found = found + 1j * rng.normal(size=np.shape(x))
    return np.asarray(found) if isinstance(x, np.ndarray) else found if np.shape(found) else type(x)(found)


def same(actual, expected, rel):
    __tracebackhide__ = True
    assert np.shape(actual) == np.shape(expected)
    scale = 1.0 + np.max(np.abs(expected), initial=0.0)
    assert np.asarray(actual) == pytest.approx(np.asarray(expected), rel=rel, abs=rel * scale)


def check_derivatives(function, args, second=True):
    """Gradient, tangent, and Hessian-vector product of a real function; real and complex arguments one at a time too."""
    __tracebackhide__ = True
    places = tuple(range(len(args)))
    rng = np.random.default_rng(0)
    directions = tuple(random_like(x, rng) for x in args)
    gradient = s2sad.grad(function, places)
    found = gradient(*args)
    expected = [differences(function, args, place) for place in places]
    for place in places:
        assert np.iscomplexobj(found[place]) == np.iscomplexobj(args[place])
        same(found[place], expected[place], 2e-6)
    if len({np.iscomplexobj(x) for x in args}) > 1:
        for place in places:
            alone = s2sad.grad(function, place)(*args)
            assert np.iscomplexobj(alone) == np.iscomplexobj(args[place])
            same(alone, expected[place], 2e-6)
    value, tangent = s2sad.jvp(function, args, directions)
    same(value, function(*args), 1e-12)
    assert not np.iscomplexobj(tangent)
    same(tangent, sum(np.sum(g * d).real for g, d in zip(expected, directions)), 2e-6)
    if second:
        product = s2sad.hvp(function, args, directions)
        product = product if len(args) > 1 else (product if isinstance(product, tuple) else (product,))
        plus, minus = (
            gradient(*[x + sign * STEP * d for x, d in zip(args, directions)]) for sign in (1.0, -1.0)
        )
        for x, own, p, m in zip(args, product, plus, minus):
            assert np.iscomplexobj(own) == np.iscomplexobj(x)
            same(own, (p - m) / (2.0 * STEP), 2e-5)
