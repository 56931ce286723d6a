"""`scipy.stats`: straight lines, correlations and tests of means, each with the share of samples that are farther off."""

import numpy as np
import scipy.special
from scipy import stats

from s2sad.rules.declare import program, stand_in
from s2sad.rules.scipy_descriptive import check_policy, number_along
from s2sad.runtime.distributions import FrozenNormal, Normals
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.samples import Regression, Tested


def two_sided(t, df):
    """The share of Student's distribution that is farther from 0 than t."""
    return 2.0 * scipy.special.stdtr(df, -np.abs(t))


@program(stats.linregress, at=[])
def linregress(x, y, alternative="two-sided", *, axis=0, nan_policy="propagate", keepdims=False):
    """The straight line of least squares"""
    check_policy(nan_policy)
    places, values = np.asarray(x), np.asarray(y)
    if alternative != "two-sided" or np.ndim(places) != 1 or np.ndim(values) != 1:
        raise NoDerivative(
            "linregress has a derivative for two rows of numbers, with alternative='two-sided'"
        )
    dx, dy = places - np.mean(places), values - np.mean(values)
    xx, xy, yy = np.mean(dx * dx), np.mean(dx * dy), np.mean(dy * dy)
    slope, r = xy / xx, xy / np.sqrt(xx * yy)
    free = np.size(places) - 2
    error = np.sqrt((1.0 - r * r) * yy / xx / free)
    at_zero = error * np.sqrt(xx + np.mean(places) ** 2)
    p = two_sided(slope / error, free)
    return Regression(slope, np.mean(values) - slope * np.mean(places), r, p, error, at_zero)


@program(stats.pearsonr, at=[])
def pearsonr(x, y, *, axis=0, alternative="two-sided", method=None):
    """The correlation of two samples"""
    one, other = np.asarray(x), np.asarray(y)
    if alternative != "two-sided" or method is not None:
        raise NoDerivative("pearsonr has a derivative with alternative='two-sided', and without method=")
    dx, dy = one - np.mean(one, axis=axis, keepdims=True), other - np.mean(other, axis=axis, keepdims=True)
    r = np.sum(dx * dy, axis=axis) / np.sqrt(np.sum(dx * dx, axis=axis) * np.sum(dy * dy, axis=axis))
    free = number_along(dx, axis) - 2
    return Tested(r, two_sided(r * np.sqrt(free / (1.0 - r * r)), free))


@program(stats.ttest_1samp, at=[])
def ttest_1samp(a, popmean, axis=0, nan_policy="propagate", alternative="two-sided", *, keepdims=False):
    """(mean(a) - popmean) / sem(a)"""
    check_policy(nan_policy)
    check_two_sided(alternative)
    values = np.asarray(a)
    n = number_along(values, axis)
    t = (np.mean(values, axis=axis) - popmean) / (np.std(values, axis=axis, ddof=1) / np.sqrt(n))
    return Tested(t, two_sided(t, n - 1))


@program(stats.ttest_rel, at=[])
def ttest_rel(a, b, axis=0, nan_policy="propagate", alternative="two-sided", *, keepdims=False):
    """As `ttest_1samp`, of the differences"""
    return ttest_1samp.define(np.asarray(a) - np.asarray(b), 0.0, axis, nan_policy, alternative)


@program(stats.ttest_ind, at=[])
def ttest_ind(
    a, b, *, axis=0, equal_var=True, nan_policy="propagate", alternative="two-sided", trim=0, method=None,
    keepdims=False,
):  # fmt: skip
    """The difference of the means by its standard error"""
    check_policy(nan_policy)
    check_two_sided(alternative)
    if trim != 0 or method is not None:
        raise NoDerivative("ttest_ind has a derivative without trim= and method=")
    one, other = np.asarray(a), np.asarray(b)
    m, n = number_along(one, axis), number_along(other, axis)
    u, v = np.var(one, axis=axis, ddof=1), np.var(other, axis=axis, ddof=1)
    if equal_var:
        free = m + n - 2.0
        error = np.sqrt(((m - 1) * u + (n - 1) * v) / free * (1.0 / m + 1.0 / n))
    else:
        free = (u / m + v / n) ** 2 / ((u / m) ** 2 / (m - 1) + (v / n) ** 2 / (n - 1))
        error = np.sqrt(u / m + v / n)
    t = (np.mean(one, axis=axis) - np.mean(other, axis=axis)) / error
    return Tested(t, two_sided(t, free))


def check_two_sided(alternative):
    if alternative != "two-sided":
        raise NoDerivative("this test has a derivative with alternative='two-sided'")


@program(stats.chisquare, at=[])
def chisquare(f_obs, f_exp=None, ddof=0, axis=0, *, sum_check=True, nan_policy="propagate", keepdims=False):
    """The sum of (f_obs - f_exp)**2 / f_exp"""
    check_policy(nan_policy)
    if keepdims:
        raise NoDerivative("chisquare has a derivative without keepdims")
    seen = np.asarray(f_obs)
    wanted = np.mean(seen, axis=axis, keepdims=True) if f_exp is None else np.asarray(f_exp)
    sums = np.sum(seen, axis=axis), np.sum(wanted, axis=axis)
    if f_exp is not None and sum_check and not np.allclose(sums[0], sums[1], rtol=1.5e-8, atol=0.0):
        raise ValueError("the observed frequencies and the expected ones have different sums")
    apart = seen - wanted
    found = np.sum(apart * apart / wanted, axis=axis)
    free = number_along(apart, axis) - 1 - ddof
    return Tested(found, scipy.special.chdtrc(free, found))


@program(stats.norm.fit, at=[])
def norm_fit(data, floc=None, fscale=None):
    """The mean and the standard deviation, where they aren't given"""
    values = np.asarray(data)
    loc = np.mean(values) if floc is None else floc
    return loc, np.sqrt(np.mean((values - loc) ** 2)) if fscale is None else fscale


@stand_in(type(stats.multivariate_normal))
def normal_of_several(found):
    """The family itself, which is called with parameters"""
    return Normals()


@stand_in(type(stats.multivariate_normal()))
def given_normal(found):
    """One that doesn't vary"""
    return FrozenNormal(found.mean, np.asarray(found.cov))
