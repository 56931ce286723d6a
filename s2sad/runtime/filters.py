"""What derivatives of filters need: parts of them that don't vary."""

from typing import Any

import numpy as np
from scipy import signal


def savgol_weights(window: int, order: int, deriv: int, pos: Any = None, use: str = "conv") -> Any:
    """The weights of `scipy.signal.savgol_coeffs`, for steps of one."""
    return signal.savgol_coeffs(window, order, deriv, 1.0, pos, use)


def at_ends(window: int, order: int, deriv: int) -> Any:
    """How the first and the last values of `savgol_filter` depend on the window at the end, the last below the first."""
    half = window // 2
    whole = signal.savgol_filter(np.eye(window), window, order, deriv, axis=0)
    return np.concatenate([whole[:half], whole[window - half :]])


def analytic(count: int) -> Any:
    """Twice the positive frequencies, and none of the negative ones."""
    found = np.zeros(count)
    found[0] = 1.0
    found[1 : (count + 1) // 2] = 2.0
    if count % 2 == 0:
        found[count // 2] = 1.0
    return found


def trends(count: int, breaks: Any = 0) -> Any:
    """A constant and a straight line between one break and the next, of length one and at right angles."""
    ends = np.unique(np.concatenate([[0], np.ravel(breaks), [count]])).astype(int)
    parts = []
    for first, last in zip(ends[:-1], ends[1:]):
        lines = np.zeros((count, 2))
        length = last - first
        lines[first:last] = np.stack([np.ones(length), np.arange(1, length + 1) / length], axis=1)
        parts.append(np.linalg.qr(lines[:, : min(length, 2)])[0])
    return np.concatenate(parts, axis=1)


def peaks_at(x: np.ndarray, *options: Any) -> np.ndarray:
    """The places of the peaks of a signal, as `scipy.signal.find_peaks` finds them with these options."""
    return signal.find_peaks(x, *options)[0]


def turned_powers(order: int) -> Any:
    """The coefficients of (z - 1)**k (z + 1)**(order - k), a row for each k, that of the highest power first."""
    return np.stack([np.poly([1.0] * k + [-1.0] * (order - k)) for k in range(order + 1)])
