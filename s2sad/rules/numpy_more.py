"""Functions of NumPy's that are composed of others."""

import numpy as np

from s2sad.rules.declare import Sample, adjoint, program
from s2sad.runtime.linalg import transposed

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_S = np.array([[2.0, 0.3], [0.7, -1.5]])


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


@program(np.corrcoef, at=[_A])
def corrcoef(x, y=None, rowvar=True):
    """The covariances, divided by the standard deviations"""
    c = np.cov(x, y, rowvar)
    d = np.sqrt(np.diag(c))
    return c / d[:, None] / d[None, :]


@program(np.linalg.cond, at=[_S, _A])
def cond(x, p=None):
    """The greatest singular value over the least"""
    s = np.linalg.svd(x, compute_uv=False)
    return s[..., 0] / s[..., -1]


def singular_values_tangent(a_dot, a, full_matrices=True, *, compute_uv, out):
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return np.sum(np.matmul(transposed(u), a_dot) * vh, axis=-1)


@adjoint(np.linalg.svd, tangent=singular_values_tangent, at=[Sample((_S,), {"compute_uv": False})])
def singular_values(out_bar, a, full_matrices=True, *, compute_uv, out):
    """ds = diag(u.T da v)"""
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return np.matmul(u * np.expand_dims(out_bar, -2), vh)


def eig_tangent(a_dot, a, *, out):
    w, v = out
    inner = np.linalg.solve(v, np.matmul(a_dot, v))
    gaps = np.expand_dims(w, -2) - np.expand_dims(w, -1) + np.eye(np.shape(a)[-1])
    across = inner / gaps * (1.0 - np.eye(np.shape(a)[-1]))
    v_dot = np.matmul(v, across)
    along = np.sum(np.conj(v) * v_dot, axis=-2, keepdims=True)
    return np.diagonal(inner, 0, -2, -1), v_dot - v * np.real(along)


@adjoint(np.linalg.eig, tangent=eig_tangent, at=[_S], outputs=2)
def eig(out_bar, a, *, out):
    """Of vectors of length 1; Boeddeker et al., "On the computation of complex-valued gradients" (2017)"""
    w_bar, v_bar = out_bar
    w, v = out
    gaps = np.expand_dims(w, -2) - np.expand_dims(w, -1) + np.eye(np.shape(a)[-1])
    length = np.sum(v * v_bar, axis=-2, keepdims=True)
    v_bar = v_bar - np.conj(v) * np.real(length)
    inner = np.matmul(transposed(v), v_bar) / gaps * (1.0 - np.eye(np.shape(a)[-1]))
    inner = inner + np.expand_dims(w_bar, -2) * np.eye(np.shape(a)[-1])
    return transposed(np.matmul(np.matmul(v, transposed(inner)), np.linalg.inv(v)))


def eigvals_tangent(a_dot, a, *, out):
    w, v = np.linalg.eig(a)
    return np.diagonal(np.linalg.solve(v, np.matmul(a_dot, v)), 0, -2, -1)


@adjoint(np.linalg.eigvals, tangent=eigvals_tangent, at=[_S])
def eigvals(out_bar, a, *, out):
    """dw = diag(inv(v) da v)"""
    w, v = np.linalg.eig(a)
    return transposed(np.matmul(v * np.expand_dims(out_bar, -2), np.linalg.inv(v)))
