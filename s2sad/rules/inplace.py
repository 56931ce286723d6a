"""Functions and methods that write to an array, as the assignment that they are."""

import numpy as np

from s2sad.rules.declare import program

_A = np.array([0.3, -1.2, 2.0])


@program(np.ndarray.fill, at=[])
def fill(a, value):
    """`a[...] = value`"""
    a[...] = value


@program(np.copyto, at=[])
def copyto(dst, src, casting="same_kind", where=True):
    """`dst[...] = src`, where a mask says so"""
    if where is True:
        dst[...] = src
    else:
        dst[...] = np.where(where, src, dst)


@program(np.ndarray.sort, at=[])
def sort(a, axis=-1, kind=None):
    """`a[...] = np.sort(a)`"""
    a[...] = np.sort(a, axis)


@program(np.put, at=[])
def put(a, ind, v, mode="raise"):
    """`a.flat[ind] = v`"""
    a.reshape(-1)[ind] = v


@program(np.putmask, at=[])
def putmask(a, mask, values):
    """`a[mask] = values[mask]`"""
    a[...] = np.where(mask, values, a)


@program(np.fill_diagonal, at=[])
def fill_diagonal(a, val, wrap=False):
    """`a[i, i] = val` for all i"""
    i = np.arange(min(a.shape))
    a[i, i] = val
