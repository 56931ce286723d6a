"""Arrays that are saved in each iteration, and written anew but for their ends, are written as rows of their history."""

import re

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(3)
U, H = 0.4 * RNG.normal(size=6), 0.4 * RNG.normal(size=6)


def stencil(u, h, steps):
    for _ in range(steps):
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
    return np.sum(u * u * h)


def by_turns(u, h, steps):
    for _ in range(steps):
        u[1:-1] = u[1:-1] - 0.2 * u[1:-1] * (h[2:] - h[:-2])
        h[1:] = h[1:] * u[:-1] + 0.1 * h[1:] ** 2
    return np.sum(u**3) + np.sum(h)


def added_to(u, h, steps):
    for _ in range(steps):
        h[1:-1] += 0.1 * u[1:-1] * (h[2:] - h[:-2]) * h[1:-1]
    return np.sum(h * h)


def edges_first(u, h, steps):
    """The ends are written before the rest, and after it."""
    total = 0.0
    for k in range(steps):
        u[0] = np.sin(u[-1]) * h[k % 2]
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
        total += u[1] * u[0]
        u[-1] = 0.5 * u[-2] * u[-1]
    return total + np.sum(u * u)


def of_two_axes(u, h, steps):
    a = np.outer(u, h)
    for _ in range(steps):
        a[1:-1, 1:] = a[1:-1, 1:] - 0.3 * a[1:-1, 1:] * (a[2:, 1:] - a[:-2, :-1])
        a[:, 0] = 0.0
    return np.sum(a * a)


def in_a_new_array(u, h, steps):
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
        u = v
    return np.sum(u * u * h)


def a_buffer(u, h, steps):
    total = 0.0
    flux = np.zeros(u.shape[0])
    for k in range(steps):
        flux[:] = h * u * (k + 1.0)
        total += np.sum(flux**3) + flux[0] * flux[-1]
    return total


def residuals(u, h, steps):
    """What is there is added to, and nothing else reads it before; nor does anything after the loop."""
    p, total = np.ones(u.shape[0]), 0.0
    for _ in range(steps):
        u -= 0.1 * h * p
        total = total + u @ u
        p = u + total * p
    return np.sum(p * p)


WRITTEN = (stencil, by_turns, added_to, edges_first, of_two_axes, in_a_new_array, a_buffer, residuals)


def written_in_a_branch(u, h, steps):
    for k in range(steps):
        if k % 2 == 0:
            u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
        h = h * u
    return np.sum(u * h)


def left_early(u, h, steps):
    for _ in range(steps):
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
        if u[1] > 100.0:
            break
    return np.sum(u * u * h)


def in_half_of_it(u, h, steps):
    for _ in range(steps):
        u[::2] = u[::2] * h[::2] * u[::2]
    return np.sum(u * u)


def one_after_the_other(u, h, steps):
    """An iteration reads what the one before has written."""
    for _ in range(steps):
        for j in range(1, u.shape[0] - 1):
            u[j] = 0.5 * u[j - 1] * u[j + 1] + h[j] * u[j]
    return np.sum(u * u)


def by_another_name(u, h, steps):
    w = u
    for _ in range(steps):
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
        w[0] = w[1] * h[0]
    return np.sum(u * w)


def through_a_view(u, h, steps):
    for _ in range(steps):
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (u[2:] - u[:-2])
        inner = u[2:-1]
        inner *= h[0] * inner
    return np.sum(u * u)


OTHERS = (
    written_in_a_branch,
    left_early,
    in_half_of_it,
    one_after_the_other,
    by_another_name,
    through_a_view,
)


@pytest.mark.parametrize("fun", (*WRITTEN, *OTHERS), ids=lambda fun: fun.__name__)
def test_gradients(fun, check_sizes):
    check_sizes(fun, U, H)


@pytest.mark.parametrize("fun", (*WRITTEN, *OTHERS), ids=lambda fun: fun.__name__)
def test_against_differences(fun, check):
    check(lambda u, h: fun(u, h, 3), U, H)


@pytest.mark.parametrize("fun", WRITTEN, ids=lambda fun: fun.__name__)
def test_each_state_is_written_once(fun, in_python):
    gradient = s2sad.grad(fun, (0, 1), jit=True)
    gradient(U.copy(), H.copy(), 3)
    forward = gradient.source.split("# reverse sweep")[0]
    assert "_history = np.empty(" in forward and not re.search(
        r"_saved\[\w+, .*\] = \w+\[.*\]$", forward, re.M
    )


@pytest.mark.parametrize("fun", OTHERS[:3], ids=lambda fun: fun.__name__)
def test_others_stay(fun, in_python):
    gradient = s2sad.grad(fun, (0, 1), jit=True)
    gradient(U.copy(), H.copy(), 3)
    assert "u_history" not in gradient.source


def test_what_isnt_carried_has_a_row_for_each_iteration_alone(in_python):
    gradient = s2sad.grad(a_buffer, (0, 1), jit=True)
    gradient(U.copy(), H.copy(), 3)
    assert "flux_history = np.empty((count, n))" in gradient.source


def test_hessians(in_python):
    compiled, plain = s2sad.hessian(stencil, jit=True), s2sad.hessian(stencil)
    np.testing.assert_allclose(compiled(U, H, 3), plain(U, H, 3), rtol=1e-11, atol=1e-13)
