"""Arrays with a border around them."""

import numpy as np

from s2sad.rules.declare import Sample, linear, program
from s2sad.runtime.shaping import inside, parts_of, unbordered

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])


@linear(np.pad, at=[(_X, 1), (_A, ((1, 0), (2, 1)))], wrt=("array",))
def pad(out_bar, array, pad_width):
    """d pad(a) = pad(da)"""
    return inside(out_bar, np.shape(array), pad_width)


@program(np.pad, at=[(_X, 1, "constant"), (_X, 1, "wrap"), Sample((_A, 1), {"mode": "edge"})])
def pad_by_mode(array, pad_width, mode):
    """The array among zeros, or among copies of its elements"""
    if mode == "constant":
        return np.pad(array, pad_width)
    if mode not in ("edge", "reflect", "symmetric", "wrap"):
        raise NotImplementedError(
            "np.pad has derivatives for the modes constant, edge, reflect, symmetric and wrap"
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
