"""Shapes of arrays: reshaping, transposing, repeating, diagonals, copies and conversions."""

import numpy as np

from s2sad.rules.declare import Sample, linear, nondifferentiable, present, program
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.indexing import diagonal_view
from s2sad.runtime.shaping import inverse_order, order_in_memory, undiagonal, unrepeat, untile

_X = np.array([0.3, -1.2, 2.0, 0.7])
_A = np.array([[0.3, -1.2, 2.0], [2.5, 0.7, -0.4]])
_S = np.array([[0.3, -1.2], [2.0, 0.7]])
_C = np.arange(1.0, 25.0).reshape(2, 3, 4) / 7.0
_Z = np.array([0.3 + 1.0j, -1.2 + 0.5j])


@linear(np.reshape, at=[(_A, (3, 2)), (_A, -1)])
def reshape(out_bar, a, shape=None, order="C"):
    """d reshape(a) = reshape(da)"""
    return np.reshape(out_bar, np.shape(a), order=order)


@linear(np.ndarray.reshape, at=[(_A, 3, 2), (_A, (6,)), (_A, -1)], wrt=("a",))
def reshape_method(out_bar, a, *shape, order="C"):
    """d a.reshape(shape) = da.reshape(shape)"""
    return np.reshape(out_bar, np.shape(a), order=order)


@linear(np.ravel, np.ndarray.ravel, np.ndarray.flatten, at=[_A, _C])
def ravel(out_bar, a, order="C"):
    """d ravel(a) = ravel(da)"""
    return np.reshape(out_bar, np.shape(a), order=order)


@linear(np.ndarray.view, at=[_A])
def view(out_bar, a):
    """d a.view() = da"""
    return out_bar


@program(np.ravel, np.ndarray.ravel, at=[(_A, "F"), (_C, "K")])
def ravel_in_order(a, order):
    """As `np.reshape`, in the order in which an array lies in memory if that is asked for"""
    if order == "C" or order == "F":
        return np.reshape(a, -1, order=order)
    return np.reshape(a, -1, order=order_in_memory(a, order))


@linear(np.transpose, at=[_A, (_C, (1, 2, 0)), (_C, (0, -1, -2))])
def transpose(out_bar, a, axes=None):
    """d a.T = da.T"""
    if axes is None:
        return np.transpose(out_bar)
    return np.transpose(out_bar, inverse_order(axes))


@linear(np.ndarray.transpose, at=[_A, (_C, 1, 2, 0), (_C, (1, 2, 0)), (_C, 0, -1, -2)], wrt=("a",))
def transpose_method(out_bar, a, *axes):
    """d a.T = da.T"""
    if len(axes) == 0:
        return np.transpose(out_bar)
    if len(axes) == 1:
        return np.transpose(out_bar, inverse_order(axes[0]))
    return np.transpose(out_bar, inverse_order(axes))


@linear(np.swapaxes, np.ndarray.swapaxes, at=[(_C, 0, 2)], wrt=("a",))
def swapaxes(out_bar, a, axis1, axis2):
    """d swapaxes(a) = swapaxes(da)"""
    return np.swapaxes(out_bar, axis1, axis2)


@linear(np.moveaxis, at=[(_C, 0, -1)], wrt=("a",))
def moveaxis(out_bar, a, source, destination):
    """d moveaxis(a) = moveaxis(da)"""
    return np.moveaxis(out_bar, destination, source)


@program(np.rollaxis, at=[(_C, 2), (_C, 0, 2)])
def rollaxis(a, axis, start=0):
    """`np.moveaxis` by another name"""
    if axis < 0:
        axis = axis + np.ndim(a)
    return np.moveaxis(a, axis, start - 1 if start > axis else start)


@linear(np.squeeze, np.ndarray.squeeze, at=[_C[:, :1], (_C[:, :1], 1)], wrt=("a",))
def squeeze(out_bar, a, axis=None):
    """d squeeze(a) = squeeze(da)"""
    return np.reshape(out_bar, np.shape(a))


@linear(np.expand_dims, at=[(_X, 0), (_A, (0, 3))], wrt=("a",))
def expand_dims(out_bar, a, axis):
    """d expand_dims(a) = expand_dims(da)"""
    return np.reshape(out_bar, np.shape(a))


@program(np.atleast_1d, at=[(_X, 0.5), (_A, _X, 0.5)])
def each_atleast_1d(*arys):
    """Each array by itself"""
    return tuple([np.atleast_1d(a) for a in arys])


@program(np.atleast_2d, at=[(_X, 0.5), (_A, _X, 0.5)])
def each_atleast_2d(*arys):
    """Each array by itself"""
    return tuple([np.atleast_2d(a) for a in arys])


@program(np.atleast_3d, at=[(_X, 0.5), (_A, _X, 0.5)])
def each_atleast_3d(*arys):
    """Each array by itself"""
    return tuple([np.atleast_3d(a) for a in arys])


@linear(*present(np, "atleast_1d atleast_2d atleast_3d"), at=[_X, _A, 0.5], wrt=("a",))
def atleast(out_bar, a):
    """d atleast_1d(a) = atleast_1d(da)"""
    return np.reshape(out_bar, np.shape(a))


@linear(np.broadcast_to, at=[(_X, (3, 4)), (0.5, (2, 2)), (_A[:1], (4, 3))], wrt=("array",))
def broadcast_to(out_bar, array, shape):
    """d broadcast(a) = broadcast(da)"""
    return unbroadcast(out_bar, array)


@linear(np.flip, at=[_X, _A, (_A, 1)])
def flip(out_bar, m, axis=None):
    """d flip(a) = flip(da)"""
    return np.flip(out_bar, axis)


@linear(np.fliplr, at=[_A])
def fliplr(out_bar, m):
    """d fliplr(a) = fliplr(da)"""
    return np.fliplr(out_bar)


@linear(np.flipud, at=[_A])
def flipud(out_bar, m):
    """d flipud(a) = flipud(da)"""
    return np.flipud(out_bar)


@linear(np.rot90, at=[_A, (_A, 2), (_C, 1, (1, 2))])
def rot90(out_bar, m, k=1, axes=(0, 1)):
    """d rot90(a) = rot90(da)"""
    return np.rot90(out_bar, -k, axes)


@linear(np.roll, at=[(_X, 1), (_A, 1), Sample((_A, -1), {"axis": 1})], wrt=("a",))
def roll(out_bar, a, shift, axis=None):
    """d roll(a) = roll(da)"""
    return np.roll(out_bar, np.negative(shift), axis)


@linear(np.repeat, np.ndarray.repeat, at=[(_X, 2), (_A, 3, 1), (_A, np.array([1, 2, 0]), 1)], wrt=("a",))
def repeat(out_bar, a, repeats, axis=None):
    """d repeat(a) = repeat(da)"""
    return unrepeat(out_bar, np.shape(a), repeats, axis)


@linear(unrepeat, at=[(_X, (2,), 2, 0)], wrt=("copies",))
def unrepeat_(out_bar, copies, shape, repeats, axis):
    """The transpose of the transpose of `np.repeat`"""
    return np.repeat(out_bar, repeats, axis)


@linear(np.tile, at=[(_X, 2), (_A, (2, 1)), (_X, (3, 2))], wrt=("A",))
def tile(out_bar, A, reps):
    """d tile(a) = tile(da)"""
    return untile(out_bar, np.shape(A), reps)


@linear(untile, at=[(_X, (2,), 2)], wrt=("copies",))
def untile_(out_bar, copies, shape, reps):
    """The transpose of the transpose of `np.tile`"""
    return np.tile(out_bar, reps)


# ---------------------------------------------------------------------------------------- diagonals and triangles


@linear(np.diag, at=[_X, _S, (_S, 1)])
def diag(out_bar, v, k=0):
    """d diag(a) = diag(da)"""
    if np.ndim(v) == 1:
        return np.diag(out_bar, k)
    result = np.zeros_like(v)
    rows = np.arange(len(out_bar))
    result[rows + max(-k, 0), rows + max(k, 0)] = out_bar
    return result


@linear(np.diagonal, np.ndarray.diagonal, at=[_A, (_A, 1), (_A, -1), _C, (_C, 0, 1, 2)])
def diagonal(out_bar, a, offset=0, axis1=0, axis2=1):
    """d diagonal(a) = diagonal(da)"""
    return undiagonal(out_bar, np.shape(a), offset, axis1, axis2)


@linear(diagonal_view, at=[_A, (_A, 1), (_C, 0, 1, 2)])
def diagonal_view_(out_bar, array, offset=0, axis1=0, axis2=1, *, k=0):
    """As `diagonal`"""
    return undiagonal(out_bar, np.shape(array), offset + k, axis1, axis2)


@linear(undiagonal, at=[(_X[:2], (2, 3), 0, 0, 1)], wrt=("amount",))
def undiagonal_(out_bar, amount, shape, offset, axis1, axis2):
    """The transpose of the transpose of `np.diagonal`"""
    return np.diagonal(out_bar, offset, axis1, axis2)


@program(np.trace, np.ndarray.trace, at=[_A, (_S, 1)])
def trace(a, offset=0, axis1=0, axis2=1):
    """The sum of the diagonal"""
    return np.sum(np.diagonal(a, offset, axis1, axis2), axis=-1)


@program(np.diagflat, at=[_X, _S])
def diagflat(v, k=0):
    """A matrix with all items on its diagonal"""
    return np.diag(np.reshape(v, -1), k)


@linear(np.tril, at=[_A, (_A, -1), _X])
def tril(out_bar, m, k=0):
    """d tril(a) = tril(da)"""
    kept = np.tril(out_bar, k)
    return np.sum(kept, axis=0) if np.ndim(m) == 1 else kept  # a vector is taken for as many rows


@linear(np.triu, at=[_A, (_A, 1), _X])
def triu(out_bar, m, k=0):
    """d triu(a) = triu(da)"""
    kept = np.triu(out_bar, k)
    return np.sum(kept, axis=0) if np.ndim(m) == 1 else kept


@program(np.vander, at=[_X, (_X, 3)])
def vander(x, N=None, increasing=False):
    """The powers of the items"""
    powers = np.arange(len(x) if N is None else N)
    return x[:, None] ** (powers if increasing else powers[::-1])


# ------------------------------------------------------------------------------------------ copies, conversions


@linear(
    *present(np, "copy asfortranarray positive"),
    np.ndarray.copy,
    at=[_X],
    wrt=("a",),
)
def copy(out_bar, a, order="K"):
    """d copy(a) = copy(da)"""
    return out_bar


@linear(np.ndarray.astype, at=[(_X, float)], wrt=("a",))
def astype(out_bar, a, dtype, order="K", casting="unsafe", subok=True, copy=True):
    """d a.astype(float) = da.astype(float)"""
    return out_bar


@linear(*present(np, "float64 longdouble complex128 clongdouble"), at=[0.3, _X], wrt=("x",))
def number(out_bar, x):
    """d float64(x) = dx"""
    return out_bar


@program(np.ndarray.item, at=[(_X, 2), (_A, 1, 2), (_A, (1, 2))])
def item_at(a, place, second=None, third=None):
    """The item at a place"""
    if second is not None:
        return a[place, second] if third is None else a[place, second, third]
    return a[place] if isinstance(place, tuple) else np.reshape(a, -1)[place]


@linear(np.ndarray.item, at=[_X[:1]], wrt=("a",))
def item(out_bar, a):
    """d a.item() = da.item()"""
    return np.reshape(np.asarray(out_bar), np.shape(a))


@linear(np.ndarray.tolist, at=[_X], wrt=("a",))
def tolist(out_bar, a):
    """d a.tolist() = da.tolist()"""
    return np.reshape(np.asarray(out_bar), np.shape(a))


@linear(np.real, at=[_Z, _X], real=True)
def real(out_bar, val):
    """d real(z) = real(dz)"""
    return out_bar


@linear(np.imag, at=[_Z], real=True)
def imag(out_bar, val):
    """d imag(z) = imag(dz)"""
    return -1j * out_bar


@linear(np.conj, np.ndarray.conj, np.ndarray.conjugate, at=[_Z, _X])
def conj(out_bar, z):
    """d conj(z) = conj(dz)"""
    return np.conj(out_bar)


@program(np.nan_to_num, at=[np.array([0.3, np.nan, np.inf])])
def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """nan and infinities are constants"""
    high = np.finfo(np.asarray(x).dtype).max if posinf is None else posinf
    low = np.finfo(np.asarray(x).dtype).min if neginf is None else neginf
    result = np.where(np.isnan(x), nan, np.where(x == np.inf, high, np.where(x == -np.inf, low, x)))
    if copy:
        return result
    x[...] = result
    return x


ORDERS = nondifferentiable("other", order_in_memory)

WITHOUT = nondifferentiable(
    "number",
    *present(np, "zeros_like ones_like empty_like zeros ones empty eye identity indices tri arange"),
    *present(
        np,
        "tril_indices triu_indices diag_indices diag_indices_from tril_indices_from triu_indices_from unravel_index ravel_multi_index ndindex",
    ),
    *present(
        np,
        "shares_memory may_share_memory iscomplexobj isrealobj iscomplex isreal result_type common_type finfo iinfo",
    ),
    *present(np, "broadcast_shapes array_equiv allclose digitize lexsort argpartition isin in1d"),
    np.ndarray.__len__,
)
