"""`scipy.special`: distribution functions by their old names, shifted polynomials."""

import numpy as np
import scipy.special

from s2sad.rules.declare import partials, present, program

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


def density_of_quotient(dfn, dfd, x):
    """The density of the quotient of two chi squared"""
    share = dfn * x / (dfd + dfn * x)
    log = scipy.special.xlogy(0.5 * dfn - 1.0, share) + scipy.special.xlogy(0.5 * dfd - 1.0, 1.0 - share)
    slope = dfn * dfd / (dfd + dfn * x) ** 2
    return slope * np.exp(log - scipy.special.betaln(0.5 * dfn, 0.5 * dfd))


@partials(scipy.special.fdtr, at=[(2.0, 3.0, 0.7), (3.5, 4.0, 1.4)])
def fdtr(xp, dfn, dfd, x, *, out):
    """The density of the quotient of two chi squared"""
    return None, None, density_of_quotient(dfn, dfd, x)


@partials(scipy.special.fdtrc, at=[(2.0, 3.0, 0.7), (3.5, 4.0, 1.4)])
def fdtrc(xp, dfn, dfd, x, *, out):
    """Less the density of the quotient of two chi squared"""
    return None, None, -density_of_quotient(dfn, dfd, x)


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


@partials(*present(scipy.special, "pdtri"), at=[(2, 0.3), (0, 0.7)])
def pdtri(xp, k, y, *, out):
    """The reciprocal of the derivative of `pdtr`; the count k is an int"""
    log = scipy.special.xlogy(k, out) - out - scipy.special.gammaln(k + 1.0)
    return None, -np.exp(-log)


@partials(scipy.special.fdtri, at=[(2.0, 3.0, 0.7), (3.5, 4.0, 0.3)])
def fdtri(xp, dfn, dfd, p, *, out):
    """The reciprocal of the derivative of `fdtr`"""
    return None, None, 1.0 / density_of_quotient(dfn, dfd, out)


def log_binomial(count, n, p):
    """The logarithm of p**count (1 - p)**(n - count - 1) / B(count + 1, n - count)"""
    log = scipy.special.xlogy(count, p) + scipy.special.xlog1py(n - count - 1.0, -p)
    return log - scipy.special.betaln(count + 1.0, n - count)


@partials(scipy.special.bdtr, at=[(1.0, 3, 0.3), (2.0, 5, 0.7)])
def bdtr(xp, k, n, p, *, out):
    """d bdtr(k, n, p) = -p**k (1 - p)**(n - k - 1) / B(k + 1, n - k) dp; the number n is an int"""
    return None, None, -np.exp(log_binomial(np.floor(k), n, p))


@partials(scipy.special.bdtrc, at=[(1.0, 3, 0.3), (2.0, 5, 0.7)])
def bdtrc(xp, k, n, p, *, out):
    """d bdtrc(k, n, p) = p**k (1 - p)**(n - k - 1) / B(k + 1, n - k) dp; the number n is an int"""
    return None, None, np.exp(log_binomial(np.floor(k), n, p))


@partials(scipy.special.bdtri, at=[(1.0, 3, 0.3), (2.0, 5, 0.7)])
def bdtri(xp, k, n, y, *, out):
    """The reciprocal of the derivative of `bdtr`; the number n is an int"""
    return None, None, -np.exp(-log_binomial(np.floor(k), n, out))


@partials(scipy.special.nbdtr, at=[(1, 3, 0.3), (2, 5, 0.7)])
def nbdtr(xp, k, n, p, *, out):
    """d nbdtr(k, n, p) = p**(n - 1) (1 - p)**k / B(n, k + 1) dp; the numbers k and n are ints"""
    return None, None, np.exp(log_binomial(n - 1.0, n + k, p))


@partials(scipy.special.nbdtrc, at=[(1, 3, 0.3), (2, 5, 0.7)])
def nbdtrc(xp, k, n, p, *, out):
    """Less the derivative of `nbdtr`; the numbers k and n are ints"""
    return None, None, -np.exp(log_binomial(n - 1.0, n + k, p))


@program(scipy.special.voigt_profile, at=[(0.3, 1.2, 0.7), (np.array([0.3, -1.2]), 0.4, 0.2)])
def voigt_profile(x, sigma, gamma):
    """The real part of the Faddeeva function"""
    z = (x + 1j * gamma) / (1.4142135623730951 * sigma)
    return np.real(scipy.special.wofz(z)) / (2.5066282746310002 * sigma)


@program(scipy.special.radian, at=[(30.0, 12.0, 5.0)])
def radian(d, m, s):
    """Degrees, minutes and seconds"""
    return (d + m / 60.0 + s / 3600.0) * _DEGREE


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


@program(scipy.special.eval_chebyc, at=[(2, 0.3), (3, np.array([0.3, 0.8]))])
def eval_chebyc(n, x):
    """Twice that of the first kind, from -2 to 2"""
    return 2.0 * scipy.special.eval_chebyt(n, 0.5 * x)


@program(scipy.special.eval_chebys, at=[(2, 0.3), (3, np.array([0.3, 0.8]))])
def eval_chebys(n, x):
    """That of the second kind, from -2 to 2"""
    return scipy.special.eval_chebyu(n, 0.5 * x)


@partials(scipy.special.lpmv, at=[(1, 2.0, 0.3), (0, 3.0, -0.4), (2, 2.0, 0.3)])
def lpmv(xp, m, v, x, *, out):
    """DLMF 14.10.5; the order m is an int"""
    return None, None, (v * x * out - (v + m) * scipy.special.lpmv(m, v - 1.0, x)) / (x * x - 1.0)


@program(*present(scipy.special, "sph_harm_y"), at=[(2, 1, 0.4, 0.3), (3, -2, np.array([0.4, 1.2]), 0.7)])
def sph_harm_y(n, m, theta, phi):
    """The degree n and the order m are ints"""
    log = scipy.special.gammaln(n - m + 1.0) - scipy.special.gammaln(n + m + 1.0)
    scale = np.sqrt((2.0 * n + 1.0) * 0.07957747154594767 * np.exp(log))
    return scale * scipy.special.lpmv(m, n, np.cos(theta)) * np.exp(1j * m * phi)
