"""Emitted text of a function with a function as a default is for that one, and says so to another."""

import math

import pytest

import s2sad


def square(t: float) -> float:
    return t * t


def positional(x: float, g=square) -> float:
    return g(x) * x


def by_name(x: float, *, g=square) -> float:
    return g(x) * x


def of_a_library(x: float, g=math.sin) -> float:
    return g(x) * x


@pytest.mark.parametrize("standalone", [False, True])
@pytest.mark.parametrize(
    "function, default, wanted",
    [
        (positional, square, 12.0),
        (by_name, square, 12.0),
        (of_a_library, math.sin, math.sin(2.0) + 2.0 * math.cos(2.0)),
    ],
)
def test_another_function_is_refused(function, default, wanted, standalone):
    text = s2sad.emit(function, standalone=standalone)
    space = {}
    exec(text, space)
    derivative = space[f"{function.__name__}_grad"]
    assert derivative(2.0) == pytest.approx(wanted, rel=1e-14)
    assert derivative(2.0, g=default) == derivative(2.0)
    with pytest.raises(ValueError, match=f"the derivative for `{default.__name__}`"):
        derivative(2.0, g=math.exp)


def test_grad_takes_another_function_and_checks_nothing():
    derivative = s2sad.grad(positional)
    assert derivative(2.0) == 12.0
    assert "check_same" not in derivative.source
    assert derivative(2.0, math.exp) == pytest.approx(3.0 * math.exp(2.0), rel=1e-14)
    assert derivative(2.0) == 12.0
