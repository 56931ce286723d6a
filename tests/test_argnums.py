"""What is differentiated is said in one way: by position or name, or by several of them."""

import math

import numpy as np
import pytest

import s2sad

OPERATORS = [
    s2sad.grad,
    s2sad.value_and_grad,
    s2sad.jacobian,
    s2sad.jacfwd,
    s2sad.jacrev,
    s2sad.hessian,
]
VIEWS = [s2sad.explain, s2sad.wengert, s2sad.graph, s2sad.beside, s2sad.report, s2sad.stages, s2sad.emit]


def product(x, y, n=2):
    return x**n * y


@pytest.mark.parametrize("argnums", [1.5, True, None, {0}, b"x", (0, 1.5), ["x", None]])
@pytest.mark.parametrize("operator", OPERATORS)
def test_what_is_neither_position_nor_name_is_refused_at_once(operator, argnums):
    with pytest.raises(s2sad.ArgumentIndexError, match="neither a position nor a name\n.*a name such as 'x'"):
        operator(product, argnums=argnums)


@pytest.mark.parametrize("argnums", ["nope", "x,y", 7, -4, ("x", "nope")])
@pytest.mark.parametrize("operator", OPERATORS)
def test_what_the_function_does_not_have(operator, argnums):
    with pytest.raises(s2sad.ArgumentIndexError, match="has no (parameter 'nope'|parameter 'x,y'|number)"):
        operator(product, argnums=argnums)(3.0, 2.0)


@pytest.mark.parametrize("argnums", [(0, 1), [0, 1], ("x", "y"), ["x", 1], np.arange(2).tolist(), (-3, -2)])
def test_several_give_a_tuple(argnums):
    assert s2sad.grad(product, argnums)(3.0, 2.0) == (12.0, 9.0)


def test_a_position_may_be_one_of_numpy():
    assert s2sad.grad(product, np.int64(1))(3.0, 2.0) == 9.0


@pytest.mark.parametrize("view", VIEWS)
def test_views_take_the_same(view):
    by_name = str(view(product, argnums="y", types={"n": "int"}))
    assert str(view(product, argnums=1, types={"n": "int"})) == by_name
    with pytest.raises(s2sad.ArgumentIndexError):
        view(product, argnums=1.5)
    with pytest.raises(TypeError):
        view(product, wrt="y")


def test_a_tuple_of_one_is_a_tuple():
    assert s2sad.emit(product, argnums="y").count("return x**n\n") == 1
    assert "return (x**n,)" in s2sad.emit(product, argnums=["y"])


def test_gradients_by_name_inside_of_a_differentiated_function():
    def outer(x):
        def inner(a, b):
            return math.sin(a * b)

        return s2sad.grad(inner, "b")(x, 2.0) + s2sad.grad(product, argnums=("x", "y"))(x, 3.0)[0]

    assert s2sad.grad(outer)(0.7) == pytest.approx(math.cos(1.4) - 2 * 0.7 * math.sin(1.4) + 6.0)
    with pytest.raises(s2sad.ArgumentIndexError, match="has no parameter 'c'"):
        s2sad.grad(lambda x: s2sad.grad(product, "c")(x, 2.0))(1.0)
    for wrong in (True, 1.5, None):
        with pytest.raises(s2sad.UnsupportedSyntax, match="called in this way"):
            s2sad.grad(lambda x, wrong=wrong: s2sad.grad(product, wrong)(x, 2.0))(1.0)


def test_one_argument_has_a_gradient_and_several_a_tuple():
    assert s2sad.gradient(lambda x: x * x, 3.0) == 6.0
    assert s2sad.gradient(product, 3.0, 2.0) == (12.0, 9.0)
    assert s2sad.gradient(lambda xs: xs[0] * xs[1], [3.0, 2.0]) == [2.0, 3.0]


# ---------------------------------------------------------------------------------------------- check_grads


@s2sad.custom_derivative
def wrong_by_y(x, y):
    return x * x * y


wrong_by_y.defvjp(
    lambda x, y: (x * x * y, (x, y)), lambda saved, bar: (2 * saved[0] * saved[1] * bar, 3 * bar)
)


@pytest.mark.parametrize("argnums", [0, "x", ["x"], (0, 0)])
def test_check_grads_leaves_out_what_is_not_asked_for(argnums):
    def f(x, y):
        return wrong_by_y(x, y)

    s2sad.check_grads(f, (2.0, 3.0), order=1, modes="reverse", argnums=argnums)
    with pytest.raises(s2sad.DerivativeMismatch, match="d value / d y is 3"):
        s2sad.check_grads(f, (2.0, 3.0), order=1, modes="reverse", argnums="y")


def test_check_grads_takes_an_int_that_is_asked_for_as_that_float():
    s2sad.check_grads(lambda x, n: x * n * n, (2.0, 3), argnums="n")
    with pytest.raises(s2sad.DerivativeMismatch):
        s2sad.check_grads(wrong_by_y, (2.0, 3), order=1, modes="reverse", argnums=1)


@pytest.mark.parametrize("argnums", ["z", 2, 1.5, None, True])
def test_check_grads_refuses_what_is_not_there(argnums):
    if argnums is None:
        s2sad.check_grads(lambda x, y: x * y, (2.0, 3.0), argnums=None)
        return
    with pytest.raises(s2sad.ArgumentIndexError):
        s2sad.check_grads(lambda x, y: x * y, (2.0, 3.0), argnums=argnums)


def test_check_grads_refuses_what_has_no_derivative():
    with pytest.raises(s2sad.NotANumber, match="is a str, which has no derivative"):
        s2sad.check_grads(lambda x, unit: x, (2.0, "km"), argnums="unit")
    with pytest.raises(s2sad.NotANumber, match="none of the arguments"):
        s2sad.check_grads(lambda x: x, (2.0,), argnums=())
