"""Complex numbers between real ones.

The adjoint z_bar of a complex z is such that a change dz changes the result by the real part of z_bar dz, as in JAX:
the adjoint of z goes through a holomorphic function as it is multiplied by its derivative.
"""

from s2sad.rules.declare import linear, partials


@linear(complex, at=[], wrt=("real", "imag"))
def make_complex(out_bar, real, imag=0.0):
    """d complex(x, y) = dx + i dy"""
    return out_bar.real, -out_bar.imag


@linear(complex.conjugate, at=[])
def conjugate(out_bar, z):
    """d conj(z) = conj(dz)"""
    return complex.conjugate(out_bar)


@partials(complex.__abs__, at=[])
def absolute(xp, z, *, out):
    """d |z| = Re(conj(z) dz) / |z|; 0 at 0"""
    return complex.conjugate(z) / out if out else 0.0
