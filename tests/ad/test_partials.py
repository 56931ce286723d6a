"""Adjoints by rules of partial derivatives: what is emitted for single operations, and that it is the derivative."""

import pytest


def body(text):
    return [line.partition("#")[0].strip() for line in text.split("\n")[1:] if line.strip()]


def of_one(line):
    return f"function f(x, y)\n    {line}\n    return z\n"


@pytest.mark.parametrize(
    "line, lines",
    [
        ("z = mul x y", ["return y, x"]),
        ("z = add x y", ["return 1.0, 1.0"]),
        ("z = sub x y", ["return 1.0, -1.0"]),
        ("z = math.sin x", ["t = math.cos x", "return t, 0.0"]),
        ("z = neg y", ["return 0.0, -1.0"]),
        ("z = mul x x", ["t = mul 2.0 x", "return t, 0.0"]),
    ],
)
def test_only_what_is_needed_is_emitted(ad, line, lines):
    assert body(ad.derive(of_one(line), clean=True).text) == lines


@pytest.mark.parametrize(
    "line",
    [
        "z = truediv x y",
        "z = pow x y",
        "z = math.atan2 x y",
        "z = math.hypot x y",
        "z = math.exp x",
        "z = math.log y",
        "z = math.tanh x",
        "z = mod x y",
        "z = math.sqrt x",
    ],
)
def test_partials_are_those_of_differences(ad, line):
    wanted = ad.differences(of_one(line), [0.7, 1.9])
    assert ad.close(list(ad.derive(of_one(line))(0.7, 1.9)), wanted, 1e-8)


def test_the_partials_of_a_constant_argument_are_not_computed(ad):
    """x**n never takes the logarithm of x, which a negative x has not."""
    derived = ad.derive("function f(x, n)\n    z = pow x n\n    return z\n")
    assert "math.log" not in derived.text
    assert derived(-1.5, 3) == (3.0 * 1.5**2,)
    assert derived(0.0, 2) == (0.0,)
