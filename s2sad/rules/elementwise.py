"""The functions of `math` that take numbers, and those of NumPy that have the same rule.

A rule that branches is for numbers only; NumPy's functions that would need it have one of their own in
`numpy_elementwise`.
"""

import math

import numpy as np

from s2sad.rules.declare import linear, partials, present
from s2sad.runtime.operations import power_of_squares, root_of_squares
from s2sad.runtime.special import digamma, polygamma

# ----------------------------------------------------------------------------------------------- trigonometric


@partials(math.sin, np.sin, at=[0.3, -2.1, 2])
def sin(xp, x, *, out):
    """d sin(x) = cos(x) dx"""
    return xp.cos(x)


@partials(math.cos, np.cos, at=[0.3, -2.1, 2])
def cos(xp, x, *, out):
    """d cos(x) = -sin(x) dx"""
    return -xp.sin(x)


@partials(math.tan, np.tan, at=[0.3, -2.1, 1])
def tan(xp, x, *, out):
    """d tan(x) = (1 + tan(x)**2) dx"""
    return 1.0 + out * out


@partials(math.asin, at=[0.3, -0.9, 0], singular=True)
def asin(xp, x, *, out):
    """d asin(x) = dx / sqrt(1 - x**2), infinite at -1 and 1"""
    return 1.0 / xp.sqrt(1.0 - x * x) if abs(x) != 1 else xp.inf


@partials(math.acos, at=[0.3, -0.9, 0], singular=True)
def acos(xp, x, *, out):
    """d acos(x) = -dx / sqrt(1 - x**2), infinite at -1 and 1"""
    return -1.0 / xp.sqrt(1.0 - x * x) if abs(x) != 1 else -xp.inf


@partials(math.atan, np.arctan, at=[0.3, -2.1, 2])
def atan(xp, x, *, out):
    """d atan(x) = dx / (1 + x**2)"""
    return 1.0 / (1.0 + x * x)


@partials(math.atan2, at=[(0.4, 1.1), (0.4, -1.1), (-0.4, -1.1), (0.4, 0.0), (1, 2), (3e-60, 4e-60)])
def atan2(xp, y, x, *, out):
    """d atan2(y, x) = (x dy - y dx) / (x**2 + y**2), which is 0 at (0, 0)

    Divided by the radius twice: its square may overflow, or vanish.
    """
    radius = xp.hypot(x, y)
    return (x / radius / radius if radius else 0.0), (-y / radius / radius if radius else 0.0)


@partials(math.degrees, np.degrees, np.rad2deg, at=[0.3, 2])
def degrees(xp, x, *, out):
    """d degrees(x) = (180 / pi) dx"""
    return 57.29577951308232


@partials(math.radians, np.radians, np.deg2rad, at=[50.0, 2])
def radians(xp, x, *, out):
    """d radians(x) = (pi / 180) dx"""
    return 0.017453292519943295


# -------------------------------------------------------------------------------------------------- hyperbolic


@partials(math.sinh, np.sinh, at=[0.3, -2.1, 2])
def sinh(xp, x, *, out):
    """d sinh(x) = cosh(x) dx"""
    return xp.cosh(x)


@partials(math.cosh, np.cosh, at=[0.3, -2.1, 2])
def cosh(xp, x, *, out):
    """d cosh(x) = sinh(x) dx"""
    return xp.sinh(x)


@partials(math.tanh, np.tanh, at=[0.3, -2.1, 2])
def tanh(xp, x, *, out):
    """d tanh(x) = (1 - tanh(x)**2) dx"""
    return 1.0 - out * out


@partials(math.asinh, np.arcsinh, at=[0.3, -2.1, 2])
def asinh(xp, x, *, out):
    """d asinh(x) = dx / sqrt(x**2 + 1)"""
    return 1.0 / xp.sqrt(x * x + 1.0)


@partials(math.acosh, at=[1.3, 4.0, 2], singular=True)
def acosh(xp, x, *, out):
    """d acosh(x) = dx / sqrt(x**2 - 1), infinite at 1"""
    return 1.0 / xp.sqrt(x * x - 1.0) if x != 1 else xp.inf


@partials(math.atanh, np.arctanh, at=[0.3, -0.9, 0])
def atanh(xp, x, *, out):
    """d atanh(x) = dx / (1 - x**2)"""
    return 1.0 / (1.0 - x * x)


# --------------------------------------------------------------------------------- exponentials and logarithms


@partials(math.exp, np.exp, at=[0.3, -2.1, 2])
def exp(xp, x, *, out):
    """d exp(x) = exp(x) dx"""
    return out


@partials(*present(math, "exp2"), np.exp2, at=[0.3, -2.1, 2])
def exp2(xp, x, *, out):
    """d 2**x = 2**x log(2) dx"""
    return 0.6931471805599453 * out


@partials(math.expm1, np.expm1, at=[0.3, -2.1, 1e-9, 2])
def expm1(xp, x, *, out):
    """d(exp(x) - 1) = exp(x) dx"""
    return out + 1.0


@partials(math.log, np.log, at=[0.3, 4.0, 2])
def log(xp, x, *, out):
    """d log(x) = dx / x"""
    return 1.0 / x


@partials(math.log, at=[(0.3, 2.0), (4.0, 0.5), (8, 2)])
def log_to_base(xp, x, base, *, out):
    """d log(x, b) = dx / (x log(b)) - log(x, b) db / (b log(b))"""
    return 1.0 / (x * xp.log(base)), -out / (base * xp.log(base))


@partials(math.log2, np.log2, at=[0.3, 4.0, 2])
def log2(xp, x, *, out):
    """d log2(x) = dx / (x log(2))"""
    return 1.4426950408889634 / x


@partials(math.log10, np.log10, at=[0.3, 4.0, 2])
def log10(xp, x, *, out):
    """d log10(x) = dx / (x log(10))"""
    return 0.4342944819032518 / x


@partials(math.log1p, np.log1p, at=[0.3, -0.9, 1e-9, 2])
def log1p(xp, x, *, out):
    """d log(1 + x) = dx / (1 + x)"""
    return 1.0 / (1.0 + x)


# -------------------------------------------------------------------------------------------- powers and roots


@partials(math.sqrt, at=[0.3, 4.0, 2], singular=True)
def sqrt(xp, x, *, out):
    """d sqrt(x) = dx / (2 sqrt(x)), infinite at 0"""
    return 0.5 / out if out else xp.inf


@partials(root_of_squares, at=[0.3, 4.0, 2])
def root_of_squares_rule(xp, x, *, out):
    """The same of a sum of squares, as in a length: 0 at 0"""
    return 0.5 / out if out else 0.0


@partials(power_of_squares, at=[(0.3, 0.5), (4.0, 0.25)])
def power_of_squares_rule(xp, x, y, *, out):
    """A power of a sum of squares with an exponent below 1: 0 at 0"""
    return (y * x ** (y - 1), out * xp.log(x)) if x else (0.0, 0.0)


@partials(*present(math, "cbrt"), at=[0.3, -4.0, 2], singular=True)
def cbrt(xp, x, *, out):
    """d cbrt(x) = dx / (3 cbrt(x)**2), infinite at 0"""
    return 1.0 / (3.0 * out * out) if out else xp.inf


@partials(math.pow, at=[(1.7, 2.4), (0.4, -1.3), (1.7, 2), (3, -2), (2, 3), (1.3, 0.0)], singular=True)
def power(xp, x, y, *, out):
    """d pow(x, y) = y pow(x, y - 1) dx + pow(x, y) log(x) dy, at the edges as `x ** y`"""
    by_x = y * xp.pow(x, y - 1) if y < 0 or y >= 1 or x != 0 else xp.inf if y > 0 else 0.0
    by_y = out * xp.log(x) if x > 0 else 0.0 if x == 0 else xp.nan
    return by_x, by_y


# ------------------------------------------------------------------------------------- signs, remainders, parts


@partials(math.fabs, at=[0.3, -0.3, 2])
def fabs(xp, x, *, out):
    """d|x| = sign(x) dx, which is 0 at 0"""
    return 1.0 if x > 0 else -1.0 if x < 0 else 0.0


@partials(math.copysign, at=[(1.3, -0.7), (-1.3, 0.7), (-1.3, -0.7), (2, -3)])
def copysign(xp, x, y, *, out):
    """d copysign(x, y) = sign(x) sign(y) dx, which is 0 where x is 0"""
    return (xp.copysign(1.0, x) * xp.copysign(1.0, y) if x else 0.0), 0.0


@partials(math.fmod, np.fmod, at=[(6.6, 2.1), (-6.6, 2.1), (6.6, -2.1), (7.5, 2)])
def fmod(xp, x, y, *, out):
    """d fmod(x, y) = dx - n dy with the integer n that fits fmod(x, y) = x - n y"""
    return 1.0, (out - x) / y


@partials(math.remainder, at=[(6.6, 2.1), (-6.6, 2.1), (6.6, -2.1), (7.5, 2)])
def remainder(xp, x, y, *, out):
    """d remainder(x, y) = dx - n dy with the integer n that fits remainder(x, y) = x - n y"""
    return 1.0, (out - x) / y


@partials(math.modf, np.modf, at=[2.6, -2.6], outputs=2)
def modf(xp, x, *, out):
    """The fraction grows with x, the integer part does not; at the jumps too"""
    return 1.0, 0.0


@partials(math.frexp, np.frexp, at=[0.8, -13.0, 3], outputs=2)
def frexp(xp, x, *, out):
    """x = m 2**e: dm = 2**-e dx; the exponent is piecewise constant"""
    return xp.ldexp(1.0, -out[1]), 0.0


@linear(math.ldexp, at=[(0.3, 3), (0.3, -2)], wrt=["x"])
def ldexp(out_bar, x, i):
    """d(x 2**i) = 2**i dx; the exponent is an int"""
    return math.ldexp(out_bar, i)


@partials(math.nextafter, np.nextafter, at=[(0.3, 1.0), (-0.3, -1.0)])
def nextafter(xp, x, y, *, out):
    """The neighbour of a number moves with it"""
    return 1.0, 0.0


@partials(*present(math, "fma"), at=[(1.5, -0.4, 2.0), (2, 3, 4)])
def fma(xp, x, y, z, *, out):
    """d(x y + z) = y dx + x dy + dz"""
    return y, x, 1.0


# ------------------------------------------------------------------------------------------- special functions


@partials(math.erf, at=[0.3, -1.2, 1])
def erf(xp, x, *, out):
    """d erf(x) = 2 / sqrt(pi) exp(-x**2) dx"""
    return 1.1283791670955126 * xp.exp(-x * x)


@partials(math.erfc, at=[0.3, -1.2, 1])
def erfc(xp, x, *, out):
    """d erfc(x) = -2 / sqrt(pi) exp(-x**2) dx"""
    return -1.1283791670955126 * xp.exp(-x * x)


@partials(math.gamma, at=[2.6, 0.4, -1.4, 3])
def gamma(xp, x, *, out):
    """d gamma(x) = gamma(x) digamma(x) dx"""
    return out * digamma(x)


@partials(math.lgamma, at=[2.6, 0.4, -1.4, 30.0, 3])
def lgamma(xp, x, *, out):
    """d log|gamma(x)| = digamma(x) dx"""
    return digamma(x)


@partials(digamma, at=[2.6, 0.4, -1.4, 30.0, 3])
def digamma_function(xp, x, *, out):
    """d digamma(x) = polygamma(1, x) dx"""
    return polygamma(1, x)


@partials(polygamma, at=[(1, 2.6), (2, 0.7), (3, -1.4)])
def polygamma_function(xp, n, x, *, out):
    """d polygamma(n, x) = polygamma(n + 1, x) dx; the order n is an int"""
    return None, polygamma(n + 1, x)
