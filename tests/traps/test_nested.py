"""Derivatives of derivatives: no derivative sees another one's variable."""

import math

import pytest

import s2sad
from s2sad import grad


def through_a_sum(x):
    return x * grad(lambda y: x + y)(1.0)


def through_a_product(x):
    return x * grad(lambda y: x * y)(1.0)


def through_a_square(x):
    def inner(y):
        return x * y * y

    return x * grad(inner)(3.0) + grad(inner)(x)


def test_perturbation_confusion():
    assert grad(through_a_sum)(4.0) == 1.0
    assert grad(through_a_product)(4.0) == 8.0


def test_inner_derivatives_in_all_modes(slopes):
    assert slopes(through_a_sum, 4.0) == [1.0]
    assert slopes(through_a_product, 4.0) == [8.0]
    assert slopes(through_a_square, 2.0) == pytest.approx([32.0])


def quartic(x):
    return x**4 + math.sin(x)


def test_a_gradient_of_a_gradient():
    assert grad(grad(quartic))(0.7) == pytest.approx(12.0 * 0.49 - math.sin(0.7))
    assert grad(grad(grad(quartic)))(0.7) == pytest.approx(24.0 * 0.7 - math.cos(0.7))


def test_a_gradient_of_the_emitted_gradient():
    emitted = grad(quartic).emitted
    assert grad(emitted)(0.7) == pytest.approx(12.0 * 0.49 - math.sin(0.7))


def test_a_gradient_by_one_argument_of_a_gradient_by_another():
    mixed = grad(grad(lambda x, y: x * x * y * y * y, 0), 1)
    assert mixed(2.0, 3.0) == pytest.approx(2.0 * 2.0 * 3.0 * 9.0)


def test_a_tangent_of_a_gradient_and_a_gradient_of_a_tangent():
    def along(x):
        return s2sad.jvp(quartic, (x,), (1.0,))[1]

    second = 12.0 * 0.49 - math.sin(0.7)
    assert s2sad.jvp(grad(quartic), (0.7,), (1.0,))[1] == pytest.approx(second)
    assert grad(along)(0.7) == pytest.approx(second)


def descent(step):
    w = 1.5
    for _ in range(4):
        w = w - step * grad(lambda v: (v - step) ** 2 + 0.1 * v**4)(w)
    return w


def test_gradient_descent_inside(check):
    check(descent, 0.2)


def pulled_back_inside(x):
    value, pullback = s2sad.vjp(lambda y: y * y * x, x)
    return value + pullback(x)[0]


def test_a_pullback_inside():
    assert pulled_back_inside(0.7) == pytest.approx(3.0 * 0.7**3)  # x³ + 2x²·x
    assert grad(pulled_back_inside)(0.7) == pytest.approx(9.0 * 0.7**2)
