"""What an iteration saves at its end, and the next one at its beginning, is saved once."""

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(5)
U, H = 0.1 * RNG.normal(size=14), 1.0 + 0.1 * RNG.normal(size=14)


def by_turns(u, h, steps=3):
    """The last ten stay as they are: so many that an array for all states would take too much memory."""
    for _ in range(steps):
        u[1:-9] = u[1:-9] - 0.1 * (h[2:-8] - h[:-10]) - 0.2 * u[1:-9] * (u[2:-8] - u[:-10])
        h[1:-9] = h[1:-9] - 0.1 * (h[2:-8] * u[2:-8] - h[:-10] * u[:-10])
    return np.sum(h * h) + np.sum(u**3)


def on_a_plane(u, h, steps=3):
    u, h = np.outer(u, h), np.outer(h, h)
    for _ in range(steps):
        u[1:-1, 1:-1] += 0.2 * u[1:-1, 1:-1] * (u[2:, 1:-1] - u[:-2, 1:-1]) * h[1:-1, 1:-1]
        h[1:-1, 1:-1] += 0.1 * (h[2:, 1:-1] * u[2:, 1:-1] - h[:-2, 1:-1] * u[:-2, 1:-1])
    return np.sum(h * h) + np.sum(u**3)


def changed_at_the_end(u, h, steps=3):
    for _ in range(steps):
        u[1:-9] = u[1:-9] - 0.2 * u[1:-9] * (u[2:-8] - u[:-10])
        h[1:-9] = h[1:-9] - 0.1 * (h[2:-8] * u[2:-8] - h[:-10] * u[:-10])
        u[0] = 0.5 * u[0]
    return np.sum(h * h) + np.sum(u**3)


def changed_at_the_beginning(u, h, steps=3):
    for _ in range(steps):
        u[-1] = u[-1] * h[0]
        u[1:-9] = u[1:-9] - 0.2 * u[1:-9] * (u[2:-8] - u[:-10])
        h[1:-9] = h[1:-9] - 0.1 * (h[2:-8] * u[2:-8] - h[:-10] * u[:-10])
    return np.sum(h * h) + np.sum(u**3)


def left_early(u, h, steps=3):
    for k in range(steps):
        u[1:-1] = u[1:-1] - 0.2 * u[1:-1] * (u[2:] - u[:-2])
        if k == 1:
            break
        h[1:-1] = h[1:-1] - 0.1 * (h[2:] * u[2:] - h[:-2] * u[:-2])
    return np.sum(h * h) + np.sum(u**3)


FUNCTIONS = [by_turns, on_a_plane, changed_at_the_end, changed_at_the_beginning, left_early]


@pytest.mark.parametrize("fun", FUNCTIONS)
def test_gradients_agree(fun, in_python):
    compiled, plain = s2sad.grad(fun, (0, 1), jit=True), s2sad.grad(fun, (0, 1))
    for n in (14, 11, 10, 4, 2):
        for steps in (3, 1, 0):
            given = U[:n].copy(), H[:n].copy(), steps
            for one, other in zip(compiled(*given), plain(*given)):
                np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-13)


def test_against_differences(check):
    check(by_turns, U, H)
    check(changed_at_the_end, U, H)


@pytest.mark.parametrize(
    "fun, count", [(by_turns, 2), (changed_at_the_end, 3), (changed_at_the_beginning, 4)]
)
def test_so_many_states_are_saved(fun, count, in_python):
    gradient = s2sad.grad(fun, (0, 1), jit=True)
    gradient(U.copy(), H.copy())
    forward = gradient.source.split("# reverse sweep")[0]
    assert (
        sum("_saved" in line and "= np.empty(" in line and "count" in line for line in forward.splitlines())
        == count
    )


def test_the_last_row_is_what_the_loop_leaves(in_python):
    gradient = s2sad.grad(by_turns, (0, 1), jit=True)
    gradient(U.copy(), H.copy())
    assert "_saved[0, j] = u[j]" in gradient.source and "_saved[_ + 1, j] = u[j]" in gradient.source
