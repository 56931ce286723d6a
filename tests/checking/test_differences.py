"""Central differences are right within the error that they report, and don't vouch for what they can't know."""

import math

import pytest

from s2sad.checking.differences import central_differences

CASES = [
    (math.sin, math.cos, 1.0),
    (math.exp, math.exp, 20.0),
    (math.log, lambda x: 1 / x, 1e-8),
    (lambda x: 1 / x, lambda x: -1 / x**2, 1e-5),
    (lambda x: x**5, lambda x: 5 * x**4, -3.0),
    (lambda x: 1e6 * x**3, lambda x: 0.0, 0.0),
    (lambda x: 1e12 + x, lambda x: 1.0, 2.0),
    (lambda x: 7.0, lambda x: 0.0, 2.0),
]


@pytest.mark.parametrize("function, derivative, at", CASES)
def test_off_by_no_more_than_reported(function, derivative, at):
    (estimate,) = central_differences(lambda x: [function(x)], at, 1)
    wanted = derivative(at)
    assert abs(estimate.value - wanted) <= estimate.error + 1e-9 * abs(wanted)


@pytest.mark.parametrize("function, derivative, at", CASES[:5])
def test_error_is_small(function, derivative, at):
    (estimate,) = central_differences(lambda x: [function(x)], at, 1)
    assert estimate.error <= 1e-4 * abs(derivative(at))


def test_one_estimate_for_each_result():
    one, other = central_differences(lambda x: [x * x, 3.0 * x], 2.0, 2)
    assert one.value == pytest.approx(4.0, rel=1e-9)
    assert other.value == pytest.approx(3.0, rel=1e-9)


def test_a_jump_agrees_with_no_derivative():
    (estimate,) = central_differences(lambda x: [math.floor(x)], 2.0, 1)
    assert abs(estimate.value) > 1.0
    assert estimate.error < 0.01 * abs(estimate.value)


@pytest.mark.parametrize(
    "function, at",
    [
        (lambda x: [math.sqrt(x)], 0.0),
        (lambda x: [math.log(x)], 0.0),
        (lambda x: [1.0] if x > 0 else [1.0, 2.0], 0.0),
        (lambda x: [math.inf], 0.0),
    ],
)
def test_undefined_without_values_on_both_sides(function, at):
    (estimate,) = central_differences(function, at, 1)
    assert math.isnan(estimate.value)
    assert estimate.error == math.inf
