"""`scipy.special`: Bessel, Kelvin and Airy functions.

The formulas are those of the NIST Digital Library of Mathematical Functions, chapters 9 and 10. The derivative by an
order has no closed form, and is None.
"""

import scipy.special

from s2sad.rules.declare import partials

# --------------------------------------------------------------------------------------------- Bessel functions


@partials(scipy.special.j0, at=[0.7, -1.2, 0.0])
def j0(xp, x, *, out):
    """d J0(x) = -J1(x) dx"""
    return -scipy.special.j1(x)


@partials(scipy.special.j1, at=[0.7, -1.2, 0.0])
def j1(xp, x, *, out):
    """d J1(x) = (J0(x) - J2(x)) / 2 dx"""
    return 0.5 * (scipy.special.j0(x) - scipy.special.jv(2, x))


@partials(scipy.special.y0, at=[0.7, 4.0])
def y0(xp, x, *, out):
    """d Y0(x) = -Y1(x) dx"""
    return -scipy.special.y1(x)


@partials(scipy.special.y1, at=[0.7, 4.0])
def y1(xp, x, *, out):
    """d Y1(x) = (Y0(x) - Y2(x)) / 2 dx"""
    return 0.5 * (scipy.special.y0(x) - scipy.special.yv(2, x))


@partials(scipy.special.jv, at=[(0.5, 1.2), (2, 4.0)])
def jv(xp, v, z, *, out):
    """d J_v(z) = (J_(v-1)(z) - J_(v+1)(z)) / 2 dz"""
    slope = 0.5 * (scipy.special.jv(v - 1, z) - scipy.special.jv(v + 1, z))
    return None, slope


@partials(scipy.special.jve, at=[(0.5, 1.2), (2, 4.0)])
def jve(xp, v, z, *, out):
    """As `jv`, which it is for real numbers"""
    slope = 0.5 * (scipy.special.jve(v - 1, z) - scipy.special.jve(v + 1, z))
    return None, slope


@partials(scipy.special.yn, at=[(1, 1.2), (2, 4.0)])
def yn(xp, n, x, *, out):
    """d Y_n(x) = (Y_(n-1)(x) - Y_(n+1)(x)) / 2 dx; the order n is an int"""
    return None, 0.5 * (scipy.special.yn(n - 1, x) - scipy.special.yn(n + 1, x))


@partials(scipy.special.yv, at=[(0.5, 1.2), (2, 4.0)])
def yv(xp, v, z, *, out):
    """d Y_v(z) = (Y_(v-1)(z) - Y_(v+1)(z)) / 2 dz"""
    slope = 0.5 * (scipy.special.yv(v - 1, z) - scipy.special.yv(v + 1, z))
    return None, slope


@partials(scipy.special.hankel1, at=[])
def hankel1(xp, v, z, *, out):
    """d H_v(z) = (H_(v-1)(z) - H_(v+1)(z)) / 2 dz"""
    slope = 0.5 * (scipy.special.hankel1(v - 1, z) - scipy.special.hankel1(v + 1, z))
    return None, slope


@partials(scipy.special.hankel2, at=[])
def hankel2(xp, v, z, *, out):
    """d H_v(z) = (H_(v-1)(z) - H_(v+1)(z)) / 2 dz"""
    slope = 0.5 * (scipy.special.hankel2(v - 1, z) - scipy.special.hankel2(v + 1, z))
    return None, slope


@partials(scipy.special.i0, at=[0.7, -1.2, 0.0])
def i0(xp, x, *, out):
    """d I0(x) = I1(x) dx"""
    return scipy.special.i1(x)


@partials(scipy.special.i1, at=[0.7, -1.2, 0.0])
def i1(xp, x, *, out):
    """d I1(x) = (I0(x) + I2(x)) / 2 dx"""
    return 0.5 * (scipy.special.i0(x) + scipy.special.iv(2, x))


@partials(scipy.special.iv, at=[(0.5, 1.2), (2, 4.0)])
def iv(xp, v, z, *, out):
    """d I_v(z) = (I_(v-1)(z) + I_(v+1)(z)) / 2 dz"""
    slope = 0.5 * (scipy.special.iv(v - 1, z) + scipy.special.iv(v + 1, z))
    return None, slope


@partials(scipy.special.i0e, at=[0.7, -1.2])
def i0e(xp, x, *, out):
    """d exp(-|x|) I0(x) = exp(-|x|) (I1(x) - sign(x) I0(x)) dx"""
    return scipy.special.i1e(x) - xp.sign(x) * out


@partials(scipy.special.i1e, at=[0.7, -1.2])
def i1e(xp, x, *, out):
    """d exp(-|x|) I1(x) = exp(-|x|) ((I0(x) + I2(x)) / 2 - sign(x) I1(x)) dx"""
    return 0.5 * (scipy.special.i0e(x) + scipy.special.ive(2, x)) - xp.sign(x) * out


@partials(scipy.special.ive, at=[(0.5, 1.2), (2, 4.0)])
def ive(xp, v, z, *, out):
    """d exp(-|z|) I_v(z), of a real number z"""
    slope = 0.5 * (scipy.special.ive(v - 1, z) + scipy.special.ive(v + 1, z)) - xp.sign(z) * out
    return None, slope


@partials(scipy.special.k0, at=[0.7, 4.0])
def k0(xp, x, *, out):
    """d K0(x) = -K1(x) dx"""
    return -scipy.special.k1(x)


@partials(scipy.special.k1, at=[0.7, 4.0])
def k1(xp, x, *, out):
    """d K1(x) = -(K0(x) + K2(x)) / 2 dx"""
    return -0.5 * (scipy.special.k0(x) + scipy.special.kv(2, x))


@partials(scipy.special.k0e, at=[0.7, 4.0])
def k0e(xp, x, *, out):
    """d exp(x) K0(x) = exp(x) (K0(x) - K1(x)) dx"""
    return out - scipy.special.k1e(x)


@partials(scipy.special.k1e, at=[0.7, 4.0])
def k1e(xp, x, *, out):
    """d exp(x) K1(x) = exp(x) (K1(x) - (K0(x) + K2(x)) / 2) dx"""
    return out - 0.5 * (scipy.special.k0e(x) + scipy.special.kve(2, x))


@partials(scipy.special.kn, at=[(1, 1.2), (2, 4.0)])
def kn(xp, n, x, *, out):
    """d K_n(x) = -(K_(n-1)(x) + K_(n+1)(x)) / 2 dx; the order n is an int"""
    return None, -0.5 * (scipy.special.kv(n - 1, x) + scipy.special.kv(n + 1, x))


@partials(scipy.special.kv, at=[(0.5, 1.2), (2, 4.0)])
def kv(xp, v, z, *, out):
    """d K_v(z) = -(K_(v-1)(z) + K_(v+1)(z)) / 2 dz"""
    slope = -0.5 * (scipy.special.kv(v - 1, z) + scipy.special.kv(v + 1, z))
    return None, slope


@partials(scipy.special.kve, at=[(0.5, 1.2), (2, 4.0)])
def kve(xp, v, z, *, out):
    """d exp(z) K_v(z) = exp(z) (K_v(z) - (K_(v-1)(z) + K_(v+1)(z)) / 2) dz"""
    slope = out - 0.5 * (scipy.special.kve(v - 1, z) + scipy.special.kve(v + 1, z))
    return None, slope


@partials(scipy.special.spherical_jn, at=[(0, 1.2), (2, 4.0)])
def spherical_jn(xp, n, z, *, out):
    """(2n + 1) dj_n(z) = (n j_(n-1)(z) - (n + 1) j_(n+1)(z)) dz; the order n is an int"""
    lower = n * scipy.special.spherical_jn(xp.abs(n - 1), z)
    return None, (lower - (n + 1) * scipy.special.spherical_jn(n + 1, z)) / (2 * n + 1)


@partials(scipy.special.spherical_yn, at=[(0, 1.2), (2, 4.0)])
def spherical_yn(xp, n, z, *, out):
    """(2n + 1) dy_n(z) = (n y_(n-1)(z) - (n + 1) y_(n+1)(z)) dz; the order n is an int"""
    lower = n * scipy.special.spherical_yn(xp.abs(n - 1), z)
    return None, (lower - (n + 1) * scipy.special.spherical_yn(n + 1, z)) / (2 * n + 1)


@partials(scipy.special.spherical_in, at=[(0, 1.2), (2, 4.0)])
def spherical_in(xp, n, z, *, out):
    """(2n + 1) di_n(z) = (n i_(n-1)(z) + (n + 1) i_(n+1)(z)) dz; the order n is an int"""
    lower = n * scipy.special.spherical_in(xp.abs(n - 1), z)
    return None, (lower + (n + 1) * scipy.special.spherical_in(n + 1, z)) / (2 * n + 1)


@partials(scipy.special.spherical_kn, at=[(0, 1.2), (2, 4.0)])
def spherical_kn(xp, n, z, *, out):
    """(2n + 1) dk_n(z) = -(n k_(n-1)(z) + (n + 1) k_(n+1)(z)) dz; the order n is an int"""
    lower = n * scipy.special.spherical_kn(xp.abs(n - 1), z)
    return None, -(lower + (n + 1) * scipy.special.spherical_kn(n + 1, z)) / (2 * n + 1)


@partials(scipy.special.airy, at=[0.7, -1.2], outputs=4)
def airy(xp, z, *, out):
    """Ai and Bi have the second derivatives z Ai and z Bi"""
    return out[1], z * out[0], out[3], z * out[2]


@partials(scipy.special.ber, at=[0.7, 2.2])
def ber(xp, x, *, out):
    """d ber(x) = berp(x) dx"""
    return scipy.special.berp(x)


@partials(scipy.special.bei, at=[0.7, 2.2])
def bei(xp, x, *, out):
    """d bei(x) = beip(x) dx"""
    return scipy.special.beip(x)


@partials(scipy.special.berp, at=[0.7, 2.2])
def berp(xp, x, *, out):
    """Kelvin's equation"""
    return -scipy.special.bei(x) - out / x


@partials(scipy.special.beip, at=[0.7, 2.2])
def beip(xp, x, *, out):
    """Kelvin's equation"""
    return scipy.special.ber(x) - out / x
