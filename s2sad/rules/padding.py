"""Arrays with a border around them."""

import numpy as np

from s2sad.rules.declare import Sample, linear, nondifferentiable, program
from s2sad.runtime.shaping import inside, parts_of, unbordered, widths_of_axes

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_STATISTICS = ("mean", "median", "maximum", "minimum")
WIDTHS = nondifferentiable("other", widths_of_axes)


def with_borders(array, pad_width, mode):
    """Beside each line stands one number that is computed of it, along one axis after the other."""
    found = np.asarray(array)
    for axis, (before, after) in enumerate(widths_of_axes(pad_width, np.ndim(found))):
        if mode == "mean":
            one = np.mean(found, axis=axis, keepdims=True)
        elif mode == "median":
            one = np.median(found, axis=axis, keepdims=True)
        elif mode == "maximum":
            one = np.max(found, axis=axis, keepdims=True)
        else:
            one = np.min(found, axis=axis, keepdims=True)
        found = np.concatenate([np.repeat(one, before, axis), found, np.repeat(one, after, axis)], axis=axis)
    return found


def with_ramps(array, pad_width, end_values):
    """From the edge to a number, along one axis after the other."""
    found = np.asarray(array)
    for axis, (before, after) in enumerate(widths_of_axes(pad_width, np.ndim(found))):
        lines = np.moveaxis(found, axis, 0)
        front = np.linspace(end_values, lines[0], before, endpoint=False)
        back = np.linspace(end_values, lines[-1], after, endpoint=False)
        found = np.moveaxis(np.concatenate([front, lines, back[::-1]]), 0, axis)
    return found


@program(np.pad, at=[Sample((_X, 2), {"mode": "linear_ramp", "end_values": 0.4})])
def pad_with_ramps(array, pad_width, mode, *, end_values):
    """The array among ramps"""
    if mode != "linear_ramp" or np.ndim(end_values) != 0:
        raise NotImplementedError("np.pad has a derivative with one number for end_values")
    return with_ramps(array, pad_width, end_values)


@linear(np.pad, at=[(_X, 1), (_A, ((1, 0), (2, 1)))], wrt=("array",))
def pad(out_bar, array, pad_width):
    """d pad(a) = pad(da)"""
    return inside(out_bar, np.shape(array), pad_width)


@program(
    np.pad,
    at=[
        *((_X, 1, "constant"), (_X, 1, "wrap"), Sample((_A, 1), {"mode": "edge"})),
        *((_A, ((1, 0), (2, 1)), mode) for mode in _STATISTICS),
        (_A, (1, 2), "linear_ramp"),
    ],
)
def pad_by_mode(array, pad_width, mode):
    """The array among zeros, among copies of its elements, or among what is computed of each line"""
    if mode == "constant":
        return np.pad(array, pad_width)
    if mode in _STATISTICS:
        return with_borders(array, pad_width, mode)
    if mode == "linear_ramp":
        return with_ramps(array, pad_width, 0.0)
    if mode not in ("edge", "reflect", "symmetric", "wrap"):
        raise NotImplementedError(
            "np.pad has derivatives for the modes constant, edge, reflect, symmetric, wrap, linear_ramp, mean,"
            " median, maximum and minimum"
        )
    place = np.pad(np.reshape(np.arange(np.size(array)), np.shape(array)), pad_width, mode)
    return np.reshape(array, -1)[place]


@linear(
    np.pad,
    at=[
        Sample((_X, 1), {"constant_values": 0.5}),
        Sample((_A, ((1, 0), (2, 1))), {"constant_values": 2.0}),
        Sample((_X, 1), {"constant_values": np.array([0.5, 2.0])}),
    ],
    wrt=("array", "constant_values"),
)
def pad_with(out_bar, array, pad_width, mode="constant", *, constant_values):
    """d pad(a, c) = pad(da, dc)"""
    array_bar = inside(out_bar, np.shape(array), pad_width)
    if np.ndim(constant_values) == 0:
        return array_bar, np.sum(out_bar) - np.sum(array_bar)
    sums = unbordered(out_bar, np.shape(array), pad_width, np.shape(constant_values))
    return array_bar, parts_of(sums, constant_values)


@linear(unbordered, at=[(np.pad(_X, 1), (4,), 1, (2,))], wrt=("padded",))
def unbordered_(out_bar, padded, shape, pad_width, like):
    """The transpose of the transpose of `np.pad` by its constants"""
    return np.pad(np.zeros(shape), pad_width, constant_values=out_bar)


@linear(inside, at=[(np.pad(_X, 1), (4,), 1)], wrt=("padded",))
def inside_(out_bar, padded, shape, pad_width):
    """The transpose of the transpose of `np.pad`"""
    return np.pad(out_bar, pad_width)
