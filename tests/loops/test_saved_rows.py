"""Neighbours that are saved are saved once, as the part of the array that they come from."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, 0.7, 0.4, 0.9, 0.1, 0.6])


def by_differences(fun, x, *others):
    e = 1e-6
    found = [(fun(x + d, *others) - fun(x - d, *others)) / (2 * e) for d in e * np.eye(x.size)]
    return np.array([each for each in found]).reshape(x.shape)


def burgers(u):
    for _ in range(4):
        u[1:-1] = u[1:-1] - 0.1 * (u[2:] ** 2 - u[:-2] ** 2)
    return np.sum(u * u)


def by_loops(u):
    n = u.shape[0]
    for _ in range(3):
        new = np.zeros(n)
        for i in range(1, n - 1):
            new[i] = u[i] - 0.1 * u[i] * (u[i + 1] - u[i - 1])
        for i in range(n):
            u[i] = new[i]
    return np.sum(u**3)


def two_fields(u):
    h = np.cos(u)
    for _ in range(3):
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (h[2:] - h[:-2])
        h[1:-1] = h[1:-1] - 0.1 * (h[2:] * u[2:] - h[:-2] * u[:-2])
    return np.sum(h * h) + np.sum(u * u)


def around(u):
    """An index of less than nothing counts from the end."""
    n = u.shape[0]
    for _ in range(3):
        new = np.empty(n - 1)
        for i in range(n - 1):
            new[i] = u[i - 1] * u[i + 1] - 0.2 * u[i - 1] ** 2
        for i in range(n - 1):
            u[i] = np.sin(new[i])
    return np.sum(u)


def backwards(u):
    n = u.shape[0]
    for _ in range(3):
        new = np.empty(n)
        for i in range(n - 2, -1, -1):
            new[i] = np.sin(u[i]) * u[i + 1] + u[i + 1] ** 2
        for i in range(n - 1):
            u[i] = 0.4 * new[i]
    return np.sum(u)


def in_a_branch(u):
    """The element further on isn't there in the last iterations."""
    n = u.shape[0]
    for _ in range(3):
        new = np.empty(n)
        for i in range(n):
            new[i] = 0.3 * u[i] ** 2
            if i + 2 < n:
                new[i] += u[i + 2] * u[i]
        for i in range(n):
            u[i] = new[i]
    return np.sum(u)


def while_written(u):
    """What comes before an element has been written in the same sweep, what comes after not yet."""
    for _ in range(3):
        for i in range(1, u.shape[0] - 1):
            u[i] = u[i] + 0.1 * u[i - 1] * u[i + 1]
    return np.sum(u * u)


@pytest.mark.parametrize(
    ("fun", "rows"),
    [
        (burgers, 1),
        (by_loops, 1),
        (two_fields, 2),
        (around, 1),
        (backwards, 0),
        (in_a_branch, 1),
        (while_written, 0),
    ],
)
def test_one_state_is_saved_for_each_step(fun, rows, in_python):
    gradient = s2sad.grad(fun, jit=True)
    found = gradient(X.copy())
    assert found == pytest.approx(by_differences(lambda x: fun(x.copy()), X), rel=1e-6, abs=1e-8)
    assert parts_saved(gradient.source) == rows


def parts_saved(text):
    """How many arrays are filled with what is read in another one, without a sum or product, or are all the states of one."""
    parts = re.findall(r"[uh]_\d_saved\[.*\] = [uh]\[.*\]$", text, re.MULTILINE)
    return len(parts) + len(re.findall(r"[uh]_history = np.empty", text))


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("fun", [burgers, by_loops, two_fields])
def test_short_arrays(fun, n, in_python):
    x = X[:n]
    found = s2sad.grad(fun, jit=True)(x.copy())
    assert found == pytest.approx(by_differences(lambda x: fun(x.copy()), x), rel=1e-6, abs=1e-8)


def plane(u):
    for _ in range(3):
        u[1:-1, 1:-1] = u[1:-1, 1:-1] - 0.1 * u[1:-1, 1:-1] * (
            u[2:, 1:-1] * u[:-2, 1:-1] - u[1:-1, 2:] * u[1:-1, :-2]
        )
    return np.sum(u * u)


def rows_alone(u):
    """Only the inner loop goes through what is saved; the outer one tells which row."""
    for k in range(u.shape[0]):
        for _ in range(2):
            u[k, 1:-1] = u[k, 1:-1] - 0.1 * u[k, 1:-1] * (u[k, 2:] - u[k, :-2])
    return np.sum(u * u)


@pytest.mark.parametrize("fun", [plane, rows_alone])
def test_of_two_axes(fun, in_python):
    x = np.cos(np.arange(20.0)).reshape(4, 5)
    gradient = s2sad.grad(fun, jit=True)
    assert gradient(x.copy()) == pytest.approx(by_differences2(fun, x), rel=1e-6, abs=1e-8)
    made = re.findall("_(?:saved|history) = np.empty", gradient.source)
    assert parts_saved(gradient.source) == len(made) == 1


def by_differences2(fun, x):
    flat = by_differences(lambda y: fun(y.reshape(x.shape).copy()), x.ravel())
    return flat.reshape(x.shape)


def far(u, m):
    """How far the loop goes is told by a number: without an iteration the array needn't have what is further on."""
    for _ in range(2):
        new = np.empty(m)
        for i in range(m):
            new[i] = u[i] * u[i + 4]
        for i in range(m):
            u[i] = new[i]
    return np.sum(u * u)


@pytest.mark.parametrize(("m", "n"), [(2, 6), (1, 5), (0, 3), (0, 0)])
def test_nothing_is_read_without_an_iteration(m, n, in_python):
    x = X[:n]
    gradient = s2sad.grad(far, jit=True)
    found = gradient(x.copy(), m)
    assert found == pytest.approx(by_differences(lambda x: far(x.copy(), m), x), rel=1e-6, abs=1e-8)
    made = re.findall("_(?:saved|history) = np.empty", gradient.source)
    assert parts_saved(gradient.source) == len(made) == 1


@pytest.mark.parametrize("fun", [burgers, two_fields])
def test_what_is_saved_is_read_there_and_no_copy_is_needed(fun, in_python):
    gradient = s2sad.grad(fun, jit=True)
    gradient(X.copy())
    forward = gradient.source.split("reverse sweep")[0]
    assert "u_history[_ + 1, " in forward
    assert not re.search(r" u\[j", forward.partition("for _ in")[2])
