"""`scipy.ndimage`: images that are moved, stretched and turned, by splines between their elements."""

import numpy as np
from scipy import ndimage

from s2sad.rules.declare import Sample, nondifferentiable, present, program, refused
from s2sad.rules.scipy_images import check_output
from s2sad.runtime.images import (
    beyond,
    grid_of,
    of_axes,
    resampling,
    spline_filters,
    taps_of,
    turned_back,
    turned_shape,
    widened,
    zoomed_places,
)
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, in_form_of, is_active

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1])
_A = np.array([[0.3, -1.2, 0.8], [2.0, 0.7, -0.4], [1.5, 0.2, 0.9], [-0.6, 1.0, 0.1]])
_AT = np.array([[0.3, 1.6, 2.2], [1.2, 0.7, 0.4]])
_TURN = np.array([[0.9, 0.1], [-0.1, 0.8]])
CONSTANT = nondifferentiable(
    "number",
    resampling,
    grid_of,
    zoomed_places,
    spline_filters,
    turned_back,
    taps_of,
    turned_shape,
)


def resampled(image, function, by, order, mode):
    """One axis after the other, each by its matrix."""
    found = image
    for axis in range(np.ndim(image)):
        matrix = resampling(np.shape(image)[axis], function, of_axes(by, np.ndim(image))[axis], order, mode)
        lines = np.moveaxis(found, axis, 0)
        found = np.moveaxis(np.tensordot(in_form_of(matrix, [[0.0]]), lines, axes=(1, 0)), 0, axis)
    return found


@program(ndimage.shift, at=[(_X, 0.4), (_A, 0.3, None, 1, "nearest"), (_A, 0.4, None, 2, "constant", 1.5)])
def shift(input, shift, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """Linear in the image; also by how far it is moved"""
    check_output(output)
    image = np.asarray(input)
    if is_active(shift) or cval != 0.0 or not prefilter:
        far = np.reshape(shift + np.zeros(np.ndim(image)), (-1, *(1,) * np.ndim(image)))
        return sampled(
            image, in_form_of(grid_of(np.shape(image)), [image]) - far, order, mode, cval, prefilter
        )
    return resampled(image, ndimage.shift, shift, order, mode)


@program(ndimage.zoom, at=[(_X, 2.0), (_A, 1.5, None, 1, "nearest"), (_A, 1.5, None, 3, "constant", 1.5)])
def zoom(input, zoom, output=None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False):
    """Linear in the image"""
    check_output(output)
    if is_active(zoom):
        raise NoDerivative("how far an image is stretched is constant: it says how many elements there are")
    image = np.asarray(input)
    if grid_mode or cval != 0.0 or not prefilter:
        places = zoomed_places(np.shape(image), zoom, grid_mode)
        return sampled(image, in_form_of(places, [image]), order, mode, cval, prefilter)
    return resampled(image, ndimage.zoom, zoom, order, mode)


@program(
    ndimage.map_coordinates,
    at=[
        (_A, _AT),
        (_A, _AT, None, 1),
        (_A, _AT, None, 2, "reflect"),
        (_A, _AT, None, 5, "mirror"),
        (_A, _AT, None, 3, "nearest"),
    ],
)
def map_coordinates(input, coordinates, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """A spline between the elements: by the image, and by where it is taken"""
    check_output(output)
    return sampled(np.asarray(input), np.asarray(coordinates), order, mode, cval, prefilter)


def sampled(image, at, order, mode, cval, prefilter):
    """The spline through the elements of an image at places, whose first axis is that of the coordinates."""
    if mode == "grid-constant":
        raise NoDerivative(
            "mode='grid-constant' is not differentiated: pad the image, and use mode='constant'"
        )
    count, padding = np.ndim(image), 12 if prefilter and order > 1 and mode == "nearest" else 0
    lengths = np.shape(image)
    shape = as_constant(widened, lengths, padding)
    found = image
    for axis in range(count):
        found = np.take(found, beyond(lengths[axis], padding, padding, "nearest"), axis=axis)
    if prefilter and order > 1:
        for axis in range(count):
            matrix = in_form_of(spline_filters(shape[axis], order, mode), [[0.0]])
            found = np.moveaxis(np.tensordot(matrix, np.moveaxis(found, axis, 0), axes=(1, 0)), 0, axis)
    points = np.reshape(at, (count, -1)) + padding
    sign, offset, inside = as_constant(turned_back, points, shape, mode)
    turned = points * in_form_of(sign, [[0.0]]) + in_form_of(offset, [[0.0]])
    half = 0.0 if order % 2 else 0.5
    share = turned + half - np.floor(turned + half)
    taps = as_constant(taps_of, turned, shape, order, mode)
    weights = np.ones((1, np.shape(points)[1]))
    for axis in range(count):
        own = spline_weights(share[axis], order)
        weights = np.reshape(weights[:, None, :] * own[None, :, :], (-1, np.shape(points)[1]))
    value = np.where(inside, np.sum(weights * np.ravel(found)[taps], axis=0), cval)
    return np.reshape(value, np.shape(at)[1:])


def spline_weights(share, order):
    """The weights of a spline's coefficients, by how far a place is from the first knot."""
    weights = np.ones((1, np.size(share)))
    nothing = np.zeros((1, np.size(share)))
    for degree in range(1, order + 1):
        number = np.arange(degree + 1.0)[:, None]
        before = np.concatenate([nothing, weights, nothing])
        above, below = share + (degree - number), (1.0 + number) - share
        weights = (above * before[:-1] + below * before[1:]) / degree
    return weights


@program(ndimage.affine_transform, at=[(_A, _TURN, 0.3), (_A, _TURN[0], 0.2, (3, 3), None, 1, "nearest")])
def affine_transform(
    input, matrix, offset=0.0, output_shape=None, output=None, order=3, mode="constant", cval=0.0, prefilter=True
):  # fmt: skip
    """A spline at the places that a matrix gives: by the image, the matrix and the offset"""
    check_output(output)
    image, turn = np.asarray(input), np.asarray(matrix)
    count = np.ndim(image)
    shape = np.shape(image) if output_shape is None else tuple(output_shape)
    start = offset + np.zeros(count)
    if np.ndim(turn) == 1:
        turn = np.diag(turn)
    elif np.shape(turn)[1] == count + 1:
        turn, start = turn[:count, :count], turn[:count, count]
    return placed_by(image, turn, start, shape, order, mode, cval, prefilter)


def placed_by(image, turn, start, shape, order, mode, cval, prefilter):
    places = np.tensordot(turn, in_form_of(grid_of(shape), [image]), axes=(1, 0))
    far = np.reshape(start, (-1, *(1,) * np.ndim(image)))
    return sampled(image, places + far, order, mode, cval, prefilter)


@program(ndimage.rotate, at=[(_A, 20.0), Sample((_A, 30.0), {"reshape": False, "order": 1})])
def rotate(
    input, angle, axes=(1, 0), reshape=True, output=None, order=3, mode="constant", cval=0.0, prefilter=True
):  # fmt: skip
    """A spline at places that are turned: by the image and the angle"""
    check_output(output)
    image = np.asarray(input)
    if np.ndim(image) != 2:
        raise NoDerivative("rotate has a derivative for images of two axes: take one plane after the other")
    c, s = np.cos(angle * (np.pi / 180.0)), np.sin(angle * (np.pi / 180.0))
    turn = np.array([[c, s], [-s, c]])
    shape = as_constant(turned_shape, np.shape(image), turn, reshape)
    middle = (np.array(np.shape(image)) - 1.0) / 2.0
    start = middle - np.matmul(turn, (np.array(shape) - 1.0) / 2.0)
    return placed_by(image, turn, start, shape, order, mode, cval, prefilter)


REFUSED = refused(
    *present(
        ndimage,
        "geometric_transform spline_filter spline_filter1d generic_filter generic_filter1d grey_dilation grey_erosion",
    ),
    reason="this filter of an image has no derivative here",
    hint="use correlate, convolve, gaussian_filter, median_filter, laplace, zoom, shift, rotate, or map_coordinates",
)
