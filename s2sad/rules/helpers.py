"""Rules for the helpers that derivatives of arrays call, so that derivatives can be differentiated again."""

import numpy as np

from s2sad.rules.declare import bilinear, linear, nondifferentiable, partials
from s2sad.runtime.broadcasting import (
    broadcast_like,
    finite,
    guarded,
    modulus,
    unbroadcast,
    unbroadcast_to,
)
from s2sad.runtime.indexing import check_number, check_view, last_written
from s2sad.runtime.loops import guarded_number
from s2sad.runtime.operations import in_form_of
from s2sad.runtime.refusals import check_same, refuse_change, refuse_real
from s2sad.runtime.roots import check_regular, units
from s2sad.runtime.updates import CHECKS_APART, check_alone

_A = np.array([[0.3, -1.2], [2.0, 0.7]])


@linear(
    unbroadcast,
    at=[(_A, np.array([1.0, 2.0])), (_A, 0.5), (_A, np.array([[1.0], [2.0]]))],
    wrt=("amount",),
    flat=("like",),
)
def unbroadcast_rule(out_bar, amount, like):
    """d unbroadcast(a) = unbroadcast(da)"""
    return np.broadcast_to(out_bar, np.shape(amount))


@linear(unbroadcast_to, at=[(_A, (2,)), (_A, (2, 1))], wrt=("amount",))
def unbroadcast_to_rule(out_bar, amount, shape):
    """As `unbroadcast`"""
    return np.broadcast_to(out_bar, np.shape(amount))


@linear(broadcast_like, at=[(np.array([1.0, 2.0]), _A), (0.5, _A)], wrt=("tangent",), flat=("like",))
def broadcast_like_rule(out_bar, tangent, like):
    """d broadcast(a) = broadcast(da)"""
    return unbroadcast(out_bar, tangent)


@linear(finite, at=[_A])
def finite_rule(out_bar, bar):
    """Zero where it was infinite, which is nowhere that a derivative is asked for."""
    return finite(out_bar)


@bilinear(guarded_number, at=[(0.7, 1.5)])
def guarded_number_rule(out_bar, partial, bar):
    """As `guarded`, of numbers"""
    return guarded_number(bar, out_bar), guarded_number(partial, out_bar)


@bilinear(guarded, at=[(_A, _A + 1.0)])
def guarded_rule(out_bar, partial, bar):
    """d(p b) = b dp + p db"""
    return unbroadcast(guarded(bar, out_bar), partial), unbroadcast(guarded(partial, out_bar), bar)


@linear(last_written, at=[(_A, np.array([0, 0, 1]))], wrt=("array",))
def last_written_rule(out_bar, array, index):
    """d of a selection = the selection of d"""
    result = np.zeros_like(array)
    result[index] = out_bar
    return result


@partials(modulus, at=[0.3], real=True)
def modulus_rule(xp, z, *, out):
    """d|z| = Re(conj(z) dz) / |z|, which is 0 at 0"""
    return np.conj(z) / (out + (out == 0))


without_derivative = nondifferentiable(
    "other",
    check_view,
    check_number,
    check_alone,
    *CHECKS_APART,
    check_regular,
    in_form_of,
    refuse_change,
    refuse_real,
    units,
    check_same,
)
