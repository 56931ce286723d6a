"""`scipy.stats`: distributions of counts, and of several variables; see `scipy_stats`."""

import numpy as np
import scipy.linalg
import scipy.special
import scipy.stats

from s2sad.rules.declare import Sample, program

_X = np.array([0.3, -1.2, 2.0, 0.7])
_COUNTS = np.array([0, 2, 5, -1])
_POINTS = np.array([[0.3, -1.2], [2.0, 0.7], [0.5, 1.5]])
_COV = np.array([[2.0, 0.3], [0.3, 1.5]])

# ------------------------------------------------------------------------------------------------------- counts


@program(scipy.stats.poisson.logpmf, at=[(_COUNTS, 1.4), (3, 0.7), (_COUNTS + 0.5, 1.4), (_COUNTS, 0.7, 1)])
def poisson_logpmf(k, mu, loc=0):
    """k log(mu) - log(k!) - mu"""
    count = np.floor(np.subtract(k, loc))
    safe = np.maximum(count, 0.0)
    inside = scipy.special.xlogy(safe, mu) - scipy.special.gammaln(safe + 1.0) - mu
    return np.where((count < 0) | (count != np.subtract(k, loc)), -np.inf, inside)[()]


@program(scipy.stats.poisson.pmf, at=[(_COUNTS, 1.4), (3, 0.7), (_COUNTS, 0.7, 1)])
def poisson_pmf(k, mu, loc=0):
    """exp(-mu) mu**k / k!"""
    return np.exp(scipy.stats.poisson.logpmf(k, mu, loc))


@program(
    scipy.stats.binom.logpmf, at=[(_COUNTS, 5, 0.4), (3, 7, 0.7), (_COUNTS, 4, 0.7), (_COUNTS, 5, 0.4, 1)]
)
def binom_logpmf(k, n, p, loc=0):
    """log(binom(n, k)) + k log(p) + (n - k) log(1 - p)"""
    count = np.floor(np.subtract(k, loc))
    outside = (count < 0) | (count > n) | (count != np.subtract(k, loc))
    safe = np.where(outside, 0.0, count)
    ways = (
        scipy.special.gammaln(n + 1.0)
        - scipy.special.gammaln(safe + 1.0)
        - scipy.special.gammaln(n - safe + 1.0)
    )
    inside = ways + scipy.special.xlogy(safe, p) + scipy.special.xlog1py(n - safe, -p)
    return np.where(outside, -np.inf, inside)[()]


@program(scipy.stats.binom.pmf, at=[(_COUNTS, 5, 0.4), (3, 7, 0.7)])
def binom_pmf(k, n, p, loc=0):
    """binom(n, k) p**k (1 - p)**(n - k)"""
    return np.exp(scipy.stats.binom.logpmf(k, n, p, loc))


@program(scipy.stats.bernoulli.logpmf, at=[(np.array([0, 1, 1, 2]), 0.4), (1, 0.7)])
def bernoulli_logpmf(k, p, loc=0):
    """log(p) or log(1 - p)"""
    return scipy.stats.binom.logpmf(k, 1, p, loc)


@program(scipy.stats.bernoulli.pmf, at=[(np.array([0, 1, 1, 2]), 0.4), (1, 0.7)])
def bernoulli_pmf(k, p, loc=0):
    """p or 1 - p"""
    return np.exp(scipy.stats.binom.logpmf(k, 1, p, loc))


# ------------------------------------------------------------------------------------------- several variables


@program(
    scipy.stats.multivariate_normal.logpdf,
    at=[
        (_POINTS[0], _POINTS[1], _COV),
        (_POINTS, _POINTS[1], _COV),
        Sample((_POINTS,), {"cov": _COV}),
        (_POINTS, _POINTS[1]),
        (_POINTS, _POINTS[1], 2.5),
        (_POINTS[0], _POINTS[1], np.array([0.5, 2.0])),
        (_X, 0.3, 2.0),
        Sample((_POINTS[0], _POINTS[1], _COV, True)),
    ],
)
def multivariate_normal_logpdf(x, mean=None, cov=1, allow_singular=False):
    """-((x - mean).T inv(cov) (x - mean) + log(det(2 pi cov))) / 2; only the lower triangle of cov is read

    A cov that is singular raises LinAlgError, allowed or not: there the logarithm of its determinant has no derivative.
    """
    if mean is None:
        mean = np.zeros(np.shape(cov)[:1])
    if np.ndim(mean) == 0 and np.ndim(cov) == 0:
        return scipy.stats.norm.logpdf(x, mean, np.sqrt(cov))
    deviation = x - mean
    if np.ndim(cov) == 2:
        factor = np.linalg.cholesky(cov)
        standardised = scipy.linalg.solve_triangular(factor, np.transpose(deviation), lower=True)
        log_root = np.sum(np.log(np.diagonal(factor)))
    else:
        width = np.sqrt(cov) * np.ones(np.shape(mean))
        standardised = np.transpose(deviation / width)
        log_root = np.sum(np.log(width))
    square = np.sum(standardised * standardised, axis=0)
    return -0.5 * square - log_root - 0.9189385332046727 * np.shape(mean)[0]


@program(
    scipy.stats.multivariate_normal.pdf, at=[(_POINTS[0], _POINTS[1], _COV), (_POINTS, _POINTS[1], _COV)]
)
def multivariate_normal_pdf(x, mean=None, cov=1, allow_singular=False):
    """The exponential of its logarithm"""
    return np.exp(scipy.stats.multivariate_normal.logpdf(x, mean, cov, allow_singular))
