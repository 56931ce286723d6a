"""The functions of distributions: the same values as SciPy's, and derivatives by every argument."""

import math

import numpy as np
import pytest

stats = pytest.importorskip("scipy.stats")

import s2sad
from s2sad.rules import (
    scipy_counts,
    scipy_distributions,
    scipy_entropy,
    scipy_integrals,
    scipy_linalg,
    scipy_special,
    scipy_stats,
)
from s2sad.rules.book import rules_in
from s2sad.rules.declare import Program

OWN = rules_in(scipy_stats, scipy_distributions, scipy_counts)
RULES = (*rules_in(scipy_special, scipy_entropy, scipy_integrals, scipy_linalg), *OWN)


def samples(*forms):
    return [
        pytest.param(rule, function, sample, id=f"{rule.name}-{number}")
        for rule in OWN
        if isinstance(rule, forms)
        for function in rule.functions
        for number, sample in enumerate(rule.at)
    ]


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Program))
def test_programs_give_the_value(rule, function, sample):
    with np.errstate(all="ignore"):
        expected = function(*sample.args, **sample.kwargs)
        found = rule.define(*sample.args, **sample.kwargs)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-15)
    assert np.shape(found) == np.shape(expected)
    assert type(found) is type(expected)
    assert np.asarray(found).dtype == np.asarray(expected).dtype


@pytest.mark.parametrize(
    ("rule", "function", "sample"),
    [case for case in samples(Program) if "pmf" not in case.id and "multivariate" not in case.id],
)
def test_values_at_edges(rule, function, sample):
    names = [name for name in rule.signature.names[1:] if name not in ("loc", "scale")]
    shapes = [np.ravel(a)[-1] for a in sample.args[1 : len(names) + 1]]
    is_quantile = rule.name.endswith(("ppf", "isf"))
    places = [-0.5, 0.0, 0.5, 1.0, 1.5] if is_quantile else [-np.inf, -0.5, 0.0, 0.4, 1.0, 300.0, np.inf]
    x = np.array([*places, math.nan])
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(rule.define(x, *shapes), function(x, *shapes), rtol=1e-11, atol=1e-300)
        assert np.all(np.isnan(function(x, *shapes, scale=-1.0)))
        assert np.all(np.isnan(rule.define(x, *shapes, scale=-1.0)))


def of_one(f, ok, w):
    return lambda x: np.sum(np.where(ok, f(x), 0.0) * w)


def of_two(f, ok, w):
    return lambda x, a: np.sum(np.where(ok, f(x, a), 0.0) * w)


def of_three(f, ok, w):
    return lambda x, a, b: np.sum(np.where(ok, f(x, a, b), 0.0) * w)


def of_four(f, ok, w):
    return lambda x, a, b, c: np.sum(np.where(ok, f(x, a, b, c), 0.0) * w)


def of_five(f, ok, w):
    return lambda x, a, b, c, d: np.sum(np.where(ok, f(x, a, b, c, d), 0.0) * w)


WEIGHTED = (of_one, of_two, of_three, of_four, of_five)
REFUSED = [  # by the shapes of an incomplete gamma or beta function
    (name, place)
    for name, count in {"gamma": 1, "chi2": 1, "t": 1, "beta": 2}.items()
    for place in range(1, count + 1)
]


@pytest.mark.parametrize(("rule", "function", "sample"), samples(Program))
def test_derivatives_by_every_argument(rule, function, sample):
    args = [*sample.args, *(sample.kwargs[k] for k in ("loc", "scale") if k in sample.kwargs)]
    if sample.kwargs and set(sample.kwargs) != {"loc", "scale"}:
        pytest.skip("covered by the samples without keywords")
    value = np.asarray(function(*args))
    weights = np.random.default_rng(2).normal(size=value.shape)
    total = WEIGHTED[len(args) - 1](function, np.isfinite(value), weights)
    distribution, _, kind = rule.name.rpartition("_")
    for place, argument in enumerate(args):
        if not np.issubdtype(np.asarray(argument).dtype, np.floating) or (place == 0 and "pmf" in kind):
            continue
        if kind in ("cdf", "sf", "ppf") and (distribution, place) in REFUSED:
            with pytest.raises(s2sad.DifferentiationError, match="no derivative of .* is known"):
                s2sad.grad(total, place, rules=RULES)(*args)
            continue
        found = s2sad.grad(total, place, rules=RULES)(*args)
        expected = differences(total, args, place)
        np.testing.assert_allclose(found, expected, rtol=2e-6, atol=1e-7, err_msg=rule.signature.names[place])


def differences(function, args, place):
    point = np.asarray(args[place], float)
    found = np.zeros_like(point)
    for index in np.ndindex(point.shape):
        step = np.zeros_like(point)
        step[index] = 1e-5
        up, down = list(args), list(args)
        up[place], down[place] = point + step, point - step
        found[index] = (function(*up) - function(*down)) / 2e-5
    return found


@pytest.mark.parametrize("function", [stats.gamma.cdf, stats.chi2.sf, stats.t.cdf])
def test_what_has_no_formula_is_refused(function):
    with pytest.raises(s2sad.DifferentiationError, match="no derivative of .* is known"):
        s2sad.grad(lambda shape: function(0.7, shape), rules=RULES)(1.3)


def log_likelihood(mean, width, data):
    return np.sum(stats.norm.logpdf(data, loc=mean, scale=width)) + np.sum(
        stats.t.logpdf(data, 4.0, mean, width)
    )


def test_a_likelihood_twice():
    data = np.array([0.3, -0.8, 1.5])
    hessian = s2sad.hessian(log_likelihood, (0, 1), rules=RULES)(0.2, 1.3, data)
    gradient = s2sad.grad(log_likelihood, (0, 1), rules=RULES)
    for row, steps in zip(hessian, [(1e-5, 0.0), (0.0, 1e-5)]):
        up = gradient(0.2 + steps[0], 1.3 + steps[1], data)
        down = gradient(0.2 - steps[0], 1.3 - steps[1], data)
        np.testing.assert_allclose(row, (np.array(up) - np.array(down)) / 2e-5, rtol=1e-7)


def test_outside_of_the_support_nothing_moves():
    x = np.array([-1.0, 0.5, 2.0])

    def total(x, a, b):
        return (
            np.sum(stats.beta.pdf(x, a, b)) + np.sum(stats.gamma.pdf(x, a)) + np.sum(stats.lognorm.pdf(x, b))
        )

    by_x, by_a, by_b = s2sad.grad(total, (0, 1, 2), rules=RULES)(x, 0.7, 1.3)
    assert by_x[0] == 0.0
    assert np.all(np.isfinite(by_x))
    assert math.isfinite(by_a)
    assert math.isfinite(by_b)


def test_the_gradient_by_a_covariance():
    points = np.array([[0.3, -1.2], [2.0, 0.7]])
    cov = np.array([[2.0, 0.3], [0.3, 1.5]])

    def total(mean, cov):
        return np.sum(stats.multivariate_normal.logpdf(points, mean, cov))

    by_mean, by_cov = s2sad.grad(total, (0, 1), rules=RULES)(points[0] + 0.1, cov)
    inverse = np.linalg.inv(cov)
    deviations = points - points[0] - 0.1
    whole = sum(inverse @ np.outer(d, d) @ inverse - inverse for d in deviations) / 2.0
    np.testing.assert_allclose(by_mean, np.sum(deviations @ inverse, axis=0))
    np.testing.assert_allclose(by_cov + by_cov.T, whole + whole.T)
