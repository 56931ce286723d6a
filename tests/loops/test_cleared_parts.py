"""Arrays that are cleared part by part are written where they were added to."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(9)
U = RNG.normal(size=9)


def diffusion(u, c, steps=3):
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = u[1:-1] + c * (u[2:] - 2 * u[1:-1] + u[:-2])
        u = v
    return np.sum(u**3)


def wide(u, c, steps=3):
    for _ in range(steps):
        v = u.copy()
        v[2:-1] = c * u[2:-1] + u[:-3] * u[3:]
        u = v
    return np.sum(u**3)


def ends_too(u, c, steps=3):
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = c * (u[2:] + u[:-2])
        v[0] = v[1] * c
        v[-1] = v[-2] + v[0]
        u = v
    return np.sum(u**3)


def used_afterwards(u, c, steps=3):
    v = u.copy()
    for _ in range(steps):
        v = u.copy()
        v[1:-1] = c * (u[2:] + u[:-2])
        u = v
    return np.sum(u**3) + np.sum(v * u)


def half(u, c, steps=3):
    """A part that is read after the step, and only sometimes."""
    total = 0.0
    for k in range(steps):
        v = u.copy()
        v[1:-1] = c * (u[2:] + u[:-2])
        if k % 2:
            total += v[1] * v[0]
        u = v
    return np.sum(u**3) + total


FUNCTIONS = [diffusion, wide, ends_too, used_afterwards, half]


@pytest.mark.parametrize("fun", FUNCTIONS)
def test_gradients_agree(fun, in_python):
    compiled, plain = s2sad.grad(fun, (0, 1), jit=True), s2sad.grad(fun, (0, 1))
    for n in (9, 5, 4, 3):
        for steps in (3, 1, 0):
            for one, other in zip(compiled(U[:n].copy(), 0.3, steps), plain(U[:n].copy(), 0.3, steps)):
                np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_short_arrays(n, in_python):
    compiled, plain = s2sad.grad(diffusion, jit=True), s2sad.grad(diffusion)
    np.testing.assert_allclose(compiled(U[:n].copy(), 0.3), plain(U[:n].copy(), 0.3), rtol=1e-11)


@pytest.mark.parametrize("fun", FUNCTIONS)
def test_against_differences(fun, check):
    check(fun, 0.5 * U, 0.3)


def test_nothing_is_cleared(in_python):
    gradient = s2sad.grad(lambda u: diffusion(u, 0.2), jit=True)
    gradient(U.copy())
    source = gradient.source
    assert "rows = np.empty((3, n))" in source and "np.zeros" not in source
    assert "v_bar_row, u_row = u_row, v_bar_row" in source  # in the place of what is copied
