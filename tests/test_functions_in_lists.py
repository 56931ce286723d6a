"""Nested functions that change what is around them and are kept in lists, dicts and solvers: followed or refused, not lost."""

from functools import partial

import numpy as np
import pytest
from scipy.optimize import minimize

import s2sad


def handlers_that_write_a_dict(x):
    handlers, state = [], {"x": x}

    def grow(dt):
        state["x"] *= 1.0 + x * dt

    handlers.append(grow)
    for handler in handlers:
        handler(0.1)
    return state["x"] ** 2


def handlers_that_assign_a_variable(x):
    handlers, total = [], 0.0

    def add(amount):
        nonlocal total
        total += amount * x

    for k in range(3):
        handlers.append(partial(add, float(k)))
    for handler in handlers:
        handler()
    return total


class Ball:
    def __init__(self, x):
        self.x = x

    def grow(self, dt):
        self.x *= 1.0 + dt * self.x


def handlers_of_an_object(x):
    ball, handlers = Ball(x), []
    handlers.append(lambda: ball.grow(0.1))
    for handler in handlers:
        handler()
    return ball.x


def counted_by_a_callback(x):
    count = 0

    def callback(_):
        nonlocal count
        count += 1

    found = minimize(lambda y: np.sum((y - x) ** 2), np.zeros(2), callback=callback)
    return found.x[0] * count


@pytest.mark.parametrize("function", [handlers_that_write_a_dict, handlers_of_an_object])
def test_what_handlers_write_is_followed(function):
    slope = (function(0.7 + 1e-6) - function(0.7 - 1e-6)) / 2e-6
    assert s2sad.value_and_grad(function)(0.7) == pytest.approx((function(0.7), slope), rel=1e-7)
    assert s2sad.jvp(function, (0.7,), (1.0,))[1] == pytest.approx(slope, rel=1e-7)


LOST = [
    (handlers_that_assign_a_variable, "is kept in a container or an attribute assigns `total`"),
    (counted_by_a_callback, "kept as a value whose use is known only at run time"),
]


@pytest.mark.parametrize(("function", "reason"), LOST)
def test_what_would_be_lost_is_refused(function, reason):
    with pytest.raises(s2sad.DifferentiationError, match=reason):
        s2sad.grad(function)(0.7)


def test_a_counter_that_nobody_reads():
    def solved(x):
        count = 0

        def callback(_):
            nonlocal count
            count += 1

        return minimize(lambda y: np.sum((y - x) ** 2), np.zeros(1), callback=callback).x[0]

    np.testing.assert_allclose(s2sad.grad(solved)(0.7), 1.0, rtol=1e-3)
