"""Interpolation on a grid, by its values and by where it is evaluated.

A spline on a grid is a sum of products of splines along its axes, and linear in the values: along each axis there is a
spline that is 1 at one of the points, and 0 at the others. SciPy finds its coefficients by an iteration, so that its own value counts.
"""

from typing import Any

import numpy as np
from scipy import interpolate

from s2sad.runtime.interpolants import curve_at
from s2sad.runtime.refusals import NoDerivative, check_within
from s2sad.runtime.roots import as_constant

_DEGREES = {"slinear": 1, "cubic": 3, "quintic": 5}


class Grid:
    """`scipy.interpolate.RegularGridInterpolator`, with values that vary."""

    s2sad_record = True

    def __init__(self, points: Any, values: Any, method: Any, bounds_error: Any, fill_value: Any) -> None:
        self.points = points
        self.values = values
        self.method = method
        self.bounds_error = bounds_error
        self.fill_value = fill_value

    def __call__(self, xi: Any, method: Any = None) -> Any:
        at = places_of(xi, len(self.points))
        shape = np.shape(at)[:-1] + np.shape(self.values)[len(self.points) :]
        flat = np.reshape(at, (-1, np.shape(at)[-1]))
        return np.reshape(self.at_points(flat, self.method if method is None else method), shape)

    def at_points(self, at: Any, method: Any) -> Any:
        if self.bounds_error:
            check_within(at, self.points)
        if method == "linear":
            found = between_corners(at, self.points, self.values)
        elif method == "nearest":
            found = np.reshape(self.values, columns_of(self.values, self.points, 0))[nearest(at, self.points)]
        elif method == "pchip":
            found = monotone(at, self.points, self.values)
        else:
            exact = spline_on_grid(at, self.points, self.values, method)
            known = as_constant(known_on_grid, at, self.points, self.values, method)
            found = exact + (known - as_constant(np.asarray, exact))
        if self.fill_value is None or self.bounds_error:
            return found
        return np.where(within(at, self.points)[:, None], found, self.fill_value)


class GivenGrid:
    """`scipy.interpolate.RegularGridInterpolator` that doesn't vary, evaluated at what does."""

    s2sad_record = True

    def __init__(self, found: Any) -> None:
        self.found = found

    def __call__(self, xi: Any, method: Any = None) -> Any:
        rank = len(self.found.grid)
        at = places_of(xi, rank)
        how = self.found.method if method is None else method
        if not is_spline(how):
            return Grid(
                self.found.grid, self.found.values, how, self.found.bounds_error, self.found.fill_value
            )(xi)
        shape = np.shape(at)[:-1] + np.shape(self.found.values)[rank:]
        return np.reshape(at_orders(np.reshape(at, (-1, rank)), self.found, how, no_orders(rank)), shape)


def is_spline(method: str) -> bool:
    return method in _DEGREES


def places_of(xi: Any, rank: int) -> Any:
    """Points as an array with one row for each."""
    if isinstance(xi, tuple):
        return np.stack(np.broadcast_arrays(*xi), axis=-1)
    at = np.asarray(xi, dtype=float)
    return np.reshape(at, (-1, rank)) if np.ndim(at) == 1 else at


def within(at: Any, points: Any) -> Any:
    """Which places lie within the grid."""
    inside = np.ones(len(at), bool)
    for i, ends in enumerate(map(np.asarray, points)):
        inside &= (at[:, i] >= ends[0]) & (at[:, i] <= ends[-1])
    return inside


def descending(points: Any) -> tuple:
    """The axes along which the points of a grid descend."""
    return tuple(i for i, each in enumerate(points) if len(each) > 1 and each[1] < each[0])


def ascending(points: Any) -> tuple:
    """The points of a grid, each from the lowest to the highest."""
    return tuple(np.sort(np.asarray(each, dtype=float)) for each in points)


def columns_of(values: Any, points: Any, axis: int) -> tuple:
    """The shape of values with a row for each point of the grid, or with one for each along an axis."""
    lengths = [len(each) for each in points]
    rows = int(np.prod(lengths)) if axis == 0 else lengths[axis - 1]
    return rows, max(1, int(np.size(values)) // rows)


# ------------------------------------------------------------------------------------------ straight lines, or nothing


def cells(at: Any, points: Any) -> Any:
    """The corners of the cells that places are in, which side of the cell each is on, and where the cells begin."""
    rank = len(points)
    lengths = [len(each) for each in points]
    bits = (np.arange(2**rank)[:, None] >> np.arange(rank)) & 1
    strides = np.cumprod([1, *lengths[:0:-1]])[::-1]
    corners = np.zeros((2**rank, len(at)), int)
    low, width = np.empty(np.shape(at)), np.empty(np.shape(at))
    for i, ends in enumerate(map(np.asarray, points)):
        x = at[:, i]
        place = np.clip(np.searchsorted(ends, x, side="right") - 1, 0, len(ends) - 2)
        low[:, i], width[:, i] = ends[place], ends[place + 1] - ends[place]
        corners += strides[i] * (place + bits[:, i, None])
    return corners, bits[:, None, :].astype(bool), low, width


def nearest(at: Any, points: Any) -> Any:
    """The rows of the points that are nearest to places."""
    strides = np.cumprod([1, *[len(each) for each in points][:0:-1]])[::-1]
    rows = np.zeros(len(at), int)
    for i, ends in enumerate(map(np.asarray, points)):
        place = np.clip(np.searchsorted(ends, at[:, i], side="right") - 1, 0, len(ends) - 2)
        beyond = (at[:, i] - ends[place]) / (ends[place + 1] - ends[place]) > 0.5
        rows += strides[i] * (place + beyond)
    return rows


def between_corners(at: Any, points: Any, values: Any) -> Any:
    """Linear along each axis."""
    corners, bits, low, width = cells(at, points)
    share = (at - low) / width
    weights = np.where(bits[:, :, 0], share[:, 0], 1.0 - share[:, 0])
    for i in range(1, np.shape(at)[1]):
        weights = weights * np.where(bits[:, :, i], share[:, i], 1.0 - share[:, i])
    rows = np.reshape(values, columns_of(values, points, 0))
    return np.sum(weights[:, :, None] * rows[corners], axis=0)


# --------------------------------------------------------------------------------------------------------- splines


def cardinal(points: Any, method: str) -> Any:
    """The splines along an axis that are 1 at one of the points, in the columns of their coefficients; and their knots."""
    made = interpolate.make_interp_spline(points, np.eye(len(points)), _DEGREES[method])
    return made.c, made.t, made.k


def spline_on_grid(at: Any, points: Any, values: Any, method: Any) -> Any:
    """A spline along each axis."""
    c, t, k = cardinal(points[0], method)
    found = np.matmul(curve_at(at[:, 0], c, t, k, 0, True), np.reshape(values, columns_of(values, points, 1)))
    for i in range(1, len(points)):
        c, t, k = cardinal(points[i], method)
        weights = curve_at(at[:, i], c, t, k, 0, True)
        parts = np.reshape(found, (np.shape(at)[0], len(points[i]), -1))
        found = np.sum(weights[:, :, None] * parts, axis=1)
    return found


def known_on_grid(at: Any, points: Any, values: Any, method: Any) -> Any:
    """What SciPy gives."""
    made = interpolate.RegularGridInterpolator(points, values, method, bounds_error=False, fill_value=None)
    return np.reshape(made(at), (len(at), -1))


def monotone(at: Any, points: Any, values: Any) -> Any:
    """Piecewise cubic along one axis after the other, beginning with the last one."""
    lengths = [len(each) for each in points]
    if np.size(values) != np.prod(lengths):
        raise NoDerivative("method='pchip' has a derivative where each point of the grid has one value")
    found = []
    for j in range(np.shape(at)[0]):
        rest = np.asarray(values)
        for i in range(len(points) - 1, -1, -1):
            rows = np.reshape(rest, (-1, lengths[i]))
            rest = interpolate.PchipInterpolator(points[i], rows, axis=1)(at[j, i])
        found.append(np.reshape(rest, (1,)))
    return np.stack(found)


def no_orders(rank: int) -> Any:
    return np.zeros((1, rank), int)


def risen(orders: Any) -> Any:
    """For each row of orders those with one more derivative along each axis."""
    rank = np.shape(orders)[1]
    return np.reshape(orders[:, None, :] + np.eye(rank, dtype=int), (-1, rank))


def at_orders(at: Any, found: Any, method: Any, orders: Any) -> Any:
    """Derivatives of a spline on a grid, one for each row of orders, with a row for each place."""
    return np.stack([at_order(at, found, method, tuple(int(each) for each in row)) for row in orders])


def at_order(at: Any, found: Any, method: str, nu: tuple) -> Any:
    if any(order > _DEGREES[method] for order in nu):
        return np.zeros(
            (len(at), max(1, np.size(found.values) // int(np.prod([len(p) for p in found.grid]))))
        )
    value = np.reshape(found(at, method, nu=nu), (len(at), -1))
    if any(nu) and not found.bounds_error and found.fill_value is not None:
        return np.where(within(at, found.grid)[:, None], value, 0.0)
    return value
