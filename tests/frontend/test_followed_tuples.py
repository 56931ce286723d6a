"""Tuples that come under one name with a list that is written."""

import numpy as np
import pytest

import s2sad


def in_a_loop(x, n):
    state = (x, 2.0 * x, 1.0)
    for _ in range(n):
        y = state[0] * state[1]
        state = list(state)
        state[2] = y
    return sum(state) * (2.0 if isinstance(state, list) else 3.0) + np.sum(np.array(state) ** 2)


def in_a_branch(x, n):
    state = (x, 2.0 * x, 1.0)
    if n > 2:
        state = list(state)
        state[2] = x * x
    a, b, c = state
    return a * b * c + (1.0 if type(state) is tuple else x) + len(state) + max(state) + sum(state[1:])


def in_a_list(x, n):
    history = [(x, x * x)]
    for _ in range(n):
        new = list(history[-1])
        new[0] *= x
        history.append(new)
    return sum(h[0] * h[1] for h in history) + sum(isinstance(h, tuple) for h in history)


def chosen(x, n):
    best = now = (0.0, x)
    for _ in range(n):
        new = [now[0] + 1, now[1] * x]
        new[0] = new[0] * x
        if new[1] > best[1]:
            best = new
        now = new
    return best[0] * best[1]


def returned(x, n):
    def moved(v):
        if n > 2:
            v = list(v)
            v[0] = v[1] * x
            return v
        return (v[0], x)

    total = 0.0
    for _ in range(n):
        first, second = moved((x, x * x))
        total += first * second
    return total


def added(x, n):
    p = (x, 2.0)
    for _ in range(n):
        q = (*p, 1.0)
        p = [q[0] * x, q[1]]
        p[1] = p[0] + 1
        p = tuple(p) + (x,)
    return p[0] * p[1]


@pytest.mark.parametrize("f", [in_a_loop, in_a_branch, in_a_list, chosen, returned, added])
@pytest.mark.parametrize("n", [0, 2, 4])
def test_they_are_what_they_are_in_the_function(f, n):
    x, h = 1.3, 1e-6
    assert s2sad.value_and_grad(f)(x, n)[0] == pytest.approx(f(x, n))
    wanted = (f(x + h, n) - f(x - h, n)) / (2 * h)
    assert s2sad.grad(f)(x, n) == pytest.approx(wanted, rel=1e-7)
    assert s2sad.jvp(f, (x, n), (1.0, None))[1] == pytest.approx(wanted, rel=1e-7)
    slope = s2sad.grad(f)
    second = (slope(x + h, n) - slope(x - h, n)) / (2 * h)
    assert s2sad.hvp(f, (x, n), (1.0, None))[0] == pytest.approx(second, rel=1e-6, abs=1e-6)


def test_a_result_has_the_class_that_the_function_gives():
    def pair(x, n):
        state = (x, 2.0)
        if n > 2:
            state = list(state)
            state[1] = x * x
        return state

    assert s2sad.jvp(pair, (3.0, 0), (1.0, None)) == ((3.0, 2.0), (1.0, 0.0))
    assert s2sad.jvp(pair, (3.0, 4), (1.0, None)) == ([3.0, 9.0], [1.0, 6.0])
