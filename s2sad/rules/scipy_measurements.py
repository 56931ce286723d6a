"""`scipy.ndimage`: sums, means and variances of an image, of all of it or of the parts that labels tell."""

import numpy as np
from scipy import ndimage

from s2sad.rules.declare import Sample, nondifferentiable, program
from s2sad.runtime.images import chosen_labels, parts_by_label

_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_L = np.array([[1, 1, 2], [0, 2, 1]])
_SAMPLES = [
    _A,
    (_A, _L),
    (_A, _L, 2),
    (_A, _L, [2, 1, 2]),
    Sample((_A,), {"labels": _L, "index": np.array([1])}),
]
CONSTANT = nondifferentiable("number", parts_by_label, chosen_labels)


def by_label(values, labels, index):
    """The sum of each part of an array."""
    if labels is None:
        return np.sum(values)
    if index is None:
        return np.sum(np.where(np.broadcast_to(np.asarray(labels) > 0, np.shape(values)), values, 0.0))
    parts, count = parts_by_label(np.shape(values), labels, index)
    sums = np.bincount(parts, weights=np.reshape(values, -1), minlength=count + 1)
    chosen = sums[chosen_labels(index)]
    return chosen[0] if np.ndim(index) == 0 else chosen


def own_mean(values, labels, index):
    """The mean of the part that each item belongs to, at its place."""
    if labels is None:
        return np.mean(values)
    if index is None:
        return by_label(values, labels, index) / by_label(np.ones(np.shape(values)), labels, index)
    parts, count = parts_by_label(np.shape(values), labels, index)
    sums = np.bincount(parts, weights=np.reshape(values, -1), minlength=count + 1)
    sizes = np.bincount(parts, minlength=count + 1)
    return np.reshape((sums / np.maximum(sizes, 1))[parts], np.shape(values))


@program(ndimage.sum_labels, ndimage.sum, at=_SAMPLES)
def sum_labels(input, labels=None, index=None):
    """The sum of what has a label"""
    return by_label(np.asarray(input, dtype=float), labels, index)


@program(ndimage.mean, at=_SAMPLES)
def mean(input, labels=None, index=None):
    """The mean of what has a label"""
    values = np.asarray(input, dtype=float)
    return by_label(values, labels, index) / by_label(np.ones(np.shape(values)), labels, index)


@program(ndimage.variance, at=_SAMPLES)
def variance(input, labels=None, index=None):
    """The variance of what has a label"""
    values = np.asarray(input, dtype=float)
    apart = values - own_mean(values, labels, index)
    return by_label(apart * apart, labels, index) / by_label(np.ones(np.shape(values)), labels, index)


@program(ndimage.standard_deviation, at=_SAMPLES)
def standard_deviation(input, labels=None, index=None):
    """The root of the variance"""
    return np.sqrt(ndimage.variance(input, labels, index))
