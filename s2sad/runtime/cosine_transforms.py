"""Transforms by cosines and sines: which weights make of one the transpose of another."""

from typing import Any

import numpy as np
import scipy.fft

from s2sad.runtime.products import fitted

_TRANSPOSED = {1: 1, 2: 3, 3: 2, 4: 4}
_INVERTED = {None: "forward", "backward": "forward", "forward": "backward", "ortho": "ortho"}


def transposed_type(kind: int) -> int:
    """The type of the transposed transform, and of the inverse one."""
    return _TRANSPOSED[kind]


def inverted(norm: Any) -> str:
    """The norm by which a transform has the factor that its inverse has by this one."""
    return _INVERTED[norm]


def weights_before(name: str, kind: int, shape: tuple, axis: int, norm: Any, orthogonalize: Any) -> Any:
    """What the cotangent is multiplied by before it is transformed."""
    return at_ends(name, kind, shape[axis], axes_behind(shape, axis), norm, orthogonalize, {1: 2.0, 2: 2.0})


def weights_after(name: str, kind: int, shape: tuple, axis: int, norm: Any, orthogonalize: Any) -> Any:
    """What the transformed cotangent is multiplied by."""
    return at_ends(name, kind, shape[axis], axes_behind(shape, axis), norm, orthogonalize, {1: 0.5, 3: 0.5})


def at_ends(
    name: str, kind: int, length: int, behind: int, norm: Any, orthogonalize: Any, by_type: dict[int, float]
) -> Any:
    """A weight of the samples at the ends, if the transform isn't orthogonal but for a factor."""
    is_orthogonal = norm == "ortho" if orthogonalize is None else orthogonalize
    if is_orthogonal or kind not in by_type or (name == "dst" and kind == 1):
        return 1.0
    weights = np.ones(length)
    weights[-1 if name == "dst" else 0] = by_type[kind]
    if kind == 1:
        weights[-1] = by_type[kind]
    return weights.reshape(-1, *(1,) * behind)


def axes_behind(shape: tuple, axis: int) -> int:
    """How many axes come after an axis."""
    return -1 - axis if axis < 0 else len(shape) - 1 - axis


def lengths_along(shape: tuple, s: Any, axes: Any) -> list[tuple[int, Any]]:
    """The axes of a transform, and how many samples it has along each."""
    count = len(shape) if s is None else len(np.atleast_1d(s))
    along = range(len(shape) - count, len(shape)) if axes is None else np.atleast_1d(axes).tolist()
    return list(zip(along, [None] * len(list(along)) if s is None else np.atleast_1d(s).tolist()))


def cosines(x: Any, name: str, kind: int, s: Any, axes: Any, norm: Any, orthogonalize: Any) -> Any:
    """`scipy.fft.dctn` or `dstn`, by its name."""
    return getattr(scipy.fft, name)(x, kind, s, axes, norm, orthogonalize=orthogonalize)


def cosines_back(
    bar: Any, name: str, shape: tuple, kind: int, s: Any, axes: Any, norm: Any, orthogonalize: Any
) -> Any:
    """The transpose of `cosines`: that of each axis, and what was filled up or cut is put right at the end."""
    one = getattr(scipy.fft, name[:-1])
    for axis, _ in lengths_along(shape, s, axes):
        how = name[:-1], kind, np.shape(bar), axis, norm, orthogonalize
        back = one(
            weights_before(*how) * bar, transposed_type(kind), None, axis, norm, orthogonalize=orthogonalize
        )
        bar = weights_after(*how) * back
    return fitted(bar, shape)
