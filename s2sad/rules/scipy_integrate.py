"""`scipy.integrate`: integrals of samples along an axis."""

import numpy as np
import scipy.integrate

from s2sad.rules.declare import Sample, nondifferentiable, present, program
from s2sad.runtime.operations import unmoved
from s2sad.runtime.quadrature import romberg_weights
from s2sad.runtime.roots import as_constant

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
    at=[
        _X,
        Sample((_X,), {"x": _T}),
        Sample((_A,), {"dx": 0.5, "axis": 0}),
        Sample((_A,), {"x": _T[:3]}),
        Sample((_X[:4],), {"x": _T[:4]}),
        Sample((_X[:4],), {"dx": 0.3}),
        Sample((_X[:2],), {"x": _T[:2]}),
    ],
)
def simpson(y, x=None, *, dx=1.0, axis=-1):
    """The integral by Simpson's rule; of the last step of an odd number by the parabola through the last three samples"""
    rows = np.asarray(y) if axis == -1 else np.moveaxis(y, axis, -1)
    if x is None:
        steps = dx * np.ones(np.shape(rows)[-1] - 1)
    elif np.ndim(x) == 1 or axis == -1:
        steps = np.diff(x)
    else:
        steps = np.moveaxis(np.diff(x, axis=axis), axis, -1)
    if np.shape(rows)[-1] == 2:
        return 0.5 * steps[..., 0] * (rows[..., 0] + rows[..., 1])
    if np.shape(rows)[-1] % 2 == 1:
        return by_parabolas(rows, steps)
    one, two = steps[..., -2], steps[..., -1]
    last = (
        two * (2.0 * two + 3.0 * one) / (6.0 * (one + two)) * rows[..., -1]
        + two * (two + 3.0 * one) / (6.0 * one) * rows[..., -2]
        - two**3 / (6.0 * one * (one + two)) * rows[..., -3]
    )
    return by_parabolas(rows[..., :-1], steps[..., :-1]) + last


def by_parabolas(rows, steps):
    """The integral of an odd number of samples."""
    first, middle, last = rows[..., :-2:2], rows[..., 1:-1:2], rows[..., 2::2]
    one, two = steps[..., ::2], steps[..., 1::2]
    both = one + two
    weighted = first * (2.0 - two / one) + middle * (both * both / (one * two)) + last * (2.0 - one / two)
    return np.sum(both / 6.0 * weighted, axis=-1)


@program(
    *present(scipy.integrate, "romb"),
    at=[_X, Sample((_A,), {"dx": 0.5, "axis": 0}), Sample((_A,), {"dx": 0.3})],
)
def romb(y, dx=1.0, axis=-1, show=False):
    """The integral by Romberg's rule, of 2**k + 1 samples"""
    rows = np.asarray(y) if axis == -1 else np.moveaxis(y, axis, -1)
    known = as_constant(scipy.integrate.romb, y, dx, axis, show)
    again = dx * np.matmul(rows, romberg_weights(np.shape(rows)[-1]))
    return known + (again - unmoved(again))


@program(
    *present(scipy.integrate, "cumulative_simpson"),
    at=[
        _X,
        Sample((_X,), {"x": _T}),
        Sample((_A,), {"dx": 0.5, "axis": 0}),
        Sample((_A,), {"x": _T[:3], "initial": 0.0}),
        _X[:2],
    ],
)
def cumulative_simpson(y, *, x=None, dx=1.0, axis=-1, initial=None):
    """The integrals up to each place by Simpson's rule"""
    rows = np.asarray(y) if axis == -1 else np.moveaxis(y, axis, -1)
    if x is None:
        steps = dx * np.ones(np.shape(rows)[-1] - 1)
    elif np.ndim(x) == 1 or axis == -1:
        steps = np.diff(x)
    else:
        steps = np.moveaxis(np.diff(x, axis=axis), axis, -1)
    if np.shape(rows)[-1] < 3:
        found = np.cumsum(steps * (rows[..., 1:] + rows[..., :-1]) / 2.0, axis=-1)
    else:
        to_right = of_first_step(rows, steps)
        to_left = of_first_step(rows[..., ::-1], steps[..., ::-1])[..., ::-1]
        count = np.shape(rows)[-1] - 1
        places = np.arange(count)
        parts = np.where(
            (places % 2 == 0) & (places < count - 1),
            np.concatenate([to_right, to_right[..., -1:]], axis=-1),
            np.concatenate([to_left[..., :1], to_left], axis=-1),
        )
        found = np.cumsum(parts, axis=-1)
    if initial is not None:
        found = np.concatenate([initial + np.zeros_like(found[..., :1]), found + initial], axis=-1)
    return found if axis == -1 else np.moveaxis(found, -1, axis)


def of_first_step(rows, steps):
    """The integral over each step, by the parabola through its ends and what follows."""
    one, two = steps[..., :-1], steps[..., 1:]
    share = one / (one + two)
    bend = share * one / two
    first, middle, last = rows[..., :-2], rows[..., 1:-1], rows[..., 2:]
    return one / 6.0 * ((3.0 - share) * first + (3.0 + bend + share) * middle - bend * last)


WEIGHTS = nondifferentiable("number", romberg_weights)
