"""Integers that don't change in a loop are computed before it."""

import numpy as np

import s2sad
from s2sad.ir import kinds as K
from s2sad.ir.evaluate import evaluate
from s2sad.ir.nodes import Const
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.ir.value_kinds import kind_of
from s2sad.loops.hoist import hoisted

BEFORE = """function f(n, m, x)
    r = range n
    for k in r with s = 0.0 -> z
        t = sub m 2
        q = range t
        for i in q with u = s -> v
            w = add t k
            y = mul w x
            p = add u y
            yield p
        yield v
    return z
"""
AFTER = """function f(n, m, x)
    r = range n
    t = sub m 2
    q = range t
    for k in r with s = 0.0 -> z
        w = add t k
        for i in q with u = s -> v
            y = mul w x
            p = add u y
            yield p
        yield v
    return z
"""


def kind(atom):
    if isinstance(atom, Const):
        return kind_of(atom.value)
    return K.INT if atom.name in ("n", "m", "t", "w", "k") else K.FLOAT


def test_lengths_and_ranges_stand_before_the_loops():
    assert print_function(hoisted(parse_function(BEFORE), kind)) == AFTER


def test_both_compute_the_same():
    for text in (BEFORE, AFTER):
        assert evaluate(parse_function(text), (3, 5, 0.5)) == sum(
            0.5 * (3 + k) for k in range(3) for _ in range(3)
        )


DEEP = """function f(n, m)
    r = range n
    for k in r
        for i in r
            for j in r
                w = add k m
                p = tuple_of m n
                s = list_of
                append s p
                append s w
    return n
"""


def test_what_no_loop_changes_stands_before_all_of_them():
    lines = print_function(hoisted(parse_function(DEEP), kind)).splitlines()
    assert lines[2] == "    p = tuple_of m n" and lines[4] == "        w = add k m"


def test_the_zeros_of_an_inner_loop_need_no_list(in_python):
    def summed_twice(x, w):
        out = np.zeros((3, 3, 2))
        for i in range(3):
            for j in range(3):
                out[i, j] = np.sum(x[i : i + 2, j : j + 2, None] * w, axis=(0, 1))
        return np.sum(out**2)

    x, w = np.sin(np.arange(16.0)).reshape(4, 4), np.cos(np.arange(8.0)).reshape(2, 2, 2)
    gradient = s2sad.grad(summed_twice, (0, 1), jit=True)
    for one, other in zip(gradient(x, w), s2sad.grad(summed_twice, (0, 1))(x, w)):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    assert "append" not in gradient.source


def test_ends_of_slices_that_no_loop_changes_are_found_before_it(in_python):
    def halved(u, steps):
        n = u.shape[0]
        for _ in range(steps):
            u[1 : n - 1] = u[1 : n - 1] * u[1 : n - 1] / (1.0 + u[0 : n - 2] * u[2:n])
        return np.sum(u)

    gradient = s2sad.grad(halved, jit=True)
    for n in (2, 3, 9):
        u = np.sin(np.arange(float(n)))
        np.testing.assert_allclose(gradient(u.copy(), 3), s2sad.grad(halved)(u.copy(), 3), rtol=1e-12)
    text = gradient.source
    assert "append" not in text and "clipped" not in text[text.index("for _ in") :]
