"""What an iteration writes and the next one reads is carried in a number, where nothing else writes it in between."""

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.loops.carried_elements import with_carried_elements
from tests.loops.passes import VECTOR, passed, value_of

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])
Y = np.array([0.9, 0.1, -0.4, 0.5, 0.2, -0.8])


def sweep(u, f):
    for _ in range(3):
        for i in range(1, u.shape[0] - 1):
            u[i] = 0.5 * (u[i - 1] + u[i + 1]) * u[i] + f[i]
    return np.sum(u * u)


def from_behind(u, f):
    for i in range(u.shape[0] - 2, -1, -1):
        u[i] -= f[i] * u[i + 1] + u[i] * u[i]
    return np.sum(u * f)


def plane(u, f):
    a = np.outer(u, f)
    for i in range(1, 6):
        for j in range(1, 6):
            a[i, j] = np.sin(a[i - 1, j] + a[i, j - 1]) * a[i, j] + a[i - 1, j - 1]
    return np.sum(a * a)


def two_ahead(u, f):
    for i in range(2, u.shape[0]):
        u[i] = u[i - 2] * f[i] + 0.5 * u[i - 1]
    return np.sum(u)


def every_second(u, f):
    """The step is two, and what is written is read two iterations later."""
    for i in range(2, u.shape[0], 2):
        u[i] = u[i - 2] * f[i] + 0.5 * u[i - 1]
    return np.sum(u)


def overwritten_at_an_index(u, f):
    """An element that may be the one at hand is written as well."""
    k = int(f[0] > 0.5) + 1
    for i in range(1, u.shape[0]):
        u[i] = u[i - 1] * f[i]
        u[k] = 0.3 * u[k]
    return np.sum(u * u)


def one_is_enough(u, f):
    n = u.shape[0]
    for i in range(n, n):
        u[i] = u[i - 1] * f[i]
    for i in range(n - 1, n):
        u[i] = u[i - 1] * f[i]
    return np.sum(u * f)


@pytest.mark.parametrize(
    "function",
    (sweep, from_behind, plane, two_ahead, every_second, overwritten_at_an_index, one_is_enough),
    ids=lambda function: function.__name__,
)
def test_gradients(check, function):
    check(function, X, Y)


def test_without_elements(in_python):
    nothing = np.zeros(0)
    found = s2sad.grad(sweep, (0, 1), jit=True)(nothing, nothing)
    assert [each.shape for each in found] == [(0,), (0,)]


TEXT = """
function f(x, y, k)
    n = len y
    m = sub n 1
    r = range {first} m
    for i in r
        before = sub i 1
        t = getitem x {read}
        u = mul t 0.5
        {between}
        increase x {written} u
    return x
"""
PLAIN = {"first": "1", "read": "before", "written": "i", "between": "v = mul u 2.0"}


@pytest.mark.parametrize(
    "change, is_carried",
    [
        ({}, True),
        ({"between": "store x before 3.0"}, True),
        ({"between": "store y i 3.0"}, True),
        ({"between": "store x k 3.0"}, False),
        ({"read": "i", "written": "before"}, False),
        ({"read": "before", "written": "before"}, False),
        ({"between": "increase x i 3.0"}, True),
    ],
)
def test_what_is_carried(change, is_carried):
    text = TEXT.format(**{**PLAIN, **change})
    made = passed(
        text,
        (VECTOR, VECTOR, K.INT),
        with_carried_elements,
    )
    assert ("carried" in made) is is_carried
    np.testing.assert_allclose(value_of(made, X, Y, 2), value_of(text, X, Y, 2), rtol=1e-15)
