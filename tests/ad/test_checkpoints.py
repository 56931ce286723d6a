"""Calls and loops whose values are computed again in the reverse sweep."""

import math
import random

import numpy as np
import pytest

import s2sad
from s2sad import UnsupportedSyntax, UnsupportedValue, check_grads, checkpoint


def twice(x, y):
    for _ in range(3):
        x = math.sin(x) * y + x
    return x, y * x


@checkpoint
def layer(w, x):
    return np.tanh(w @ x)


def through_call(x, y):
    a, b = checkpoint(twice)(x, y)
    return a * b * math.sin(a)


def through_closures(x, y):
    k = x * y

    @checkpoint
    def inner(z, *, power=2):
        return math.exp(z * k) * x**power

    return inner(y) * inner(x, power=3)


def through_lambda(x):
    return checkpoint(lambda y, p=2: y**p)(x, p=3)


def network(ws, x):
    for w in ws:
        x = layer(w, x)
    return np.sum(x * x)


def in_branches(x):
    f = checkpoint(math.sin)
    return f(x) * x if x > 0 else f(x * x)


class Model:
    def __init__(self, k):
        self.k = k

    @checkpoint
    def step(self, x):
        return math.sin(x * self.k)

    def run(self, x):
        for _ in range(3):
            x = self.step(x)
        return x


def list_written(x):
    xs = [x] * 3
    xs[1] = x * x
    return checkpoint(lambda ys, *, k: ys[1] * ys[0] * k[1])(xs, k=xs) * xs[1]


def written_later(u):
    u = u.copy()
    r = checkpoint(lambda v: v * v * u[0])(u)
    u[1] = r[0]
    return np.sum(u * r)


CALLS = [
    (through_call, (0.3, 0.4)),
    (through_closures, (0.3, 0.4)),
    (through_lambda, (0.3,)),
    (network, ([np.eye(2) * 0.3 + 0.1, np.eye(2) * 0.5 - 0.1], np.ones(2))),
    (in_branches, (0.3,)),
    (in_branches, (-0.3,)),
    (Model(2.0).run, (0.3,)),
    (checkpoint(math.sin), (0.3,)),
    (list_written, (0.3,)),
    (written_later, (np.array([1.0, 2.0, 3.0]),)),
    (lambda x: s2sad.grad(lambda y: checkpoint(math.sin)(y) * y)(x), (0.3,)),
]


@pytest.mark.parametrize("function, args", CALLS)
def test_derivatives_of_calls(function, args):
    check_grads(function, args)


def test_a_call_is_done_once_more_and_nothing_of_it_is_saved():
    calls = []

    def counted(_):
        calls.append(1)
        return 0.0

    def function(x):
        def inner(y):
            counted(3)
            return math.sin(y) * y

        return checkpoint(inner)(x)

    s2sad.grad(function)(1.0)
    assert len(calls) == 2
    calls.clear()
    s2sad.jvp(function, (1.0,), (1.0,))
    assert len(calls) == 1
    text = s2sad.emit(through_call)
    assert "t, t_1 = twice(x, y)" in text and "twice_fwd(x, y)  # once more" in text


def test_as_an_ordinary_function():
    assert layer(np.eye(2), np.zeros(2)).tolist() == [0.0, 0.0]
    assert checkpoint(twice).__name__ == "twice"
    assert through_call(0.3, 0.4) == s2sad.vjp(through_call, 0.3, 0.4)[0]


def test_a_list_around_it_that_is_written_is_refused():
    def function(x):
        xs = [x, x]
        xs[1] = x * x
        return checkpoint(lambda y: y * xs[1])(x)

    with pytest.raises(UnsupportedSyntax, match="reads a list or dict around it that is written"):
        s2sad.grad(function)(1.0)


@pytest.mark.parametrize(
    "inner, reason",
    [
        (lambda y: y * random.random(), "`random.random` isn't known to give the same"),
        (lambda y: y * np.random.normal(), "`np.random.normal` may give something else"),
    ],
)
def test_what_is_not_repeatable_is_refused(inner, reason):
    with pytest.raises(UnsupportedValue, match=reason) as caught:
        s2sad.grad(lambda x: checkpoint(inner)(x))(1.0)
    assert "random" in caught.value.location.text
