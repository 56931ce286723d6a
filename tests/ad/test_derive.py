"""Whole derivatives of one function: f(x, y) = x² sin y, whose partials are 2 x sin y and x² cos y."""

import math

import pytest

import s2sad
from s2sad.ir import kinds as K
from s2sad.ir.printer import print_function

TEXT = """function f(x, y)
    a = mul x x
    s = math.sin y
    z = mul a s
    return z
"""
X, Y = 0.7, 0.4
VALUE, BY_X, BY_Y = X * X * math.sin(Y), 2.0 * X * math.sin(Y), X * X * math.cos(Y)


@pytest.mark.parametrize(
    "what, args, wanted",
    [
        ("grad", (X, Y), (BY_X, BY_Y)),
        ("value_and_grad", (X, Y), (VALUE, (BY_X, BY_Y))),
        ("jvp", (X, Y, 2.0, -3.0), (VALUE, 2.0 * BY_X - 3.0 * BY_Y)),
    ],
)
def test_what_is_derived(ad, what, args, wanted):
    found = ad.derive(TEXT, what)(*args)
    assert ad.close(flat(found), flat(wanted), 1e-12)


def flat(value):
    return [number for item in value for number in flat(item)] if isinstance(value, tuple) else [value]


def test_a_gradient_returns_one_adjoint_for_each_argument_that_is_differentiated(ad):
    text = "function f(x, n, y)\n    a = mul x n\n    b = mul a y\n    return b\n"
    assert ad.derive(text)(0.5, 3, 0.25) == (0.75, 1.5)
    assert ad.derive(text, kinds={"y": K.INT})(0.5, 3, 2) == (6.0,)


def test_an_argument_that_does_not_matter(ad):
    derived = ad.derive("function f(x, y)\n    a = mul x x\n    return a\n", clean=True)
    assert derived(0.5, 3.0) == (1.0, 0.0)
    assert "mul 2.0 x" in print_function(derived.module.main)


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (lambda x: None, "returns None"),
        (lambda x: (x, x), "returns a tuple"),
        (lambda x: len(str(3)) + 0 * 2, "an int that has no derivative"),
    ],
)
def test_what_is_no_number_has_no_gradient(function, what):
    with pytest.raises(s2sad.errors.NotAScalar, match=what):
        s2sad.grad(function)(0.7)
