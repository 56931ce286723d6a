"""Parts that innermost loops go through are views before them."""

import numpy as np
import pytest

import s2sad
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.loops.windows import with_windows

BEFORE = """function f(a, b, k, n)
    r = range n
    for j in r
        p = add k j
        v = getitem a p
        t = tuple_of k p
        w = getitem b t
        y = mul v w
        increase a p y
    return a
"""
AFTER = """function f(a, b, k, n)
    r = range n
    t_1 = slice k None None
    a_part = getitem a t_1
    t_2 = slice k None None
    t_3 = tuple_of k t_2
    b_part = getitem b t_3
    for j in r
        p = add k j
        v = getitem a_part j
        t = tuple_of k p
        w = getitem b_part j
        y = mul v w
        increase a_part j y
    return a
"""
LEFT = """function f(a, k, n)
    r = range k n
    for j in r
        p = add j 1
        q = mul k j
        v = getitem a p
        store a q v
    return a
"""

TWICE = """function f(a, k, n)
    r = range n
    for j in r
        p = add j 1
        q = add k p
        v = getitem a q
        i = add k j
        increase a i v
    for l in r
        u = add l k
        z = getitem a u
        store a l z
    return a
"""
ONCE = """function f(a, k, n)
    r = range n
    t = add k 1
    t_1 = slice t None None
    a_part = getitem a t_1
    t_2 = slice k None None
    a_part_1 = getitem a t_2
    for j in r
        p = add j 1
        q = add k p
        v = getitem a_part j
        i = add k j
        increase a_part_1 j v
    for l in r
        u = add l k
        z = getitem a_part_1 l
        store a l z
    return a
"""


def arguments():
    return np.arange(1.0, 7.0), np.arange(36.0).reshape(6, 6), 2, 3


def windows(text):
    names = Names()
    names.reserve(set(text.replace("(", " ").replace(")", " ").replace(",", " ").split()))
    return with_windows(parse_function(text), names)


def test_a_part_begins_where_the_loop_does():
    assert print_function(windows(BEFORE)) == AFTER
    before, after = evaluate(parse_function(BEFORE), arguments()), evaluate(windows(BEFORE), arguments())
    assert before.tolist() == after.tolist() != arguments()[0].tolist()


def test_a_part_is_made_once_and_begins_at_a_sum():
    assert print_function(windows(TWICE)) == ONCE
    before, after = (
        evaluate(each, (np.arange(1.0, 7.0), 2, 3)) for each in (parse_function(TWICE), windows(TWICE))
    )
    assert before.tolist() == after.tolist()


def test_what_begins_elsewhere_or_jumps_is_left():
    assert print_function(windows(LEFT)) == LEFT


def test_a_convolution_agrees_with_differences(in_python):
    def convolution(x, w):
        n = x.shape[0] - w.shape[0] + 1
        y = np.zeros(n)
        for k in range(w.shape[0]):
            y += w[k] * x[k : n + k]
        return np.sum(y**2)

    x, w, h = np.array([0.3, -0.7, 1.1, 0.4, -0.2]), np.array([0.5, -1.5]), 1e-6
    of_x, of_w = s2sad.grad(convolution, (0, 1), jit=True)(x, w)
    for k, step in enumerate(np.eye(5) * h):
        wanted = (convolution(x + step, w) - convolution(x - step, w)) / (2 * h)
        assert of_x[k] == pytest.approx(wanted, rel=1e-6)
    for k, step in enumerate(np.eye(2) * h):
        wanted = (convolution(x, w + step) - convolution(x, w - step)) / (2 * h)
        assert of_w[k] == pytest.approx(wanted, rel=1e-6)
