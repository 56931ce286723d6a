"""Distributions of `scipy.stats`, by the formulas of their classes: what is asked of one where something varies.

A distribution says its density, and so on, for the standard one (`_logpdf(y, *shapes)`). Place and scale, and what is outside
of the support, are treated here. What is outside gets the value of a place inside, and its own by a choice: it has the
derivative zero, and no nan.
"""

from typing import Any

import numpy as np
from scipy import integrate, special, stats

from s2sad.runtime.roots import as_constant, bound_as, in_form_of, root_of
from s2sad.runtime.scipy_helpers import placed, probability, standard


class Frozen:
    """A distribution with its parameters: `stats.norm(loc, scale)`"""

    s2sad_record = True

    def __init__(self, dist: Any, parameters: Any) -> None:
        self.dist = dist
        self.parameters = parameters

    def pdf(self, x: Any) -> Any:
        return self.dist.pdf(x, *self.parameters)

    def logpdf(self, x: Any) -> Any:
        return self.dist.logpdf(x, *self.parameters)

    def cdf(self, x: Any) -> Any:
        return self.dist.cdf(x, *self.parameters)

    def logcdf(self, x: Any) -> Any:
        return self.dist.logcdf(x, *self.parameters)

    def sf(self, x: Any) -> Any:
        return self.dist.sf(x, *self.parameters)

    def logsf(self, x: Any) -> Any:
        return self.dist.logsf(x, *self.parameters)

    def ppf(self, q: Any) -> Any:
        return self.dist.ppf(q, *self.parameters)

    def isf(self, q: Any) -> Any:
        return self.dist.isf(q, *self.parameters)

    def pmf(self, k: Any) -> Any:
        return self.dist.pmf(k, *self.parameters)

    def logpmf(self, k: Any) -> Any:
        return self.dist.logpmf(k, *self.parameters)

    def mean(self) -> Any:
        return self.dist.mean(*self.parameters)

    def var(self) -> Any:
        return self.dist.var(*self.parameters)

    def std(self) -> Any:
        return self.dist.std(*self.parameters)

    def median(self) -> Any:
        return self.dist.median(*self.parameters)

    def entropy(self) -> Any:
        return self.dist.entropy(*self.parameters)

    def interval(self, confidence: Any) -> Any:
        return self.dist.interval(confidence, *self.parameters)


class FrozenNormal:
    """A normal distribution of several variables: `stats.multivariate_normal(mean, cov)`"""

    s2sad_record = True

    def __init__(self, mean: Any, cov: Any) -> None:
        self.mean = mean
        self.cov = cov

    def logpdf(self, x: Any) -> Any:
        return stats.multivariate_normal.logpdf(x, self.mean, self.cov)

    def pdf(self, x: Any) -> Any:
        return stats.multivariate_normal.pdf(x, self.mean, self.cov)


class Normals:
    """Normal distributions of several variables: `stats.multivariate_normal`"""

    s2sad_record = True

    def __call__(self, mean: Any = None, cov: Any = 1, allow_singular: bool = False, seed: Any = None) -> Any:
        return FrozenNormal(mean, cov)


class Continuous:
    """A continuous distribution, without its parameters: `stats.norm`"""

    s2sad_record = True

    def __init__(self, dist: Any) -> None:
        self.dist = dist

    def __call__(self, *args: Any, **kwds: Any) -> Any:
        return Frozen(self.dist, bound_as(self.dist._parse_args, args, kwds))

    def freeze(self, *args: Any, **kwds: Any) -> Any:
        return Frozen(self.dist, bound_as(self.dist._parse_args, args, kwds))

    def pdf(self, x: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        y, is_inside = within(standard(x, loc, scale), *self.dist._get_support(*shapes))
        return np.where(is_inside, self.dist._pdf(y, *shapes) / scale, 0.0)[()]

    def logpdf(self, x: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        y, is_inside = within(standard(x, loc, scale), *self.dist._get_support(*shapes))
        return np.where(is_inside, self.dist._logpdf(y, *shapes) - np.log(scale), -np.inf)[()]

    def cdf(self, x: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        place = standard(x, loc, scale)
        low, high = self.dist._get_support(*shapes)
        y, is_inside = within(place, low, high)
        return np.where(is_inside, self.dist._cdf(y, *shapes), 1.0 * (place > high))[()]

    def sf(self, x: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        place = standard(x, loc, scale)
        low, high = self.dist._get_support(*shapes)
        y, is_inside = within(place, low, high)
        return np.where(is_inside, self.dist._sf(y, *shapes), 1.0 * (place < low))[()]

    def logcdf(self, x: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        place = standard(x, loc, scale)
        low, high = self.dist._get_support(*shapes)
        y, is_inside = within(place, low, high)
        return np.where(is_inside, self.dist._logcdf(y, *shapes), np.where(place > high, 0.0, -np.inf))[()]

    def logsf(self, x: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        place = standard(x, loc, scale)
        low, high = self.dist._get_support(*shapes)
        y, is_inside = within(place, low, high)
        return np.where(is_inside, self.dist._logsf(y, *shapes), np.where(place < low, 0.0, -np.inf))[()]

    def ppf(self, q: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        share = probability(q)
        y = in_form_of(as_constant(self.dist._ppf, share, *shapes), share)
        return placed(root_of(lambda y: self.dist._cdf(y, *shapes) - share, y), loc, scale)

    def isf(self, q: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        share = probability(q)
        y = in_form_of(as_constant(self.dist._isf, share, *shapes), share)
        return placed(root_of(lambda y: self.dist._sf(y, *shapes) - share, y), loc, scale)

    def median(self, *args: Any, **kwds: Any) -> Any:
        return self.dist.ppf(0.5, *args, **kwds)

    def interval(self, confidence: Any, *args: Any, **kwds: Any) -> Any:
        low = self.dist.ppf((1.0 - confidence) / 2.0, *args, **kwds)
        return low, self.dist.ppf((1.0 + confidence) / 2.0, *args, **kwds)

    def mean(self, *args: Any, **kwds: Any) -> Any:
        *shapes, loc, scale = bound_as(self.dist._parse_args, args, kwds)
        return mean_of(self.dist, *shapes) * scale + loc

    def var(self, *args: Any, **kwds: Any) -> Any:
        *shapes, _, scale = bound_as(self.dist._parse_args, args, kwds)
        return variance_of(self.dist, *shapes) * scale * scale

    def std(self, *args: Any, **kwds: Any) -> Any:
        *shapes, _, scale = bound_as(self.dist._parse_args, args, kwds)
        return np.sqrt(variance_of(self.dist, *shapes)) * scale

    def entropy(self, *args: Any, **kwds: Any) -> Any:
        *shapes, _, scale = bound_as(self.dist._parse_args, args, kwds)
        return self.dist._entropy(*shapes) + np.log(scale)


class Discrete:
    """A distribution of counts, without its parameters: `stats.poisson`"""

    s2sad_record = True

    def __init__(self, dist: Any) -> None:
        self.dist = dist

    def __call__(self, *args: Any, **kwds: Any) -> Any:
        return Frozen(self.dist, bound_as(self.dist._parse_args, args, kwds))

    def freeze(self, *args: Any, **kwds: Any) -> Any:
        return Frozen(self.dist, bound_as(self.dist._parse_args, args, kwds))

    def logpmf(self, k: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc = bound_as(self.dist._parse_args, args, kwds)
        count, is_inside = counted(k, loc, *self.dist._get_support(*shapes))
        return np.where(is_inside, self.dist._logpmf(count, *shapes), -np.inf)[()]

    def pmf(self, k: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc = bound_as(self.dist._parse_args, args, kwds)
        count, is_inside = counted(k, loc, *self.dist._get_support(*shapes))
        return np.where(is_inside, self.dist._pmf(count, *shapes), 0.0)[()]

    def cdf(self, k: Any, *args: Any, **kwds: Any) -> Any:
        *shapes, loc = bound_as(self.dist._parse_args, args, kwds)
        low, high = self.dist._get_support(*shapes)
        whole = np.floor(np.subtract(k, loc))
        count, is_inside = within(whole, low, high)
        return np.where(is_inside, self.dist._cdf(count, *shapes), 1.0 * (whole > high))[()]

    def sf(self, k: Any, *args: Any, **kwds: Any) -> Any:
        return 1.0 - self.dist.cdf(k, *args, **kwds)

    def mean(self, *args: Any, **kwds: Any) -> Any:
        *shapes, loc = bound_as(self.dist._parse_args, args, kwds)
        return mean_of(self.dist, *shapes) + loc

    def var(self, *args: Any, **kwds: Any) -> Any:
        *shapes, _ = bound_as(self.dist._parse_args, args, kwds)
        return variance_of(self.dist, *shapes)

    def std(self, *args: Any, **kwds: Any) -> Any:
        *shapes, _ = bound_as(self.dist._parse_args, args, kwds)
        return np.sqrt(variance_of(self.dist, *shapes))


def mean_of(dist: Any, *shapes: Any) -> Any:
    """The mean of a standard distribution, by its formula, or as its first moment."""
    mean = dist._stats(*shapes)[0]
    return dist._munp(1, *shapes) if mean is None else mean


def variance_of(dist: Any, *shapes: Any) -> Any:
    """The variance of a standard distribution, by its formula, or by its first two moments."""
    variance = dist._stats(*shapes)[1]
    if variance is None:
        return dist._munp(2, *shapes) - mean_of(dist, *shapes) ** 2
    return variance


def moment_of(dist: Any, order: int, *shapes: Any) -> Any:
    """The mean of a power of a standard distribution that has no formula for it."""
    support = limits_of(dist, *shapes)
    return integrate.quad(lambda y: y**order * density_of(dist, y, shapes, *support), *support)[0]


def entropy_of(dist: Any, *shapes: Any) -> Any:
    """The entropy of a standard distribution that has no formula for it."""
    support = limits_of(dist, *shapes)
    return integrate.quad(lambda y: surprise(density_of(dist, y, shapes, *support)), *support)[0]


def limits_of(dist: Any, *shapes: Any) -> Any:
    """Where the density counts; that of an angle goes on beyond one turn, without end."""
    if isinstance(dist, type(stats.vonmises)):
        return -np.pi, np.pi
    return dist._get_support(*shapes)


def density_of(dist: Any, y: Any, shapes: Any, low: Any, high: Any) -> Any:
    """The density; where it is zero, as far out, so are its derivatives, of which the formulas may make infinity times zero."""
    is_there = as_constant(dist._pdf, y, *shapes) > 1e-300
    inside = np.where(is_there, y, as_constant(place_between, low, high))
    return np.where(is_there, dist._pdf(inside, *shapes), 0.0)[()]


def surprise(density: Any) -> Any:
    """-p log p, whose derivative at zero would be infinite."""
    return special.entr(np.where(density > 0.0, density, 1.0)[()])


def within(y: Any, low: Any, high: Any) -> Any:
    """The places that are in a support, others in the place of those outside, and which are inside."""
    is_inside = (y >= low) & (y <= high)
    return np.where(is_inside, y, as_constant(place_between, low, high)), is_inside


def counted(k: Any, loc: Any, low: Any, high: Any) -> Any:
    """As `within`, of counts: what is no whole number is outside."""
    shifted = np.subtract(k, loc)
    count, is_inside = within(np.floor(shifted), low, high)
    return count, is_inside & (np.floor(shifted) == shifted)


def place_between(low: Any, high: Any) -> Any:
    """A place between the ends of a support, which may be infinite."""
    low, high = np.asarray(low, dtype=float), np.asarray(high, dtype=float)
    with np.errstate(invalid="ignore"):
        middle = 0.5 * (low + high)
    one_sided = np.where(np.isfinite(low), low + 1.0, np.where(np.isfinite(high), high - 1.0, 0.0))
    return np.where(np.isfinite(low) & np.isfinite(high), middle, one_sided)[()]
