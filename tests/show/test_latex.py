"""Formulas in LaTeX: as a mathematician writes them."""

import ast

import pytest

from s2sad.show.latex import escaped, formula, number, variable


@pytest.mark.parametrize(
    "code, wanted",
    [
        ("x * y + z", r"x \, y + z"),
        ("(x + y) * z", r"\left(x + y\right) \, z"),
        ("x - (y - z)", r"x - \left(y - z\right)"),
        ("x - y - z", "x - y - z"),
        ("-(x + y)", r"-\left(x + y\right)"),
        ("-x * y", r"\left(-x\right) \, y"),
        ("x * 2.0", r"x \cdot 2"),
        ("2.0 * x", r"2 \, x"),
        ("x / (1.0 + x)", r"\frac{x}{1 + x}"),
        ("(x * y) ** n", r"\left(x \, y\right)^{n}"),
        ("x ** (n - 1)", "x^{n - 1}"),
        ("math.sqrt(x)", r"\sqrt{x}"),
        ("np.sin(x)", r"\sin\left(x\right)"),
        ("math.asin(x)", r"\arcsin\left(x\right)"),
        ("np.sum(x, axis=0)", r"\operatorname{sum}\left(x, \mathit{axis}=0\right)"),
        ("abs(x)", r"\left|x\right|"),
        ("a if x > 0 else b", r"\begin{cases} a & \text{if } x > 0 \\ b & \text{else} \end{cases}"),
        ("math.pi * r", r"\pi \, r"),
        ("xs[i]", r"\mathit{xs}\left[i\right]"),
        ("x = y", "x = y"),
        ("x += y", r"x \mathrel{+{=}} y"),
        ("x < y", "x < y"),
        ("x % y", r"\mathtt{x \% y}"),
        ("xs.append(x)", r"\operatorname{append}\left(x\right)"),
    ],
)
def test_formulas(code, wanted):
    assert formula(ast.parse(code).body[0]) == wanted


@pytest.mark.parametrize(
    "name, wanted",
    [
        ("x", "x"),
        ("x_bar", r"\bar{x}"),
        ("x_bar_2", r"\bar{x}_{2}"),
        ("x_dot", r"\dot{x}"),
        ("total_5", r"\mathit{total}_{5}"),
        ("sigma_bar", r"\bar{\sigma}"),
        ("a_b", r"\mathit{a\_b}"),
        ("_bar", r"\mathit{\_bar}"),
    ],
)
def test_variables(name, wanted):
    assert variable(name) == wanted


def test_numbers():
    assert number("1.5e-07") == r"1.5 \cdot 10^{-7}"
    assert number("2.5") == "2.5"


def test_text_is_escaped():
    assert escaped("50% of a_b & {c}") == r"50\% of a\_b \& \{c\}"
