"""`scipy.stats`: means, moments, scores and densities of samples.

SciPy's own functions ask what kind of array they get, and what to do with nan, before they compute: here is what they then
compute. `nan_policy=` other than "propagate" is refused.
"""

import numpy as np
import scipy.special
from scipy import stats

from s2sad.rules.declare import Sample, program, stand_in
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.samples import Density, width_of

_X = np.array([0.3, 1.2, 2.0, 0.7, 1.6])
_Y = np.array([0.5, 1.9, 1.4, 0.2, 1.1])
_A = np.array([[0.3, 1.2, 0.8], [2.0, 0.7, 0.4], [1.5, 0.2, 0.9], [0.6, 1.0, 0.1]])
_ALONG = [_X, _A, Sample((_A,), {"axis": 1}), Sample((_A,), {"axis": None})]
_KEPT = [*_ALONG, Sample((_A,), {"axis": 1, "keepdims": True})]


def check_policy(nan_policy):
    if nan_policy != "propagate":
        raise NoDerivative(
            "nan_policy= other than 'propagate' is not differentiated: take out what is nan before"
        )


def mean_of(a, axis, weights, keepdims):
    if weights is None:
        return np.mean(a, axis=axis, keepdims=keepdims)
    return np.average(a, axis=axis, weights=weights, keepdims=keepdims)


def number_along(a, axis):
    return np.size(a) if axis is None else np.shape(a)[axis]


# ------------------------------------------------------------------------------------------------------------ means


@program(stats.gmean, at=[*_KEPT, Sample((_X,), {"weights": _Y})])
def gmean(a, axis=0, dtype=None, weights=None, *, nan_policy="propagate", keepdims=False):
    """exp(mean(log(a)))"""
    check_policy(nan_policy)
    return np.exp(mean_of(np.log(np.asarray(a, dtype=dtype)), axis, weights, keepdims))


@program(stats.hmean, at=[*_KEPT, Sample((_X,), {"weights": _Y})])
def hmean(a, axis=0, dtype=None, *, weights=None, nan_policy="propagate", keepdims=False):
    """1 / mean(1 / a)"""
    check_policy(nan_policy)
    return 1.0 / mean_of(1.0 / np.asarray(a, dtype=dtype), axis, weights, keepdims)


@program(stats.pmean, at=[(_X, 2.0), Sample((_A, -1.5), {"axis": 1}), Sample((_X, 0.5), {"weights": _Y})])
def pmean(a, p, *, axis=0, dtype=None, weights=None, nan_policy="propagate", keepdims=False):
    """mean(a**p)**(1 / p)"""
    check_policy(nan_policy)
    return mean_of(np.asarray(a, dtype=dtype) ** p, axis, weights, keepdims) ** (1.0 / p)


def turned(samples, high, low):
    return (np.asarray(samples) - low) * (2.0 * np.pi / (high - low))


def resultant(samples, high, low, axis, keepdims):
    angles = turned(samples, high, low)
    sine, cosine = np.mean(np.sin(angles), axis=axis, keepdims=keepdims), np.mean(
        np.cos(angles), axis=axis, keepdims=keepdims
    )
    return np.hypot(sine, cosine)


@program(stats.circmean, at=[_X, Sample((_A,), {"axis": 1}), Sample((_X,), {"high": 3.0, "low": -1.0})])
def circmean(samples, high=2 * np.pi, low=0, axis=None, nan_policy="propagate", *, keepdims=False):
    """The angle of the mean of exp(i x)"""
    check_policy(nan_policy)
    angles = turned(samples, high, low)
    sine, cosine = np.mean(np.sin(angles), axis=axis, keepdims=keepdims), np.mean(
        np.cos(angles), axis=axis, keepdims=keepdims
    )
    return np.mod(np.arctan2(sine, cosine), 2.0 * np.pi) * ((high - low) / (2.0 * np.pi)) + low


@program(stats.circvar, at=[_X, Sample((_A,), {"axis": 1}), Sample((_X,), {"high": 3.0, "low": -1.0})])
def circvar(samples, high=2 * np.pi, low=0, axis=None, nan_policy="propagate", *, keepdims=False):
    """1 - |mean of exp(i x)|"""
    check_policy(nan_policy)
    return 1.0 - resultant(samples, high, low, axis, keepdims)


@program(stats.circstd, at=[_X, Sample((_A,), {"axis": 1}), Sample((_X,), {"high": 3.0, "normalize": True})])
def circstd(
    samples, high=2 * np.pi, low=0, axis=None, nan_policy="propagate", *, normalize=False, keepdims=False
):
    """sqrt(-2 log |mean of exp(i x)|)"""
    check_policy(nan_policy)
    found = np.sqrt(-2.0 * np.log(resultant(samples, high, low, axis, keepdims)))
    return found if normalize else found * ((high - low) / (2.0 * np.pi))


# ---------------------------------------------------------------------------------------------------------- moments


def central(a, order, axis, keepdims):
    return np.mean((a - np.mean(a, axis=axis, keepdims=True)) ** order, axis=axis, keepdims=keepdims)


@program(stats.moment, at=[(_X, 2), Sample((_A, 3), {"axis": 1}), Sample((_X, 3), {"center": 0.5})])
def moment(a, order=1, axis=0, nan_policy="propagate", *, center=None, keepdims=False):
    """mean((a - mean(a))**order)"""
    check_policy(nan_policy)
    if np.ndim(order):
        raise NoDerivative("moment has a derivative for one order: call it for each of them")
    values = np.asarray(a)
    if center is None:
        return central(values, order, axis, keepdims)
    return np.mean((values - center) ** order, axis=axis, keepdims=keepdims)


@program(stats.skew, at=[*_KEPT, Sample((_X,), {"bias": False})])
def skew(a, axis=0, bias=True, nan_policy="propagate", *, keepdims=False):
    """m3 / m2**1.5"""
    check_policy(nan_policy)
    values = np.asarray(a)
    found = central(values, 3, axis, keepdims) / central(values, 2, axis, keepdims) ** 1.5
    n = number_along(values, axis)
    return found if bias or n <= 2 else found * (np.sqrt(n * (n - 1.0)) / (n - 2.0))


@program(stats.kurtosis, at=[*_KEPT, Sample((_X,), {"bias": False}), Sample((_X,), {"fisher": False})])
def kurtosis(a, axis=0, fisher=True, bias=True, nan_policy="propagate", *, keepdims=False):
    """m4 / m2**2 - 3"""
    check_policy(nan_policy)
    values = np.asarray(a)
    found = central(values, 4, axis, keepdims) / central(values, 2, axis, keepdims) ** 2
    n = number_along(values, axis)
    if not bias and n > 3:
        found = ((n * n - 1.0) * found - 3.0 * (n - 1.0) ** 2) / ((n - 2.0) * (n - 3.0)) + 3.0
    return found - 3.0 if fisher else found


@program(stats.sem, at=[*_KEPT, Sample((_X,), {"ddof": 0})])
def sem(a, axis=0, ddof=1, nan_policy="propagate", *, keepdims=False):
    """std(a) / sqrt(n)"""
    check_policy(nan_policy)
    values = np.asarray(a)
    return np.std(values, axis=axis, ddof=ddof, keepdims=keepdims) / np.sqrt(number_along(values, axis))


@program(stats.variation, at=[*_KEPT, Sample((_X,), {"ddof": 1})])
def variation(a, axis=0, nan_policy="propagate", ddof=0, *, keepdims=False):
    """std(a) / mean(a)"""
    check_policy(nan_policy)
    values = np.asarray(a)
    return np.std(values, axis=axis, ddof=ddof, keepdims=keepdims) / np.mean(
        values, axis=axis, keepdims=keepdims
    )


@program(stats.gstd, at=[_X, Sample((_A,), {"axis": 1})])
def gstd(a, axis=0, ddof=1, *, keepdims=False, nan_policy="propagate"):
    """exp(std(log(a)))"""
    check_policy(nan_policy)
    return np.exp(np.std(np.log(np.asarray(a)), axis=axis, ddof=ddof, keepdims=keepdims))


def check_limits(limits):
    if limits is not None:
        raise NoDerivative("limits= is not differentiated: choose the elements by a mask")


@program(stats.tmean, at=[_X, Sample((_A,), {"axis": 1})])
def tmean(a, limits=None, inclusive=(True, True), axis=None, *, nan_policy="propagate", keepdims=False):
    """The mean, without limits"""
    check_policy(nan_policy)
    check_limits(limits)
    return np.mean(np.asarray(a), axis=axis, keepdims=keepdims)


@program(stats.tvar, at=[_X, Sample((_A,), {"axis": 1})])
def tvar(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    """The variance, without limits"""
    check_policy(nan_policy)
    check_limits(limits)
    return np.var(np.asarray(a), axis=axis, ddof=ddof, keepdims=keepdims)


@program(stats.tstd, at=[_X, Sample((_A,), {"axis": 1})])
def tstd(a, limits=None, inclusive=(True, True), axis=0, ddof=1, *, nan_policy="propagate", keepdims=False):
    """The standard deviation, without limits"""
    check_policy(nan_policy)
    check_limits(limits)
    return np.std(np.asarray(a), axis=axis, ddof=ddof, keepdims=keepdims)


@program(stats.iqr, at=[_X, Sample((_A,), {"axis": 1})])
def iqr(
    x, axis=None, rng=(25, 75), scale=1.0, nan_policy="propagate", interpolation="linear", keepdims=False
):
    """The distance of two percentiles"""
    check_policy(nan_policy)
    if isinstance(scale, str) or interpolation != "linear":
        raise NoDerivative("iqr has a derivative with a number as scale= and interpolation='linear'")
    values = np.asarray(x)
    high = np.percentile(values, rng[1], axis=axis, keepdims=keepdims)
    return (high - np.percentile(values, rng[0], axis=axis, keepdims=keepdims)) / scale


@program(stats.median_abs_deviation, at=[_X, Sample((_A,), {"axis": 1}), Sample((_X,), {"scale": 2.0})])
def median_abs_deviation(x, axis=0, center=np.median, scale=1.0, nan_policy="propagate", *, keepdims=False):
    """median(|x - median(x)|)"""
    check_policy(nan_policy)
    if isinstance(scale, str):
        raise NoDerivative("median_abs_deviation has a derivative with a number as scale=")
    values = np.asarray(x)
    middle = np.median(values, axis=axis, keepdims=True)
    return np.median(np.abs(values - middle), axis=axis, keepdims=keepdims) / scale


# ----------------------------------------------------------------------------------------------------------- scores


@program(
    stats.zmap,
    at=[(_X, _Y), Sample((_A, 2.0 * _A), {"axis": 1, "ddof": 1}), Sample((_A, _A), {"axis": None})],
)
def zmap(scores, compare, axis=0, ddof=0, nan_policy="propagate"):
    """(scores - mean(compare)) / std(compare)"""
    check_policy(nan_policy)
    base = np.asarray(compare)
    centred = np.asarray(scores) - np.mean(base, axis=axis, keepdims=True)
    return centred / np.std(base, axis=axis, ddof=ddof, keepdims=True)


@program(stats.zscore, at=[_X, Sample((_A,), {"axis": 1, "ddof": 1}), Sample((_A,), {"axis": None})])
def zscore(a, axis=0, ddof=0, nan_policy="propagate"):
    """(a - mean(a)) / std(a)"""
    return zmap.define(a, a, axis, ddof, nan_policy)


@program(stats.gzscore, at=[_X, Sample((_A,), {"axis": 1, "ddof": 1})])
def gzscore(a, *, axis=0, ddof=0, nan_policy="propagate"):
    """The scores of the logarithms"""
    logs = np.log(np.asarray(a))
    return zmap.define(logs, logs, axis, ddof, nan_policy)


@program(stats.entropy, at=[_X, (_X, _Y), Sample((_A,), {"axis": 1, "base": 2.0})])
def entropy(pk, qk=None, base=None, axis=0, *, nan_policy="propagate", keepdims=False):
    """-sum(p log p), or sum(p log(p / q)), of shares that sum up to one"""
    check_policy(nan_policy)
    shares = np.asarray(pk)
    shares = shares / np.sum(shares, axis=axis, keepdims=True)
    if qk is None:
        parts = scipy.special.entr(shares)
    else:
        others = np.asarray(qk)
        parts = scipy.special.rel_entr(shares, others / np.sum(others, axis=axis, keepdims=True))
    found = np.sum(parts, axis=axis, keepdims=keepdims)
    return found if base is None else found / np.log(base)


# -------------------------------------------------------------------------------------------------------- densities


@program(stats.gaussian_kde, at=[])
def gaussian_kde(dataset, bw_method=None, weights=None):
    """A normal density around each point, as wide as Scott's rule says, or Silverman's"""
    points = np.atleast_2d(np.asarray(dataset))
    count = np.shape(points)[1]
    shares = np.full(count, 1.0 / count) if weights is None else weights / np.sum(weights)
    inner = (points - np.sum(shares * points, axis=1, keepdims=True)) * np.sqrt(shares)
    size = 1.0 / np.sum(shares**2)
    width = width_of(bw_method, np.shape(points)[0], size)
    covariance = np.matmul(inner, np.transpose(inner)) / (1.0 - 1.0 / size) * width**2
    return Density(points, shares, covariance, width)


@stand_in(stats.gaussian_kde)
def given_density(found):
    """A density of samples that don't vary"""
    points, shares = np.asarray(found.dataset), np.asarray(found.weights)
    return Density(points, shares, np.asarray(found.covariance), found.factor)
