"""Sums, means, products and extremes of arrays along axes, and what runs along an axis: cumulative sums, differences."""

import numpy as np

from s2sad.rules.declare import Sample, adjoint, linear, nondifferentiable, partials, present, program
from s2sad.runtime.broadcasting import known_real
from s2sad.runtime.reductions import (
    count_along,
    deviation,
    products_of_others,
    share_of_extreme,
    unreduce,
)

# The method is still there where NumPy has removed it, and says so when it is called.
_PTP = "ptp" if np.lib.NumpyVersion(np.__version__) < "2.0.0" else ""

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_C = np.arange(1.0, 25.0).reshape(2, 3, 4) / 7.0
AXES = [
    _X,
    Sample((_A,), {"axis": 0}),
    Sample((_A,), {"axis": -1, "keepdims": True}),
    Sample((_C,), {"axis": (0, 2)}),
    (_C, 1),
    0.5,
]
_PLACES = nondifferentiable("number", count_along, share_of_extreme)
_SEARCHES = nondifferentiable(
    "number",
    *present(np, "any all nanargmax nanargmin argwhere"),
    *present(np.ndarray, "any all argmax argmin argsort nonzero searchsorted"),
)

# --------------------------------------------------------------------------------------------------------- sums


@linear(np.sum, np.ndarray.sum, at=AXES)
def sum_(out_bar, a, axis=None, dtype=None, *, keepdims=False):
    """d sum(a) = sum(da)"""
    return unreduce(out_bar, np.shape(a), axis, keepdims)


@linear(unreduce, at=[(0.5, (2, 3), None, False), (np.array([0.3, 0.7]), (2, 3), 1, False)], wrt=("amount",))
def unreduce_(out_bar, amount, shape, axis, keepdims):
    """d unreduce(a) = unreduce(da)"""
    if axis is None:
        return np.sum(out_bar)
    return np.sum(out_bar, axis=axis, keepdims=keepdims)


@linear(np.mean, np.ndarray.mean, at=AXES)
def mean(out_bar, a, axis=None, dtype=None, *, keepdims=False):
    """d mean(a) = mean(da)"""
    return unreduce(out_bar / count_along(np.shape(a), axis), np.shape(a), axis, keepdims)


@program(np.sum, np.ndarray.sum, at=[Sample((_X,), {"where": _X > 0})])
def sum_where(a, axis=None, dtype=None, *, where, keepdims=False, initial=0.0):
    """What is masked out is zero"""
    return np.sum(np.where(where, a, 0), axis=axis, keepdims=keepdims) + initial


@program(np.sum, np.ndarray.sum, at=[Sample((_X,), {"initial": 2.0})])
def sum_from(a, axis=None, dtype=None, *, initial, keepdims=False):
    """The sum is added to a number"""
    return np.sum(a, axis=axis, keepdims=keepdims) + initial


@program(np.mean, np.ndarray.mean, at=[Sample((_X,), {"where": _X > 0})])
def mean_where(a, axis=None, dtype=None, *, where, keepdims=False):
    """The mean of what is not masked out"""
    count = np.sum(np.broadcast_to(where, np.shape(a)), axis=axis, keepdims=keepdims)
    return np.sum(np.where(where, a, 0), axis=axis, keepdims=keepdims) / count


@program(np.add.reduce, at=[_X, (_A, 1), Sample((_A,), {"initial": 2.0})])
def add_reduce(array, axis=0, dtype=None, *, keepdims=False, initial=None):
    """`np.sum` along the first axis"""
    if initial is None:
        return np.sum(array, axis=axis, keepdims=keepdims)
    return np.sum(array, axis=axis, keepdims=keepdims, initial=initial)


# ------------------------------------------------------------------------------------------------------- spread


def squared(distance):
    """The square of the absolute value"""
    return distance * distance if known_real(distance) else np.real(distance * np.conj(distance))


@program(np.var, np.ndarray.var, at=[*AXES[:-1], Sample((_X,), {"ddof": 1})])
def var(a, axis=None, dtype=None, *, ddof=0, correction=0, mean=None, keepdims=False):
    """The mean square of the distance from the mean"""
    distance = a - (np.mean(a, axis=axis, keepdims=True) if mean is None else mean)
    if not (ddof or correction):
        return np.mean(squared(distance), axis=axis, keepdims=keepdims)
    count = count_along(np.shape(a), axis) - (ddof or correction)
    return np.sum(squared(distance), axis=axis, keepdims=keepdims) / count


@program(np.std, np.ndarray.std, at=[*AXES[:-1], Sample((_X,), {"ddof": 1})])
def std(a, axis=None, dtype=None, *, ddof=0, correction=0, mean=None, keepdims=False):
    """The root of the variance"""
    if mean is None:
        return deviation(np.var(a, axis=axis, ddof=ddof or correction, keepdims=keepdims))
    return deviation(np.var(a, axis=axis, ddof=ddof or correction, mean=mean, keepdims=keepdims))


@partials(deviation, at=[0.3, 4.0])
def deviation_(xp, variance, *, out):
    """d of the root of a variance, which is 0 of equal items"""
    return 0.5 * out / (variance + (variance == 0))


@program(np.average, at=[Sample((_A,), {"axis": 1, "weights": _X[:3] ** 2, "returned": True})])
def average_and_weight(a, axis=None, weights=None, *, returned, keepdims=False):
    """The weighted mean, and the sum of the weights"""
    found = np.average(a, axis=axis, weights=weights, keepdims=keepdims)
    if not returned:
        return found
    if weights is None:
        return found, np.full(np.shape(found), float(count_along(np.shape(a), axis)))
    if np.ndim(weights) != np.ndim(a):
        return found, np.broadcast_to(np.sum(weights), np.shape(found)) + 0.0
    return found, np.sum(weights, axis=axis, keepdims=keepdims) + 0.0


@program(np.average, at=[_X, Sample((_X,), {"weights": _X * _X}), Sample((_A,), {"axis": 0})])
def average(a, axis=None, weights=None, *, keepdims=False):
    """The weighted mean"""
    if weights is None:
        return np.mean(a, axis=axis, keepdims=keepdims)
    if np.ndim(weights) != np.ndim(a):
        a = np.moveaxis(a, axis, -1)
        return np.sum(a * weights, axis=-1) / np.sum(weights)
    return np.sum(a * weights, axis=axis, keepdims=keepdims) / np.sum(weights, axis=axis, keepdims=keepdims)


@program(
    np.cov,
    at=[_A, Sample((_A,), {"ddof": 0}), Sample((_A,), {"aweights": [0.5, 1.0, 2.0]})]
    + [Sample((_A,), {"fweights": [1, 3, 2], "aweights": [0.5, 1.0, 2.0]})],
)
def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None):
    """The covariances of the rows, whose columns may have weights"""
    if y is not None:
        m = np.concatenate([np.atleast_2d(m), np.atleast_2d(y)])
    if np.ndim(m) == 2 and not rowvar:
        m = m.T
    if ddof is None:
        ddof = 0 if bias else 1
    if fweights is None and aweights is None:
        distance = m - np.mean(m, axis=-1, keepdims=True)
        other = distance if known_real(distance) else np.conj(distance)
        return np.dot(distance, np.transpose(other)) * np.true_divide(1, np.shape(m)[-1] - ddof)
    weights = 1.0 if fweights is None else np.asarray(fweights, float)
    weights = weights if aweights is None else weights * np.asarray(aweights)
    count = np.sum(weights)
    distance = m - np.sum(m * weights, axis=-1, keepdims=True) / count
    other = np.transpose(distance * weights)
    other = other if known_real(distance) else np.conj(other)
    if aweights is None or ddof == 0:
        return np.dot(distance, other) * np.true_divide(1, count - ddof)
    count = count - ddof * np.sum(weights * np.asarray(aweights)) / count
    return np.dot(distance, other) * np.true_divide(1, count)


# ----------------------------------------------------------------------------------------------------- products


def prod_tangent(a_dot, a, axis=None, dtype=None, *, keepdims=False, out):
    return np.sum(products_of_others(a, axis) * a_dot, axis=axis, keepdims=keepdims)


@adjoint(np.prod, np.ndarray.prod, tangent=prod_tangent, at=[*AXES[:-1], np.array([0.0, 2.0, 0.0])])
def prod(out_bar, a, axis=None, dtype=None, *, keepdims=False, out):
    """d prod(a) = sum of (product of the others) da, which is right beside zeros too"""
    if axis is not None and not keepdims:
        out_bar = unreduce(out_bar, np.shape(a), axis, keepdims)
    return products_of_others(a, axis) * out_bar


@program(np.prod, np.ndarray.prod, at=[Sample((_X,), {"initial": 2.0})])
def prod_from(a, axis=None, dtype=None, *, initial, where=True, keepdims=False):
    """The product of a number and what is not masked out"""
    return np.prod(np.where(where, a, 1), axis=axis, keepdims=keepdims) * initial


@program(np.multiply.reduce, at=[_X, (_A, 1)])
def multiply_reduce(array, axis=0, dtype=None, *, keepdims=False):
    """`np.prod` along the first axis"""
    return np.prod(array, axis=axis, keepdims=keepdims)


# ----------------------------------------------------------------------------------------------------- extremes


def extreme_tangent(a_dot, a, axis=None, *, keepdims=False, out):
    return np.sum(share_of_extreme(a, out, axis, keepdims) * a_dot, axis=axis, keepdims=keepdims)


@adjoint(
    *present(np, "max amax min amin"),
    *present(np.ndarray, "max min"),
    tangent=extreme_tangent,
    at=AXES[:-1],
)
def extreme(out_bar, a, axis=None, *, keepdims=False, out):
    """d max(a) = the mean of da over the items that are equal to the maximum"""
    if axis is not None and not keepdims:
        out_bar = unreduce(out_bar, np.shape(a), axis, keepdims)
    return share_of_extreme(a, out, axis, keepdims) * out_bar


@program(
    *present(np, "max amax"),
    np.ndarray.max,
    at=[Sample((_X,), {"initial": 1.0}), Sample((_X[1:1],), {"initial": 1.0})],
)
def max_from(a, axis=None, *, initial, where=True, keepdims=False):
    """The maximum with a number, of what is not masked out, and may be nothing"""
    items = np.where(where, a, initial)
    if np.size(items) == 0:
        return initial + np.sum(items, axis=axis, keepdims=keepdims)
    return np.maximum(np.max(items, axis=axis, keepdims=keepdims), initial)


@program(*present(np, "min amin"), np.ndarray.min, at=[Sample((_X,), {"initial": 1.0})])
def min_from(a, axis=None, *, initial, where=True, keepdims=False):
    """The minimum with a number, of what is not masked out, and may be nothing"""
    items = np.where(where, a, initial)
    if np.size(items) == 0:
        return initial + np.sum(items, axis=axis, keepdims=keepdims)
    return np.minimum(np.min(items, axis=axis, keepdims=keepdims), initial)


@program(np.maximum.reduce, at=[_X, (_A, 1)])
def maximum_reduce(array, axis=0, dtype=None, *, keepdims=False):
    """`np.max` along the first axis"""
    return np.max(array, axis=axis, keepdims=keepdims)


@program(np.minimum.reduce, at=[_X, (_A, 1)])
def minimum_reduce(array, axis=0, dtype=None, *, keepdims=False):
    """`np.min` along the first axis"""
    return np.min(array, axis=axis, keepdims=keepdims)


@program(np.ptp, *present(np.ndarray, _PTP), at=AXES[:-1])
def ptp(a, axis=None, *, keepdims=False):
    """Maximum minus minimum"""
    return np.max(a, axis=axis, keepdims=keepdims) - np.min(a, axis=axis, keepdims=keepdims)


def logaddexp_reduce_tangent(a_dot, array, axis=0, dtype=None, *, keepdims=False, out):
    weights = np.exp(array - unreduce(out, np.shape(array), axis, keepdims))
    return np.sum(weights * a_dot, axis=axis, keepdims=keepdims)


@adjoint(np.logaddexp.reduce, tangent=logaddexp_reduce_tangent, at=[_X, (_A, 1)])
def logaddexp_reduce(out_bar, array, axis=0, dtype=None, *, keepdims=False, out):
    """d log(sum(exp(a))) = sum(exp(a - value) da)"""
    weights = np.exp(array - unreduce(out, np.shape(array), axis, keepdims))
    return weights * unreduce(out_bar, np.shape(array), axis, keepdims)


# ---------------------------------------------------------------------------------------------- along an axis


@linear(np.cumsum, np.ndarray.cumsum, at=[_X, _A, Sample((_A,), {"axis": 1}), (_C, -2)])
def cumsum(out_bar, a, axis=None, dtype=None):
    """d cumsum(a) = cumsum(da)"""
    if axis is None:
        return np.reshape(np.cumsum(out_bar[::-1])[::-1], np.shape(a))
    return np.flip(np.cumsum(np.flip(out_bar, axis), axis=axis), axis)


@program(np.add.accumulate, at=[_X, (_A, 1)])
def add_accumulate(array, axis=0, dtype=None):
    """`np.cumsum` along the first axis"""
    return np.cumsum(array, axis=axis)


@program(
    np.cumprod, np.ndarray.cumprod, at=[_X, _A, Sample((_A,), {"axis": 1}), np.array([0.0, 2.0, 0.0, 3.0])]
)
def cumprod(a, axis=None, dtype=None):
    """One product after the other, so that a zero is no exception"""
    rows = np.reshape(a, -1) if axis is None else np.moveaxis(a, axis, 0)
    result = np.empty_like(rows)
    if len(rows):
        result[0] = rows[0]
    for i in range(1, len(rows)):
        result[i] = result[i - 1] * rows[i]
    return result if axis is None else np.moveaxis(result, 0, axis)


@program(*present(np, "cumulative_sum"), at=[_X, Sample((_A,), {"axis": 1, "include_initial": True})])
def cumulative_sum(x, *, axis=0, dtype=None, include_initial=False):
    """`np.cumsum` along an axis, which may begin with nothing"""
    if not include_initial:
        return np.cumsum(x, axis=axis)
    return np.concatenate([np.sum(np.zeros_like(x), axis=axis, keepdims=True), np.cumsum(x, axis=axis)], axis)


@program(*present(np, "cumulative_prod"), at=[_X, Sample((_A,), {"axis": 1, "include_initial": True})])
def cumulative_prod(x, *, axis=0, dtype=None, include_initial=False):
    """`np.cumprod` along an axis, which may begin with one"""
    if not include_initial:
        return np.cumprod(x, axis=axis)
    return np.concatenate(
        [np.prod(np.ones_like(x), axis=axis, keepdims=True), np.cumprod(x, axis=axis)], axis
    )


@program(np.multiply.accumulate, at=[_X, (_A, 1)])
def multiply_accumulate(array, axis=0, dtype=None):
    """`np.cumprod` along the first axis"""
    return np.cumprod(array, axis=axis)


@program(np.maximum.accumulate, at=[_X, (_A, 1)])
def maximum_accumulate(array, axis=0, dtype=None):
    """The maximum so far"""
    rows = np.moveaxis(array, axis, 0)
    result = np.empty_like(rows)
    result[0] = rows[0]
    for i in range(1, len(rows)):
        result[i] = np.maximum(result[i - 1], rows[i])
    return np.moveaxis(result, 0, axis)


@program(np.minimum.accumulate, at=[_X, (_A, 1)])
def minimum_accumulate(array, axis=0, dtype=None):
    """The minimum so far"""
    return -np.maximum.accumulate(-array, axis)


@program(np.corrcoef, at=[_A])
def corrcoef(x, y=None, rowvar=True):
    """The covariances, divided by the standard deviations"""
    c = np.cov(x, y, rowvar)
    d = np.sqrt(np.real(np.diag(c)))
    return c / d[:, None] / d[None, :]
