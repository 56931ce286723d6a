"""Conditions of `while` that write: to arrays, lists, dicts, objects, and to the list of what written lists hold."""

import copy

import numpy as np
import pytest

import s2sad


def step(a):
    a[0] = 0.5 * a[0] + a[1] * a[1]
    return a[0]


class Body:
    def __init__(self, v):
        self.v = v

    def moved(self):
        self.v = self.v * self.v * 0.9
        return self.v


def an_array(x, y):
    a = np.array([x[0] * y, x[1], y])
    while step(a) < 0.9:
        a[1] += 0.1 * y
    return np.sum(a)


def a_list(x, y):
    pair = [x[0], y]
    while step(pair) < 0.9:
        pair[1] += 0.1
    return pair[0] * pair[1]


def an_object(x, y):
    bodies = [Body(2.0 * y), Body(x[0])]
    while max(bodies, key=lambda body: body.v).moved() > 0.1:
        y = y + 0.1 * bodies[0].v
    return y + bodies[0].v * bodies[1].v


def taken_off(x, y):
    items = [x[0], y]
    while items.pop() < 0.9 and len(items) < 9:
        items.append(0.5 + items[0])
        items.append(0.5 + y * items[0] + items[-1] * 0.3)
    return sum(items)


def a_default(x, y):
    table = {"a": y}
    while table.setdefault("b", x[0]) < 2.0:
        table["b"] += table["a"]
    return table["b"] * y


def keys_of_a_written_list(x, y):
    a = x.pop() if len(x) > 3 else x[0]
    while y < 3.0 and -0.5 < max(x, key=abs) < 0.7:
        y += a
    return sum(x) * y


def left_early(x, y):
    pair = [x[0], y]
    for _ in range(2):
        while step(pair) < 2.0:
            pair[1] += 0.1 * x[1]
            if pair[1] > 0.9:
                break
    return pair[0] * pair[1]


@pytest.mark.parametrize(
    "f", [an_array, a_list, an_object, taken_off, a_default, keys_of_a_written_list, left_early]
)
def test_what_a_condition_writes_has_an_adjoint(f):
    given, along = ([0.31, 0.83, 0.57], 0.44), ([1.0, 0.0, -1.0], 2.0)

    def at(t):
        return f([v + t * d for v, d in zip(given[0], along[0])], given[1] + t * along[1])

    slope = (at(1e-6) - at(-1e-6)) / 2e-6
    value, (xs, y) = s2sad.value_and_grad(f, (0, 1))(*copy.deepcopy(given))
    assert value == at(0.0)
    assert np.dot(xs, along[0]) + y * along[1] == pytest.approx(slope, rel=1e-6)
    assert s2sad.jvp(f, copy.deepcopy(given), along) == pytest.approx((value, slope), rel=1e-6)
    gradients = [
        s2sad.grad(f, (0, 1))([v + t * d for v, d in zip(given[0], along[0])], given[1] + t * along[1])
        for t in (1e-6, -1e-6)
    ]
    curve = (gradients[0][1] - gradients[1][1]) / 2e-6
    assert s2sad.hvp(f, copy.deepcopy(given), along)[1] == pytest.approx(curve, rel=1e-5, abs=1e-7)


def test_a_condition_that_only_computes_stays_one():
    def largest(items):
        found = []
        for item in items:
            found.append(abs(item))
        return max(found)

    def halved(x: float):
        while largest([x, -2.0]) > 2.5:
            x *= 0.5
        return x

    assert "stop" not in s2sad.grad(halved).source
    assert s2sad.grad(halved)(6.0) == 0.25
