"""Code for the lengths that the function's own arrays have."""

import numpy as np
import pytest

import s2sad
from s2sad.arguments import describe
from s2sad.compile import compiler_for
from s2sad.fixed_lengths import with_fixed_lengths

WEIGHTS = np.array([0.5, 2.0, -1.0])


def steps(y, h, n):
    for _ in range(n):
        y = y + h * np.array([y[1], -y[0]])
    return np.sum(y**2)


def weighted(points):
    return np.sum((points - WEIGHTS) ** 2)


WEIGHTED_GRAD = s2sad.grad(weighted)


def filled(x):
    total = np.zeros(2)
    total += x
    return np.sum(total**3)


def test_nothing_is_broadcast_where_lengths_are_equal():
    g = s2sad.grad(steps)
    found = g(np.array([1.0, 2.0]), 0.1, 3)
    step = np.array([[1.0, 0.1], [-0.1, 1.0]])
    whole = np.linalg.matrix_power(step, 3)
    assert found == pytest.approx(2 * whole.T @ whole @ np.array([1.0, 2.0]))
    assert "y (2,)" in g.source and "unbroadcast" not in g.source


@pytest.mark.parametrize("shape", [(3,), (1,), (4, 3), (3,), (5, 1), (3, 3)])
def test_other_lengths_get_other_code(shape):
    x = np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape)
    short = tuple(i for i, n in enumerate(shape) if n == 1)
    assert WEIGHTED_GRAD(x) == pytest.approx(np.sum(2 * (x - WEIGHTS), axis=short, keepdims=bool(short)))


def test_a_shadow_gets_what_was_broadcast():
    gradient = s2sad.grad(filled)
    assert gradient(np.array([2.0])) == pytest.approx([24.0])
    assert gradient(np.array([2.0, 3.0])) == pytest.approx([12.0, 27.0])


def test_code_counts_on_the_lengths_of_the_text_alone():
    call = describe(weighted, (np.ones((5, 3)),), {}, 0)
    lowered = compiler_for((), "folded").lowered(weighted, call.arguments)
    fixed, condition = with_fixed_lengths(lowered, call, (np.ones((5, 3)),))
    assert fixed.lengths == (("n", 3),)
    assert condition.holds((np.ones((7, 3)),)) and not condition.holds((np.ones((5, 4)),))
    assert with_fixed_lengths(lowered, call, (np.ones((5, 4)),)) == (lowered, None)


def test_the_second_derivative_is_for_these_lengths_too():
    x, v = np.array([1.0, 2.0]), np.array([0.3, -0.7])
    plus, minus = (s2sad.grad(steps)(x + e * v, 0.1, 4) for e in (1e-5, -1e-5))
    assert s2sad.hvp(steps, (x, 0.1, 4), (v, None, None))[0] == pytest.approx((plus - minus) / 2e-5, rel=1e-6)
