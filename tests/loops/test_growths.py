"""How lists grow: which have arrays' places, and which stay lists of Python's, that machine code doesn't have."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

X = np.array([0.3, -0.5, 0.8, 1.1])


def in_a_branch_within_a_loop(x):
    out = [1.0]
    for i in range(len(x)):
        if i % 2 == 0:
            out.append(x[i] * out[-1])
        else:
            out.append(x[i])
    return sum(out) * out[2]


def in_two_loops(x):
    out = []
    for v in x:
        out.append(v)
    for i in range(len(x)):
        out.append(out[i] * x[0])
    return np.sum(np.array(out) ** 2)


def of_vectors(x):
    out = []
    for i in range(3):
        out.append(x * i + x[i])
    return np.sum(out[1] * out[2]) + np.sum(np.array(out))


@pytest.mark.parametrize("function", [in_a_branch_within_a_loop, in_two_loops, of_vectors])
def test_gradients(check, function):
    check(function, X)


def of_different_lengths(x):
    out = []
    for i in range(1, len(x)):
        out.append(x[:i] * x[0])
    return np.sum(out[2]) + np.sum(out[0])


def test_items_of_different_shapes_have_no_array(in_python):
    with pytest.raises(DifferentiationError):
        s2sad.grad(of_different_lengths, jit=True)(np.ones(70))  # shorter ones are written out
