"""`scipy.ndimage` and `scipy.signal`: filters that pick an item of the window around each place."""

import numpy as np
from scipy import ndimage

from s2sad.rules.declare import Sample, program
from s2sad.rules.scipy_images import check_output, chosen_axes, extended
from s2sad.runtime.images import of_axes

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1, -0.4])
_A = np.array([[0.3, -1.2, 2.0, 0.75], [2.5, 0.7, -0.4, 1.6], [0.2, 1.3, -0.9, 0.1]])
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]])


def windows_around(image, size, footprint, mode, cval, origin, axes):
    """The items of the window around each place, along a last axis."""
    every = chosen_axes(axes, np.ndim(image))
    sizes = of_axes(size if footprint is None else np.shape(footprint), len(every))
    modes, origins = of_axes(mode, len(every)), of_axes(origin, len(every))
    whole = image
    for place, axis in enumerate(every):
        whole = extended(whole, axis, sizes[place], modes[place], cval, origins[place])
    windows = np.lib.stride_tricks.sliding_window_view(whole, tuple(sizes), tuple(every))
    items = np.reshape(windows, np.shape(image) + (-1,))
    return items if footprint is None else items[..., np.flatnonzero(footprint)]


@program(
    ndimage.maximum_filter,
    at=[(_X, 3), (_A, 2), Sample((_A,), {"footprint": _CROSS}), Sample((_A, (2, 3)), {"mode": "nearest"})],
)
def maximum_filter(
    input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """The largest item of each window"""
    check_output(output)
    return np.max(windows_around(np.asarray(input), size, footprint, mode, cval, origin, axes), axis=-1)


@program(ndimage.minimum_filter, at=[(_X, 3), (_A, 2), Sample((_A, 3), {"mode": "constant", "cval": 0.6})])
def minimum_filter(
    input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """The least item of each window"""
    check_output(output)
    return np.min(windows_around(np.asarray(input), size, footprint, mode, cval, origin, axes), axis=-1)


@program(ndimage.maximum_filter1d, at=[(_X, 3), (_A, 2, 0)])
def maximum_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """The largest of neighbours along an axis"""
    check_output(output)
    return np.max(windows_around(np.asarray(input), size, None, mode, cval, origin, (axis,)), axis=-1)


@program(ndimage.minimum_filter1d, at=[(_X, 3), (_A, 2, 0)])
def minimum_filter1d(input, size, axis=-1, output=None, mode="reflect", cval=0.0, origin=0):
    """The least of neighbours along an axis"""
    check_output(output)
    return np.min(windows_around(np.asarray(input), size, None, mode, cval, origin, (axis,)), axis=-1)


@program(
    ndimage.median_filter,
    at=[(_X, 3), (_A, 2), Sample((_A,), {"footprint": _CROSS}), Sample((_A, 3), {"mode": "mirror"})],
)
def median_filter(
    input, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """The item in the middle of each window, the upper one of two"""
    check_output(output)
    items = windows_around(np.asarray(input), size, footprint, mode, cval, origin, axes)
    return np.sort(items, axis=-1)[..., np.shape(items)[-1] // 2]


@program(ndimage.rank_filter, at=[(_X, 1, 3), (_A, -2, 2)])
def rank_filter(
    input, rank, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):
    """The item of each window that so many others are less than"""
    check_output(output)
    items = windows_around(np.asarray(input), size, footprint, mode, cval, origin, axes)
    return np.sort(items, axis=-1)[..., rank]


@program(ndimage.percentile_filter, at=[(_X, 30, 3), (_A, -20, 2), (_A, 100, 2)])
def percentile_filter(
    input, percentile, size=None, footprint=None, output=None, mode="reflect", cval=0.0, origin=0, *, axes=None
):  # fmt: skip
    """The item of each window that this share of the others is less than"""
    check_output(output)
    items = windows_around(np.asarray(input), size, footprint, mode, cval, origin, axes)
    share = percentile + 100.0 if percentile < 0 else percentile
    rank = int(np.shape(items)[-1] * share / 100.0)
    return np.sort(items, axis=-1)[..., -1 if share == 100.0 else rank]
