"""What derivatives of spectra need: windows, and where the parts of a signal lie."""

from typing import Any

import numpy as np
from scipy import signal


def one_sided(size: int, count: int) -> np.ndarray:
    """How often each frequency stands for itself and its negative: the first, and a middle one, once."""
    found = np.full(size, 2.0)
    found[0] = 1.0
    if count % 2 == 0:
        found[-1] = 1.0
    return found


def named(window: Any) -> Any:
    """A window by its name, with its numbers, where they have come as an array of texts; any other as it is."""
    if isinstance(window, np.ndarray) and window.dtype.kind == "U":
        return (str(window[0]), *map(float, window[1:]))
    return window


def window_of(window: Any, nperseg: Any, count: int) -> np.ndarray:
    """The window of each part, which is no longer than the signal."""
    window = named(window)
    if isinstance(window, (str, tuple)):
        return signal.get_window(window, min(256 if nperseg is None else int(nperseg), count))
    return np.asarray(window, float)


def part_places(count: int, size: int, common: int) -> np.ndarray:
    """The places of each part in a signal: a row for each."""
    step = size - common
    starts = np.arange((count - common) // step) * step
    return starts[:, None] + np.arange(size)


def added_places(parts: int, size: int, common: int) -> np.ndarray:
    """Where the items of all parts go, one part after the other."""
    return np.ravel(np.arange(parts)[:, None] * (size - common) + np.arange(size))


def norm_of_parts(weights: np.ndarray, places: np.ndarray, length: int) -> np.ndarray:
    """The sum of the squares of the windows at each place; one where there are none."""
    squares = np.bincount(places, np.tile(weights**2, len(places) // len(weights)), length)
    return np.where(squares > 1e-10, squares, 1.0)


def low_pass(count: int, up: int, down: int, window: Any) -> tuple:
    """The filter of `resample_poly` as it applies it, both factors without what they share, and which part is kept."""
    window, shared = named(window), int(np.gcd(up, down))
    up, down = int(up) // shared, int(down) // shared
    length = -(-count * up // down)
    if not isinstance(window, (str, tuple)):
        weights = np.array(window, float)
        half = (len(weights) - 1) // 2
    else:
        half = 10 * max(up, down)
        weights = signal.firwin(2 * half + 1, 1.0 / max(up, down), window=window)
    before = down - half % down
    weights = np.concatenate([np.zeros(before), weights * up])
    first = (half + before) // down
    while ((count - 1) * up + len(weights) - 1) // down + 1 < length + first:
        weights = np.append(weights, 0.0)
    return weights, up, down, first, length
