"""What `scipy.stats` gives of samples, and any of its distributions: SciPy's values, both modes against differences."""

import functools
import math

import numpy as np
import pytest

stats = pytest.importorskip("scipy.stats")

import s2sad
from s2sad.errors import NoRuleError
from s2sad.rules import scipy_descriptive
from s2sad.rules.book import rules_in
from s2sad.rules.declare import Program

X = np.array([0.3, 1.2, 2.0, 0.7, 1.6])
Y = np.array([0.5, 1.9, 1.4, 0.2, 1.1])
SAMPLES = [
    pytest.param(rule.functions[0], sample, id=f"{rule.name}-{number}")
    for rule in rules_in(scipy_descriptive)
    if isinstance(rule, Program)
    for number, sample in enumerate(rule.at)
]


def slopes(f, x, h=1e-6):
    x = np.asarray(x, dtype=float)
    units = np.reshape(np.eye(x.size), (x.size, *x.shape))
    return np.reshape([(f(x + h * u) - f(x - h * u)) / (2.0 * h) for u in units], x.shape)


def holds(f, x, tol=2e-6, second=True):
    """The value and the gradient, forward mode, and the second derivative along the argument itself."""
    x = np.asarray(x, dtype=float)
    value, found = s2sad.value_and_grad(f)(x)
    assert value == pytest.approx(f(x), rel=1e-12)
    np.testing.assert_allclose(found, slopes(f, x), rtol=tol, atol=tol)
    direction = np.cos(np.arange(x.size)).reshape(x.shape)
    tangent = s2sad.jvp(f, (x,), (direction,))[1]
    assert tangent == pytest.approx(np.sum(found * direction), rel=1e-9, abs=1e-12)
    if not second:
        return
    gradient = s2sad.grad(f)
    product = s2sad.hvp(f, (x,), (x.copy(),))[0]
    np.testing.assert_allclose(
        product, (gradient((1 + 1e-6) * x) - gradient((1 - 1e-6) * x)) / 2e-6, rtol=2e-5, atol=2e-5
    )


@pytest.mark.parametrize(("function", "sample"), SAMPLES)
def test_samples(function, sample):
    first, rest, named = sample.args[0], sample.args[1:], sample.kwargs
    holds(lambda x: np.sum(function(x, *rest, **named) ** 2), first)


def line(y):
    slope, intercept, r, p, error = stats.linregress(X, y)
    return slope * intercept + r * p + error


@pytest.mark.parametrize(
    "f",
    [
        line,
        lambda y: stats.linregress(y, X).intercept_stderr + stats.linregress(y, X)[0],
        lambda y: stats.pearsonr(X, y)[0] ** 2,
        lambda y: stats.pearsonr(y, X).pvalue,
        lambda y: stats.ttest_1samp(y, 0.5).pvalue,
        lambda y: stats.ttest_ind(y, X).statistic,
        lambda y: stats.ttest_ind(y, X, equal_var=False)[0],
        lambda y: stats.ttest_rel(y, X)[1],
        lambda y: stats.chisquare(y**2 + 1.0).pvalue,
        lambda y: stats.chisquare(y**2, np.sum(y**2) * np.ones(len(y)) / len(y)).statistic,
        lambda y: stats.norm.fit(y)[1] + stats.norm.fit(y, floc=0.1)[1] * stats.norm.fit(y)[0],
        lambda y: stats.multivariate_normal(y, np.eye(len(y)) + np.outer(y, y)).logpdf(X),
        lambda y: stats.multivariate_normal(X, cov=2.0).pdf(y),
        lambda y: stats.gaussian_kde(y)(0.4)[0],
        lambda y: stats.gaussian_kde(y, bw_method="silverman").logpdf([0.4, 1.0]).sum(),
        lambda y: stats.gaussian_kde(X, bw_method=0.3, weights=y).evaluate(0.5)[0],
        lambda y: stats.gaussian_kde(X, weights=y).evaluate(0.5)[0],
        lambda y: stats.gaussian_kde(X, "silverman", weights=y).evaluate(0.5)[0],
        lambda y: stats.gaussian_kde(X, bw_method=0.2 * y[0]).evaluate(0.5)[0],
        lambda y: stats.gaussian_kde(X)(y).sum(),
        lambda y: stats.gaussian_kde(np.stack([X, y]))(np.array([[0.3], [0.9]]))[0],
        lambda y: stats.gaussian_kde(y).integrate_box_1d(0.2, 0.9),
    ],
)
def test_lines_tests_and_densities(f):
    holds(f, Y)


def test_a_density_of_samples_outside():
    known = stats.gaussian_kde(X)
    holds(lambda y: np.sum(known(y) ** 2), Y)


def test_the_function_itself_is_differentiated():
    np.testing.assert_allclose(s2sad.grad(stats.skew)(X), slopes(stats.skew, X), rtol=1e-6, atol=1e-8)


def test_what_is_refused():
    with pytest.raises(NotImplementedError, match="nan_policy"):
        s2sad.grad(lambda x: stats.gmean(x, nan_policy="omit"))(X)
    with pytest.raises(NotImplementedError, match="limits"):
        s2sad.grad(lambda x: stats.tmean(x, (0.0, 1.0)))(X)


# ------------------------------------------------------------------------------------------------- distributions

FROZEN = {
    "norm": lambda a: stats.norm(a, 1.3),
    "gamma": lambda a: stats.gamma(2.0, scale=a),
    "t": lambda a: stats.t(5, loc=a),
    "lognorm": lambda a: stats.lognorm(s=a),
    "weibull_min": lambda a: stats.weibull_min(c=a + 1, scale=a),
    "gumbel_r": lambda a: stats.gumbel_r(a, scale=1.4),
    "invgauss": lambda a: stats.invgauss(mu=a),
    "rayleigh": lambda a: stats.rayleigh(scale=a),
    "loguniform": lambda a: stats.loguniform(0.1, a + 3.0),
    "exponnorm": lambda a: stats.exponnorm(K=a),
    "burr12": lambda a: stats.burr12(a + 1.0, 2.0),
}


@pytest.mark.parametrize("make", FROZEN.values(), ids=FROZEN)
def test_frozen_distributions(make):
    holds(lambda a: np.sum(make(a).logpdf(X)), 0.7)
    holds(lambda a: np.sum(make(a).pdf(X) ** 2), 0.7, second=False)
    holds(lambda a: np.sum(make(a).cdf(X) ** 2) + make(a).sf(1.1), 0.7, second=False)
    holds(lambda x: np.sum(make(0.7).pdf(x) ** 2 + make(0.7).sf(x)), X, second=False)


@pytest.mark.parametrize("name", ["norm", "t", "gumbel_r", "lognorm", "rayleigh"])
def test_quantiles_and_moments(name):
    make = FROZEN[name]
    holds(lambda a: make(a).ppf(0.3) + make(a).isf(0.2) * make(a).median(), 0.7, tol=1e-5)
    holds(lambda a: make(a).mean() * make(a).var() + make(a).std(), 0.7)
    holds(lambda a: make(a).interval(0.8)[1], 0.7, tol=1e-5)


def test_distributions_of_counts():
    holds(lambda p: stats.nbinom(3, p).logpmf(2) + stats.geom(p).pmf(3), 0.4)
    holds(lambda p: stats.binom(5, p).mean() * stats.binom(5, p).var() + stats.poisson(p).std(), 0.4)
    holds(lambda m: np.sum(stats.poisson(m).logpmf([0, 2, 1])), 0.4)


KNOWN = stats.expon(scale=2.0)


class Prior:
    def __init__(self):
        self.law = stats.norm(0.2, 1.3)

    def log(self, x):
        return self.law.logpdf(x)


def test_a_distribution_that_lives_outside():
    known = stats.gamma(2.0, scale=0.7)
    holds(lambda x: np.sum(known.logpdf(x) + known.cdf(x)), X)
    holds(Prior().log, 0.7)
    holds(lambda x, law=KNOWN: law.logpdf(x), 0.7)
    density = functools.partial(stats.norm.logpdf, loc=0.1)
    holds(lambda x: density(x, scale=2.0), 0.7)


def test_what_is_outside_of_a_support_is_no_nan():
    def f(a):
        return np.sum(stats.rayleigh(scale=a).pdf(np.array([-1.0, 0.5])))

    assert math.isfinite(s2sad.grad(f)(0.7))
    holds(f, 0.7)


def test_no_formula():
    with pytest.raises((NoRuleError, NotImplementedError)):
        s2sad.grad(lambda a: stats.gamma(a).cdf(1.0))(0.7)
