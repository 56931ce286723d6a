"""`scipy.ndimage`: filters as correlations of arrays that go on beyond their edges; by the image and by the weights."""

import numpy as np
from scipy import ndimage, signal

from s2sad.rules.declare import Sample, nondifferentiable, present, program, refused
from s2sad.runtime.images import (
    beyond,
    grid_of,
    kernel_of,
    of_axes,
    radius_of,
    reach,
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
_W = np.array([[0.5, 0.2], [-0.3, 0.7]])
_AT = np.array([[0.3, 1.6, 2.2], [1.2, 0.7, 0.4]])
_TURN = np.array([[0.9, 0.1], [-0.1, 0.8]])
CONSTANT = nondifferentiable(
    "number",
    beyond,
    of_axes,
    reach,
    kernel_of,
    radius_of,
    resampling,
    grid_of,
    zoomed_places,
    spline_filters,
    turned_back,
    taps_of,
    turned_shape,
)


def extended(image, axis, size, mode, cval, origin):
    """The image with what stands beyond both ends of an axis."""
    before, after = reach(size, origin)
    if mode == "constant" or mode == "grid-constant":
        turned = np.moveaxis(image, axis, 0)
        front = np.full((before, *np.shape(turned)[1:]), cval)
        back = np.full((after, *np.shape(turned)[1:]), cval)
        return np.moveaxis(np.concatenate([front, turned, back]), 0, axis)
    return np.take(image, beyond(np.shape(image)[axis], before, after, mode), axis=axis)


def weighed(image, weights, axis, mode, cval, origin):
    """The correlation of each line along an axis with weights."""
    lines = np.moveaxis(extended(image, axis, len(weights), mode, cval, origin), axis, -1)
    count = np.shape(image)[axis]
    found = weights[0] * lines[..., :count]
    for k in range(1, len(weights)):
        found = found + weights[k] * lines[..., k : k + count]
    return np.moveaxis(found, -1, axis)


@program(ndimage.correlate1d, at=[(_X, _X[:3]), (_A, _X[:2], 0)])
def correlate1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Sums of neighbours along an axis"""
    check_output(output)
    return weighed(np.asarray(input), np.asarray(weights), axis, mode, cval, origin)


@program(ndimage.convolve1d, at=[(_X, _X[:3]), (_A, _X[:2], 0)])
def convolve1d(input, weights, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Sums of neighbours along an axis, with the weights turned round"""
    check_output(output)
    turned = np.asarray(weights)[::-1]
    shifted = -origin if len(turned) % 2 else -origin - 1
    return weighed(np.asarray(input), turned, axis, mode, cval, shifted)


def check_output(output):
    if output is not None:
        raise NoDerivative("a filter that writes to output= is not differentiated: take what it returns")


def check_axes(axes):
    if axes is not None:
        raise NoDerivative("a filter with axes= is not differentiated: filter one axis after the other")


def chosen_axes(axes, count):
    """The axes that are filtered, counted from the first one."""
    if axes is None:
        return list(range(count))
    return [axis % count for axis in (axes if isinstance(axes, (tuple, list)) else (axes,))]


def correlated_with(image, weights, mode, cval, origins):
    whole = image
    for axis in range(np.ndim(image)):
        whole = extended(whole, axis, np.shape(weights)[axis], mode, cval, origins[axis])
    return signal.convolve(whole, np.flip(weights), mode="valid")


@program(ndimage.correlate, at=[(_A, _W), (_X, _X[:3])])
def correlate(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Sums of neighbours"""
    check_output(output)
    check_axes(axes)
    image = np.asarray(input)
    return correlated_with(image, np.asarray(weights), mode, cval, of_axes(origin, np.ndim(image)))


@program(ndimage.convolve, at=[(_A, _W), (_X, _X[:3])])
def convolve(input, weights, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Sums of neighbours, with the weights turned round"""
    check_output(output)
    check_axes(axes)
    image, turned = np.asarray(input), np.flip(np.asarray(weights))
    origins = of_axes(origin, np.ndim(image))
    shifted = [-origins[i] if np.shape(turned)[i] % 2 else -origins[i] - 1 for i in range(np.ndim(turned))]
    return correlated_with(image, turned, mode, cval, shifted)


def gauss(sigma, order, truncate, radius):
    if not is_active(sigma):
        return in_form_of(kernel_of(sigma, order, truncate, radius), [0.0])
    if order != 0:
        raise NoDerivative("a derivative of Gauss' filter has no derivative by sigma here")
    places = np.arange(-1.0 * radius_of(sigma, truncate, radius), radius_of(sigma, truncate, radius) + 1.0)
    weights = np.exp(-0.5 * (places / sigma) ** 2)
    return weights / np.sum(weights)


@program(ndimage.gaussian_filter1d, at=[(_X, 0.8), (_A, 0.7, 0)])
def gaussian_filter1d(
    input, sigma, axis=-1, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None
):  # fmt: skip
    """Weights of a normal density; also by its width"""
    check_output(output)
    return weighed(np.asarray(input), gauss(sigma, order, truncate, radius), axis, mode, cval, 0)


@program(ndimage.gaussian_filter, at=[(_X, 0.8), (_A, 0.7)])
def gaussian_filter(
    input, sigma, order=0, output=None, mode="reflect", cval=0.0, truncate=4.0, *, radius=None, axes=None
):  # fmt: skip
    """Along one axis after the other"""
    check_output(output)
    found = np.asarray(input)
    every = chosen_axes(axes, np.ndim(found))
    orders, modes = of_axes(order, len(every)), of_axes(mode, len(every))
    for place, axis in enumerate(every):
        width = sigma if np.ndim(sigma) == 0 else sigma[place]
        found = weighed(found, gauss(width, orders[place], truncate, radius), axis, modes[place], cval, 0)
    return found


@program(ndimage.uniform_filter1d, at=[(_X, 3), (_A, 2, 0)])
def uniform_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """Means of neighbours along an axis"""
    check_output(output)
    return weighed(np.asarray(input), np.full(size, 1.0 / size), axis, mode, cval, origin)


@program(ndimage.uniform_filter, at=[(_X, 3), (_A, 2)])
def uniform_filter(input, size=3, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None):
    """Means of neighbours"""
    check_output(output)
    found = np.asarray(input)
    every = chosen_axes(axes, np.ndim(found))
    sizes, modes, origins = of_axes(size, len(every)), of_axes(mode, len(every)), of_axes(origin, len(every))
    for place, axis in enumerate(every):
        weights = np.full(sizes[place], 1.0 / sizes[place])
        found = weighed(found, weights, axis, modes[place], cval, origins[place])
    return found


@program(ndimage.gaussian_laplace, at=[(_A, 0.8)])
def gaussian_laplace(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None):
    """The sum of second derivatives of Gauss' filter"""
    check_output(output)
    image = np.asarray(input)
    every = chosen_axes(axes, np.ndim(image))
    found = 0.0
    for place in range(len(every)):
        orders = [2 if other == place else 0 for other in range(len(every))]
        found = found + gaussian_filter.define(image, sigma, orders, None, mode, cval, axes=every)
    return found


@program(ndimage.gaussian_gradient_magnitude, at=[(_A, 0.8)])
def gaussian_gradient_magnitude(input, sigma, output=None, mode="reflect", cval=0.0, *, axes=None):
    """The length of the first derivatives of Gauss' filter"""
    check_output(output)
    image = np.asarray(input)
    every = chosen_axes(axes, np.ndim(image))
    found = 0.0
    for place in range(len(every)):
        orders = [1 if other == place else 0 for other in range(len(every))]
        found = found + gaussian_filter.define(image, sigma, orders, None, mode, cval, axes=every) ** 2
    return np.sqrt(found)


def sloped(image, axis, across, mode, cval):
    found = weighed(image, np.array([-1.0, 0.0, 1.0]), axis, mode, cval, 0)
    for other in range(np.ndim(image)):
        if other != axis % np.ndim(image):
            found = weighed(found, across, other, mode, cval, 0)
    return found


@program(ndimage.sobel, at=[_X, (_A, 0)])
def sobel(input, axis=-1, output=None, mode="reflect", cval=0.0):
    """A difference along one axis, smoothed along the others"""
    check_output(output)
    return sloped(np.asarray(input), axis, np.array([1.0, 2.0, 1.0]), mode, cval)


@program(ndimage.prewitt, at=[_X, (_A, 0)])
def prewitt(input, axis=-1, output=None, mode="reflect", cval=0.0):
    """A difference along one axis, summed along the others"""
    check_output(output)
    return sloped(np.asarray(input), axis, np.array([1.0, 1.0, 1.0]), mode, cval)


@program(ndimage.laplace, at=[_X, _A])
def laplace(input, output=None, mode="reflect", cval=0.0, *, axes=None):
    """Second differences along all axes"""
    check_output(output)
    check_axes(axes)
    image = np.asarray(input)
    found = weighed(image, np.array([1.0, -2.0, 1.0]), 0, mode, cval, 0)
    for axis in range(1, np.ndim(image)):
        found = found + weighed(image, np.array([1.0, -2.0, 1.0]), axis, mode, cval, 0)
    return found


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
