"""Complex numbers between real ones.

The adjoint z_bar of a complex z is such that a change dz changes the result by the real part of z_bar dz, as in JAX:
the adjoint of z goes through a holomorphic function as it is multiplied by its derivative.
"""

import cmath

import numpy as np

from s2sad.rules.declare import adjoint, linear, partials, present
from s2sad.runtime import operations
from s2sad.runtime.broadcasting import complex_power, complex_sign, known_real
from s2sad.runtime.linalg import safe_quotient


@linear(complex, at=[], wrt=("real", "imag"))
def make_complex(out_bar, real, imag=0.0):
    """d complex(x, y) = dx + i dy"""
    real_bar = out_bar.real if known_real(real) else out_bar
    imag_bar = -out_bar.imag if known_real(imag) else 1j * out_bar
    return real_bar, imag_bar


@linear(operations.conjugate, complex.conjugate, at=[])
def conjugate(out_bar, z):
    """d conj(z) = conj(dz)"""
    return operations.conjugate(out_bar)


@partials(complex.__abs__, at=[], real=True)
def absolute(xp, z, *, out):
    """d |z| = Re(conj(z) dz) / |z|; 0 at 0"""
    return operations.conjugate(z) / out if out else 0.0


@partials(complex.__pow__, at=[], singular=True)
def power(xp, x, y, *, out):
    """d x**y = y x**(y - 1) dx + x**y log(x) dy

    At 0 there are only real exponents from 0 on; a root has an infinite partial there.
    """
    by_x = y * x ** (y - 1) if x != 0 else 1.0 if y == 1 else xp.inf if 0 < abs(y) < 1 else 0.0
    by_y = out * cmath.log(x) if x != 0 else 0.0
    return by_x, by_y


@partials(complex_power, at=[], singular=True)
def complex_power_rule(xp, x, y, *, out):
    """d x**y = y x**(y - 1) dx + x**y log(x) dy, with the logarithm of a complex number"""
    return y * np.power(x, y - 1.0 + (x == 0) * (y == 0)), out * np.log(x + (x == 0) + 0j)


def complex_sign_tangent(z_dot, z, *, out):
    return safe_quotient(z_dot - out * np.real(np.conj(out) * z_dot), np.abs(z))


@adjoint(complex_sign, tangent=complex_sign_tangent, at=[])
def complex_sign_(out_bar, z, *, out):
    """d(z / |z|) = (dz - sign(z) Re(conj(sign(z)) dz)) / |z|, which is 0 of real numbers, and at 0"""
    return safe_quotient(out_bar - np.conj(out) * np.real(out_bar * out), np.abs(z))


@linear(*present(np, "float32 float16 complex64"), at=[], wrt=("x",))
def rounded_number(out_bar, x):
    """d float32(x) = dx"""
    return out_bar
