"""Arrays that go into a container when they are complete: a copy does, which nobody can tell from them."""

import numpy as np
import pytest

import s2sad


def rows(x):
    found = []
    for i in range(3):
        t = np.zeros(2)
        t[0] = x[i]
        t[1] = x[i] * x[0]
        found.append(t)
    return np.sum(np.array(found) ** 2) + found[1][0]


def in_a_dict(x):
    t = np.zeros(2)
    t[0] = x[0] * x[1]
    held = {"a": t, "b": x}
    return held["a"][0] * held["b"][2]


def spread(x):
    t = x.copy()
    t[0] = x[1] * x[2]
    return np.sum(np.broadcast_to(t, (2, 3)) ** 2)


def written_before_only(x):
    t = x.copy()
    for i in range(2):
        t[i] *= x[2]
    pair = (t, x[0])
    return np.sum(pair[0] * pair[0]) * pair[1]


def written_after(x):
    t = x.copy()
    held = [t]
    t[0] = x[1] * x[2]
    return np.sum(held[0])


def written_as_an_item(x):
    t = x.copy()
    t[0] = x[1] * x[2]
    held = [t]
    held[0][1] = x[0]
    return np.sum(t)


@pytest.mark.parametrize(
    "function", [rows, in_a_dict, spread, written_before_only, written_after, written_as_an_item]
)
def test_gradients_are_those_of_differences(ad, function):
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(function)(x) == pytest.approx(ad.slopes(function, x), abs=1e-8)


def one_for_all_iterations(x):
    found, t = [], np.zeros(2)
    for i in range(3):
        t[0] = x[i] * x[i]
        found.append(t)
    return found[0][0] + found[2][0]


def test_where_a_copy_would_be_seen(ad):
    x = np.array([0.3, -0.5, 0.8])
    assert s2sad.grad(one_for_all_iterations)(x) == pytest.approx(
        ad.slopes(one_for_all_iterations, x), abs=1e-8
    )
