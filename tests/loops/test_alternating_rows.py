"""Arrays that change places in each iteration of a loop are rows of one array."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2])
Y = np.array([0.9, 0.1, -0.4, 0.5, 0.2])


def new_each_time(x, y):
    u = x.copy()
    for _ in range(3):
        v = u.copy()
        v[1:-1] = 0.5 * (u[2:] + u[:-2]) + 0.1 * y[1:-1]
        u = v
    return np.sum(u * u)


def exchanged(x, y):
    u, v = x.copy(), y.copy()
    for _ in range(3):
        v[1:-1] = 0.5 * (u[2:] + u[:-2])
        u, v = v, u
    return np.sum(u * y) + np.sum(v * v)


def copied_back(x, y):
    u, v = x.copy(), np.zeros(len(x))
    for _ in range(3):
        v[0] = u[0]
        v[1:] = 0.5 * (u[:-1] + y[1:])
        u[:] = v
    return np.sum(u * u)


def of_two_axes(x, y):
    u = np.outer(x, y)
    v = u.copy()
    for _ in range(2):
        v[1:-1, 1:-1] = 0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2])
        u, v = v, u
    return np.sum(u * u) + np.sum(v * u)


def in_two_loops(x, y):
    u, v = x.copy(), y.copy()
    for _ in range(2):
        v[1:] = 0.5 * u[:-1]
        u, v = v, u
    w = np.zeros(len(x))
    for _ in range(3):
        w[:-1] = 0.3 * u[1:] + v[1:]
        w[-1] = u[0]
        u[:] = w
    return np.sum(u * v)


CHANGING = (new_each_time, exchanged, copied_back, of_two_axes, in_two_loops)


def read_after_it_was_copied(x, y):
    """What is copied is still there: it is read before it is written anew."""
    u, v = x.copy(), y.copy()
    for _ in range(3):
        v[1:] = 0.5 * v[1:] + u[:-1]
        u[:] = v
    return np.sum(u * u)


def written_in_part(x, y):
    u, v = x.copy(), y.copy()
    for _ in range(3):
        v[1:-2] = 0.5 * u[:-3]
        u[:] = v
    return np.sum(u * u)


def read_after_the_loop(x, y):
    u, v = x.copy(), np.zeros(len(x))
    for _ in range(3):
        v[0] = 0.1 * y[0]
        v[1:] = 0.5 * u[:-1]
        u[:] = v
    return np.sum(u * v)


def written_in_a_branch(x, y):
    u, v = x.copy(), y.copy()
    for k in range(4):
        if k % 2 == 0:
            v[:] = 0.5 * u * y
        u[:] = v
        u[0] = 0.3 * u[1]
    return np.sum(u * u)


def of_one_memory(x, y):
    """The row is read by another name."""
    u, v = x.copy(), y.copy()
    w = v
    for _ in range(3):
        v[:-1] = 0.5 * u[1:]
        v[-1] = u[0]
        u[:] = v
        w[0] = 0.2 * w[0] + u[2]
    return np.sum(u * w)


STAYING = (read_after_it_was_copied, written_in_part, read_after_the_loop, written_in_a_branch, of_one_memory)


@pytest.mark.parametrize("function", (*CHANGING, *STAYING))
def test_gradients(check, function):
    check(function, X, Y)


@pytest.mark.parametrize("function", CHANGING)
def test_nothing_is_copied_in_the_forward_sweep(in_python, function):
    gradient = s2sad.grad(function, (0, 1), jit=True)
    gradient(X, Y)
    forward = gradient.source.split("# reverse sweep")[0]
    assert "u_row, v_row = v_row, u_row" in forward or "v_row, u_row = u_row, v_row" in forward


@pytest.mark.parametrize("function", STAYING)
def test_others_stay(in_python, function):
    gradient = s2sad.grad(function, (0, 1), jit=True)
    gradient(X, Y)
    assert "_row" not in gradient.source.split("# reverse sweep")[0]


@pytest.mark.parametrize("count", (1, 2, 3))
def test_of_few_elements(check, count):
    check(new_each_time, X[:count], Y[:count])
    check(exchanged, X[:count], Y[:count])


def test_of_no_iterations(in_python):
    def steps_of(x, steps):
        u, v = x.copy(), 2.0 * x
        for _ in range(steps):
            v[1:] = 0.5 * u[:-1]
            u, v = v, u
        return np.sum(u * v)

    gradient = s2sad.grad(steps_of, jit=True)
    for steps in range(4):
        np.testing.assert_allclose(gradient(X, steps), s2sad.grad(steps_of)(X, steps))
