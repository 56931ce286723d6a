"""`scipy.spatial.distance`: distances between the rows of arrays."""

import numpy as np
from scipy.spatial import distance

from s2sad.rules.declare import program
from s2sad.runtime.refusals import NoDerivative

_A = np.array([[0.3, -1.2, 0.8], [2.0, 0.7, -0.4], [1.5, 0.2, 0.9]])
_B = np.array([[1.3, 0.2, -0.8], [0.4, 1.7, 0.6]])

METRICS = "euclidean sqeuclidean cityblock chebyshev minkowski cosine correlation canberra braycurtis".split()


def between(a, b, metric, p):
    """The distances along the last axis."""
    if metric == "euclidean":
        return np.linalg.norm(a - b, axis=-1)
    if metric == "sqeuclidean":
        return np.sum((a - b) ** 2, axis=-1)
    if metric in ("cityblock", "manhattan"):
        return np.sum(np.abs(a - b), axis=-1)
    if metric == "chebyshev":
        return np.max(np.abs(a - b), axis=-1)
    if metric == "minkowski":
        return np.linalg.norm(a - b, ord=p, axis=-1)
    if metric == "cosine":
        return 1.0 - np.sum(a * b, axis=-1) / (np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1))
    if metric == "correlation":
        left, right = a - np.mean(a, axis=-1, keepdims=True), b - np.mean(b, axis=-1, keepdims=True)
        lengths = np.linalg.norm(left, axis=-1) * np.linalg.norm(right, axis=-1)
        return 1.0 - np.sum(left * right, axis=-1) / lengths
    if metric == "canberra":
        return np.sum(np.abs(a - b) / (np.abs(a) + np.abs(b)), axis=-1)
    if metric == "braycurtis":
        return np.sum(np.abs(a - b), axis=-1) / np.sum(np.abs(a + b), axis=-1)
    raise NoDerivative(
        "of this metric no derivative is known: write it as a function of the differences of rows"
    )


@program(distance.cdist, at=[(_A, _B), (_A, _B, "cosine"), (_A, _B, "cityblock")])
def cdist(XA, XB, metric="euclidean", *, out=None, p=2.0):
    """Of each row of the one from each row of the other"""
    if out is not None:
        raise NoDerivative("cdist that writes to out= is not differentiated: take what it returns")
    return between(np.asarray(XA)[:, None, :], np.asarray(XB)[None, :, :], metric, p)


@program(distance.pdist, at=[_A, (_A, "sqeuclidean"), (_A, "correlation")])
def pdist(X, metric="euclidean", *, out=None, p=2.0):
    """Of each row from each later one"""
    if out is not None:
        raise NoDerivative("pdist that writes to out= is not differentiated: take what it returns")
    rows = np.asarray(X)
    first, second = np.triu_indices(len(rows), 1)
    return between(rows[first], rows[second], metric, p)


@program(
    distance.squareform,
    at=[np.array([0.3, 1.2, 2.0]), np.array([[0.0, 0.3, 1.0], [0.3, 0.0, 2.0], [1.0, 2.0, 0.0]])],
)
def squareform(X, force="no", checks=True):
    """From a vector to a symmetric matrix, and back"""
    given = np.asarray(X)
    if np.ndim(given) == 2:
        first, second = np.triu_indices(len(given), 1)
        return given[first, second]
    count = round(0.5 + np.sqrt(0.25 + 2.0 * len(given)))
    first, second = np.triu_indices(count, 1)
    places = np.zeros((count, count), dtype=int)
    places[first, second] = np.arange(1, len(given) + 1)
    return np.concatenate([np.zeros(1), given])[places + np.transpose(places)]
