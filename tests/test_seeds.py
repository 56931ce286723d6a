"""The worked examples of the field's introductions, with exactly their numbers."""

import math

import pytest

import s2sad


def product_and_sine(x, y):
    return x * y + math.sin(x)


def sum_times_sum(a, b):
    return (a + b) * (b + 1)


def diamond(x, y):
    return (x + y) * (x - y)


def doubled_product(x, y):
    s = x * y
    return s + s


def quadratic(t):
    return t**2 + t + 1


def two_outputs(x):
    return x * x, math.sin(x)


def three_output_adjoint(a, b):
    c = a * b
    d = math.sin(a)
    e = c + d
    return e


def gradients(fun, *args):
    """By both modes and styles, which have to agree exactly."""
    every = tuple(range(len(args)))
    value, found = s2sad.value_and_grad(fun, every)(*args)
    assert value == fun(*args)
    assert s2sad.value_and_grad(fun, every, style="flat")(*args) == (value, found)
    units = [tuple(float(i == k) for i in every) for k in every]
    assert tuple(s2sad.jvp(fun, args, unit)[1] for unit in units) == found
    assert s2sad.vjp(fun, *args)[1](1.0) == found
    return value, *found


def test_product_and_sine():
    value, by_x, by_y = gradients(product_and_sine, 2.0, 3.0)
    assert value == 6.0 + math.sin(2.0)
    assert (by_x, by_y) == (3.0 + math.cos(2.0), 2.0)


def test_sum_times_sum():
    assert gradients(sum_times_sum, 2.0, 1.0) == (6.0, 2.0, 5.0)


def test_the_diamond():
    assert gradients(diamond, 3.0, 2.0) == (5.0, 6.0, -4.0)


def test_the_doubled_product():
    assert gradients(doubled_product, 3.0, 5.0) == (30.0, 10.0, 6.0)


def test_the_quadratic():
    assert gradients(quadratic, 5.0) == (31.0, 11.0)


def test_the_seeds_with_ints():
    assert s2sad.gradient(sum_times_sum, 2, 1) == (2.0, 5.0)
    assert s2sad.gradient(diamond, 3, 2) == (6.0, -4.0)
    assert s2sad.grad(quadratic)(5) == 11.0


def test_two_outputs_of_one_input():
    value, pullback = s2sad.vjp(two_outputs, 2.0)
    assert value == (4.0, math.sin(2.0))
    assert pullback((1.0, 0.0)) == (4.0,)
    assert pullback((0.0, 1.0)) == (math.cos(2.0),)
    assert pullback((1.0, 1.0)) == (4.0 + math.cos(2.0),)
    assert s2sad.jvp(two_outputs, (2.0,), (1.0,)) == (value, (4.0, math.cos(2.0)))


def test_the_adjoint_with_three_outputs():
    adjoint = s2sad.value_and_grad(three_output_adjoint, ("a", "b"), style="flat")
    value, (a_bar, b_bar) = adjoint(2.0, 3.0)
    assert value == 6.0 + math.sin(2.0)
    assert a_bar == 3.0 + math.cos(2.0)
    assert b_bar == 2.0
    assert "a_1, a_2 = dup(a, 2)" in adjoint.source
    assert "c_bar, d_bar = dup(e_bar, 2)" in adjoint.source


def test_dup_is_folded_away_in_the_default_style():
    for fun in (product_and_sine, three_output_adjoint):
        assert "dup" not in s2sad.value_and_grad(fun, (0, 1)).source


def test_a_value_used_twice_shows_its_dup():
    source = s2sad.value_and_grad(doubled_product, (0, 1), style="flat").source
    assert "dup(" in source


def test_the_second_derivatives_of_the_diamond():
    assert s2sad.hvp(diamond, (3.0, 2.0), (1.0, 0.0)) == (2.0, 0.0)
    assert s2sad.hvp(diamond, (3.0, 2.0), (0.0, 1.0)) == (0.0, -2.0)


def test_the_wengert_list_of_product_and_sine():
    text = s2sad.wengert(product_and_sine).ir
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    assert lines[0] == "function product_and_sine(x, y)"
    assert [line.partition(" = ")[2] for line in lines[1:4]] == ["mul x y", "$math.sin x", "add t t_1"]


@pytest.mark.parametrize("fun", [product_and_sine, sum_times_sum, diamond, three_output_adjoint])
def test_what_is_emitted_is_standalone(fun):
    space: dict = {}
    exec(s2sad.emit(fun, standalone=True), space)
    assert space[f"{fun.__name__}_grad"](2.0, 3.0) == s2sad.gradient(fun, 2.0, 3.0)
