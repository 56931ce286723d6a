"""What is added to one element again and again is a number within the loop."""

import numpy as np
import pytest

import s2sad
from s2sad.analysis.aliases import Facts
from s2sad.ir.evaluate import evaluate
from s2sad.ir.names import Names
from s2sad.ir.parser import parse_function
from s2sad.ir.printer import print_function
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.local_sums import with_local_sums

BEFORE = """function f(a, b, i, n)
    r = range n
    for k in r
        v = getitem b k
        p = add i 1
        increase a p v
        increase a k v
    return a
"""
AFTER = """function f(a, b, i, n)
    r = range n
    p = add i 1
    for k in r with a_2 = 0.0 -> a_1
        v = getitem b k
        a_3 = add a_2 v
        increase a k v
        yield a_3
    t = len r
    if t
        increase a p a_1
    return a
"""
LEFT = """function f(a, b, i, n)
    r = range n
    for k in r
        v = getitem a k
        increase a i v
        w = getitem b k
        store b i w
    return a
"""


def sums(text):
    names = Names()
    names.reserve(set(text.replace("(", " ").replace(")", " ").replace(",", " ").split()))
    function = parse_function(text)
    return with_local_sums(function, LocalArrays(function, Facts(), ()), names)


def arguments():
    return np.zeros(5), np.array([1.0, 2.0, 4.0]), 2, 3


def test_the_element_is_written_once():
    assert print_function(sums(BEFORE)) == AFTER
    for function in (parse_function(BEFORE), sums(BEFORE)):
        assert evaluate(function, arguments()).tolist() == [1.0, 2.0, 4.0, 7.0, 0.0]


def test_without_an_iteration_nothing_is_added():
    a, b = np.zeros(3), np.array([1.0, 2.0])
    for function in (parse_function(BEFORE), sums(BEFORE)):
        assert evaluate(function, (a, b, 5, 0)).tolist() == [0.0, 0.0, 0.0]


def test_what_the_loop_reads_or_writes_is_left():
    assert print_function(sums(LEFT)) == LEFT


def test_a_product_with_rows_agrees_with_differences(in_python):
    def fun(x, w):
        total = 0.0
        for i in range(x.shape[0]):
            for k in range(w.shape[0]):
                total += np.sin(x[i] * w[k])
        return total

    x, w = np.array([0.3, -0.7, 1.1]), np.array([0.5, -1.5, 0.2, 0.9])
    gradient = s2sad.grad(fun, (0, 1), jit=True)
    of_x, of_w = gradient(x, w)
    assert of_x == pytest.approx(np.cos(np.outer(x, w)) @ w)
    assert of_w == pytest.approx(x @ np.cos(np.outer(x, w)))
    assert gradient.source.count("x_bar[i] =") == 1
