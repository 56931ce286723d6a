"""`scipy.interpolate`: functions on a grid, by its values and by where they are evaluated."""

import numpy as np
from scipy import interpolate

from s2sad.rules.declare import adjoint, nondifferentiable, program, stand_in
from s2sad.runtime.grids import (
    GivenGrid,
    Grid,
    ascending,
    at_orders,
    cardinal,
    cells,
    columns_of,
    descending,
    is_spline,
    known_on_grid,
    nearest,
    no_orders,
    risen,
    within,
)
from s2sad.runtime.refusals import NoDerivative, check_within
from s2sad.runtime.roots import is_active

CONSTANT = nondifferentiable("number", cells, check_within, nearest, within, risen, no_orders, known_on_grid)
SHAPES = nondifferentiable("other", ascending, cardinal, columns_of, descending, is_spline)


@program(interpolate.RegularGridInterpolator, at=[])
def regular_grid_interpolator(
    points, values, method="linear", bounds_error=True, fill_value=np.nan, *, solver=None, solver_args=None
):  # fmt: skip
    """Linear along each axis between the corners of a cell, or a spline along each axis"""
    if is_active(points):
        raise NoDerivative("RegularGridInterpolator has no derivative by the points of its grid")
    upwards = np.flip(np.asarray(values), descending(points))
    return Grid(ascending(points), upwards, method, bounds_error, fill_value)


@program(interpolate.interpn, at=[])
def interpn(points, values, xi, method="linear", bounds_error=True, fill_value=np.nan):
    """As `RegularGridInterpolator`"""
    if method == "splinef2d":
        raise NoDerivative("interpn has no derivative with method='splinef2d': take 'cubic'")
    upwards = np.flip(np.asarray(values), descending(points))
    return Grid(ascending(points), upwards, method, bounds_error, fill_value)(xi)


def orders_tangent(at_dot, at, found, method, orders, *, out):
    parts = np.reshape(at_orders(at, found, method, risen(orders)), (len(orders), -1, *np.shape(out)[1:]))
    return np.einsum("qdmk,md->qmk", parts, at_dot)


@adjoint(at_orders, tangent=orders_tangent, at=[], wrt=("at",))
def at_orders_(out_bar, at, found, method, orders, *, out):
    """By the next derivatives of the spline"""
    parts = np.reshape(at_orders(at, found, method, risen(orders)), (len(orders), -1, *np.shape(out)[1:]))
    return np.einsum("qdmk,qmk->md", parts, out_bar)


@stand_in(interpolate.RegularGridInterpolator)
def given_grid(found):
    """A grid that doesn't vary, evaluated at what does"""
    return GivenGrid(found)
