"""Adjoints that are divided by one number are multiplied by its reciprocal."""

import math
import re

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(8)
A, B = RNG.normal(size=5), 2.0 + RNG.random(5)


def several(a, b):
    total, c = 0.0, 0.5
    for i in range(a.shape[0]):
        w = b[i] - a[i] * c
        c = a[i] / w
        total += np.sin(b[i] * total / w)
    return total + c


def of_a_loop(a, b):
    """What is divided by was there before the loop."""
    total = 0.0
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            total += np.sin(a[j] / b[i]) * a[i]
    return total


def in_branches(a, b):
    total = 0.0
    for i in range(a.shape[0]):
        if a[i] > 0.0:
            total += a[i] ** 2 / b[i]
        else:
            total += (a[0] * a[i]) ** 2 / b[i] + np.sin(a[i] / b[i])
    return total


def once(a, b):
    total = 0.0
    for i in range(a.shape[0]):
        total += a[i] ** 2 / b[i]
    return total


FUNCTIONS = (several, of_a_loop, in_branches, once)


@pytest.mark.parametrize("fun", FUNCTIONS, ids=lambda fun: fun.__name__)
def test_gradients(fun, in_python):
    compiled, plain = s2sad.value_and_grad(fun, (0, 1), jit=True), s2sad.value_and_grad(fun, (0, 1))
    for n in (5, 1):
        (value, found), (wanted, bars) = compiled(A[:n], B[:n]), plain(A[:n], B[:n])
        np.testing.assert_allclose(value, wanted, rtol=1e-13)
        for one, other in zip(found, bars):
            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("fun", FUNCTIONS, ids=lambda fun: fun.__name__)
def test_against_differences(fun, check):
    check(fun, A, B)


def text_of(fun):
    """The text of a derivative without its remarks."""
    gradient = s2sad.value_and_grad(fun, (0, 1), jit=True)
    gradient(A, B)
    return re.sub(r"#.*line .*$", "", gradient.source, flags=re.M)


def test_numbers_are_divided_by_once(in_python):
    reverse = text_of(several).split("# reverse sweep")[1]
    assert reverse.count("1.0 / ") == 1 and reverse.count(" / ") == 1


def test_a_loop_divides_by_nothing_that_was_there_before_it(in_python):
    text = text_of(of_a_loop)
    assert text.count("1.0 / ") == 1 and " = 1.0 / " in text


def test_a_single_quotient_stays(in_python):
    assert "1.0 / " not in text_of(once)


def test_what_the_function_computes_is_rounded_as_before(in_python):
    assert s2sad.value_and_grad(in_branches, jit=True)(A, B)[0] == in_branches(A, B)


def of_the_branch_taken(a, b):
    """The divisor of the other branch is zero, and isn't divided by."""
    if a > 0.0:
        root = math.sqrt(2.0 * b)
        one, other = math.exp(a / root), math.sin(b / root)
    else:
        square = b * b
        one, other = math.exp(a / square), math.sin(b / square)
    return one * other


@pytest.mark.parametrize("a", [0.3, -0.3])
def test_what_a_branch_divides_by_isnt_divided_by_elsewhere(a, check):
    check(of_the_branch_taken, a, 0.7)
