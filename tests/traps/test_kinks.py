"""Derivatives where a convention is needed, or where the obvious formula gives nan: the same in every mode."""

import math

import pytest

import s2sad

INF, NAN = math.inf, math.nan


def same(found, wanted):
    assert found == pytest.approx(wanted, rel=1e-13, abs=0.0, nan_ok=True)


# ------------------------------------------------------------------------------------------------- absolute values


def test_absolute_values_at_zero(slopes):
    same(slopes(lambda x: abs(x), 0.0), [0.0])
    same(slopes(lambda x: abs(x), -0.0), [0.0])
    same(slopes(lambda x: math.fabs(x) + 2.0 * x, 0.0), [2.0])
    same(slopes(lambda x: abs(x) * abs(x), 0.0), [0.0])


def test_absolute_values_on_both_sides(slopes):
    same(slopes(lambda x: abs(x), -3.0), [-1.0])
    same(slopes(lambda x: abs(x), 3.0), [1.0])


# --------------------------------------------------------------------------------------------------------- powers


def constant_exponents(x):
    return x**0 + x**0.0 + x**2 + x**2.0 + x**3


def test_powers_with_a_constant_exponent_at_zero(slopes):
    same(slopes(constant_exponents, 0.0), [0.0])
    same(slopes(lambda x: x**1 + x**1.0, 0.0), [2.0])
    same(slopes(lambda x: pow(x, 0) + pow(x, 2), 0.0), [0.0])
    same(slopes(lambda x: math.pow(x, 0.0) + math.pow(x, 2.0), 0.0), [0.0])


def test_second_derivatives_of_powers_at_zero():
    assert s2sad.hvp(lambda x: x**2, (0.0,), (1.0,)) == (2.0,)
    assert s2sad.hvp(lambda x: x**3, (0.0,), (1.0,)) == (0.0,)
    assert s2sad.hvp(lambda x: x**1 + x**0, (0.0,), (1.0,)) == (0.0,)


def test_a_power_with_an_inactive_exponent_that_is_an_argument():
    slope = s2sad.grad(lambda x, n: x**n)
    assert [slope(0.0, n) for n in (0, 1, 2, 3)] == [0.0, 1.0, 0.0, 0.0]
    assert [slope(-2.0, n) for n in (0, 1, 2, 3)] == [0.0, 1.0, -4.0, 12.0]
    assert [slope(0.0, n) for n in (0.0, 1.0, 2.0)] == [0.0, 1.0, 0.0]


def test_a_root_as_a_power_at_zero(slopes):
    same(slopes(lambda x: x**0.5, 0.0), [INF])


def test_zero_to_an_active_power(slopes):
    same(slopes(lambda p: 0.0**p, 2.0), [0.0])
    same(slopes(lambda p: 0**p, 2.0), [0.0])
    same(slopes(lambda x, p: x**p, 0.0, 2.0), [0.0, 0.0])


def test_a_negative_base(slopes):
    same(slopes(lambda x: (-2.0) ** x, 2.0), [NAN])
    same(slopes(lambda x, y: x**y, -2.0, 2.0), [-4.0, NAN])
    same(slopes(lambda x: x**2.0 + x**3 + x**-1, -2.0), [-4.0 + 12.0 - 0.25])


# ---------------------------------------------------------------------------------------- roots and strong zeros


def test_square_root_at_zero(slopes):
    same(slopes(lambda x: math.sqrt(x), 0.0), [INF])
    same(slopes(lambda x: 3.0 * math.sqrt(2.0 * x), 0.0), [INF])


def test_a_zero_adjoint_is_stronger_than_an_infinite_partial():
    assert s2sad.grad(lambda x: 0.0 * math.sqrt(x) + x)(0.0) == 1.0
    assert s2sad.grad(lambda x, w: w * math.sqrt(x))(0.0, 0.0) == 0.0
    _, pullback = s2sad.vjp(lambda x: (math.sqrt(x), x), 0.0)
    assert pullback((0.0, 1.0)) == (1.0,)


def test_a_zero_tangent_is_stronger_than_an_infinite_partial():
    value, tangent = s2sad.jvp(lambda x, y: math.sqrt(x) + y, (0.0, 1.0), (0.0, 1.0))
    assert (value, tangent) == (1.0, 1.0)


def root_of_the_positive_part(x):
    return math.sqrt(max(x, 0.0)) + x


def test_roots_at_zero_of_what_does_not_move(slopes):
    same(slopes(root_of_the_positive_part, -1.0), [1.0])
    same(slopes(lambda x: math.asin(min(x, 1.0)), 2.0), [0.0])


def test_norms_at_zero(slopes):
    same(slopes(lambda x, y: math.hypot(x, y), 0.0, 0.0), [0.0, 0.0])
    same(slopes(lambda x: math.hypot(x), 0.0), [0.0])
    same(slopes(lambda x, y, z: math.hypot(x, y, z), 0.0, 0.0, 0.0), [0.0] * 3)
    same(slopes(lambda x, y, z, w: math.hypot(x, y, z, w), 0.0, 0.0, 0.0, 0.0), [0.0] * 4)
    same(slopes(lambda p, q: math.dist(p, q), [1.0, 2.0], [1.0, 2.0]), [0.0] * 4)


def test_the_angle_of_the_origin(slopes):
    same(slopes(lambda y, x: math.atan2(y, x), 0.0, 0.0), [0.0, 0.0])


# ----------------------------------------------------------------------------------------------- ties and extremes


def test_the_first_of_equals_takes_the_derivative(slopes):
    same(slopes(lambda x, y: max(x, y), 1.5, 1.5), [1.0, 0.0])
    same(slopes(lambda x, y: min(x, y), 1.5, 1.5), [1.0, 0.0])
    same(slopes(lambda x, y: max(y, x), 1.5, 1.5), [0.0, 1.0])
    same(slopes(lambda x, y, z: max(x, y, z), 1.0, 2.0, 2.0), [0.0, 1.0, 0.0])
    same(slopes(lambda x, y, z: min(x, y, z), 2.0, 2.0, 2.0), [1.0, 0.0, 0.0])
    same(slopes(lambda x, y, z, w: max(x, y, z, w), 1.0, 2.0, 2.0, 0.0), [0.0, 1.0, 0.0, 0.0])


def test_the_first_of_equal_items_takes_the_derivative(slopes):
    same(slopes(lambda xs: max(xs), [0.5, 2.0, 2.0]), [0.0, 1.0, 0.0])
    same(slopes(lambda xs: min(xs), [0.5, 2.0, 0.5]), [1.0, 0.0, 0.0])
    same(slopes(lambda xs: max(xs, key=abs), [0.5, -2.0, 2.0]), [0.0, 1.0, 0.0])
    same(slopes(lambda xs: min(xs, default=7.0), [3.0, 3.0]), [1.0, 0.0])


def test_a_tie_with_a_constant(slopes):
    same(slopes(lambda x: max(x, 0.0), 0.0), [1.0])
    same(slopes(lambda x: max(0.0, x), 0.0), [0.0])
    same(slopes(lambda x: min(max(x, 0.0), 1.0), 1.0), [1.0])


def test_sorting_equals_keeps_their_order(slopes):
    def weighted(xs):
        a, b, c = sorted(xs)
        return a + 2.0 * b + 4.0 * c

    same(slopes(weighted, [2.0, 1.0, 2.0]), [2.0, 1.0, 4.0])


def relu(x):
    return 3.0 * x if x > 0 else 0.0


def test_a_branch_at_its_threshold(slopes):
    same(slopes(relu, 0.0), [0.0])


# ------------------------------------------------------------------------------------------------------- products


def test_products_with_zeros(slopes):
    same(slopes(lambda xs: math.prod(xs), [2.0, 0.0, 3.0]), [0.0, 6.0, 0.0])
    same(slopes(lambda xs: math.prod(xs), [0.0, 0.0, 3.0]), [0.0, 0.0, 0.0])
    same(slopes(lambda xs: math.prod(xs, start=2.0), [0.0, 5.0]), [10.0, 0.0])


def product_by_hand(xs):
    result = 1.0
    for x in xs:
        result *= x
    return result


def test_products_with_zeros_in_a_loop(slopes):
    same(slopes(product_by_hand, [2.0, 0.0, 3.0]), [0.0, 6.0, 0.0])
    same(slopes(product_by_hand, [0.0, 0.0, 3.0]), [0.0, 0.0, 0.0])
    assert s2sad.hvp(product_by_hand, ([0.0, 0.0, 3.0],), ([1.0, 0.0, 0.0],)) == ([0.0, 3.0, 0.0],)


def test_empty_sums_and_products():
    assert s2sad.grad(lambda xs, w: w * sum(xs), (0, 1))([], 2.0) == ([], 0.0)
    assert s2sad.grad(lambda xs, w: w * math.prod(xs), (0, 1))([], 2.0) == ([], 1.0)


# --------------------------------------------------------------------------------------------- steps and remainders


def steps(x):
    return math.floor(x) + math.ceil(x) + round(x + 0.5) + x // 1.0 + math.trunc(x) + int(x)


def test_steps_have_the_derivative_zero(slopes):
    same(slopes(lambda x: steps(x) + x, 2.0), [1.0])
    same(slopes(lambda x: steps(x) + x, 2.3), [1.0])


def test_remainders_at_their_jumps(slopes):
    same(slopes(lambda x, y: x % y, 4.0, 2.0), [1.0, -2.0])
    same(slopes(lambda x, y: math.fmod(x, y), 4.0, 2.0), [1.0, -2.0])
    same(slopes(lambda x: divmod(x, 2.0)[1], 4.0), [1.0])
    same(slopes(lambda x: math.modf(x)[0] + 2.0 * math.modf(x)[1], 2.0), [1.0])


# ------------------------------------------------------------------------------------------------- nan and infinity


def inactive_nan(x):
    nothing = math.inf - math.inf
    worse = nothing * 2.0 + math.sqrt(4.0)
    if worse > 0.0:
        x = worse * x
    return x * x + (worse * x if worse > 0.0 else x)


def test_nan_in_inactive_code(slopes):
    same(slopes(inactive_nan, 3.0), [7.0])


def overflowing_but_unused(x):
    huge = math.inf * x
    if huge < 0.0:
        x = huge
    return x * x


def test_infinity_in_a_value_that_is_not_taken(slopes):
    same(slopes(overflowing_but_unused, 3.0), [6.0])


def guarded(x):
    ratio = math.sin(x) / x if x != 0.0 else 1.0
    root = math.sqrt(x) if x > 0.0 else 0.0
    return ratio + root + (math.log(x) if x > 0.0 else 2.0 * x)


def test_what_a_condition_guards_is_not_computed(slopes):
    same(slopes(guarded, 0.0), [2.0])
    same(slopes(guarded, -1.0), [2.0 + math.sin(1.0) - math.cos(1.0)])


def test_nan_goes_where_it_belongs(slopes):
    same(slopes(lambda x, y: x * x + y * y, NAN, 2.0), [NAN, 4.0])


def test_infinite_arguments(slopes):
    same(slopes(lambda x: math.exp(-x) + 2.0 * x, INF), [2.0])
    same(slopes(lambda x: math.tanh(x), 800.0), [0.0])


# ---------------------------------------------------------------------------------------------------- ints as floats


def test_an_int_is_taken_as_a_float():
    found = s2sad.grad(lambda x: x * x)(2)
    assert (found, type(found)) == (4.0, float)
    assert s2sad.grad(lambda x: x**0.5)(4) == 0.25
    assert s2sad.grad(lambda xs: xs[0] * xs[1])([3, 4]) == [4.0, 3.0]
    assert s2sad.grad(lambda pair: pair[0] * pair[1])((3, 4.0)) == (4.0, 3.0)
    assert s2sad.grad(lambda table: table["a"] * table["b"])({"a": 3, "b": 4}) == {"a": 4.0, "b": 3.0}


def test_a_bool_is_no_number():
    with pytest.raises(s2sad.NotANumber, match="is a bool"):
        s2sad.grad(lambda x: x)(True)


def test_an_int_in_every_mode():
    assert s2sad.jvp(lambda x: x * x, (2,), (1.0,)) == (4.0, 4.0)
    assert s2sad.hvp(lambda x: x**3, (2,), (1.0,)) == (12.0,)
    value, slope = s2sad.value_and_grad(lambda x: x // 2 + x)(3)
    assert (value, slope) == (4.0, 1.0)


def test_the_gradient_of_a_constant():
    assert s2sad.grad(lambda x: 5.0)(2.0) == 0.0
    assert s2sad.grad(lambda x: 5)(2.0) == 0.0
    assert s2sad.jvp(lambda x: 5.0, (2.0,), (1.0,)) == (5.0, 0.0)


def test_the_square_of_the_modulus_of_a_complex_number():
    def squared(x, y):
        z = complex(x, y)
        return (z * z.conjugate()).real

    assert s2sad.grad(squared, (0, 1))(1.0, 2.0) == (2.0, 4.0)
