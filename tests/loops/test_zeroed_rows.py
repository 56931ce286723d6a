"""What a loop gathers into isn't set to zero before, where the loop writes it."""

import re

import numpy as np
import pytest

import s2sad


def burgers(u):
    for _ in range(2):
        u[1:-1] = u[1:-1] - 0.1 * (u[2:] ** 2 - u[:-2] ** 2)
    return np.sum(u * u)


def heat(u):
    for _ in range(2):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u = v
    return np.sum(u**3)


def to_one_side(u):
    for _ in range(2):
        u[:-3] = u[:-3] * u[3:] + u[1:-2]
    return np.sum(u * u)


def two_rows(u):
    h = np.cos(u)
    for _ in range(2):
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (h[2:] - h[:-2])
        h[1:-1] = h[1:-1] - 0.1 * (h[2:] * u[2:] - h[:-2] * u[:-2])
    return np.sum(h * h) + np.sum(u * u)


def further_than_written(u):
    """What is added to reaches further than what is overwritten."""
    for _ in range(2):
        u[2:-2] = 0.2 * (u[4:] - u[:-4]) + u[3:-1] * u[1:-3]
    return np.sum(u**3)


def by_loops(u):
    n = u.shape[0]
    for _ in range(2):
        v = np.zeros(n)
        for i in range(1, n - 1):
            v[i] = u[i] * u[i + 1] - 0.3 * u[i - 1]
        for i in range(n):
            u[i] = v[i]
    return np.sum(u**2)


@pytest.mark.parametrize("fun", [burgers, heat, to_one_side, two_rows, further_than_written, by_loops])
def test_gradients_agree_at_all_lengths(fun, in_python):
    compiled, plain = s2sad.grad(fun, jit=True), s2sad.grad(fun)
    rng = np.random.default_rng(3)
    for n in (5, 6, 7, 8, 9, 12, 4, 3, 2):
        if n < 4 and fun in (to_one_side, further_than_written):
            continue
        u = rng.normal(size=n)
        np.testing.assert_allclose(compiled(u.copy()), plain(u.copy()), rtol=1e-11, atol=1e-12)


def test_against_differences(check):
    check(heat, np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6]))


def test_the_main_loop_writes(in_python):
    for fun in (burgers, heat):
        gradient = s2sad.grad(fun, jit=True)
        gradient(np.linspace(0.1, 0.9, 8))
        reverse = gradient.source.split("# reverse sweep")[1]
        main = re.search(r"for j in range\(\w+ - 2\):\n(?: +.*\n)*?(?= +for )", reverse)
        assert main is not None and "+=" not in main[0]
