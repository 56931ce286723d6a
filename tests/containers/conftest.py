"""All modes of a program that writes containers, against differences."""

import copy

import numpy as np
import pytest

import s2sad

RANDOM = np.random.default_rng(0)


def direction(arg):
    """A direction for an argument: a number, an array, or a list or dict of them."""
    if isinstance(arg, list):
        return [direction(item) for item in arg]
    if isinstance(arg, dict):
        return {key: direction(item) for key, item in arg.items()}
    return RANDOM.normal(size=arg.shape) if isinstance(arg, np.ndarray) else float(RANDOM.normal())


def moved(arg, along, h):
    if isinstance(arg, list):
        return [moved(*pair, h) for pair in zip(arg, along)]
    if isinstance(arg, dict):
        return {key: moved(item, along[key], h) for key, item in arg.items()}
    return arg + h * along


def flat(tree):
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, (list, tuple)):
        return np.concatenate([flat(item) for item in tree])
    return np.ravel(tree)


@pytest.fixture
def all_modes():
    return check_all_modes


def check_all_modes(function, args):
    h = 1e-6
    given = copy.deepcopy(args)
    along = tuple(map(direction, args))
    forth, back = ([moved(*pair, s) for pair in zip(args, along)] for s in (h, -h))
    gradient = s2sad.grad(function, tuple(range(len(args))))
    product = flat(gradient(*args)) @ flat(along)
    value, dot = s2sad.jvp(function, args, along)
    turned = flat(s2sad.hvp(function, args, along))
    curved = (flat(gradient(*forth)) - flat(gradient(*back))) / (2 * h)
    assert np.array_equal(flat(args), flat(given)), "the caller's containers stay as they were"
    slope = (function(*copy.deepcopy(forth)) - function(*copy.deepcopy(back))) / (2 * h)
    assert value == pytest.approx(function(*copy.deepcopy(args)), rel=1e-14)
    assert product == pytest.approx(slope, rel=1e-6)
    assert dot == pytest.approx(product, rel=1e-12)
    np.testing.assert_allclose(turned, curved, rtol=1e-4, atol=1e-5)
