"""Integrals of samples, convolutions and filters: their rules, and derivatives of functions that call them."""

import pathlib
import sys

import numpy as np
import pytest

integrate = pytest.importorskip("scipy.integrate")
signal = pytest.importorskip("scipy.signal")

import s2sad
from s2sad.rules import scipy_integrate, scipy_signal
from s2sad.rules.book import rules_in
from s2sad.rules.declare import Adjoint, Bilinear, Linear, Program

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from array_checks import check_rule

RULES = rules_in(scipy_integrate, scipy_signal)
X = np.array([0.3, -1.2, 2.0, 0.7, 1.1])


def samples(*forms):
    return [
        pytest.param(rule, function, sample, id=f"{rule.name}-{getattr(function, '__name__', '?')}-{number}")
        for rule in RULES
        if isinstance(rule, forms)
        for function in rule.functions
        for number, sample in enumerate(rule.at)
    ]


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Linear, Bilinear, Adjoint))
def test_tangents_and_cotangents(rule, function, sample):
    check_rule(rule, function, sample)


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Program))
def test_programs_give_the_value(rule, function, sample):
    expected = function(*sample.args, **sample.kwargs)
    found = rule.define(*sample.args, **sample.kwargs)
    several = isinstance(expected, tuple)
    assert not several or len(found) == len(expected)
    for one, other in zip(found, expected) if several else [(found, expected)]:
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-14)
        assert np.shape(one) == np.shape(other)
        assert np.asarray(one).dtype == np.asarray(other).dtype


def integrals(y, x):
    t = np.cumsum(x * x)
    rising = integrate.cumulative_trapezoid(y, t, initial=0)
    return integrate.trapezoid(y * y, t) + integrate.simpson(y * rising, x=t) + integrate.simpson(y, dx=0.1)


def convolutions(y, x):
    same = signal.convolve(y, x[:3], mode="same")
    return (
        np.sum(same**2)
        + np.sum(signal.fftconvolve(y, x) ** 3)
        + signal.convolve(y, x[:4], mode="valid") @ x[:2]
    )


def filters(y, x):
    return np.sum(signal.lfilter(x[:2], 2.0 + y[:3] * y[:3], x * y) ** 2)


PROGRAMS = [integrals, convolutions, filters]


@pytest.mark.parametrize("function", PROGRAMS)
def test_gradients_of_functions(function):
    y, dots = 0.5 * X[::-1] + 0.4, np.random.default_rng(1).normal(size=(2, 5))
    by_y, by_x = s2sad.grad(function, (0, 1), rules=RULES)(y, X)
    up, down = (function(y + h * dots[0], X + h * dots[1]) for h in (1e-5, -1e-5))
    assert by_y @ dots[0] + by_x @ dots[1] == pytest.approx((up - down) / 2e-5, rel=1e-7)
    _, pushed = s2sad.jvp(function, (y, X), tuple(dots), rules=RULES)
    assert pushed == pytest.approx((up - down) / 2e-5, rel=1e-7)


@pytest.mark.parametrize("function", PROGRAMS)
def test_second_derivatives_of_functions(function):
    y, dot = 0.5 * X[::-1] + 0.4, np.random.default_rng(1).normal(size=5)
    gradient = s2sad.grad(function, rules=RULES)
    expected = (gradient(y + 1e-5 * dot, X) - gradient(y - 1e-5 * dot, X)) / 2e-5
    np.testing.assert_allclose(
        s2sad.hessian(function, rules=RULES)(y, X) @ dot, expected, rtol=1e-6, atol=1e-7
    )
