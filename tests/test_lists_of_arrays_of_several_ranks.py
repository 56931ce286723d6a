"""Lists of arrays that haven't all as many axes, as arguments: `[W, b]` is taken apart where its items are read one by one."""

import copy

import numpy as np
import pytest

import s2sad

R = np.random.default_rng(5).normal
PARAMS = [R(size=(2, 3)), R(size=3), R(size=(3, 2)), R(size=2)]
X, Y = R(size=(5, 2)), R(size=(5, 2))


def unpacked(params, x):
    W1, b1, W2, b2 = params
    h = np.tanh(x @ W1 + b1)
    return np.mean((h @ W2 + b2 - Y) ** 2)


def by_places(params, x):
    h = np.tanh(x @ params[0] + params[1])
    return np.mean((h @ params[2] + params[-1] - Y) ** 2)


def by_variable_places(params, x):
    for i in range(0, len(params), 2):
        x = np.tanh(x @ params[i] + params[i + 1])
    return np.sum(x)


def in_pairs(params, x):
    for W, b in zip(params[::2], params[1::2]):
        x = np.tanh(x @ W + b)
    return np.sum(x)


def written(params, x):
    params[1] = params[1] * 2.0
    return np.sum((x @ params[0] + params[1]) ** 2)


def grown(params, x):
    params.append(params[0] * 2.0)
    return np.sum((x @ params[4] + params[1]) ** 2)


def grown_by_a_function(params, x):
    put_in_front(params, params[1] * 2.0)
    return np.sum((x @ params[1] + params[0]) ** 2)


def put_in_front(items, item):
    items.insert(0, item)


def passed_on(params, x):
    return np.sum(layer(params, x) ** 2) + regularised(params)


def layer(params, x):
    return x @ params[0] + params[1]


def regularised(params):
    return sum(np.sum(p**2) for p in params)


def with_a_number(params, x):
    W, b, scale = params
    return np.sum((x @ W + b) ** 2) * scale


def under_two_names(params, x):
    other = params
    other[1] = other[1] + 1.0
    return np.sum((x @ params[0] + params[1]) ** 2)


def asked_for_its_class(params, x):
    if isinstance(params, tuple) or not isinstance(params, list):
        return 0.0 * np.sum(params[0])
    return np.sum(x @ params[0] + params[1]) * len(params)


def joined(params, x):
    both = params + [params[0] * 2.0]
    return np.sum(x @ both[-1] + both[1])


ALL = [
    *(unpacked, by_places, by_variable_places, in_pairs, written, grown, grown_by_a_function, passed_on),
    *(under_two_names, asked_for_its_class, joined),
]


def check(function, params):
    gradient = s2sad.grad(function)
    found = gradient(copy.deepcopy(params), X)
    assert type(found) is list and len(found) == len(params)
    directions = [R(size=np.shape(p)) for p in params]

    def slope(h):
        moved = [[p + s * h * d for p, d in zip(params, directions)] for s in (1, -1)]
        return (function(moved[0], X) - function(moved[1], X)) / (2 * h)

    expected = (4 * slope(1e-4) - slope(2e-4)) / 3
    assert sum(np.sum(g * d) for g, d in zip(found, directions)) == pytest.approx(expected, rel=1e-8)
    _, tangent = s2sad.jvp(function, (copy.deepcopy(params), X), (directions, None))
    assert tangent == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("function", ALL)
def test_gradients_and_tangents_are_those_of_differences(function):
    check(function, PARAMS)


def test_numbers_among_the_arrays():
    check(with_a_number, [PARAMS[0], PARAMS[1], 1.5])


@pytest.mark.parametrize("function", [unpacked, by_places])
def test_nothing_is_broadcast_where_the_shapes_say_all(function):
    gradient = s2sad.grad(function)
    gradient(PARAMS, X)
    assert "unbroadcast" not in gradient.source and "shadow" not in gradient.source


def test_the_gradient_takes_the_list_apart_as_the_function_does():
    gradient = s2sad.grad(unpacked)
    gradient(PARAMS, X)
    assert "W1, b1, W2, b2 = params\n" in gradient.source


def test_lists_of_other_ranks_get_code_of_their_own():
    def f(params):
        return np.sum(params[0] * params[1])

    gradient = s2sad.grad(f)
    first = gradient([np.ones((2, 3)), np.arange(3.0)])
    second = gradient([np.arange(3.0), np.ones((2, 3))])
    assert first[1].tolist() == [2.0, 2.0, 2.0] and second[0].tolist() == [2.0, 2.0, 2.0]
    assert first[0].shape == second[1].shape == (2, 3)
