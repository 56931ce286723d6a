"""`scipy.special`: error functions and the gamma family.

An argument for which no formula is known, such as the order of an incomplete gamma function, has the partial
derivative None. Bessel functions and what is near them are in `scipy_bessel`, logistic functions and entropies
in `scipy_entropy`.
"""

import numpy as np
import scipy.special

from s2sad.rules.declare import nondifferentiable, partials, present, program

_WITHOUT = nondifferentiable("number", *present(scipy.special, "gammasgn round bernoulli euler"))

# ---------------------------------------------------------------------------------------------- error functions


@partials(scipy.special.erf, at=[0.3, -1.2, 0.0])
def erf(xp, x, *, out):
    """d erf(x) = 2 / sqrt(pi) exp(-x**2) dx"""
    return 1.1283791670955126 * xp.exp(-x * x)


@partials(scipy.special.erfc, at=[0.3, -1.2, 0.0])
def erfc(xp, x, *, out):
    """d erfc(x) = -2 / sqrt(pi) exp(-x**2) dx"""
    return -1.1283791670955126 * xp.exp(-x * x)


@partials(scipy.special.erfcx, at=[0.3, -1.2, 4.0])
def erfcx(xp, x, *, out):
    """d erfcx(x) = (2 x erfcx(x) - 2 / sqrt(pi)) dx"""
    return 2.0 * x * out - 1.1283791670955126


@partials(scipy.special.erfi, at=[0.3, -1.2])
def erfi(xp, x, *, out):
    """d erfi(x) = 2 / sqrt(pi) exp(x**2) dx"""
    return 1.1283791670955126 * xp.exp(x * x)


@partials(scipy.special.dawsn, at=[0.3, -1.2])
def dawsn(xp, x, *, out):
    """d D(x) = (1 - 2 x D(x)) dx"""
    return 1.0 - 2.0 * x * out


@partials(scipy.special.wofz, at=[])
def wofz(xp, z, *, out):
    """d w(z) = (2i / sqrt(pi) - 2 z w(z)) dz"""
    return 1.1283791670955126j - 2.0 * z * out


@partials(scipy.special.erfinv, at=[0.3, -0.9, 0.0], singular=True)
def erfinv(xp, y, *, out):
    """d erfinv(y) = sqrt(pi) / 2 exp(erfinv(y)**2) dy"""
    return 0.8862269254527579 * xp.exp(out * out)


@partials(scipy.special.erfcinv, at=[0.3, 1.2], singular=True)
def erfcinv(xp, y, *, out):
    """d erfcinv(y) = -sqrt(pi) / 2 exp(erfcinv(y)**2) dy"""
    return -0.8862269254527579 * xp.exp(out * out)


@partials(scipy.special.ndtr, at=[0.3, -1.2])
def ndtr(xp, x, *, out):
    """d ndtr(x) = exp(-x**2 / 2) / sqrt(2 pi) dx"""
    return 0.3989422804014327 * xp.exp(-0.5 * x * x)


@partials(scipy.special.log_ndtr, at=[0.3, -1.2, -40.0, 9.0])
def log_ndtr(xp, x, *, out):
    """d log ndtr(x) = exp(-x**2 / 2) / (sqrt(2 pi) ndtr(x)) dx"""
    return 0.3989422804014327 * xp.exp(-0.5 * x * x - out)


@partials(scipy.special.ndtri, at=[0.3, 0.9], singular=True)
def ndtri(xp, y, *, out):
    """d ndtri(y) = sqrt(2 pi) exp(ndtri(y)**2 / 2) dy"""
    return 2.5066282746310002 * xp.exp(0.5 * out * out)


@partials(*present(scipy.special, "ndtri_exp"), at=[-0.3, -9.0], singular=True)
def ndtri_exp(xp, y, *, out):
    """d ndtri(exp(y)) = sqrt(2 pi) exp(y + out**2 / 2) dy"""
    return 2.5066282746310002 * xp.exp(y + 0.5 * out * out)


@partials(scipy.special.owens_t, at=[(0.3, 1.2), (-0.7, 0.4)])
def owens_t(xp, h, a, *, out):
    """By its integral: Owen (1956)"""
    by_h = -0.19947114020071635 * xp.exp(-0.5 * h * h) * scipy.special.erf(0.7071067811865476 * a * h)
    square = 1.0 + a * a
    return by_h, 0.15915494309189535 * xp.exp(-0.5 * h * h * square) / square


# ------------------------------------------------------------------------------------------------- gamma family


@partials(scipy.special.gamma, at=[2.6, 0.4, -1.4])
def gamma(xp, x, *, out):
    """d gamma(x) = gamma(x) psi(x) dx"""
    return out * scipy.special.psi(x)


@partials(scipy.special.gammaln, scipy.special.loggamma, at=[2.6, 0.4, 30.0])
def gammaln(xp, x, *, out):
    """d log gamma(x) = psi(x) dx"""
    return scipy.special.psi(x)


@partials(scipy.special.rgamma, at=[2.6, 0.4, -1.4, 0.0, -2.0])
def rgamma(xp, x, *, out):
    """d(1 / gamma(x)) = -psi(x) / gamma(x) dx; left of 1/2 by reflection, since psi has poles where out is 0"""
    left = x < 0.5
    y = xp.where(left, 1.0 - x, 1.0)
    turn = xp.pi * xp.where(left, x, 0.0)
    reflected = xp.cos(turn) - scipy.special.psi(y) * xp.sin(turn) / xp.pi
    right = xp.where(left, 1.0, x)
    return xp.where(left, scipy.special.gamma(y) * reflected, -scipy.special.psi(right) * out)


@partials(scipy.special.psi, at=[2.6, 0.4, -1.4])
def psi(xp, x, *, out):
    """d psi(x) = polygamma(1, x) dx"""
    return scipy.special.polygamma(1, x)


@partials(scipy.special.polygamma, at=[(1, 2.6), (2, 0.7), (0, 1.4)])
def polygamma(xp, n, x, *, out):
    """d polygamma(n, x) = polygamma(n + 1, x) dx; the order n is an int"""
    return None, scipy.special.polygamma(n + 1, x)


@program(scipy.special.multigammaln, at=[(2.6, 2), (4.4, 3)])
def multigammaln(a, d):
    """The sum of log gamma at a, a - 1/2, a - 1, ..."""
    total = 0.0
    for j in range(1, d + 1):
        total = total + scipy.special.gammaln(a - (j - 1.0) / 2)
    return d * (d - 1) * 0.25 * 1.1447298858494002 + total


@partials(scipy.special.beta, at=[(0.3, 1.2), (2.5, 4.0)])
def beta(xp, a, b, *, out):
    """d B(a, b) = B(a, b) (psi(a) - psi(a + b)) da, and so by b"""
    whole = scipy.special.psi(a + b)
    return out * (scipy.special.psi(a) - whole), out * (scipy.special.psi(b) - whole)


@partials(scipy.special.betaln, at=[(0.3, 1.2), (2.5, 4.0)])
def betaln(xp, a, b, *, out):
    """d log B(a, b) = (psi(a) - psi(a + b)) da, and so by b"""
    whole = scipy.special.psi(a + b)
    return scipy.special.psi(a) - whole, scipy.special.psi(b) - whole


@partials(scipy.special.poch, at=[(0.3, 1.2), (2.5, 4.0)])
def poch(xp, z, m, *, out):
    """d gamma(z + m) / gamma(z), by psi"""
    top = scipy.special.psi(z + m)
    return out * (top - scipy.special.psi(z)), out * top


@partials(scipy.special.binom, at=[(4.3, 1.2), (2.5, 0.4), (5.0, 2.0)])
def binom(xp, n, k, *, out):
    """The binomial coefficient by gamma functions; of real arguments"""
    rest = scipy.special.psi(n - k + 1.0)
    return out * (scipy.special.psi(n + 1.0) - rest), out * (rest - scipy.special.psi(k + 1.0))


@program(scipy.special.comb, at=[(4.3, 1.2), (np.array([5.0, 2.5]), 2), (1.5, 2.5)])
def comb(N, k, *, exact=False, repetition=False):
    """The binomial coefficient, which is 0 for more than there are"""
    n = N + k - 1 if repetition else N
    inside = (k <= n) & (n >= 0) & (k >= 0)
    return np.where(inside, scipy.special.binom(n, k), 0.0)[()]


@partials(scipy.special.gammainc, at=[(0.7, 1.2), (2.5, 0.4), (1.0, 0.3)])
def gammainc(xp, a, x, *, out):
    """dP(a, x) = exp(-x) x**(a - 1) / gamma(a) dx"""
    density = xp.exp(scipy.special.xlogy(a - 1.0, x) - x - scipy.special.gammaln(a))
    return None, density


@partials(scipy.special.gammaincc, at=[(0.7, 1.2), (2.5, 0.4), (1.0, 0.3)])
def gammaincc(xp, a, x, *, out):
    """dQ(a, x) = -exp(-x) x**(a - 1) / gamma(a) dx"""
    density = xp.exp(scipy.special.xlogy(a - 1.0, x) - x - scipy.special.gammaln(a))
    return None, -density


@partials(scipy.special.gammaincinv, at=[(0.7, 0.2), (2.5, 0.4)], singular=True)
def gammaincinv(xp, a, y, *, out):
    """The reciprocal of the derivative of `gammainc`"""
    reciprocal = xp.exp(out + scipy.special.gammaln(a) - scipy.special.xlogy(a - 1.0, out))
    return None, reciprocal


@partials(scipy.special.gammainccinv, at=[(0.7, 0.2), (2.5, 0.4)], singular=True)
def gammainccinv(xp, a, y, *, out):
    """The reciprocal of the derivative of `gammaincc`"""
    reciprocal = -xp.exp(out + scipy.special.gammaln(a) - scipy.special.xlogy(a - 1.0, out))
    return None, reciprocal


@partials(scipy.special.betainc, at=[(0.7, 1.2, 0.3), (2.5, 0.4, 0.8), (1.0, 1.0, 0.5)])
def betainc(xp, a, b, x, *, out):
    """dI(a, b, x) = x**(a - 1) (1 - x)**(b - 1) / B(a, b) dx"""
    powers = scipy.special.xlogy(a - 1.0, x) + scipy.special.xlog1py(b - 1.0, -x)
    density = xp.exp(powers - scipy.special.betaln(a, b))
    return None, None, density


@partials(*present(scipy.special, "betaincc"), at=[(0.7, 1.2, 0.3), (2.5, 0.4, 0.8)])
def betaincc(xp, a, b, x, *, out):
    """The complement of `betainc`"""
    powers = scipy.special.xlogy(a - 1.0, x) + scipy.special.xlog1py(b - 1.0, -x)
    density = xp.exp(powers - scipy.special.betaln(a, b))
    return None, None, -density


@partials(scipy.special.betaincinv, at=[(0.7, 1.2, 0.3), (2.5, 0.4, 0.8)], singular=True)
def betaincinv(xp, a, b, y, *, out):
    """The reciprocal of the derivative of `betainc`"""
    powers = scipy.special.xlogy(a - 1.0, out) + scipy.special.xlog1py(b - 1.0, -out)
    reciprocal = xp.exp(scipy.special.betaln(a, b) - powers)
    return None, None, reciprocal


@partials(scipy.special.stdtr, at=[(3.0, 0.7), (0.8, -1.2)])
def stdtr(xp, df, t, *, out):
    """The density of Student's distribution"""
    front = scipy.special.poch(0.5 * df, 0.5) / xp.sqrt(3.141592653589793 * df)
    return None, front * xp.power(1.0 + t * t / df, -0.5 * (df + 1.0))


@partials(scipy.special.stdtrit, at=[(3.0, 0.7), (0.8, 0.2)], singular=True)
def stdtrit(xp, df, p, *, out):
    """The reciprocal of the density of Student's distribution"""
    front = xp.sqrt(3.141592653589793 * df) / scipy.special.poch(0.5 * df, 0.5)
    slope = front * xp.power(1.0 + out * out / df, 0.5 * (df + 1.0))
    return None, slope
