"""Loops through one range that become one, and those that mustn't."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])
Y = np.array([0.9, 0.1, -0.4, 0.5, 0.2, -0.8])
A = np.array([[0.5, -1.2, 0.3, 0.9], [1.4, 0.2, -0.6, 0.7], [-0.3, 0.8, 1.1, -0.4]])


def soft_maximum(a):
    top = a.max(axis=1)
    return np.sum(top + np.log(np.sum(np.exp(a - top[:, None]), axis=1)))


def scan_of_scan(x, y):
    r = np.cumsum(y - np.cumsum(x) * 0.1)
    return np.sum(r * r)


def backwards_after_forwards(x, y):
    s = np.empty(x.shape[0])
    for i in range(x.shape[0]):
        s[i] = x[i] * y[i]
    t = 0.0
    for i in range(x.shape[0] - 1, -1, -1):
        t = 0.5 * t + s[i]
    return t * t


def neighbour_of_a_later_iteration(x, y):
    s = np.empty(x.shape[0])
    for i in range(x.shape[0]):
        s[i] = x[i] * x[i]
    total = 0.0
    for i in range(x.shape[0]):
        total += y[i] * s[x.shape[0] - 1 - i]
    return total


def shifted(x, y):
    s = x * x
    t = np.zeros(x.shape[0])
    for i in range(x.shape[0] - 1):
        t[i] = s[i] * y[i]
    for i in range(x.shape[0] - 1):
        s[i] = t[i + 1] * t[i] * y[i]
    return np.sum(s * s)


def overwritten_later(x, y):
    s = x.copy()
    t = np.zeros(x.shape[0])
    for i in range(x.shape[0] - 1):
        t[i] = s[i + 1] * y[i]
    for i in range(x.shape[0] - 1):
        s[i] = t[i] * t[i]
    return np.sum(s * t)


def result_of_the_first(x, y):
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] * y[i]
    out = 0.0
    for i in range(x.shape[0]):
        out += total * x[i] ** 2
    return out


def two_rows(x, y):
    a = np.zeros((2, x.shape[0]))
    for i in range(x.shape[0]):
        a[0, i] = np.sin(x[i])
    for i in range(x.shape[0]):
        a[1, i] = a[0, x.shape[0] - 1 - i] * y[i]
    return np.sum(a**3)


def product_of_all_between(x, y):
    s = np.exp(0.1 * x)
    p = s.prod()
    return np.sum(s * p * y)


PROGRAMS = [
    scan_of_scan,
    backwards_after_forwards,
    neighbour_of_a_later_iteration,
    shifted,
    overwritten_later,
    result_of_the_first,
    two_rows,
    product_of_all_between,
]


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_gradients_are_right(check, fun):
    check(fun, X, Y)


def test_a_gradient_of_rows_is_right(check):
    check(soft_maximum, A)


def text_of(fun, *args):
    gradient = s2sad.grad(fun, tuple(range(len(args))), jit=True)
    gradient(*[arg.copy() for arg in args])
    return re.sub(r" *#.*", "", gradient.source.partition("_grad(")[2])


def outer_loops(text):
    return re.findall(r"^    for .*:$", text, re.MULTILINE)


def test_both_sweeps_go_through_the_rows_in_one_loop(in_python):
    assert len(outer_loops(text_of(soft_maximum, A))) == 1


def test_a_loop_that_is_free_of_order_goes_the_way_of_the_other(in_python):
    text = text_of(backwards_after_forwards, X, Y)
    assert len(outer_loops(text)) == 2
    assert "-1, -1)" in outer_loops(text)[0]


def test_what_needs_a_later_iteration_stays_a_loop_of_its_own(in_python):
    text = text_of(overwritten_later, X, Y)
    assert len(outer_loops(text)) >= 4


def test_what_needs_the_result_of_the_first_stays_a_loop_of_its_own(in_python):
    first, second = outer_loops(text_of(result_of_the_first, X, Y))[:2]
    assert first and second


def test_what_is_taken_from_a_stack_is_what_was_put_there(check):
    def chosen_twice(x):
        a = np.piecewise(x, [x < -1.0, x > 1.0], [lambda t: t * t, lambda t: 2.0 - t, 0.5])
        b = np.select([x < 0, x < 1], [x**2, np.sin(x)], default=1.0)
        return np.sum(a * b)

    check(chosen_twice, np.array([-1.5, -0.3, 0.4, 2.0]))
