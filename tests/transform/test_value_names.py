"""Names of temporaries: by what they are, short, and in nobody's way."""

import math

import numpy as np
import pytest

import s2sad
from s2sad.ir.names import without_mark
from s2sad.ir.nodes import Module, Var
from s2sad.ir.parser import parse_function
from s2sad.ir.rewrite import variables_of
from s2sad.transform.value_names import LONGEST, name_values


def named(*lines, parameters="x, y, a, i, W, d"):
    """What the target of the last line is called."""
    text = "\n    ".join((*lines, "return x"))
    module = Module((parse_function(f"function f({parameters})\n    {text}\n"),))
    return without_mark(name_values(module).main.body.entries[-1].targets[0].name)


@pytest.mark.parametrize(
    "lines, name",
    [
        (["t = matmul x W"], "x_W"),
        (["t = mul x y"], "x_y"),
        (["t = mul x x"], "x_squared"),
        (["t = pow x 2"], "x_squared"),
        (["t = pow x y"], "x_to_y"),
        (["t = truediv x y"], "x_over_y"),
        (["s = slice 1 -1", "t = getitem x s"], "x_part"),
        (["t = truediv 1.0 y"], "inverse_y"),
        (["t = add i 1"], "i_plus_1"),
        (["t = sub x y"], "x_minus_y"),
        (["t = add x 0.3"], "x_shifted"),
        (["t = mul 0.3 x"], "x_scaled"),
        (["t = neg x"], "minus_x"),
        (["t = lt i 2"], "i_below_2"),
        (["t = math.exp x"], "exp_x"),
        (["t_1 = pow x 2", "t = math.exp t_1"], "exp_x_squared"),
        (["t = getattr W 'T'"], "W_T"),
        (["t = getitem x i"], "x_i"),
        (["t = getitem x 0"], "x_0"),
        (["t = getitem x -1"], "x_last"),
        (["t_1 = add i 1", "t = getitem x t_1"], "x_next"),
        (["t_1 = sub i 1", "t = getitem x t_1"], "x_before"),
        (["t_1 = tuple_of i 0", "t = getitem a t_1"], "a_i0"),
        (["t_1 = slice None i None", "t_2 = tuple_of i t_1", "t = getitem a t_2"], "a_i_head"),
        (["t_1 = slice i None None", "t = getitem a t_1"], "a_tail"),
        (["t_1 = slice 1 -1 None", "t = getitem a t_1"], "a_inner"),
        (["t_1 = slice None None None", "t_2 = tuple_of t_1 i", "t = getitem a t_2"], "a_i"),
        (["t = getitem d 'due'"], "d_due"),
    ],
)
def test_a_name_says_what_the_value_is(lines, name):
    assert named(*lines) == name


@pytest.mark.parametrize(
    "lines, name",
    [
        (["t_1 = mul x y", "t = mul t_1 W"], "product"),
        (["t_1 = add x y", "t_2 = mul t_1 W", "t = sub t_2 a"], "difference"),
        (["t_1 = getitem x 0", "t = getitem t_1 -3"], "x_0_item"),
        (["t = getitem d 'two words'"], "d_item"),
        (["t = getattr x 'bar'"], "t"),
    ],
)
def test_of_what_is_long_the_operation_is_told_or_nothing(lines, name):
    assert named(*lines) == name


def test_what_is_stored_is_called_by_its_place():
    text = "function f(x, i)\n    t = mul x i\n    t_1 = math.sin t\n    setitem x i t_1\n    return x\n"
    module = name_values(Module((parse_function(text),)))
    assert Var("x_i__t") in variables_of(module.main)


def test_names_are_never_given_twice():
    text = "function f(x, y, x_y)\n    t = mul x y\n    t_1 = mul x y\n    t_2 = mul x_y t\n    t_3 = add t_1 t_2\n    return t_3\n"
    function = parse_function(text)
    made = name_values(Module((function,))).main
    assert len(variables_of(made)) == len(variables_of(function))


def test_a_variable_of_the_users_keeps_its_name():
    def f(x, y):
        x_y = x + y
        for _ in range(2):
            x_y = math.sin(x * y) * x_y * math.cos(x * y)
        return x_y

    gradient = s2sad.grad(f)
    assert gradient(0.3, 0.7) == pytest.approx((f(0.3 + 1e-6, 0.7) - f(0.3 - 1e-6, 0.7)) / 2e-6, rel=1e-7)
    assert "x_y = x * y" not in gradient.source
    assert "x_y_1 = x * y" in gradient.source


def test_adjoints_have_the_names_of_their_values():
    def f(h, W, b):
        return np.sum(np.tanh(h @ W + b))

    gradient = s2sad.grad(f, (0, 1))
    h, W, b = np.ones((2, 3)), np.full((3, 4), 0.1), np.zeros(4)
    h_bar, W_bar = gradient(h, W, b)
    slope = 1 - np.tanh(0.3) ** 2
    assert W_bar == pytest.approx(np.full((3, 4), 2 * slope))
    assert h_bar == pytest.approx(np.full((2, 3), 0.4 * slope))
    assert "tanh_h_W_plus_b = np.tanh(h @ W + b)" in gradient.source


def test_the_adjoint_of_what_is_used_twice_is_named_as_well():
    def f(x, y):
        return math.sin(x * y) * x * y + math.exp(x * y)

    gradient = s2sad.grad(f, (0, 1))
    x_bar, y_bar = gradient(0.3, 0.7)
    slope = math.cos(0.21) * 0.21 + math.sin(0.21) + math.exp(0.21)
    assert (x_bar, y_bar) == pytest.approx((0.7 * slope, 0.3 * slope))
    assert "x_y_bar" in gradient.source


def test_no_name_is_longer_than_that():
    def f(temperature, pressure):
        return math.exp(temperature * pressure) * math.sin(temperature * pressure) / temperature

    gradient = s2sad.grad(f)
    gradient(0.3, 0.2)
    assigned = [line.split(" = ")[0].strip() for line in gradient.source.splitlines() if " = " in line]
    assert all(len(name.removesuffix("_bar")) <= LONGEST for name in assigned)


def test_a_long_attribute_is_called_by_itself():
    module = Module(
        (
            parse_function(
                "function f(ell)\n    t = getattr ell 'semimajor_axis'\n    t_1 = getattr ell 'a'\n    return t\n"
            ),
        )
    )
    targets = [entry.targets[0] for entry in name_values(module).main.body.entries]
    assert [without_mark(target.name) for target in targets] == ["semimajor_axis", "ell_a"]


def test_what_is_unpacked_is_called_by_its_place():
    module = Module((parse_function("function f(p)\n    t, b, t_1 = unpack p 3 None\n    return b\n"),))
    targets = name_values(module).main.body.entries[0].targets
    assert [without_mark(target.name) for target in targets] == ["p_0", "b", "p_2"]
