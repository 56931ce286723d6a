"""`scipy.special`: distribution functions by their old names, shifted polynomials."""

import numpy as np
import scipy.special

from s2sad.rules.declare import partials, program

_DEGREE = np.pi / 180.0


@partials(scipy.special.chdtr, at=[(3.0, 1.2), (1.5, 0.4)])
def chdtr(xp, v, x, *, out):
    """The density of chi squared"""
    return None, 0.5 * np.exp(
        scipy.special.xlogy(0.5 * v - 1.0, 0.5 * x) - 0.5 * x - scipy.special.gammaln(0.5 * v)
    )


@partials(scipy.special.chdtrc, at=[(3.0, 1.2), (1.5, 0.4)])
def chdtrc(xp, v, x, *, out):
    """Less the density of chi squared"""
    return None, -0.5 * np.exp(
        scipy.special.xlogy(0.5 * v - 1.0, 0.5 * x) - 0.5 * x - scipy.special.gammaln(0.5 * v)
    )


@partials(scipy.special.chdtri, at=[(3.0, 0.3), (1.5, 0.6)])
def chdtri(xp, v, p, *, out):
    """The reciprocal of the derivative of `chdtrc`"""
    log = scipy.special.xlogy(0.5 * v - 1.0, 0.5 * out) - 0.5 * out - scipy.special.gammaln(0.5 * v)
    return None, -2.0 * np.exp(-log)


@partials(scipy.special.fdtr, at=[(2.0, 3.0, 0.7), (3.5, 4.0, 1.4)])
def fdtr(xp, dfn, dfd, x, *, out):
    """The density of the quotient of two chi squared"""
    share = dfn * x / (dfd + dfn * x)
    log = scipy.special.xlogy(0.5 * dfn - 1.0, share) + scipy.special.xlogy(0.5 * dfd - 1.0, 1.0 - share)
    slope = dfn * dfd / (dfd + dfn * x) ** 2
    return None, None, slope * np.exp(log - scipy.special.betaln(0.5 * dfn, 0.5 * dfd))


@partials(scipy.special.fdtrc, at=[(2.0, 3.0, 0.7), (3.5, 4.0, 1.4)])
def fdtrc(xp, dfn, dfd, x, *, out):
    """Less the density of the quotient of two chi squared"""
    share = dfn * x / (dfd + dfn * x)
    log = scipy.special.xlogy(0.5 * dfn - 1.0, share) + scipy.special.xlogy(0.5 * dfd - 1.0, 1.0 - share)
    slope = dfn * dfd / (dfd + dfn * x) ** 2
    return None, None, -slope * np.exp(log - scipy.special.betaln(0.5 * dfn, 0.5 * dfd))


@partials(scipy.special.gdtr, at=[(1.2, 2.0, 0.7), (0.8, 1.5, 1.4)])
def gdtr(xp, a, b, x, *, out):
    """The density of the gamma distribution, of a x"""
    density = np.exp(scipy.special.xlogy(b - 1.0, a * x) - a * x - scipy.special.gammaln(b))
    return x * density, None, a * density


@partials(scipy.special.gdtrc, at=[(1.2, 2.0, 0.7), (0.8, 1.5, 1.4)])
def gdtrc(xp, a, b, x, *, out):
    """Less the density of the gamma distribution, of a x"""
    density = np.exp(scipy.special.xlogy(b - 1.0, a * x) - a * x - scipy.special.gammaln(b))
    return -x * density, None, -a * density


@partials(scipy.special.pdtr, at=[(2.0, 0.7), (0.0, 1.4)])
def pdtr(xp, k, m, *, out):
    """d pdtr(k, m) = -m**k exp(-m) / k! dm"""
    count = np.floor(k)
    return None, -np.exp(scipy.special.xlogy(count, m) - m - scipy.special.gammaln(count + 1.0))


@partials(scipy.special.pdtrc, at=[(2.0, 0.7), (0.0, 1.4)])
def pdtrc(xp, k, m, *, out):
    """d pdtrc(k, m) = m**k exp(-m) / k! dm"""
    count = np.floor(k)
    return None, np.exp(scipy.special.xlogy(count, m) - m - scipy.special.gammaln(count + 1.0))


@program(scipy.special.eval_sh_legendre, at=[(2, 0.3), (3, np.array([0.3, 0.8]))])
def eval_sh_legendre(n, x):
    """From 0 to 1 instead of from -1"""
    return scipy.special.eval_legendre(n, 2.0 * x - 1.0)


@program(scipy.special.eval_sh_chebyt, at=[(2, 0.3), (3, np.array([0.3, 0.8]))])
def eval_sh_chebyt(n, x):
    """From 0 to 1 instead of from -1"""
    return scipy.special.eval_chebyt(n, 2.0 * x - 1.0)


@program(scipy.special.eval_sh_chebyu, at=[(2, 0.3), (3, np.array([0.3, 0.8]))])
def eval_sh_chebyu(n, x):
    """From 0 to 1 instead of from -1"""
    return scipy.special.eval_chebyu(n, 2.0 * x - 1.0)


@partials(scipy.special.cotdg, at=[30.0, 100.0])
def cotdg(xp, x, *, out):
    """d cot(x) = -pi / 180 (1 + cot(x)**2) dx, of degrees"""
    return -_DEGREE * (1.0 + out * out)
