"""`scipy.stats`: distributions with a shape; see `scipy_stats`."""

import numpy as np
import scipy.special
import scipy.stats

from s2sad.rules.declare import Sample, program
from s2sad.runtime.scipy_helpers import placed, probability, standard

_X = np.array([0.3, -1.2, 2.0, 0.7])
_Q = np.array([0.1, 0.5, 0.93])
_ONE = [
    (_X, 1.4),
    (_X, 0.7, 0.1, 1.7),
    (0.7, 2.5),
    Sample((_X, np.array([0.5, 1.0, 2.0, 3.0])), {"scale": 5.0}),
]
_ONE_Q = [(_Q, 1.4), (_Q, 0.7, 0.1, 1.7), (0.7, 2.5)]
_TWO = [(_X, 1.4, 0.7), (_X, 0.7, 2.5, 0.1, 1.7), (0.7, 2.5, 1.0)]
_TWO_Q = [(_Q, 1.4, 0.7), (_Q, 0.7, 2.5, 0.1, 1.7), (0.7, 2.5, 1.0)]


# --------------------------------------------------------------------------------------------------------------- gamma


@program(scipy.stats.gamma.logpdf, at=_ONE)
def gamma_logpdf(x, a, loc=0, scale=1):
    """(a - 1) log(y) - y - log gamma(a) - log(scale) from 0 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    inside = scipy.special.xlogy(a - 1.0, safe) - safe - scipy.special.gammaln(a)
    return np.where(y < 0, -np.inf, inside) - np.log(scale)


@program(scipy.stats.gamma.pdf, at=_ONE)
def gamma_pdf(x, a, loc=0, scale=1):
    """y**(a - 1) exp(-y) / gamma(a) / scale from 0 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    inside = np.exp(scipy.special.xlogy(a - 1.0, safe) - safe - scipy.special.gammaln(a))
    return np.where(y < 0, 0.0, inside) / scale


@program(scipy.stats.gamma.cdf, at=_ONE)
def gamma_cdf(x, a, loc=0, scale=1):
    """gammainc(a, y)"""
    y = standard(x, loc, scale)
    return scipy.special.gammainc(a, np.where(y < 0, 0.0, y))


@program(scipy.stats.gamma.sf, at=_ONE)
def gamma_sf(x, a, loc=0, scale=1):
    """gammaincc(a, y)"""
    y = standard(x, loc, scale)
    return scipy.special.gammaincc(a, np.where(y < 0, 0.0, y))


@program(scipy.stats.gamma.ppf, at=_ONE_Q)
def gamma_ppf(q, a, loc=0, scale=1):
    """The inverse of gammainc"""
    return placed(scipy.special.gammaincinv(a, probability(q)), loc, scale)


# ---------------------------------------------------------------------------------------------------------------- chi2


@program(scipy.stats.chi2.logpdf, at=_ONE)
def chi2_logpdf(x, df, loc=0, scale=1):
    """(df / 2 - 1) log(y) - y / 2 - log(gamma(df / 2) 2**(df / 2) scale) from 0 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    inside = scipy.special.xlogy(df / 2.0 - 1.0, safe) - safe / 2.0 - scipy.special.gammaln(df / 2.0)
    return np.where(y < 0, -np.inf, inside - 0.34657359027997264 * df) - np.log(scale)


@program(scipy.stats.chi2.pdf, at=_ONE)
def chi2_pdf(x, df, loc=0, scale=1):
    """The exponential of its logarithm"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    inside = scipy.special.xlogy(df / 2.0 - 1.0, safe) - safe / 2.0 - scipy.special.gammaln(df / 2.0)
    return np.where(y < 0, 0.0, np.exp(inside - 0.34657359027997264 * df)) / scale


@program(scipy.stats.chi2.cdf, at=_ONE)
def chi2_cdf(x, df, loc=0, scale=1):
    """gammainc(df / 2, y / 2)"""
    y = standard(x, loc, scale)
    return scipy.special.gammainc(df / 2.0, np.where(y < 0, 0.0, y) / 2.0)


@program(scipy.stats.chi2.sf, at=_ONE)
def chi2_sf(x, df, loc=0, scale=1):
    """gammaincc(df / 2, y / 2)"""
    y = standard(x, loc, scale)
    return scipy.special.gammaincc(df / 2.0, np.where(y < 0, 0.0, y) / 2.0)


@program(scipy.stats.chi2.ppf, at=_ONE_Q)
def chi2_ppf(q, df, loc=0, scale=1):
    """Twice the inverse of gammainc"""
    return placed(2.0 * scipy.special.gammaincinv(df / 2.0, probability(q)), loc, scale)


# ---------------------------------------------------------------------------------------------------------------- beta


@program(scipy.stats.beta.logpdf, at=_TWO)
def beta_logpdf(x, a, b, loc=0, scale=1):
    """(a - 1) log(y) + (b - 1) log(1 - y) - log(B(a, b) scale) from 0 to 1"""
    y = standard(x, loc, scale)
    outside = (y < 0) | (y > 1)
    safe = np.where(outside, 0.5, y)
    inside = scipy.special.xlog1py(b - 1.0, -safe) + scipy.special.xlogy(a - 1.0, safe)
    return np.where(outside, -np.inf, inside - scipy.special.betaln(a, b)) - np.log(scale)


@program(scipy.stats.beta.pdf, at=_TWO)
def beta_pdf(x, a, b, loc=0, scale=1):
    """The exponential of its logarithm"""
    y = standard(x, loc, scale)
    outside = (y < 0) | (y > 1)
    safe = np.where(outside, 0.5, y)
    inside = scipy.special.xlog1py(b - 1.0, -safe) + scipy.special.xlogy(a - 1.0, safe)
    return np.where(outside, 0.0, np.exp(inside - scipy.special.betaln(a, b))) / scale


@program(scipy.stats.beta.cdf, at=_TWO)
def beta_cdf(x, a, b, loc=0, scale=1):
    """betainc(a, b, y)"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 0.0, np.where(y > 1, 1.0, y))
    return scipy.special.betainc(a, b, safe)


@program(scipy.stats.beta.ppf, at=_TWO_Q)
def beta_ppf(q, a, b, loc=0, scale=1):
    """The inverse of betainc"""
    return placed(scipy.special.betaincinv(a, b, probability(q)), loc, scale)


# ------------------------------------------------------------------------------------------------------------------- t


@program(scipy.stats.t.logpdf, at=_ONE)
def t_logpdf(x, df, loc=0, scale=1):
    """Student's distribution"""
    y = standard(x, loc, scale)
    front = np.log(scipy.special.poch(0.5 * df, 0.5)) - 0.5 * np.log(3.141592653589793 * df)
    return front - 0.5 * (df + 1.0) * np.log1p(y * y / df) - np.log(scale)


@program(scipy.stats.t.pdf, at=_ONE)
def t_pdf(x, df, loc=0, scale=1):
    """The exponential of its logarithm"""
    y = standard(x, loc, scale)
    front = np.log(scipy.special.poch(0.5 * df, 0.5)) - 0.5 * np.log(3.141592653589793 * df)
    return np.exp(front - 0.5 * (df + 1.0) * np.log1p(y * y / df)) / scale


@program(scipy.stats.t.cdf, at=_ONE)
def t_cdf(x, df, loc=0, scale=1):
    """stdtr(df, y)"""
    return scipy.special.stdtr(df, standard(x, loc, scale))


@program(scipy.stats.t.sf, at=_ONE)
def t_sf(x, df, loc=0, scale=1):
    """stdtr(df, -y)"""
    return scipy.special.stdtr(df, -standard(x, loc, scale))


@program(scipy.stats.t.ppf, at=_ONE_Q)
def t_ppf(q, df, loc=0, scale=1):
    """stdtrit(df, q)"""
    q = probability(q)
    inside = scipy.special.stdtrit(df, np.where((q == 0) | (q == 1), 0.5, q))
    return placed(np.where(q == 0, -np.inf, np.where(q == 1, np.inf, inside)), loc, scale)


# ------------------------------------------------------------------------------------------------------------- lognorm


@program(scipy.stats.lognorm.logpdf, at=_ONE)
def lognorm_logpdf(x, s, loc=0, scale=1):
    """The normal density of log(y), over y"""
    y = standard(x, loc, scale)
    log = np.log(np.where(y <= 0, 1.0, y))
    inside = -log * log / (2.0 * s * s) - log - np.log(s) - 0.9189385332046727
    return np.where(y <= 0, -np.inf, inside) - np.log(scale)


@program(scipy.stats.lognorm.pdf, at=_ONE)
def lognorm_pdf(x, s, loc=0, scale=1):
    """The exponential of its logarithm"""
    y = standard(x, loc, scale)
    log = np.log(np.where(y <= 0, 1.0, y))
    inside = np.exp(-log * log / (2.0 * s * s) - log - 0.9189385332046727) / s
    return np.where(y <= 0, 0.0, inside) / scale


@program(scipy.stats.lognorm.cdf, at=_ONE)
def lognorm_cdf(x, s, loc=0, scale=1):
    """Phi(log(y) / s)"""
    y = standard(x, loc, scale)
    log = np.log(np.where(y <= 0, 1.0, y))
    return np.where(y <= 0, 0.0, scipy.special.ndtr(log / s))[()]


@program(scipy.stats.lognorm.sf, at=_ONE)
def lognorm_sf(x, s, loc=0, scale=1):
    """Phi(-log(y) / s)"""
    y = standard(x, loc, scale)
    log = np.log(np.where(y <= 0, 1.0, y))
    return np.where(y <= 0, 1.0, scipy.special.ndtr(-log / s))[()]


@program(scipy.stats.lognorm.ppf, at=_ONE_Q)
def lognorm_ppf(q, s, loc=0, scale=1):
    """exp(s times the standard quantile)"""
    return placed(np.exp(s * scipy.special.ndtri(probability(q))), loc, scale)


# --------------------------------------------------------------------------------------------------------- weibull min


@program(scipy.stats.weibull_min.logpdf, at=_ONE)
def weibull_min_logpdf(x, c, loc=0, scale=1):
    """log(c) + (c - 1) log(y) - y**c - log(scale) from 0 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    inside = np.log(c) + scipy.special.xlogy(c - 1.0, safe) - safe**c
    return np.where(y < 0, -np.inf, inside) - np.log(scale)


@program(scipy.stats.weibull_min.pdf, at=_ONE)
def weibull_min_pdf(x, c, loc=0, scale=1):
    """The exponential of its logarithm"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    inside = c * np.exp(scipy.special.xlogy(c - 1.0, safe) - safe**c)
    return np.where(y < 0, 0.0, inside) / scale


@program(scipy.stats.weibull_min.cdf, at=_ONE)
def weibull_min_cdf(x, c, loc=0, scale=1):
    """1 - exp(-y**c) from 0 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    return np.where(y < 0, 0.0, -np.expm1(-(safe**c)))[()]


@program(scipy.stats.weibull_min.sf, at=_ONE)
def weibull_min_sf(x, c, loc=0, scale=1):
    """exp(-y**c) from 0 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 0, 1.0, y)
    return np.where(y < 0, 1.0, np.exp(-(safe**c)))[()]


@program(scipy.stats.weibull_min.ppf, at=_ONE_Q)
def weibull_min_ppf(q, c, loc=0, scale=1):
    """(-log(1 - q))**(1 / c)"""
    return placed(np.power(-np.log1p(-probability(q)), 1.0 / c), loc, scale)


# -------------------------------------------------------------------------------------------------------------- pareto


@program(scipy.stats.pareto.logpdf, at=_ONE)
def pareto_logpdf(x, b, loc=0, scale=1):
    """log(b) - (b + 1) log(y) - log(scale) from 1 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 1, 1.0, y)
    return np.where(y < 1, -np.inf, np.log(b) - (b + 1.0) * np.log(safe)) - np.log(scale)


@program(scipy.stats.pareto.pdf, at=_ONE)
def pareto_pdf(x, b, loc=0, scale=1):
    """b y**(-b - 1) / scale from 1 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 1, 1.0, y)
    return np.where(y < 1, 0.0, b * safe ** (-b - 1.0)) / scale


@program(scipy.stats.pareto.cdf, at=_ONE)
def pareto_cdf(x, b, loc=0, scale=1):
    """1 - y**-b from 1 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 1, 1.0, y)
    return np.where(y < 1, 0.0, 1.0 - safe ** (-b))[()]


@program(scipy.stats.pareto.sf, at=_ONE)
def pareto_sf(x, b, loc=0, scale=1):
    """y**-b from 1 on"""
    y = standard(x, loc, scale)
    safe = np.where(y < 1, 1.0, y)
    return np.where(y < 1, 1.0, safe ** (-b))[()]


@program(scipy.stats.pareto.ppf, at=_ONE_Q)
def pareto_ppf(q, b, loc=0, scale=1):
    """(1 - q)**(-1 / b)"""
    return placed(np.power(1.0 - probability(q), -1.0 / b), loc, scale)
