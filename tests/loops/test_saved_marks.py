"""A loop in a branch, of which it isn't known how many iterations it has: the reverse sweep pops what was pushed."""

import numpy as np
import pytest

import s2sad

X = np.array([0.9, -0.4, 0.7, 0.3, -1.1, 0.5, -0.2, 1.3])
K = np.array([3, 1, 2, 0, 4, 2, 3, 1])


def while_in_a_branch(x, k):
    s = 0.2
    for i in range(len(x)):
        if x[i] > 0:
            j = 0
            while j < k[i] and s < 4:
                s = 0.5 * s * x[j] + np.sin(s + x[i])
                j += 1
    return s


def in_both_branches(x, k):
    s = 0.2
    for i in range(len(x)):
        j = 0
        if x[i] > 0.4:
            while j < k[i]:
                s = np.sin(s + x[i])
                j += 1
        else:
            while j < k[i] and s > -3:
                s = np.cos(s * x[i])
                j += 1
    return s


def in_a_branch_of_a_branch(x, k):
    s = 0.2
    for i in range(len(x)):
        if x[i] > -1.0:
            s = np.sin(s)
            if i % 2 == 0:
                j = 0
                while j < k[i]:
                    if j > 0:
                        for _ in range(k[j]):
                            s = np.sin(s + x[i] * x[j])
                    j += 1
    return s


def at_the_top(x, k):
    s = x[0]
    if x[0] > 0.5:
        j = 0
        while j < k[0]:
            s = np.sin(s + x[j])
            j += 1
    return s


def without_the_item(x, k):
    u = np.zeros(len(x))
    for i in range(len(x) - 1, 0, -1):
        if x[i] < 0.6:
            for _ in range(len(x) - 2, -1, -1):
                if x[0] + u[i] > -0.5:
                    u[i] -= np.tanh(x[k[0]])
    return np.sum(u**2)


@pytest.mark.parametrize(
    "fun", [while_in_a_branch, in_both_branches, in_a_branch_of_a_branch, at_the_top, without_the_item]
)
def test_gradients(in_python, fun):
    for x in (X, -X, X[::-1].copy()):
        wanted = s2sad.grad(fun)(x, K)
        found = s2sad.grad(fun, jit=True)(x, K)
        np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-14)
        step = 1e-6 * np.cos(np.arange(8.0))
        slope = (fun(x + step, K) - fun(x - step, K)) / 2
        assert np.vdot(wanted, step) == pytest.approx(slope, rel=1e-4, abs=1e-12)


def test_a_mark_is_pushed_where_it_is_popped(in_python):
    gradient = s2sad.grad(while_in_a_branch, jit=True)
    gradient(X, K)
    lines = gradient.source.splitlines()
    at = next(k for k, line in enumerate(lines) if "append(False)" in line)
    assert any(line.strip().startswith("if ") for line in lines[at - 2 : at])
