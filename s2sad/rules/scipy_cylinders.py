"""`scipy.special`: integrals of Bessel functions, scaled Hankel and Airy functions, Kelvin's second kind, parabolic cylinders.

The formulas are those of the NIST Digital Library of Mathematical Functions, chapters 9 to 12.
"""

import scipy.special

from s2sad.rules.declare import partials, present


@partials(scipy.special.hankel1e, at=[])
def hankel1e(xp, v, z, *, out):
    """As `hankel1`, times exp(-i z)"""
    return None, 0.5 * (scipy.special.hankel1e(v - 1, z) - scipy.special.hankel1e(v + 1, z)) - 1j * out


@partials(scipy.special.hankel2e, at=[])
def hankel2e(xp, v, z, *, out):
    """As `hankel2`, times exp(i z)"""
    return None, 0.5 * (scipy.special.hankel2e(v - 1, z) - scipy.special.hankel2e(v + 1, z)) + 1j * out


@partials(scipy.special.yve, at=[(0.5, 1.2), (2, 4.0)])
def yve(xp, v, z, *, out):
    """As `yv`, which it is for real numbers"""
    return None, 0.5 * (scipy.special.yve(v - 1, z) - scipy.special.yve(v + 1, z))


@partials(scipy.special.airye, at=[0.7, 2.2], outputs=4)
def airye(xp, z, *, out):
    """As `airy`, times exp(2 / 3 z**1.5), or exp(-2 / 3 z**1.5) for Bi, of a positive number"""
    root = xp.sqrt(z)
    return (
        out[1] + root * out[0],
        z * out[0] + root * out[1],
        out[3] - root * out[2],
        z * out[2] - root * out[3],
    )


@partials(scipy.special.itairy, at=[0.7], outputs=4)
def itairy(xp, x, *, out):
    """Integrals of Ai(t), Bi(t), Ai(-t) and Bi(-t) from 0"""
    there, back = scipy.special.airy(x), scipy.special.airy(-x)
    return there[0], there[2], back[0], back[2]


@partials(scipy.special.itj0y0, at=[0.7, 2.2], outputs=2)
def itj0y0(xp, x, *, out):
    """Integrals of J0 and Y0 from 0"""
    return scipy.special.j0(x), scipy.special.y0(x)


@partials(scipy.special.iti0k0, at=[0.7, 2.2], outputs=2)
def iti0k0(xp, x, *, out):
    """Integrals of I0 and K0 from 0"""
    return scipy.special.i0(x), scipy.special.k0(x)


@partials(scipy.special.it2j0y0, at=[0.7, 2.2], outputs=2)
def it2j0y0(xp, x, *, out):
    """Integrals of (1 - J0(t)) / t from 0, and of Y0(t) / t to infinity"""
    return (1.0 - scipy.special.j0(x)) / x, -scipy.special.y0(x) / x


@partials(scipy.special.it2i0k0, at=[0.7, 2.2], outputs=2)
def it2i0k0(xp, x, *, out):
    """Integrals of (I0(t) - 1) / t from 0, and of K0(t) / t to infinity"""
    return (scipy.special.i0(x) - 1.0) / x, -scipy.special.k0(x) / x


@partials(scipy.special.itstruve0, at=[0.7, 2.2])
def itstruve0(xp, x, *, out):
    """The integral of H0 from 0"""
    return scipy.special.struve(0.0, x)


@partials(scipy.special.it2struve0, at=[0.7, 2.2])
def it2struve0(xp, x, *, out):
    """The integral of H0(t) / t to infinity"""
    return -scipy.special.struve(0.0, x) / x


@partials(scipy.special.itmodstruve0, at=[0.7, 2.2])
def itmodstruve0(xp, x, *, out):
    """The integral of L0 from 0"""
    return scipy.special.modstruve(0.0, x)


@partials(scipy.special.modstruve, at=[(0.5, 1.2), (1.0, 3.0)])
def modstruve(xp, v, x, *, out):
    """DLMF 11.4.26"""
    power = xp.power(0.5 * x, v) / (1.772453850905516 * scipy.special.gamma(v + 1.5))
    return None, 0.5 * (scipy.special.modstruve(v - 1, x) + scipy.special.modstruve(v + 1, x) + power)


@partials(scipy.special.ker, at=[0.7, 2.2])
def ker(xp, x, *, out):
    """d ker(x) = kerp(x) dx"""
    return scipy.special.kerp(x)


@partials(scipy.special.kei, at=[0.7, 2.2])
def kei(xp, x, *, out):
    """d kei(x) = keip(x) dx"""
    return scipy.special.keip(x)


@partials(scipy.special.kerp, at=[0.7, 2.2])
def kerp(xp, x, *, out):
    """Kelvin's equation"""
    return -scipy.special.kei(x) - out / x


@partials(scipy.special.keip, at=[0.7, 2.2])
def keip(xp, x, *, out):
    """Kelvin's equation"""
    return scipy.special.ker(x) - out / x


@partials(scipy.special.pbdv, at=[(1.3, 0.7), (0.5, -1.2)], outputs=2)
def pbdv(xp, v, x, *, out):
    """D has the second derivative (x**2 / 4 - v - 1 / 2) D"""
    return None, (out[1], (0.25 * x * x - v - 0.5) * out[0])


@partials(scipy.special.pbvv, at=[(1.3, 0.7), (0.5, -1.2)], outputs=2)
def pbvv(xp, v, x, *, out):
    """V has the second derivative (x**2 / 4 - v - 1 / 2) V"""
    return None, (out[1], (0.25 * x * x - v - 0.5) * out[0])


@partials(scipy.special.pbwa, at=[(1.3, 0.7), (0.5, -1.2)], outputs=2)
def pbwa(xp, a, x, *, out):
    """W has the second derivative (a - x**2 / 4) W"""
    return None, (out[1], (a - 0.25 * x * x) * out[0])


@partials(*present(scipy.special, "wright_bessel"), at=[(1.0, 2.0, 0.7), (0.5, 1.3, 1.2)])
def wright_bessel(xp, a, b, x, *, out):
    """d W(a, b, x) = W(a, a + b, x) dx"""
    return None, None, scipy.special.wright_bessel(a, a + b, x)


@partials(*present(scipy.special, "log_wright_bessel"), at=[(1.0, 2.0, 0.7), (0.5, 1.3, 1.2)])
def log_wright_bessel(xp, a, b, x, *, out):
    """d log W(a, b, x) = W(a, a + b, x) / W(a, b, x) dx"""
    return None, None, xp.exp(scipy.special.log_wright_bessel(a, a + b, x) - out)
