"""`scipy.integrate`: integrals of samples along an axis."""

import numpy as np
import scipy.integrate

from s2sad.rules.declare import Sample, present, program

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4], [1.5, 0.2, 0.9]])
_T = np.array([0.0, 0.4, 1.0, 1.3, 2.0])


@program(
    *present(scipy.integrate, "trapezoid trapz"),
    at=[_X, (_X, _T), Sample((_A,), {"dx": 0.5, "axis": 0}), (_A, _T[:3])],
)
def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The integral by the trapezoidal rule"""
    rows = np.asarray(y) if axis == -1 else np.moveaxis(y, axis, -1)
    if x is None:
        return np.sum(dx * (rows[..., 1:] + rows[..., :-1]) / 2.0, axis=-1)
    steps = np.diff(x) if np.ndim(x) == 1 or axis == -1 else np.moveaxis(np.diff(x, axis=axis), axis, -1)
    return np.sum(steps * (rows[..., 1:] + rows[..., :-1]) / 2.0, axis=-1)


@program(
    *present(scipy.integrate, "cumulative_trapezoid cumtrapz"),
    at=[_X, (_X, _T), Sample((_A,), {"dx": 0.5, "axis": 0}), Sample((_A,), {"initial": 0})],
)
def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    """The integrals up to each place by the trapezoidal rule"""
    rows = np.asarray(y) if axis == -1 else np.moveaxis(y, axis, -1)
    if x is None:
        steps = dx
    elif np.ndim(x) == 1 or axis == -1:
        steps = np.diff(x)
    else:
        steps = np.moveaxis(np.diff(x, axis=axis), axis, -1)
    found = np.cumsum(steps * (rows[..., 1:] + rows[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        found = np.concatenate([np.zeros_like(rows[..., :1]), found], axis=-1)
    return found if axis == -1 else np.moveaxis(found, -1, axis)


@program(
    *present(scipy.integrate, "simpson simps"),
    at=[_X, Sample((_X,), {"x": _T}), Sample((_A,), {"dx": 0.5, "axis": 0}), Sample((_A,), {"x": _T[:3]})],
)
def simpson(y, *, x=None, dx=1.0, axis=-1):
    """The integral by Simpson's rule, of an odd number of samples"""
    rows = np.asarray(y) if axis == -1 else np.moveaxis(y, axis, -1)
    if np.shape(rows)[-1] % 2 == 0:
        raise TypeError("scipy.integrate.simpson has a derivative for an odd number of samples")
    first, middle, last = rows[..., :-2:2], rows[..., 1:-1:2], rows[..., 2::2]
    if x is None:
        return np.sum(dx / 3.0 * (first + 4.0 * middle + last), axis=-1)
    steps = np.diff(x) if np.ndim(x) == 1 or axis == -1 else np.moveaxis(np.diff(x, axis=axis), axis, -1)
    one, two = steps[..., ::2], steps[..., 1::2]
    both = one + two
    weighted = first * (2.0 - two / one) + middle * (both * both / (one * two)) + last * (2.0 - one / two)
    return np.sum(both / 6.0 * weighted, axis=-1)
