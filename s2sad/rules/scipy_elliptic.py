"""`scipy.special`: Carlson's symmetric elliptic integrals, Jacobi's elliptic functions, the arithmetic-geometric mean.

The formulas are those of the NIST Digital Library of Mathematical Functions, chapters 19 and 22.
"""

import scipy.special

from s2sad.rules.declare import partials, present


@partials(*present(scipy.special, "elliprf"), at=[(0.3, 0.7, 1.6), (1.4, 0.2, 0.9)])
def elliprf(xp, x, y, z, *, out):
    """d RF(x, y, z) = -RD(y, z, x) / 6 dx - …"""
    by_x = -scipy.special.elliprd(y, z, x) / 6.0
    return by_x, -scipy.special.elliprd(x, z, y) / 6.0, -scipy.special.elliprd(x, y, z) / 6.0


@partials(*present(scipy.special, "elliprc"), at=[(0.3, 0.7), (1.4, 0.2)])
def elliprc(xp, x, y, *, out):
    """RC(x, y) = RF(x, y, y)"""
    return -scipy.special.elliprd(y, y, x) / 6.0, -scipy.special.elliprd(x, y, y) / 3.0


@partials(*present(scipy.special, "elliprg"), at=[(0.3, 0.7, 1.6), (1.4, 0.2, 0.9)])
def elliprg(xp, x, y, z, *, out):
    """d RG(x, y, z) = (RF(x, y, z) - x RD(y, z, x) / 3) / 4 dx + …"""
    root = scipy.special.elliprf(x, y, z)
    by_x = 0.25 * (root - x * scipy.special.elliprd(y, z, x) / 3.0)
    by_y = 0.25 * (root - y * scipy.special.elliprd(x, z, y) / 3.0)
    return by_x, by_y, 0.25 * (root - z * scipy.special.elliprd(x, y, z) / 3.0)


@partials(*present(scipy.special, "elliprd"), at=[(0.3, 0.7, 1.6), (1.4, 0.2, 0.9)])
def elliprd(xp, x, y, z, *, out):
    """DLMF 19.18.6 and 19.18.8; nan where z is x or y"""
    by_x = 0.5 * (scipy.special.elliprd(y, z, x) - out) / (x - z)
    by_y = 0.5 * (scipy.special.elliprd(x, z, y) - out) / (y - z)
    return by_x, by_y, -(1.5 * out + x * by_x + y * by_y) / z


@partials(scipy.special.agm, at=[(0.3, 0.7), (1.4, 0.2)])
def agm(xp, a, b, *, out):
    """agm(a, b) = pi / 2 / RF(0, a**2, b**2)"""
    squared = out * out * 0.2122065907891938
    by_a = squared * a * scipy.special.elliprd(0.0 * a, b * b, a * a)
    return by_a, squared * b * scipy.special.elliprd(0.0 * a, a * a, b * b)


@partials(scipy.special.ellipj, at=[(0.7, 0.3), (-1.2, 0.6)], outputs=4)
def ellipj(xp, u, m, *, out):
    """sn, cn and dn of the amplitude, which u and m move as d F(phi, m) = du says (DLMF 22.13, 19.4)"""
    sn, cn, dn, phi = out
    rest = 1.0 - m
    moved = (scipy.special.ellipeinc(phi, m) - rest * u) / (2.0 * m * rest) - sn * cn / (2.0 * rest * dn)
    by_m = -dn * moved
    by_u = cn * dn, -sn * dn, -m * sn * cn, dn
    return by_u, (cn * by_m, -sn * by_m, -sn * (sn + 2.0 * m * cn * by_m) / (2.0 * dn), by_m)
