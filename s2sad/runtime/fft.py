"""Transposes of the Fourier transforms of real numbers."""

from typing import Any

import numpy as np


def rfft_transposed(out_bar: Any, shape: tuple, n: int | None, axis: int, norm: Any) -> np.ndarray:
    """The cotangent of a, for `np.fft.rfft(a)`: the transform of what is left out is zero."""
    length = shape[axis] if n is None else n
    whole = np.zeros((*np.moveaxis(out_bar, axis, -1).shape[:-1], length), complex)
    whole[..., : out_bar.shape[axis]] = np.moveaxis(out_bar, axis, -1)
    found = np.moveaxis(np.fft.fft(whole, norm=norm).real, -1, axis)
    return found if length == shape[axis] else resized(found, shape, axis)


def irfft_transposed(out_bar: Any, shape: tuple, n: int | None, axis: int, norm: Any) -> np.ndarray:
    """The cotangent of a, for `np.fft.irfft(a)`: all frequencies but the first and the middle one count twice."""
    length = 2 * (shape[axis] - 1) if n is None else n
    found = np.moveaxis(np.conj(np.fft.rfft(out_bar, axis=axis, norm=_reversed(norm))), axis, -1)
    twice = np.full(found.shape[-1], 2.0)
    twice[0] = 1.0
    if length % 2 == 0:
        twice[-1] = 1.0
    found = np.moveaxis(found * twice, -1, axis)
    return found if found.shape[axis] == shape[axis] else resized(found, shape, axis)


def _reversed(norm: str | None) -> Any:
    return {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}[norm]


def resized(array: np.ndarray, shape: tuple, axis: int) -> np.ndarray:
    """An array with the length of a shape along an axis: cut, or filled up with zeros."""
    if array.shape[axis] == shape[axis]:
        return array
    rows = np.moveaxis(array, axis, 0)
    result = np.zeros((shape[axis], *rows.shape[1:]), array.dtype)
    count = min(shape[axis], len(rows))
    result[:count] = rows[:count]
    return np.moveaxis(result, 0, axis)
