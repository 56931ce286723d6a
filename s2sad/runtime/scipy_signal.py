"""What derivatives of `scipy.signal` need: convolutions and their transposes."""

from typing import Any

import numpy as np
import scipy.signal


def convolved(x: Any, y: Any) -> Any:
    """The whole convolution of two arrays."""
    return scipy.signal.convolve(x, y)


def correlated(whole: Any, y: Any) -> Any:
    """The transpose of `convolved` by one of its arguments, with the other one."""
    return scipy.signal.convolve(whole, np.flip(y), mode="valid")


def cropped(whole: Any, shape: tuple, mode: str) -> Any:
    """The middle of the given shape; where two differences are odd, as SciPy takes it."""
    return whole[_middle(np.shape(whole), shape)]


def uncropped(part: Any, whole: Any, shape: tuple, mode: str) -> Any:
    """Zeros in the shape of a whole array around its middle."""
    result = np.zeros(np.shape(whole), dtype=np.asarray(part).dtype)
    result[_middle(np.shape(whole), shape)] = part
    return result


def inside_of(one: tuple, other: tuple) -> tuple:
    """The shape of the part of a convolution in which the smaller one lies wholly in the larger one."""
    return tuple([abs(n - m) + 1 for n, m in zip(one, other)])


def _middle(whole: tuple, shape: tuple) -> tuple:
    starts = [(n - m) // 2 for n, m in zip(whole, shape)]
    return tuple([slice(start, start + m) for start, m in zip(starts, shape)])


def lag_products(g: Any, x: Any, count: int, axis: int) -> np.ndarray:
    """The sums of g[n] x[n - k] for k from 0 on, over all places and all other axes."""
    g, x = np.moveaxis(g, axis, -1), np.moveaxis(x, axis, -1)
    length = np.shape(x)[-1]
    sums = [np.sum(g[..., k:] * x[..., : max(length - k, 0)]) for k in range(count)]
    return np.array(sums, dtype=np.result_type(g, x))


def filtered_back(b: Any, a: Any, x: Any, axis: int) -> Any:
    """The transpose of a linear filter: it runs from the end."""
    return np.flip(scipy.signal.lfilter(b, a, np.flip(x, axis), axis), axis)
