"""The two sweeps of a loop with checkpoints: what they do again, and what they keep."""

import functools
import math

import numpy as np
import pytest

import s2sad
from s2sad import checkpoint_range


@functools.cache
def steps_again(steps, snapshots):
    """The minimal number of steps that are done again: Griewank & Walther, proposition 12.3, by its recursion."""
    if steps <= 1:
        return 0
    if snapshots == 1:
        return steps * (steps - 1) // 2
    return min(
        first + steps_again(steps - first, snapshots - 1) + steps_again(first, snapshots)
        for first in range(1, steps)
    )


done = []


def count(i):
    done.append(i)


def marched(x, c, n, snapshots):
    for i in checkpoint_range(n, snapshots=snapshots):
        count(i)
        x = math.sin(x) * c + x + 0.01 * i
    return x * x


@pytest.mark.parametrize("steps, snapshots", [(1, 1), (2, 1), (9, 3), (20, 3), (20, 50), (35, 4), (56, 3)])
def test_as_few_steps_are_done_as_theory_has_it(steps, snapshots):
    """The sweep to the value, one step at a time on the way back, and those to get there; the last one is done twice."""
    done.clear()
    s2sad.grad(marched)(0.3, 0.4, steps, snapshots)
    assert len(done) == steps + steps_again(steps, snapshots) + 1


def total(x, c):
    for i in checkpoint_range(7, snapshots=2):
        x = x * c[i % 2] + c[0]
    return x


def test_what_all_steps_read_gets_an_adjoint_of_each():
    """x_7 = x a^4 b^3 + a (1 + a + ab + a^2b + ...), whose derivatives are those of a polynomial."""
    x, c, h = 0.7, np.array([1.1, 0.9]), 1e-6
    found = s2sad.grad(total, (0, 1))(x, c)
    assert found[0] == pytest.approx(1.1**4 * 0.9**3)
    wanted = [(total(x, c + h * e) - total(x, c - h * e)) / (2 * h) for e in np.eye(2)]
    assert found[1] == pytest.approx(wanted, rel=1e-8)
