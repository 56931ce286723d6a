"""What filters of images need: arrays that go on beyond their edges, and the parts of them that are weighed."""

from typing import Any

import numpy as np

_MODES = {"grid-mirror": "reflect", "grid-wrap": "wrap", "grid-constant": "constant"}


def beyond(count: int, before: int, after: int, mode: str) -> Any:
    """Which elements stand at the places from `before` the first one to `after` the last one."""
    mode = _MODES.get(mode, mode)
    places = np.arange(-before, count + after)
    if mode == "wrap":
        return places % count
    if mode == "reflect":
        places = places % (2 * count)
        return np.where(places < count, places, 2 * count - 1 - places)
    if mode == "mirror":
        period = max(2 * count - 2, 1)
        places = places % period
        return np.where(places < count, places, period - places)
    if mode == "nearest":
        return np.clip(places, 0, count - 1)
    raise RuntimeError("boundary mode not supported")


def of_axes(value: Any, count: int) -> list[Any]:
    """A parameter for each of several axes, which one value may stand for."""
    if isinstance(value, str) or np.ndim(value) == 0:
        return [value] * count
    return list(value)


def reach(size: int, origin: int) -> tuple[int, int]:
    """How far a window of weights reaches back, and forth."""
    before = size // 2 + int(origin)
    return before, size - 1 - before


def kernel_of(sigma: float, order: int, truncate: float, radius: Any) -> Any:
    """The weights of Gauss' filter, or of one of its derivatives."""
    from scipy.ndimage import _filters

    length = int(truncate * float(sigma) + 0.5) if radius is None else radius
    return _filters._gaussian_kernel1d(float(sigma), order, length)[::-1]


def radius_of(sigma: Any, truncate: float, radius: Any) -> int:
    return int(truncate * float(sigma) + 0.5) if radius is None else int(radius)


def resampling(count: int, function: Any, by: Any, order: int, mode: str) -> Any:
    """How what becomes of one axis depends on it, as a matrix."""
    return function(np.eye(count), (by, 0.0 if function.__name__ == "shift" else 1.0), order=order, mode=mode)
