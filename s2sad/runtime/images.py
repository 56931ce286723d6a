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


def grid_of(shape: Any) -> Any:
    """The coordinates of all elements."""
    return np.indices(tuple(shape)).astype(float)


def zoomed_places(shape: Any, zoom: Any, grid_mode: bool) -> Any:
    """Where the elements of an image that is zoomed are in the image itself."""
    wide = [int(round(n * z)) for n, z in zip(shape, of_axes(zoom, len(shape)))]
    places = grid_of(wide)
    for axis, (n, m) in enumerate(zip(shape, wide)):
        if grid_mode:
            places[axis] = (places[axis] + 0.5) * (n / m) - 0.5
        else:
            places[axis] *= (n - 1) / (m - 1) if m > 1 else 1.0
    return places


def turned_shape(shape: Any, turn: Any, reshape: bool) -> tuple[int, ...]:
    """The shape of an image that is turned, as SciPy has it."""
    if not reshape:
        return tuple(shape)
    rows, columns = shape
    corners = turn @ np.array([[0, 0, rows, rows], [0, columns, 0, columns]])
    return tuple((np.ptp(corners, axis=1) + 0.5).astype(int).tolist())


def spline_filters(count: int, order: int, mode: str) -> Any:
    """How the coefficients of a spline depend on the elements along an axis, as a matrix."""
    from scipy import ndimage

    return ndimage.spline_filter1d(np.eye(count), order, axis=0, mode=mode)


def turned_back(points: Any, shape: Any, mode: str) -> tuple[Any, Any, Any]:
    """How places beyond the edges are turned back into the image: sign and offset; and which are inside, or turned."""
    sign, offset = np.ones(np.shape(points)), np.zeros(np.shape(points))
    inside = np.ones(np.shape(points)[1], bool)
    for axis, count in enumerate(shape):
        x = points[axis]
        out = (x < 0) | (x > count - 1)
        if mode == "constant":
            inside &= ~out
            continue
        if mode == "nearest":
            sign[axis] = np.where(out, 0.0, 1.0)
            offset[axis] = np.where(x > count - 1, count - 1.0, 0.0)
            continue
        if mode in ("wrap", "grid-wrap"):
            period = count - 1 if mode == "wrap" else count
            offset[axis] = np.where(out, -period * np.floor(x / period), 0.0)
            continue
        edge = 1 if mode == "mirror" else 0
        period = max(2 * count - 2 * edge, 1)
        base = x - period * np.floor(x / period)
        back = out & (base > count - edge - (0 if edge else 0.5))
        sign[axis] = np.where(back, -1.0, 1.0)
        whole = period * np.floor(x / period)
        offset[axis] = np.where(out, np.where(back, period - (1 - edge) + whole, -whole), 0.0)
    return sign, offset, inside


def taps_of(points: Any, shape: Any, order: int, mode: str) -> Any:
    """The coefficients that each place takes, in the order of the weights."""
    spline_mode = "mirror" if mode in ("constant", "wrap") else _MODES.get(mode, mode)
    whole = np.floor(points + (0.0 if order % 2 else 0.5))
    taps = np.zeros((1, np.shape(points)[1]), int)
    for axis, count in enumerate(shape):
        own = (whole[axis].astype(int) - order // 2)[None, :] + np.arange(order + 1)[:, None]
        first, last = int(own.min(initial=0)), int(own.max(initial=0))
        known = beyond(count, max(-first, 0), max(last - count + 1, 0), spline_mode)
        own = np.asarray(known)[own + max(-first, 0)]
        taps = np.reshape(taps[:, None, :] * count + own[None, :, :], (-1, np.shape(points)[1]))
    return taps


def widened(lengths: Any, padding: int) -> tuple[int, ...]:
    """The shape of an image that is extended on both sides of each axis."""
    return tuple([int(length) + 2 * padding for length in lengths])


def parts_by_label(shape: tuple, labels: Any, index: Any) -> tuple[np.ndarray, int]:
    """The number of the part that each item of an image belongs to, the last one for those without a label; and how many."""
    wanted = np.unique(np.asarray(index))
    every = np.ravel(np.broadcast_to(np.asarray(labels), shape))
    places = np.clip(np.searchsorted(wanted, every), 0, len(wanted) - 1)
    return np.where(wanted[places] == every, places, len(wanted)), len(wanted)


def chosen_labels(index: Any) -> np.ndarray:
    """Which part is meant by each of the labels that are asked for."""
    asked = np.reshape(np.asarray(index), -1)
    return np.searchsorted(np.unique(asked), asked)
