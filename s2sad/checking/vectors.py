"""Trees of numbers and arrays as vectors of real numbers, and vectors as tangents and cotangents in their structure.

    {"a": 2.0, "b": np.array([1.0, 3.0])}       →       2.0, 1.0, 3.0       named ['a'], ['b'][0], ['b'][1]

A complex number is two real ones. The adjoint z_bar of a complex z is such that dz changes the result by the real part
of z_bar * dz, so that as a vector it is that of its conjugate.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from s2sad.trees import aligned, filled, is_numeric, leaves


def vector_of(tree: Any) -> np.ndarray:
    """The real numbers of a tree, from left to right."""
    return _joined([leaf.value for leaf in leaves(tree) if is_numeric(leaf.value)])


def vector_like(other: Any, tree: Any, adjoint: bool = False) -> np.ndarray:
    """The real numbers of a tangent of a tree; with `adjoint` those of an adjoint. None stands for zeros."""
    parts = []
    for leaf, own in zip(leaves(tree), aligned(other, tree)):
        if is_numeric(leaf.value):
            found = np.zeros(np.shape(leaf.value)) if own is None else np.asarray(own)
            found = np.broadcast_to(found, np.shape(leaf.value))
            found = found.astype(complex) if _is_complex(leaf.value) else found
            parts.append(np.conj(found) if adjoint else found)
    return _joined(parts)


def tree_of(vector: np.ndarray, tree: Any, adjoint: bool = False) -> Any:
    """A tangent (or cotangent) in the structure of a tree; None for a leaf that is no number."""
    return filled(tree, _leaves_of(vector, tree, adjoint, None))


def moved(tree: Any, vector: np.ndarray) -> Any:
    """The tree plus a vector; a leaf that is no number stays as it is."""
    steps = _leaves_of(vector, tree, False, tree)
    pairs = zip(leaves(tree), steps)
    return filled(
        tree, [_sum(leaf.value, step) if is_numeric(leaf.value) else leaf.value for leaf, step in pairs]
    )


def names_of(tree: Any, name: str) -> list[str]:
    """The expressions that read the real numbers of a tree: `x['a']`, `x['b'][0, 1]`, `z.imag`."""
    return [
        name + leaf.path + place + part
        for leaf in leaves(tree)
        if is_numeric(leaf.value)
        for part in ((".real", ".imag") if _is_complex(leaf.value) else ("",))
        for place in _places(leaf.value)
    ]


def precision_of(tree: Any) -> float:
    """The machine epsilon of the coarsest of the numbers in a tree."""
    kinds = [np.asarray(leaf.value).dtype for leaf in leaves(tree) if is_numeric(leaf.value)]
    return max([float(np.finfo(kind).eps) for kind in kinds if kind.kind in "fc"] or [np.finfo(float).eps])


def _joined(parts: list[Any]) -> np.ndarray:
    pieces: list[np.ndarray] = []
    for part in parts:
        flat = np.ravel(part)
        pieces += [flat.real, flat.imag] if np.iscomplexobj(flat) else [flat]
    return np.concatenate([piece.astype(float) for piece in pieces]) if pieces else np.zeros(0)


def _leaves_of(vector: np.ndarray, tree: Any, adjoint: bool, rest: Any) -> Iterator[Any]:
    start = 0
    for leaf in leaves(tree):
        if not is_numeric(leaf.value):
            yield None
            continue
        shape, size = np.shape(leaf.value), int(np.size(leaf.value))
        own: Any = vector[start : start + size].reshape(shape)
        start += size
        if _is_complex(leaf.value):
            imaginary = vector[start : start + size].reshape(shape)
            own = own - 1j * imaginary if adjoint else own + 1j * imaginary
            start += size
        yield _in_kind_of(own, leaf.value)


def _in_kind_of(own: Any, value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return np.asarray(own, dtype=value.dtype)
    if isinstance(value, np.inexact):
        return value.dtype.type(own)
    return complex(own) if isinstance(value, complex) else float(own)


def _sum(value: Any, step: Any) -> Any:
    return np.asarray(value + step, dtype=value.dtype) if isinstance(value, np.ndarray) else value + step


def _is_complex(value: Any) -> bool:
    return np.iscomplexobj(value)


def _places(value: Any) -> list[str]:
    shape = np.shape(value)
    return [f"[{', '.join(map(str, place))}]" if place else "" for place in np.ndindex(shape)]
