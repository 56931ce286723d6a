"""`scipy.stats`: densities, distribution functions and quantiles, as functions of the place and of the parameters.

Every function is written out with functions that have rules. What is not inside of the support gets an argument from
inside, and its value by a choice: it has the derivative zero, and no nan. A derivative by a parameter of which the
distribution function is an incomplete gamma or beta function is refused.
"""

import numpy as np
import scipy.special
import scipy.stats

from s2sad.rules.declare import Sample, adjoint, program

_X = np.array([0.3, -1.2, 2.0])
_P = np.array([0.3, 0.8, 1.7, -0.4])
_Q = np.array([0.1, 0.5, 0.93])
_HALF_LOG_2PI = 0.9189385332046727
_PLACED = [(_X,), (_X, 0.4, 1.7), (0.7,), Sample((_X,), {"loc": 0.2, "scale": np.array([0.5, 1.0, 2.0])})]
_QUANTILES = [(_Q,), (_Q, 0.4, 1.7), (0.7,), Sample((_Q,), {"scale": 2.5})]


# ------------------------------------------------------------------------------------------------------- normal


@program(scipy.stats.norm.logpdf, at=_PLACED)
def norm_logpdf(x, loc=0, scale=1):
    """-((x - loc) / scale)**2 / 2 - log(sqrt(2 pi) scale)"""
    y = (x - loc) / scale
    return -y * y / 2.0 - 0.9189385332046727 - np.log(scale)


@program(scipy.stats.norm.pdf, at=_PLACED)
def norm_pdf(x, loc=0, scale=1):
    """exp(-((x - loc) / scale)**2 / 2) / (sqrt(2 pi) scale)"""
    y = (x - loc) / scale
    return np.exp(-y * y / 2.0) / 2.5066282746310002 / scale


@program(scipy.stats.norm.cdf, at=_PLACED)
def norm_cdf(x, loc=0, scale=1):
    """Phi((x - loc) / scale)"""
    return scipy.special.ndtr((x - loc) / scale)


@program(scipy.stats.norm.sf, at=_PLACED)
def norm_sf(x, loc=0, scale=1):
    """Phi(-(x - loc) / scale)"""
    return scipy.special.ndtr(-(x - loc) / scale)


@program(scipy.stats.norm.logcdf, at=_PLACED)
def norm_logcdf(x, loc=0, scale=1):
    """log Phi((x - loc) / scale)"""
    return scipy.special.log_ndtr((x - loc) / scale)


@program(scipy.stats.norm.logsf, at=_PLACED)
def norm_logsf(x, loc=0, scale=1):
    """log Phi(-(x - loc) / scale)"""
    return scipy.special.log_ndtr(-(x - loc) / scale)


@program(scipy.stats.norm.ppf, at=_QUANTILES)
def norm_ppf(q, loc=0, scale=1):
    """loc + scale * the quantile of the standard normal distribution"""
    return scipy.special.ndtri(q) * scale + loc


@program(scipy.stats.norm.isf, at=_QUANTILES)
def norm_isf(q, loc=0, scale=1):
    """loc - scale * the quantile of the standard normal distribution"""
    return -scipy.special.ndtri(q) * scale + loc
