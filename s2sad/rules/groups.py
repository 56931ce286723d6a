"""Reductions of the items between one place and the next: `reduceat`."""

import numpy as np

from s2sad.rules.declare import Sample, program

_X = np.array([0.3, -1.2, 2.0, 0.7, 1.1])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_AT = [(_X, [0, 3]), (_X, [1, 4, 2, 2]), (_A, [0, 1]), Sample((_A, [0, 2]), {"axis": 1})]


@program(np.add.reduceat, at=_AT)
def add_reduceat(array, indices, axis=0):
    """The sums of the items between one place and the next, or the item itself if that is no later one"""
    return reduced_at(np.sum, array, indices, axis)


@program(np.multiply.reduceat, at=_AT)
def multiply_reduceat(array, indices, axis=0):
    """The same of products"""
    return reduced_at(np.prod, array, indices, axis)


@program(np.maximum.reduceat, at=_AT)
def maximum_reduceat(array, indices, axis=0):
    """The same of greatest items"""
    return reduced_at(np.max, array, indices, axis)


@program(np.minimum.reduceat, at=_AT)
def minimum_reduceat(array, indices, axis=0):
    """The same of least items"""
    return reduced_at(np.min, array, indices, axis)


def reduced_at(reduction, array, indices, axis):
    rows = np.moveaxis(np.asarray(array), axis, 0)
    found = rows[np.asarray(indices)]
    ends = [*indices[1:], len(rows)]
    for k in range(len(indices)):
        if ends[k] > indices[k]:
            found[k] = reduction(rows[indices[k] : ends[k]], axis=0)
    return np.moveaxis(found, 0, axis)
