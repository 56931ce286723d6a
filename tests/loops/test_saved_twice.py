"""What two loops of an iteration save of one array is saved once, where it is the same."""

import re

import numpy as np
import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.loops.saved_twice import without_saved_twice
from tests.loops.passes import VECTOR, passed, value_of

A = np.array([[0.5, -1.2, 0.3], [1.4, 0.2, -0.6], [-0.3, 0.8, 1.1]])
X = np.array([0.3, -0.7, 1.1])


def orbits(x, m):
    for _ in range(3):
        d = x[None, :, :] - x[:, None, :]
        r = np.sum(d * d, axis=2) + 0.1
        x = x + 0.1 * np.sum(m[None, :, None] * d / (r * np.sqrt(r))[:, :, None], axis=1)
    return np.sum(x * x)


def gate(a, x):
    h = x.copy()
    for _ in range(4):
        z = a @ h
        h = h * h * np.tanh(z) + h * z
    return np.sum(h)


def changed_in_between(a, x):
    d = np.zeros(3)
    total = 0.0
    for k in range(3):
        for i in range(3):
            d[i] = np.sin(x[i]) * a[k, i]
            total += d[i] * d[i]
        d[k] *= 2.0
        for i in range(3):
            total += d[i] * d[i] * x[i]
    return total


@pytest.mark.parametrize("function", (orbits, gate, changed_in_between), ids=lambda each: each.__name__)
def test_gradients(check, function):
    check(function, A, X)


def test_differences_are_saved_once(in_python):
    gradient = s2sad.grad(orbits, (0, 1), jit=True)
    gradient(A, X)
    forward = gradient.source.split("# reverse sweep")[0]
    saved = [line for line in forward.splitlines() if re.search(r"_(saved|history)\[.*\] = ", line)]
    assert len(saved) == 2


TEXT = """
function f(x, y, n)
    m = len x
    shape = tuple_of n m
    one = np.empty shape
    other = np.empty shape
    r = range n
    q = range m
    p = range {again}
    for k in r
        for i in q
            {first}
            t = getitem x i
            c = tuple_of k i
            store one c t
            {after}
        {between}
        for j in p
            u = getitem x {read}
            e = tuple_of k j
            store other e u
            {last}
    v = tuple_of 1 1
    a = getitem one v
    b = getitem other v
    d = sub a b
    return d
"""
PLAIN = {key: f"{key} = add 1.0 2.0" for key in ("first", "after", "between", "last")}
PLAIN |= {"again": "m", "read": "j"}


@pytest.mark.parametrize(
    "change, once",
    [
        ({}, True),
        ({"first": "store x i 0.5"}, True),
        ({"first": "store x k 0.5"}, False),
        ({"first": "store x 2 0.5"}, False),
        ({"after": "store x i 0.5"}, False),
        ({"between": "store x 1 0.5"}, False),
        ({"between": "store y 1 0.5"}, True),
        ({"last": "store x j 0.5"}, False),
        ({"last": "store y j 0.5"}, True),
        ({"again": "n"}, False),
        ({"read": "k"}, False),
    ],
)
def test_where_one_is_enough(change, once):
    text = TEXT.format(**{**PLAIN, **change})
    made = passed(
        text,
        (VECTOR, VECTOR, K.INT),
        lambda function, arrays, names: without_saved_twice(function, arrays),
    )
    assert ("store other" not in made) is once
    assert value_of(made, X, X, 2) == value_of(text, X, X, 2)
