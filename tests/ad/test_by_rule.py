"""Sums of partial times adjoint over the outputs, and one operand that stands at two places."""

import math

import pytest


def test_an_operand_that_stands_twice_is_doubled(ad):
    """By fan-out x has two adjoints here, which are one value: it is doubled, and not computed twice."""
    derived = ad.derive("function f(x, y)\n    a = mul x x\n    z = mul a y\n    return z\n", clean=True)
    assert derived.text.count("= mul") == 3
    assert "add" not in derived.text
    assert derived(3.0, 5.0) == (30.0, 9.0)


@pytest.mark.parametrize(
    "lines, x",
    [
        (["a = math.hypot x x", "z = mul a y"], 0.7),
        (["a = pow x x", "z = mul a y"], 0.7),
        (["a = math.atan2 x x", "b = mul a x", "z = mul b y"], 0.7),
        (["a, b = math.frexp x", "z = mul a y"], 0.7),
        (["a = list_of x y x", "b = sum a", "z = mul b b"], 0.7),
        (["a = math.hypot x y x", "z = mul a a"], 0.7),
    ],
)
def test_gradients_are_those_of_differences(ad, lines, x):
    text = "function f(x, y)\n    " + "\n    ".join(lines) + "\n    return z\n"
    assert ad.close(list(ad.derive(text)(x, 1.9)), ad.differences(text, [x, 1.9]), 1e-7)


def test_an_adjoint_that_is_zero_has_no_part(ad):
    derived = ad.derive(
        "function f(x, y)\n    a = math.log x\n    b = stop_gradient a\n    z = mul b y\n    return z\n"
    )
    assert derived(0.5, 2.0) == (0.0, math.log(0.5))
