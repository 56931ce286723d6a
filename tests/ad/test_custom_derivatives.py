"""Functions with a derivative of their own: what was given is what comes out, in both modes."""

import math

import pytest

import s2sad
from s2sad.errors import NoRuleError


def product(x, y):
    return x * math.exp(y)


@pytest.fixture(params=["defvjp", "defjvp"])
def given(request):
    """`product` with seven times its derivative, so that it can't be mistaken for another one."""
    function = s2sad.custom_derivative(product)
    if request.param == "defvjp":
        function.defvjp(
            lambda x, y: (product(x, y), (x, y)),
            lambda saved, bar: (7.0 * math.exp(saved[1]) * bar, 7.0 * product(*saved) * bar),
        )
    else:
        function.defjvp(
            lambda primals, dots: (
                product(*primals),
                7.0 * (math.exp(primals[1]) * dots[0] + product(*primals) * dots[1]),
            )
        )
    return function


def test_the_gradient_and_the_tangent_are_those_that_were_given(given):
    def f(x, y):
        return given(x, y) * 2.0 + x

    x, y = 0.7, 0.2
    assert f(x, y) == 2.0 * x * math.exp(y) + x
    assert s2sad.gradient(f, x, y) == pytest.approx((14.0 * math.exp(y) + 1.0, 14.0 * x * math.exp(y)))
    value, dot = s2sad.jvp(f, (x, y), (2.0, 3.0))
    assert value == f(x, y)
    assert dot == pytest.approx(2.0 * (14.0 * math.exp(y) + 1.0) + 3.0 * 14.0 * x * math.exp(y))


def test_a_constant_argument_has_no_part(given):
    assert s2sad.grad(lambda y: given(2.0, y))(0.3) == pytest.approx(14.0 * math.exp(0.3))


def test_of_one_argument_the_adjoint_is_no_tuple():
    cube = s2sad.custom_derivative(lambda x: x**3)
    cube.defvjp(lambda x: (x**3, x), lambda x, bar: 5.0 * x * bar)
    assert s2sad.grad(cube)(2.0) == 10.0
    assert s2sad.jvp(cube, (2.0,), (3.0,)) == (8.0, 30.0)
    assert s2sad.grad(s2sad.grad(lambda x: cube(x) * 1.0))(2.0) == 5.0


def test_without_a_derivative_it_is_refused_in_both_modes():
    bare = s2sad.custom_derivative(product)
    for derivative in (lambda: s2sad.grad(bare)(1.0, 2.0), lambda: s2sad.jvp(bare, (1.0, 2.0), (1.0, 0.0))):
        with pytest.raises(NoRuleError, match="neither defvjp nor defjvp was called"):
            derivative()
