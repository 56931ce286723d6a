"""The functions of `cmath`: they are holomorphic, so that the derivative of each is a complex number."""

import cmath
import math

from s2sad.rules.declare import partials, program


@partials(cmath.exp, at=[])
def exp(xp, z, *, out):
    """d exp(z) = exp(z) dz"""
    return out


@partials(cmath.log, at=[])
def log(xp, z, *, out):
    """d log(z) = dz / z"""
    return 1.0 / z


@partials(cmath.log, at=[])
def log_to_base(xp, z, base, *, out):
    """d log(z, b) = dz / (z log(b)) - log(z, b) db / (b log(b))"""
    return 1.0 / (z * cmath.log(base)), -out / (base * cmath.log(base))


@partials(cmath.log10, at=[])
def log10(xp, z, *, out):
    """d log10(z) = dz / (log(10) z)"""
    return 0.4342944819032518 / z


@partials(cmath.sqrt, at=[])
def sqrt(xp, z, *, out):
    """d sqrt(z) = dz / (2 sqrt(z)), infinite at 0"""
    return 0.5 / out if out else complex(math.inf)


@partials(cmath.sin, at=[])
def sin(xp, z, *, out):
    """d sin(z) = cos(z) dz"""
    return cmath.cos(z)


@partials(cmath.cos, at=[])
def cos(xp, z, *, out):
    """d cos(z) = -sin(z) dz"""
    return -cmath.sin(z)


@partials(cmath.tan, at=[])
def tan(xp, z, *, out):
    """d tan(z) = (1 + tan(z)**2) dz"""
    return 1.0 + out * out


@partials(cmath.asin, at=[])
def asin(xp, z, *, out):
    """d asin(z) = dz / cos(asin(z))"""
    return 1.0 / cmath.cos(out)


@partials(cmath.acos, at=[])
def acos(xp, z, *, out):
    """d acos(z) = -dz / sin(acos(z))"""
    return -1.0 / cmath.sin(out)


@partials(cmath.atan, at=[])
def atan(xp, z, *, out):
    """d atan(z) = dz / (1 + z**2)"""
    return 1.0 / (1.0 + z * z)


@partials(cmath.sinh, at=[])
def sinh(xp, z, *, out):
    """d sinh(z) = cosh(z) dz"""
    return cmath.cosh(z)


@partials(cmath.cosh, at=[])
def cosh(xp, z, *, out):
    """d cosh(z) = sinh(z) dz"""
    return cmath.sinh(z)


@partials(cmath.tanh, at=[])
def tanh(xp, z, *, out):
    """d tanh(z) = (1 - tanh(z)**2) dz"""
    return 1.0 - out * out


@partials(cmath.asinh, at=[])
def asinh(xp, z, *, out):
    """d asinh(z) = dz / cosh(asinh(z))"""
    return 1.0 / cmath.cosh(out)


@partials(cmath.acosh, at=[])
def acosh(xp, z, *, out):
    """d acosh(z) = dz / sinh(acosh(z))"""
    return 1.0 / cmath.sinh(out)


@partials(cmath.atanh, at=[])
def atanh(xp, z, *, out):
    """d atanh(z) = dz / (1 - z**2)"""
    return 1.0 / (1.0 - z * z)


@program(cmath.phase, at=[])
def phase(z):
    """The angle of a complex number"""
    return math.atan2(z.imag, z.real)


@program(cmath.polar, at=[])
def polar(z):
    """The length and the angle of a complex number"""
    return abs(z), math.atan2(z.imag, z.real)


@program(cmath.rect, at=[])
def rect(r, phi):
    """The complex number of a length and an angle"""
    return complex(r * math.cos(phi), r * math.sin(phi))
