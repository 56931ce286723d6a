"""`scipy.stats`: densities, distribution functions and quantiles, as functions of the place and of the parameters.

Every function is written out with functions that have rules. What is outside of the support gets an argument from
inside, and its value by a choice: it has the derivative zero, and no nan. A derivative by a parameter of an incomplete
gamma or beta function is refused. Distributions with a shape are in `scipy_distributions`, those of counts
and of several variables in `scipy_counts`.
"""

import numpy as np
import scipy.special
import scipy.stats

from s2sad.rules.declare import Sample, partials, program
from s2sad.runtime.scipy_helpers import placed, probability, standard

_X = np.array([0.3, -1.2, 2.0])
_Q = np.array([0.1, 0.45, 0.93])
_PLACES = [(_X,), (_X, 0.4, 1.7), (0.7,), Sample((_X,), {"loc": -1.5, "scale": np.array([0.5, 1.0, 5.0])})]
_QUANTILES = [(_Q,), (_Q, 0.4, 1.7), (0.7,), Sample((_Q,), {"scale": 2.5})]


@partials(standard, at=[(0.3, 0.4, 1.7), (-1.2, 0.0, 0.5)])
def standard_rule(xp, x, loc, scale, *, out):
    """d((x - loc) / scale)"""
    slope = 1.0 / scale
    return slope, -slope, -out * slope


@partials(placed, at=[(0.3, 0.4, 1.7), (-1.2, 0.0, 0.5)])
def placed_rule(xp, z, loc, scale, *, out):
    """d(z scale + loc)"""
    return scale, 1.0, z


@partials(probability, at=[0.3])
def probability_rule(xp, q, *, out):
    """What is a probability stays as it is"""
    return 1.0


# ---------------------------------------------------------------------------------------------------------------- norm


@program(scipy.stats.norm.logpdf, at=_PLACES)
def norm_logpdf(x, loc=0, scale=1):
    """-((x - loc) / scale)**2 / 2 - log(sqrt(2 pi) scale)"""
    y = standard(x, loc, scale)
    return -y * y / 2.0 - 0.9189385332046727 - np.log(scale)


@program(scipy.stats.norm.pdf, at=_PLACES)
def norm_pdf(x, loc=0, scale=1):
    """exp(-((x - loc) / scale)**2 / 2) / (sqrt(2 pi) scale)"""
    y = standard(x, loc, scale)
    return np.exp(-y * y / 2.0) / 2.5066282746310002 / scale


@program(scipy.stats.norm.cdf, at=_PLACES)
def norm_cdf(x, loc=0, scale=1):
    """Phi((x - loc) / scale)"""
    return scipy.special.ndtr(standard(x, loc, scale))


@program(scipy.stats.norm.sf, at=_PLACES)
def norm_sf(x, loc=0, scale=1):
    """Phi(-(x - loc) / scale)"""
    return scipy.special.ndtr(-standard(x, loc, scale))


@program(scipy.stats.norm.logcdf, at=_PLACES)
def norm_logcdf(x, loc=0, scale=1):
    """log Phi((x - loc) / scale)"""
    return scipy.special.log_ndtr(standard(x, loc, scale))


@program(scipy.stats.norm.logsf, at=_PLACES)
def norm_logsf(x, loc=0, scale=1):
    """log Phi(-(x - loc) / scale)"""
    return scipy.special.log_ndtr(-standard(x, loc, scale))


@program(scipy.stats.norm.ppf, at=_QUANTILES)
def norm_ppf(q, loc=0, scale=1):
    """loc + scale times the standard quantile"""
    return placed(scipy.special.ndtri(probability(q)), loc, scale)


@program(scipy.stats.norm.isf, at=_QUANTILES)
def norm_isf(q, loc=0, scale=1):
    """loc - scale times the standard quantile"""
    return placed(-scipy.special.ndtri(probability(q)), loc, scale)


# --------------------------------------------------------------------------------------------------------------- expon


@program(scipy.stats.expon.logpdf, at=_PLACES)
def expon_logpdf(x, loc=0, scale=1):
    """-y - log(scale) from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, -np.inf, -y) - np.log(scale)


@program(scipy.stats.expon.pdf, at=_PLACES)
def expon_pdf(x, loc=0, scale=1):
    """exp(-y) / scale from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 0.0, np.exp(-np.where(y < 0, 0.0, y))) / scale


@program(scipy.stats.expon.cdf, at=_PLACES)
def expon_cdf(x, loc=0, scale=1):
    """1 - exp(-y) from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 0.0, -np.expm1(-np.where(y < 0, 0.0, y)))[()]


@program(scipy.stats.expon.sf, at=_PLACES)
def expon_sf(x, loc=0, scale=1):
    """exp(-y) from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 1.0, np.exp(-np.where(y < 0, 0.0, y)))[()]


@program(scipy.stats.expon.logsf, at=_PLACES)
def expon_logsf(x, loc=0, scale=1):
    """-y from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 0.0, -y)[()]


@program(scipy.stats.expon.ppf, at=_QUANTILES)
def expon_ppf(q, loc=0, scale=1):
    """-log(1 - q) scale + loc"""
    return placed(-np.log1p(-probability(q)), loc, scale)


# ------------------------------------------------------------------------------------------------------------- uniform


@program(scipy.stats.uniform.logpdf, at=_PLACES)
def uniform_logpdf(x, loc=0, scale=1):
    """-log(scale) from 0 to 1"""
    y = standard(x, loc, scale)
    return np.where((y < 0) | (y > 1), -np.inf, 0.0 * y) - np.log(scale)


@program(scipy.stats.uniform.pdf, at=_PLACES)
def uniform_pdf(x, loc=0, scale=1):
    """1 / scale from 0 to 1"""
    y = standard(x, loc, scale)
    return np.where((y < 0) | (y > 1), 0.0, 1.0 + 0.0 * y) / scale


@program(scipy.stats.uniform.cdf, at=_PLACES)
def uniform_cdf(x, loc=0, scale=1):
    """A straight line from 0 to 1"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 0.0, np.where(y > 1, 1.0, y))[()]


@program(scipy.stats.uniform.sf, at=_PLACES)
def uniform_sf(x, loc=0, scale=1):
    """A straight line from 1 to 0"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 1.0, np.where(y > 1, 0.0, 1.0 - y))[()]


@program(scipy.stats.uniform.ppf, at=_QUANTILES)
def uniform_ppf(q, loc=0, scale=1):
    """loc + q scale"""
    return placed(probability(q), loc, scale)


# ------------------------------------------------------------------------------------------------------------- laplace


@program(scipy.stats.laplace.logpdf, at=_PLACES)
def laplace_logpdf(x, loc=0, scale=1):
    """-|y| - log(2 scale)"""
    y = standard(x, loc, scale)
    return -np.abs(y) - 0.6931471805599453 - np.log(scale)


@program(scipy.stats.laplace.pdf, at=_PLACES)
def laplace_pdf(x, loc=0, scale=1):
    """exp(-|y|) / (2 scale)"""
    y = standard(x, loc, scale)
    return 0.5 * np.exp(-np.abs(y)) / scale


@program(scipy.stats.laplace.cdf, at=_PLACES)
def laplace_cdf(x, loc=0, scale=1):
    """exp(y) / 2 up to 0, 1 - exp(-y) / 2 from there"""
    y = standard(x, loc, scale)
    tail = 0.5 * np.exp(np.where(y > 0, -y, y))
    return np.where(y > 0, 1.0 - tail, tail)[()]


@program(scipy.stats.laplace.sf, at=_PLACES)
def laplace_sf(x, loc=0, scale=1):
    """1 - exp(y) / 2 up to 0, exp(-y) / 2 from there"""
    y = standard(x, loc, scale)
    tail = 0.5 * np.exp(np.where(y > 0, -y, y))
    return np.where(y > 0, tail, 1.0 - tail)[()]


@program(scipy.stats.laplace.ppf, at=_QUANTILES)
def laplace_ppf(q, loc=0, scale=1):
    """The logarithm of the smaller of the two sides"""
    q = probability(q)
    side = np.log(2.0 * np.where(q > 0.5, 1.0 - q, q))
    return placed(np.where(q > 0.5, -side, side), loc, scale)


# ------------------------------------------------------------------------------------------------------------ logistic


@program(scipy.stats.logistic.logpdf, at=_PLACES)
def logistic_logpdf(x, loc=0, scale=1):
    """log(expit(y)) + log(expit(-y)) - log(scale)"""
    y = standard(x, loc, scale)
    return scipy.special.log_expit(y) + scipy.special.log_expit(-y) - np.log(scale)


@program(scipy.stats.logistic.pdf, at=_PLACES)
def logistic_pdf(x, loc=0, scale=1):
    """expit(y) expit(-y) / scale"""
    y = standard(x, loc, scale)
    return scipy.special.expit(y) * scipy.special.expit(-y) / scale


@program(scipy.stats.logistic.cdf, at=_PLACES)
def logistic_cdf(x, loc=0, scale=1):
    """expit(y)"""
    return scipy.special.expit(standard(x, loc, scale))


@program(scipy.stats.logistic.sf, at=_PLACES)
def logistic_sf(x, loc=0, scale=1):
    """expit(-y)"""
    return scipy.special.expit(-standard(x, loc, scale))


@program(scipy.stats.logistic.logcdf, at=_PLACES)
def logistic_logcdf(x, loc=0, scale=1):
    """log(expit(y))"""
    return scipy.special.log_expit(standard(x, loc, scale))


@program(scipy.stats.logistic.logsf, at=_PLACES)
def logistic_logsf(x, loc=0, scale=1):
    """log(expit(-y))"""
    return scipy.special.log_expit(-standard(x, loc, scale))


@program(scipy.stats.logistic.ppf, at=_QUANTILES)
def logistic_ppf(q, loc=0, scale=1):
    """loc + logit(q) scale"""
    return placed(scipy.special.logit(probability(q)), loc, scale)


# -------------------------------------------------------------------------------------------------------------- cauchy


@program(scipy.stats.cauchy.logpdf, at=_PLACES)
def cauchy_logpdf(x, loc=0, scale=1):
    """-log(pi (1 + y**2) scale)"""
    y = standard(x, loc, scale)
    return -1.1447298858494002 - np.log1p(y * y) - np.log(scale)


@program(scipy.stats.cauchy.pdf, at=_PLACES)
def cauchy_pdf(x, loc=0, scale=1):
    """1 / (pi (1 + y**2) scale)"""
    y = standard(x, loc, scale)
    return 1.0 / 3.141592653589793 / (1.0 + y * y) / scale


@program(scipy.stats.cauchy.cdf, at=_PLACES)
def cauchy_cdf(x, loc=0, scale=1):
    """1/2 + arctan(y) / pi, without the difference of what is nearly the same"""
    y = standard(x, loc, scale)
    return np.arctan2(1.0, -y) / 3.141592653589793


@program(scipy.stats.cauchy.sf, at=_PLACES)
def cauchy_sf(x, loc=0, scale=1):
    """1/2 - arctan(y) / pi, without the difference of what is nearly the same"""
    y = standard(x, loc, scale)
    return np.arctan2(1.0, y) / 3.141592653589793


@program(scipy.stats.cauchy.ppf, at=_QUANTILES)
def cauchy_ppf(q, loc=0, scale=1):
    """loc + scale tan(pi (q - 1/2))"""
    q = probability(q)
    inside = np.tan(3.141592653589793 * (np.where((q == 0) | (q == 1), 0.5, q) - 0.5))
    return placed(np.where(q == 0, -np.inf, np.where(q == 1, np.inf, inside)), loc, scale)


# ------------------------------------------------------------------------------------------------------------ halfnorm


@program(scipy.stats.halfnorm.logpdf, at=_PLACES)
def halfnorm_logpdf(x, loc=0, scale=1):
    """-y**2 / 2 + log(2 / pi) / 2 - log(scale) from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, -np.inf, -y * y / 2.0) - 0.22579135264472744 - np.log(scale)


@program(scipy.stats.halfnorm.pdf, at=_PLACES)
def halfnorm_pdf(x, loc=0, scale=1):
    """sqrt(2 / pi) exp(-y**2 / 2) / scale from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 0.0, 0.7978845608028654 * np.exp(-y * y / 2.0)) / scale


@program(scipy.stats.halfnorm.cdf, at=_PLACES)
def halfnorm_cdf(x, loc=0, scale=1):
    """erf(y / sqrt(2)) from 0 on"""
    y = standard(x, loc, scale)
    return np.where(y < 0, 0.0, scipy.special.erf(y / 1.4142135623730951))[()]
