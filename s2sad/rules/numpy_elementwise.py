"""NumPy's elementwise functions whose rule differs from that in `elementwise`.

There is no branch here, so that a rule holds for numbers and for arrays: a condition counts as the number 0 or 1. A
division by zero gives inf, as everywhere in NumPy.
"""

import numpy as np

from s2sad.rules.declare import Sample, adjoint, bilinear, nondifferentiable, partials, present, program
from s2sad.runtime.bessel import bessel_i
from s2sad.runtime.broadcasting import share_of_exp, unbroadcast
from s2sad.runtime.reductions import roots_of_squares
from s2sad.runtime.shaping import real_like

_V = np.array([0.3, -1.2, 2.0])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_C = np.arange(1.0, 13.0).reshape(2, 2, 3) / 7.0
_WITHOUT = nondifferentiable(
    "number",
    *present(np, "bitwise_and bitwise_count bitwise_or bitwise_xor invert left_shift right_shift"),
    *present(np, "around gcd isnat iscomplex iscomplexobj isreal isrealobj lcm"),
    *present(np.ndarray, "round"),
)


@partials(np.sqrt, at=[0.3, 4.0, 2], singular=True)
def sqrt(xp, x, *, out):
    """d sqrt(x) = dx / (2 sqrt(x)), infinite at 0"""
    return 0.5 / out


@partials(roots_of_squares, at=[0.3, 4.0, 2])
def roots_of_squares_rule(xp, x, *, out):
    """The same of sums of squares, as in lengths: 0 at 0"""
    return 0.5 / xp.where(out == 0, xp.inf, out)


@partials(np.cbrt, at=[0.3, -4.0, 2], singular=True)
def cbrt(xp, x, *, out):
    """d cbrt(x) = dx / (3 cbrt(x)**2), infinite at 0"""
    return 1.0 / (3.0 * out * out)


@partials(np.arcsin, at=[0.3, -0.9, 0], singular=True)
def arcsin(xp, x, *, out):
    """d arcsin(x) = dx / sqrt(1 - x**2), infinite at -1 and 1"""
    return 1.0 / xp.sqrt(1.0 - x * x)


@partials(np.arccos, at=[0.3, -0.9, 0], singular=True)
def arccos(xp, x, *, out):
    """d arccos(x) = -dx / sqrt(1 - x**2), infinite at -1 and 1"""
    return -1.0 / xp.sqrt(1.0 - x * x)


@partials(np.arccosh, at=[1.3, 4.0, 2], singular=True)
def arccosh(xp, x, *, out):
    """d arccosh(x) = dx / sqrt(x**2 - 1), infinite at 1"""
    return 1.0 / (xp.sqrt(x - 1.0) * xp.sqrt(x + 1.0))


@partials(np.arctan2, at=[(0.4, 1.1), (0.4, -1.1), (-0.4, -1.1), (0.4, 0.0), (3e-60, 4e-60)])
def arctan2(xp, y, x, *, out):
    """d arctan2(y, x) = (x dy - y dx) / (x**2 + y**2), which is 0 at (0, 0)"""
    radius = xp.hypot(x, y)
    radius = radius + (radius == 0)
    return x / radius / radius, -y / radius / radius


@partials(np.hypot, at=[(0.3, -1.2), (3e200, 4e200), (0.0, 2.0), (3, 4)])
def hypot(xp, x, y, *, out):
    """d hypot(x, y) = (x dx + y dy) / hypot(x, y), which is 0 at (0, 0)"""
    return x / (out + (out == 0)), y / (out + (out == 0))


@partials(
    np.power,
    np.float_power,
    at=[(1.7, 2.4), (0.4, -1.3), (1.7, 2), (3, 2), (1.3, 0.0)],
    singular=True,
)
def power(xp, x, y, *, out):
    """d x**y = y x**(y - 1) dx + x**y log(x) dy, at the edges as `x ** y` on numbers"""
    return y * xp.power(x, y - 1.0 + (x == 0) * (y == 0)), out * xp.log(x + (x == 0))


@partials(np.square, at=[0.3, -4.0, 2])
def square(xp, x, *, out):
    """d x**2 = 2 x dx"""
    return 2.0 * x


@partials(np.reciprocal, at=[0.3, -4.0])
def reciprocal(xp, x, *, out):
    """d(1 / x) = -(1 / x)**2 dx"""
    return -out * out


@partials(np.absolute, np.fabs, at=[0.3, -0.3, 2, -2])
def absolute(xp, x, *, out):
    """d|x| = sign(x) dx, which is 0 at 0"""
    return xp.sign(x)


@partials(np.copysign, at=[(1.3, -0.7), (-1.3, 0.7), (-1.3, -0.7), (2, -3)])
def copysign(xp, x, y, *, out):
    """d copysign(x, y) = sign(x) sign(y) dx, which is 0 where x is 0"""
    return xp.sign(x) * xp.copysign(1.0, y), 0.0


@partials(np.maximum, np.minimum, np.fmax, np.fmin, at=[(0.3, 0.7), (0.7, 0.3), (-1, 2)])
def extreme(xp, x, y, *, out):
    """The derivative goes to the argument that is the result; equals have half of it each"""
    return (x == out) - 0.5 * (x == y), (y == out) - 0.5 * (x == y)


@partials(np.logaddexp, at=[(0.3, 0.7), (-800.0, 0.5), (1, 2)])
def logaddexp(xp, x, y, *, out):
    """d log(exp(x) + exp(y)) = (exp(x) dx + exp(y) dy) / (exp(x) + exp(y))"""
    return share_of_exp(x, y), share_of_exp(y, x)


@partials(share_of_exp, at=[(0.3, 0.7), (-800.0, 0.5), (1.0, 2.0)])
def share_of_exp_rule(xp, x, y, *, out):
    """d of a share s of two = s (1 - s) (dx - dy)"""
    slope = out * share_of_exp(y, x)
    return slope, -slope


@partials(np.logaddexp2, at=[(0.3, 0.7), (-800.0, 0.5), (1, 2)])
def logaddexp2(xp, x, y, *, out):
    """d log2(2**x + 2**y) = 2**(x - out) dx + 2**(y - out) dy"""
    return xp.exp2(x - out), xp.exp2(y - out)


@partials(np.heaviside, at=[(0.3, 0.5), (-0.3, 0.5)])
def heaviside(xp, x, y, *, out):
    """A step of x, with the value y at 0"""
    return 0.0, 1.0 * (x == 0)


@partials(np.ldexp, at=[(0.3, 3), (0.3, -2)])
def ldexp(xp, x, i, *, out):
    """d(x 2**i) = 2**i dx; the exponent is an int"""
    return xp.ldexp(xp.ones_like(x), i), None


@program(np.clip, at=[(0.3, 0.5, 1.0), (0.7, 0.5, 1.0), (1.3, 0.5, 1.0)])
def clip(x, low, high):
    """The smaller of the upper bound and the larger of x and the lower one; equals share evenly"""
    return np.minimum(np.maximum(x, low), high)


@partials(np.i0, at=[0.3, -1.2, 0.0, 30.0])
def i0(xp, x, *, out):
    """d I0(x) = I1(x) dx"""
    return bessel_i(1, x)


@partials(bessel_i, at=[(0, 0.7), (1, -1.2), (2, 0.0), (3, 40.0)])
def bessel_i_rule(xp, n, x, *, out):
    """d I_n(x) = (I_(n-1)(x) + I_(n+1)(x)) / 2 dx; the order n is an int"""
    return None, 0.5 * (bessel_i(n - 1, x) + bessel_i(n + 1, x))


def real_if_close_tangent(a_dot, a, tol=100, *, out):
    return real_like(a_dot, out)


@adjoint(np.real_if_close, tangent=real_if_close_tangent, at=[0.3, _V], wrt=("a",))
def real_if_close(out_bar, a, tol=100, *, out):
    """d of the real part = the real part of da; it is taken where nothing else is left"""
    return real_like(out_bar, out)


def unwrap_tangent(p_dot, p, discont=None, axis=-1, *, period=6.283185307179586, out):
    return p_dot


@adjoint(np.unwrap, tangent=unwrap_tangent, at=[_V, 5.0 * _V, Sample((_A,), {"axis": 0, "period": 3.0})])
def unwrap(out_bar, p, discont=None, axis=-1, *, period=6.283185307179586, out):
    """Multiples of the period are added, which are piecewise constant"""
    return out_bar


@bilinear(*present(np, "matvec"), at=[(_A, _V), (_C, _V), (_A, np.stack([_V, -_V]))])
def matvec(out_bar, x1, x2):
    """d(A x) = dA x + A dx"""
    column = np.expand_dims(out_bar, -1)
    by_vector = np.matmul(np.expand_dims(out_bar, -2), x1)
    return unbroadcast(column * np.expand_dims(x2, -2), x1), unbroadcast(by_vector[..., 0, :], x2)


@bilinear(*present(np, "vecmat"), at=[(_V[:2], _A), (_V[:2], _C), (_A.T, _A)])
def vecmat(out_bar, x1, x2):
    """d(x.H A) = dx.H A + x.H dA, with the conjugate of x"""
    row = np.expand_dims(out_bar, -2)
    by_vector = np.matmul(x2, np.expand_dims(out_bar, -1))
    by_matrix = np.expand_dims(np.conj(x1), -1) * row
    return unbroadcast(np.conj(by_vector[..., 0]), x1), unbroadcast(by_matrix, x2)


def sinc_tangent(x_dot, x, *, out):
    return sinc_slope(x, out) * x_dot


@adjoint(np.sinc, tangent=sinc_tangent, at=[np.array([0.3, -1.2, 0.0])])
def sinc(out_bar, x, *, out):
    """d sinc(x) = (cos(pi x) - sinc(x)) / x dx, which is 0 at 0"""
    return sinc_slope(x, out) * out_bar


def sinc_slope(x, out):
    small = np.abs(x) < 1e-4
    return np.where(small, -(np.pi**2) / 3.0 * x, (np.cos(np.pi * x) - out) / np.where(small, 1.0, x))


@program(np.angle, at=[np.array([0.3 + 1.0j, -1.2 - 0.5j])])
def angle(z, deg=False):
    """The argument of a complex number"""
    value = np.arctan2(np.imag(z), np.real(z))
    return value * (180 / np.pi) if deg else value
