"""NumPy's functions in compiled derivatives, as loops and expressions that Numba has."""

import numpy as np

from s2sad.rules.declare import Sample, compiled_program

LACKING = frozenset(
    (np.cov, np.corrcoef, np.gradient, np.median, np.histogram, np.partition, np.select, np.piecewise)
    + (np.choose, np.compress, np.split, np.array_split, np.vsplit, np.hsplit, np.dsplit, np.meshgrid)
    + (np.fromfunction, np.polyfit, np.sort)
)
"""What Numba doesn't have, or not with all arguments: the standard rules' programs are compiled where nothing varies, too."""
_X = np.array([0.3, -1.2, 0.8])
_A = np.array([[2.0, 0.3, -0.5], [0.7, -1.5, 0.2]])


@compiled_program(np.polyval, at=[(_X, 0.7), (_X, _A), ([1.0, -2.0], _X)])
def polyval(p, x):
    """Horner's scheme"""
    result = 0.0 * x
    for coefficient in p:
        result = result * x + coefficient
    return result


@compiled_program(
    np.delete,
    at=[(_X, 1), (_X, [0, 2]), (_X, slice(1, 3)), (_A, 4), (_A, 0, 0), Sample((_A, -1), {"axis": 1})],
)
def delete(arr, obj, axis=None):
    """The items that a mask keeps"""
    rows = np.reshape(arr, -1) if axis is None else np.moveaxis(arr, axis, 0)
    kept = np.ones(len(rows), dtype=bool)
    kept[obj] = False
    rows = rows[kept]
    return rows if axis is None else np.moveaxis(rows, 0, axis)


@compiled_program(np.insert, at=[(_X, 1, 0.5), (_X, -1, 0.5), (_X, 3, 2.0)])
def insert(arr, obj, values):
    """What stands before and after a place beside what is put there"""
    items = np.reshape(arr, -1)
    place = obj if obj >= 0 else obj + len(items)
    return np.concatenate((items[:place], np.atleast_1d(values), items[place:]))


@compiled_program(np.put, np.ndarray.put, at=[])
def put_in_loops(a, ind, v, mode="raise"):
    """The same of an array whose elements lie side by side"""
    if mode == "wrap":
        ind = np.mod(ind, a.size)
    if mode == "clip":
        ind = np.clip(ind, 0, a.size - 1)
    if np.ndim(v) == 0:
        a.reshape(-1)[ind] = v
    elif np.size(v) > 0:
        a.reshape(-1)[ind] = np.resize(v, np.shape(ind))


@compiled_program(np.broadcast_arrays, at=[(_X, 0.5), (_X, _A)])
def broadcast_two(a, b):
    """Two arrays in their common shape"""
    shape = np.broadcast_shapes(np.shape(a), np.shape(b))
    return np.broadcast_to(a, shape), np.broadcast_to(b, shape)


@compiled_program(np.broadcast_arrays, at=[(_X, 0.5, _A)])
def broadcast_three(a, b, c):
    """Three arrays in their common shape"""
    shape = np.broadcast_shapes(np.shape(a), np.shape(b), np.shape(c))
    return np.broadcast_to(a, shape), np.broadcast_to(b, shape), np.broadcast_to(c, shape)


@compiled_program(np.fft.fftfreq, at=[4, 5, (4, 0.3)])
def frequencies(n, d=1.0):
    """The second half are those below zero"""
    k = np.arange(n)
    return np.where(k < (n + 1) // 2, k, k - n) / (n * d)


@compiled_program(np.fft.rfftfreq, at=[4, 5, (4, 0.3)])
def frequencies_of_real_numbers(n, d=1.0):
    """The frequencies from zero on"""
    return np.arange(n // 2 + 1) / (n * d)


@compiled_program(
    np.linalg.lstsq, at=[(_A.T, _X, None), (_A, _X[:2], None), (_A.T, _A.T[:, :1], 1e-10), (_A.T, _A.T)]
)
def least_squares(a, b, rcond=None):
    """By the pseudoinverse; nothing is left where the columns aren't independent, or are as many as the rows"""
    rows, columns = np.shape(a)
    cutoff = 2.0**-52 * max(rows, columns)
    if rcond is not None:
        cutoff = rcond if rcond >= 0 else 2.0**-52
    s = np.linalg.svd(a, compute_uv=False)
    rank = np.sum(s > cutoff * s[0])
    x = np.linalg.pinv(a, cutoff) @ b
    rest = b - a @ x
    left = np.atleast_1d(np.sum(rest * rest, axis=0))
    return x, left[: np.shape(left)[0] if rank == columns < rows else 0], rank, s
