"""The rows of a reverse sweep: each entry with its adjoint, and what that contributes, from the last to the first."""

import math

import pytest

import s2sad


def f(x, y):
    z = x * y
    w = math.sin(z)
    return w * x


def test_from_the_last_to_the_first():
    steps = [row["step"] for row in s2sad.explain(f, 2.0, 3.0).reverse.as_data()]
    assert [step for step in steps if "_bar" not in step and " = " in step] == [
        "result = w_1 * x",
        "w_1 = math.sin(z_1)",
        "t = math.cos(z_1)",
        "z_1 = x * y",
    ]


def test_adjoints_and_contributions_are_exact():
    text = str(s2sad.explain(f, 2.0, 3.0).reverse)
    z_bar = 2.0 * math.cos(6.0)
    for number in (2.0, z_bar, 3.0 * z_bar, 2.0 * z_bar):
        assert f"{number:.6g}" in text
    assert f"{3.0 * z_bar + math.sin(6.0):.6g}" in text


def test_a_loop_is_gone_through_backwards():
    def looped(x, n):
        for _ in range(n):
            x = x * x
        return x

    rows = s2sad.explain(looped, 1.1, 3).reverse.as_data()
    squares = [
        float(row["adjoint"].split(": ")[1])
        for row in rows
        if " * " in row.get("step", "") and "adjoint" in row
    ]
    assert squares == pytest.approx([1.0, 2.0 * 1.1**4, 4.0 * 1.1**6], rel=1e-5)
