"""`scipy.ndimage`: filters as correlations of arrays that go on beyond their edges; by the image and by the weights."""

import numpy as np
from scipy import ndimage, signal

from s2sad.rules.declare import nondifferentiable, program
from s2sad.runtime.images import (
    beyond,
    kernel_of,
    of_axes,
    radius_of,
    reach,
)
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import in_form_of, is_active

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1])
_A = np.array([[0.3, -1.2, 0.8], [2.0, 0.7, -0.4], [1.5, 0.2, 0.9], [-0.6, 1.0, 0.1]])
_W = np.array([[0.5, 0.2], [-0.3, 0.7]])
CONSTANT = nondifferentiable(
    "number",
    beyond,
    of_axes,
    reach,
    kernel_of,
    radius_of,
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
