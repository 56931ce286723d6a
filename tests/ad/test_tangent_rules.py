"""Tangents by rules: the sum runs over the active arguments only."""

import math

import pytest

LINES = {
    "z = mul x y": lambda x, y: (y, x),
    "z = truediv x y": lambda x, y: (1.0 / y, -x / y**2),
    "z = pow x y": lambda x, y: (y * x ** (y - 1.0), math.log(x) * x**y),
    "z = math.hypot x y": lambda x, y: (x / math.hypot(x, y), y / math.hypot(x, y)),
    "z = math.atan2 x y": lambda x, y: (y / (x * x + y * y), -x / (x * x + y * y)),
    "z = sub x y": lambda x, y: (1.0, -1.0),
    "z = math.exp y": lambda x, y: (0.0, math.exp(y)),
}


@pytest.mark.parametrize("line", LINES)
def test_tangents_are_sums_of_partials_times_tangents(ad, line):
    derived = ad.derive(f"function f(x, y)\n    {line}\n    return z\n", "jvp")
    by_x, by_y = LINES[line](0.7, 1.9)
    for x_dot, y_dot in ((1.0, 0.0), (0.0, 1.0), (2.0, -3.0)):
        assert derived(0.7, 1.9, x_dot, y_dot)[1] == pytest.approx(by_x * x_dot + by_y * y_dot)


def test_what_is_constant_adds_no_term(ad):
    derived = ad.derive("function f(x, n)\n    z = mul x n\n    w = pow z n\n    return w\n", "jvp")
    assert "math.log" not in derived.text
    assert derived(2.0, 3, 1.0) == (216.0, 3 * 36.0 * 3)


def test_a_result_that_does_not_vary_has_a_zero_tangent(ad):
    assert ad.derive("function f(x, n)\n    z = mul n 2.0\n    return z\n", "jvp")(2.0, 3, 1.0) == (6.0, 0.0)
