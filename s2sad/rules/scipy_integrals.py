"""`scipy.special`: elliptic integrals, hypergeometric functions, other integrals, orthogonal polynomials.

The formulas are those of the NIST Digital Library of Mathematical Functions. Derivatives by a parameter are refused
where they have no closed form.
"""

import scipy.special

from s2sad.rules.declare import partials, present

# ------------------------------------------------------------------------------------------ elliptic integrals


@partials(scipy.special.ellipk, at=[0.3, -1.2, 0.0])
def ellipk(xp, m, *, out):
    """dK(m) = pi / 8 2F1(3/2, 3/2; 2; m) dm"""
    return 0.39269908169872414 * scipy.special.hyp2f1(1.5, 1.5, 2.0, m)


@partials(scipy.special.ellipe, at=[0.3, -1.2, 0.0], singular=True)
def ellipe(xp, m, *, out):
    """dE(m) = -pi / 8 2F1(1/2, 3/2; 2; m) dm, infinite at 1"""
    return -0.39269908169872414 * scipy.special.hyp2f1(0.5, 1.5, 2.0, m)


@partials(scipy.special.ellipkm1, at=[0.3, 1e-3])
def ellipkm1(xp, p, *, out):
    """dK(1 - p) = -(E(1 - p) - p K(1 - p)) / (2 p (1 - p)) dp"""
    return (p * out - scipy.special.ellipe(1.0 - p)) / (2.0 * p * (1.0 - p))


@partials(scipy.special.ellipkinc, at=[(0.7, 0.3), (-1.2, 0.6), (0.7, -0.4)])
def ellipkinc(xp, phi, m, *, out):
    """DLMF 19.4.1 and 19.4.5"""
    sine, rest = xp.sin(phi), 1.0 - m
    root = xp.sqrt(1.0 - m * sine * sine)
    by_m = (scipy.special.ellipeinc(phi, m) - rest * out) / (2.0 * m * rest)
    return 1.0 / root, by_m - sine * xp.cos(phi) / (2.0 * rest * root)


@partials(scipy.special.ellipeinc, at=[(0.7, 0.3), (-1.2, 0.6), (0.7, -0.4)])
def ellipeinc(xp, phi, m, *, out):
    """DLMF 19.4.2 and 19.4.7"""
    sine = xp.sin(phi)
    return xp.sqrt(1.0 - m * sine * sine), (out - scipy.special.ellipkinc(phi, m)) / (2.0 * m)


# ------------------------------------------------------------------------------------ hypergeometric functions


@partials(scipy.special.hyp2f1, at=[(0.7, 1.2, 2.3, 0.4), (1.5, -0.5, 0.7, -1.3)])
def hyp2f1(xp, a, b, c, z, *, out):
    """d 2F1(a, b; c; z) = a b / c 2F1(a + 1, b + 1; c + 1; z) dz"""
    slope = a * b / c * scipy.special.hyp2f1(a + 1, b + 1, c + 1, z)
    return None, None, None, slope


@partials(scipy.special.hyp1f1, at=[(0.7, 1.2, 0.4), (1.5, 0.7, -1.3)])
def hyp1f1(xp, a, b, x, *, out):
    """d 1F1(a; b; x) = a / b 1F1(a + 1; b + 1; x) dx"""
    return None, None, a / b * scipy.special.hyp1f1(a + 1, b + 1, x)


@partials(scipy.special.hyp0f1, at=[(0.7, 0.4), (1.5, -1.3)])
def hyp0f1(xp, v, z, *, out):
    """d 0F1(v; z) = 0F1(v + 1; z) / v dz"""
    return None, scipy.special.hyp0f1(v + 1, z) / v


@partials(scipy.special.hyperu, at=[(0.7, 1.2, 0.4), (1.5, 0.7, 1.3)])
def hyperu(xp, a, b, x, *, out):
    """d U(a, b, x) = -a U(a + 1, b + 1, x) dx"""
    return None, None, -a * scipy.special.hyperu(a + 1, b + 1, x)


# ---------------------------------------------------------------------------------------------------- integrals


@partials(scipy.special.expn, at=[(1, 0.4), (3, 1.3)])
def expn(xp, n, x, *, out):
    """d E_n(x) = -E_(n-1)(x) dx; the order n is an int from 1 on"""
    return None, -scipy.special.expn(n - 1, x)


@partials(scipy.special.exp1, at=[0.4, 1.3])
def exp1(xp, z, *, out):
    """d E1(z) = -exp(-z) / z dz"""
    return -xp.exp(-z) / z


@partials(scipy.special.expi, at=[0.4, -1.3])
def expi(xp, x, *, out):
    """d Ei(x) = exp(x) / x dx"""
    return xp.exp(x) / x


@partials(scipy.special.sici, at=[0.4, 1.3], outputs=2)
def sici(xp, x, *, out):
    """d Si(x) = sin(x) / x dx, d Ci(x) = cos(x) / x dx"""
    return xp.sinc(x / xp.pi), xp.cos(x) / x


@partials(scipy.special.shichi, at=[0.4, 1.3], outputs=2)
def shichi(xp, x, *, out):
    """d Shi(x) = sinh(x) / x dx, d Chi(x) = cosh(x) / x dx"""
    return xp.sinh(x) / x, xp.cosh(x) / x


@partials(scipy.special.fresnel, at=[0.4, -1.3], outputs=2)
def fresnel(xp, z, *, out):
    """d S(z) = sin(pi z**2 / 2) dz, d C(z) = cos(pi z**2 / 2) dz"""
    angle = 1.5707963267948966 * z * z
    return xp.sin(angle), xp.cos(angle)


@partials(scipy.special.spence, at=[0.4, 1.3, 1.0, 7.0])
def spence(xp, z, *, out):
    """d spence(z) = log(z) / (1 - z) dz = -2F1(1, 1; 2; 1 - z) dz"""
    return -scipy.special.hyp2f1(1.0, 1.0, 2.0, 1.0 - z)


@partials(scipy.special.zeta, at=[(2.4, 1.3), (3.0, 0.7)])
def zeta(xp, x, q, *, out):
    """d zeta(x, q) = -x zeta(x + 1, q) dq"""
    return None, -x * scipy.special.zeta(x + 1, q)


@partials(scipy.special.struve, at=[(0.5, 1.2), (1.0, 3.0)])
def struve(xp, v, x, *, out):
    """DLMF 11.4.24"""
    power = xp.power(0.5 * x, v) / (1.772453850905516 * scipy.special.gamma(v + 1.5))
    slope = 0.5 * (scipy.special.struve(v - 1, x) - scipy.special.struve(v + 1, x) + power)
    return None, slope


@partials(scipy.special.lambertw, at=[])
def lambertw(xp, z, k=0, *, out):
    """dW(z) = exp(-W) / (1 + W) dz"""
    return xp.exp(-out) / (1.0 + out), None


@partials(*present(scipy.special, "wrightomega"), at=[0.4, -1.3])
def wrightomega(xp, z, *, out):
    """d omega(z) = omega / (1 + omega) dz"""
    return out / (1.0 + out)


# -------------------------------------------------------------------------------------- orthogonal polynomials


@partials(scipy.special.eval_legendre, at=[(0, 0.3), (1, -0.4), (4, 0.3)])
def eval_legendre(xp, n, x, *, out):
    """d P_n(x) = (n + 1) / 2 P^(1, 1)_(n-1)(x) dx; the degree n is an int"""
    return None, (n > 0) * 0.5 * (n + 1) * scipy.special.eval_jacobi(n - 1, 1.0, 1.0, x)


@partials(scipy.special.eval_jacobi, at=[(0, 0.5, 1.2, 0.3), (3, 1.0, 0.7, -0.4)])
def eval_jacobi(xp, n, alpha, beta, x, *, out):
    """d P_n(x) = (n + alpha + beta + 1) / 2 P^(alpha + 1, beta + 1)_(n-1)(x) dx; the degree n is an int"""
    factor = (n > 0) * 0.5 * (n + alpha + beta + 1.0)
    return None, None, None, factor * scipy.special.eval_jacobi(n - 1, alpha + 1.0, beta + 1.0, x)


@partials(scipy.special.eval_chebyt, at=[(0, 0.3), (1, -0.4), (4, 0.3)])
def eval_chebyt(xp, n, x, *, out):
    """d T_n(x) = n U_(n-1)(x) dx; the degree n is an int"""
    return None, n * scipy.special.eval_chebyu(n - 1, x)


@partials(scipy.special.eval_chebyu, at=[(0, 0.3), (1, -0.4), (4, 0.3)])
def eval_chebyu(xp, n, x, *, out):
    """d U_n(x) = 2 C^(2)_(n-1)(x) dx; the degree n is an int"""
    return None, (n > 0) * 2.0 * scipy.special.eval_gegenbauer(n - 1, 2.0, x)


@partials(scipy.special.eval_gegenbauer, at=[(0, 0.7, 0.3), (3, 1.5, -0.4)])
def eval_gegenbauer(xp, n, alpha, x, *, out):
    """d C_n(x) = 2 alpha C^(alpha + 1)_(n-1)(x) dx; the degree n is an int"""
    slope = (n > 0) * 2.0 * alpha * scipy.special.eval_gegenbauer(n - 1, alpha + 1.0, x)
    return None, None, slope


@partials(scipy.special.eval_hermite, at=[(0, 0.3), (1, -0.4), (4, 0.3)])
def eval_hermite(xp, n, x, *, out):
    """d H_n(x) = 2 n H_(n-1)(x) dx; the degree n is an int"""
    return None, 2.0 * n * scipy.special.eval_hermite(xp.abs(n - 1), x)


@partials(scipy.special.eval_hermitenorm, at=[(0, 0.3), (1, -0.4), (4, 0.3)])
def eval_hermitenorm(xp, n, x, *, out):
    """d He_n(x) = n He_(n-1)(x) dx; the degree n is an int"""
    return None, 1.0 * n * scipy.special.eval_hermitenorm(xp.abs(n - 1), x)


@partials(scipy.special.eval_laguerre, at=[(0, 0.3), (1, -0.4), (4, 0.3)])
def eval_laguerre(xp, n, x, *, out):
    """d L_n(x) = -L^(1)_(n-1)(x) dx; the degree n is an int"""
    return None, -1.0 * (n > 0) * scipy.special.eval_genlaguerre(n - 1, 1.0, x)


@partials(scipy.special.eval_genlaguerre, at=[(0, 0.5, 0.3), (3, 1.5, -0.4)])
def eval_genlaguerre(xp, n, alpha, x, *, out):
    """d L_n(x) = -L^(alpha + 1)_(n-1)(x) dx; the degree n is an int"""
    slope = -1.0 * (n > 0) * scipy.special.eval_genlaguerre(n - 1, alpha + 1.0, x)
    return None, None, slope
