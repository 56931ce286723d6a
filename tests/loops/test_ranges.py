"""Loops through ranges, forwards and backwards, as loops of machine code."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError
from s2sad.ir.nodes import Var
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import definitions_of
from s2sad.loops.ranges import counts_from_zero, range_made

X = np.array([0.3, -0.5, 0.8, 1.2])


def backwards(x):
    s = 1.0
    for i in reversed(range(len(x))):
        s = s * x[i] + 0.5 * i
    return s


def backwards_between(x):
    s = 1.0
    for i in reversed(range(1, len(x) - 1)):
        s = s * x[i] + x[i - 1]
    return s


def with_a_step(x):
    s = 1.0
    for i in range(len(x) - 1, -1, -2):
        s = s * x[i] + x[i] ** 2
    return s


def nothing_to_do(x):
    s = x[0]
    for i in range(3, 1):
        s = s * x[i]
    return s


@pytest.mark.parametrize("function", [backwards, backwards_between, with_a_step, nothing_to_do])
def test_gradients(check, function):
    check(function, X)


def test_backwards_through_a_step_is_refused(in_python):
    def stepping(x):
        s = 1.0
        for i in reversed(range(0, len(x), 2)):
            s = s * np.sum(x[i:])
        return s

    with pytest.raises(DifferentiationError, match="backwards through a range with a step"):
        s2sad.grad(stepping, jit=True)(np.ones(70))


def test_what_makes_a_range():
    text = "function f(n)\n    r = range n\n    q = range 1 n\n    p = reversed r\n    return p\n"
    known = definitions_of(parse_function(text))
    assert range_made(known, Var("r")) is known[Var("r")] and range_made(known, Var("p")) is None
    assert [counts_from_zero(known, Var(name)) for name in "rqpn"] == [True, False, False, False]
