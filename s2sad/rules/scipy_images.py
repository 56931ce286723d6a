"""`scipy.ndimage`: filters as correlations of arrays that go on beyond their edges; by the image and by the weights."""

import numpy as np
from scipy import ndimage, signal

from s2sad.rules.declare import nondifferentiable, present, program, refused
from s2sad.runtime.images import beyond, kernel_of, of_axes, radius_of, reach, resampling
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import in_form_of, is_active

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1])
_A = np.array([[0.3, -1.2, 0.8], [2.0, 0.7, -0.4], [1.5, 0.2, 0.9], [-0.6, 1.0, 0.1]])
_W = np.array([[0.5, 0.2], [-0.3, 0.7]])
CONSTANT = nondifferentiable("number", beyond, of_axes, reach, kernel_of, radius_of, resampling)


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
    check_axes(axes)
    found = np.asarray(input)
    count = np.ndim(found)
    orders, modes = of_axes(order, count), of_axes(mode, count)
    for axis in range(count):
        width = sigma if np.ndim(sigma) == 0 else sigma[axis]
        found = weighed(found, gauss(width, orders[axis], truncate, radius), axis, modes[axis], cval, 0)
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
    check_axes(axes)
    found = np.asarray(input)
    count = np.ndim(found)
    sizes, modes, origins = of_axes(size, count), of_axes(mode, count), of_axes(origin, count)
    for axis in range(count):
        weights = np.full(sizes[axis], 1.0 / sizes[axis])
        found = weighed(found, weights, axis, modes[axis], cval, origins[axis])
    return found


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


def resampled(image, function, by, order, mode, cval, prefilter):
    """One axis after the other, each by its matrix."""
    if is_active(by):
        raise NoDerivative(
            "how far an image is moved or stretched is constant: use map_coordinates with order=1"
        )
    if cval != 0.0 or not prefilter:
        raise NoDerivative("zoom and shift have a derivative with cval=0 and prefilter=True")
    found = image
    for axis in range(np.ndim(image)):
        matrix = resampling(np.shape(image)[axis], function, of_axes(by, np.ndim(image))[axis], order, mode)
        lines = np.moveaxis(found, axis, 0)
        found = np.moveaxis(np.tensordot(in_form_of(matrix, [[0.0]]), lines, axes=(1, 0)), 0, axis)
    return found


@program(ndimage.shift, at=[(_X, 0.4), (_A, 0.3, None, 1, "nearest")])
def shift(input, shift, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """Linear in the image"""
    check_output(output)
    return resampled(np.asarray(input), ndimage.shift, shift, order, mode, cval, prefilter)


@program(ndimage.zoom, at=[(_X, 2.0), (_A, 1.5, None, 1, "nearest")])
def zoom(input, zoom, output=None, order=3, mode="constant", cval=0.0, prefilter=True, *, grid_mode=False):
    """Linear in the image"""
    check_output(output)
    if grid_mode:
        raise NoDerivative("zoom with grid_mode=True is not differentiated")
    return resampled(np.asarray(input), ndimage.zoom, zoom, order, mode, cval, prefilter)


@program(ndimage.map_coordinates, at=[])
def map_coordinates(input, coordinates, output=None, order=3, mode="constant", cval=0.0, prefilter=True):
    """Between the elements around: linear along each axis"""
    check_output(output)
    if order != 1 or mode not in ("constant", "nearest"):
        raise NoDerivative("map_coordinates has a derivative with order=1 and mode='constant' or 'nearest'")
    image, at = np.asarray(input), np.asarray(coordinates)
    points = np.moveaxis(at, 0, -1)
    ends = np.array(np.shape(image)) - 1.0
    inside = np.all((points >= 0.0) & (points <= ends), axis=-1)
    held = np.clip(points, 0.0, ends)
    low = np.clip(np.floor(held), 0.0, np.maximum(ends - 1.0, 0.0)).astype(int)
    share = held - low
    strides = np.append(np.cumprod(np.array(np.shape(image))[:0:-1])[::-1], 1)
    found = 0.0
    for corner in range(2 ** np.ndim(image)):
        bits = (corner >> np.arange(np.ndim(image))) & 1
        places = np.sum(np.minimum(low + bits, ends.astype(int)) * strides, axis=-1)
        weight = np.where(bits[0] == 1, share[..., 0], 1.0 - share[..., 0])
        for axis in range(1, np.ndim(image)):
            weight = weight * np.where(bits[axis] == 1, share[..., axis], 1.0 - share[..., axis])
        found = found + weight * np.ravel(image)[places]
    return found if mode == "nearest" else np.where(inside, found, cval)


REFUSED = refused(
    *present(
        ndimage,
        "rotate affine_transform geometric_transform spline_filter spline_filter1d generic_filter generic_filter1d"
        " maximum_filter minimum_filter median_filter rank_filter percentile_filter grey_dilation grey_erosion",
    ),
    reason="this filter of an image has no derivative here",
    hint="use correlate, convolve, gaussian_filter, uniform_filter, laplace, zoom, shift, or map_coordinates with order=1",
)
