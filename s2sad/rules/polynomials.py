"""Polynomials of NumPy's, as objects: `np.poly1d`."""

import numpy as np

from s2sad.rules.declare import nondifferentiable, program, stand_in
from s2sad.runtime.polynomials import Polynomial1d, are_conjugate
from s2sad.runtime.refusals import NoDerivative

CONSTANT = nondifferentiable("number", are_conjugate)


@program(np.poly1d, at=[])
def poly1d(c_or_r, r=False, variable=None):
    """Coefficients, that of the highest power first"""
    if r:
        raise NoDerivative("np.poly1d by its roots is not differentiated: np.poly1d(np.poly(roots))")
    if isinstance(c_or_r, Polynomial1d):
        return c_or_r
    return Polynomial1d(np.atleast_1d(np.asarray(c_or_r)))


@stand_in(np.poly1d)
def given_poly1d(found):
    """A polynomial that doesn't vary"""
    return Polynomial1d(found.coeffs)


@program(
    np.poly,
    at=[np.array([0.3, -1.2, 2.0]), np.array([0.5 + 1j, 0.5 - 1j]), np.array([[1.0, 0.3], [-0.7, 2.0]])],
)
def poly(seq_of_zeros):
    """The product of (x - zero)"""
    zeros = np.atleast_1d(np.asarray(seq_of_zeros))
    if np.ndim(zeros) == 2:
        zeros = np.linalg.eigvals(zeros)
    found = np.ones(1)
    for zero in zeros:
        found = np.convolve(found, np.array([1.0, -zero]))
    return np.real(found) if are_conjugate(zeros) else found


@program(
    np.trim_zeros,
    at=[np.array([0.0, 0.3, 0.0, 2.0, 0.0]), (np.array([0.0, 0.3, 0.0]), "f"), ([0.0, 0.4, 0.0], "b")],
)
def trim_zeros(filt, trim="fb"):
    """What is left, as a part"""
    found = np.flatnonzero(np.asarray(filt))
    if len(found) == 0:
        return filt[:0]
    first = found[0] if "f" in trim.lower() else 0
    return filt[first : found[-1] + 1] if "b" in trim.lower() else filt[first:]


@program(np.roots, at=[np.array([1.0, -3.0, 2.9, -0.7]), np.array([2.0, 1.0, 3.0]), np.array([0.5, 2.0])])
def roots(p):
    """The eigenvalues of the companion matrix, as NumPy finds them"""
    coefficients = np.atleast_1d(np.asarray(p))
    if coefficients[0] == 0 or coefficients[-1] == 0:
        raise NoDerivative("np.roots has no derivative where the first or the last coefficient is 0")
    companion = np.diag(np.ones(len(coefficients) - 2), -1)
    companion[0, :] = -coefficients[1:] / coefficients[0]
    return np.linalg.eigvals(companion)
