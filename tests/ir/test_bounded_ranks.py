"""A number or a vector has one axis at most: with a vector it makes a vector."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import outcome_of
from s2sad.ir.nodes import Var
from s2sad.ir.operations import OPERATIONS

VECTOR, MATRIX, CUBE = (K.array_kind(K.FLOAT, rank) for rank in (1, 2, 3))
AT_MOST_ONE = K.join(K.FLOAT, VECTOR)
AT_MOST_TWO = K.join(VECTOR, MATRIX)
ANY = K.array_kind(K.FLOAT, None)


def outcome(name, *kinds):
    args = [(Var(f"x{i}"), kind) for i, kind in enumerate(kinds)]
    return outcome_of(name, OPERATIONS[name].function, args).kind


@pytest.mark.parametrize(
    "one, other, expected",
    [
        (K.FLOAT, VECTOR, 1),
        (VECTOR, MATRIX, 2),
        (AT_MOST_ONE, MATRIX, 2),
        (AT_MOST_ONE, K.FLOAT, 1),
        (AT_MOST_ONE, AT_MOST_TWO, 2),
        (MATRIX, CUBE, None),
        (AT_MOST_ONE, CUBE, None),
        (ANY, VECTOR, None),
    ],
)
def test_of_joined_kinds(one, other, expected):
    for joined in (K.join(one, other), K.join(other, one)):
        assert K.is_array(joined) and joined.ndim is None
        assert joined.most == expected


@pytest.mark.parametrize(
    "one, other, expected",
    [
        (VECTOR, AT_MOST_ONE, VECTOR),
        (MATRIX, AT_MOST_TWO, MATRIX),
        (AT_MOST_ONE, AT_MOST_ONE, AT_MOST_ONE),
        (AT_MOST_ONE, K.FLOAT, AT_MOST_ONE),
        (VECTOR, AT_MOST_TWO, AT_MOST_TWO),
        (ANY, K.FLOAT, ANY),
        (ANY, ANY, ANY),
        (AT_MOST_ONE, ANY, ANY),
    ],
)
def test_of_sums(one, other, expected):
    assert outcome("add", one, other) == expected
    assert outcome("mul", other, one) == expected


def test_a_rank_that_grows_in_a_loop_ends():
    def f(x):
        a = x
        for _ in range(4):
            a = a[None] * 2.0
        return np.sum(a)

    assert s2sad.grad(f)(np.ones(2)) == pytest.approx([16.0, 16.0])


def written_after(x, s):
    held = [np.sin(x), np.ones(3), s]
    held[1] = s * x[0]
    z = x * 0.5 + held[0] * held[1] + held[2]
    z[1:] *= s
    z += x
    return np.sum(z * z)


def through_a_view(x, s):
    held = {"a": np.cos(x), "b": s}
    z = x + held["b"]
    v = z[1:]
    z += held["a"]
    v *= x[0]
    return np.sum(z) * s


def in_a_branch(x, s):
    gain = x if s > 0.5 else s
    z = x * gain
    z[0] = s
    z -= x
    return np.sum(z * gain)


def in_a_loop(x, s):
    factor = 1.0
    for k in range(3):
        z = x * factor
        z[k] += s
        z += x
        factor = z if k == 1 else s
    return np.sum(z)


@pytest.mark.parametrize("f", [written_after, through_a_view, in_a_branch, in_a_loop])
def test_arrays_with_what_may_be_a_number_are_changed_in_place(f):
    point, direction = (np.array([0.3, -0.8, 1.1]), 0.7), (np.array([1.0, 0.4, -0.3]), 0.5)
    ends = [f(*(x + way * 1e-6 * d for x, d in zip(point, direction))) for way in (1.0, -1.0)]
    expected = pytest.approx((ends[0] - ends[1]) / 2e-6)
    gradient = s2sad.grad(f, (0, 1))(*point)
    assert sum(np.sum(g * d) for g, d in zip(gradient, direction)) == expected
    assert s2sad.jvp(f, point, direction)[1] == expected
