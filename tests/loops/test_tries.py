"""`try` that machine code needn't know, and what is said of others."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import UnsupportedSyntax
from s2sad.ir.nodes import Try
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import walk
from s2sad.loops.tries import without_tries

X = np.array([0.7, 1.9])
RAISES = """function f(x)
    try -> y
        t = mul x 2.0
        yield t
    except ValueError as error
        raise_ error
        yield undefined
    return y
"""


class NoSolution(Exception):
    """An exception of the user's."""


def solved(x):
    a = np.eye(2) + x[0]
    try:
        y = np.linalg.solve(a, x)
    except np.linalg.LinAlgError as error:
        raise NoSolution("singular") from error
    return np.sum(y**2)


def guarded(x):
    try:
        y = 1.0 / x[0]
    except ZeroDivisionError:
        y = 0.0
    return y * x[1]


def test_handlers_that_raise(check):
    check(solved, X)


def test_the_body_stays():
    function = without_tries(parse_function(RAISES))
    assert not any(isinstance(node, Try) for node in walk(function.body))
    assert function.body.results == function.body.entries[-1].targets


def test_handlers_that_go_on(in_python):
    with pytest.raises(UnsupportedSyntax, match="after an exception") as caught:
        s2sad.grad(guarded, jit=True)(X)
    assert "ask with `if`" in caught.value.hint
    assert "try:" in caught.value.location.text


FIRST_AXES = {"xyz": (0, 1, 2), "zyx": (2, 1, 0)}


def turned(x, axes="zyx"):
    try:
        i, j, k = FIRST_AXES[axes]
    except (AttributeError, KeyError):
        i, j, k = axes
    m = np.zeros((3, 3))
    m[i, j] = np.sin(x[k % 2])
    m[j, k] = x[0] * x[1]
    return np.sum(m**2) + m[1, 0]


def test_what_is_known_raises_nothing(check):
    check(turned, X)
