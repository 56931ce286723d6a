"""What goes in and out of a derivative: cotangents and tangents are like their primals, and so are gradients.

What is handed out belongs to the caller: it shares memory with nothing else, and can be written to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from s2sad.errors import NotANumber, ShapeMismatch
from s2sad.trees import aligned, children, leaves, rebuilt

_PLAIN = (float, np.float64, type(None))


def arrays_in(trees: Any) -> list[np.ndarray]:
    """The arrays at the leaves of trees."""
    return [leaf.value for leaf in leaves(trees) if isinstance(leaf.value, np.ndarray)]


def shares(array: np.ndarray, others: Sequence[np.ndarray]) -> bool:
    """Whether an array may have memory in common with one of the others."""
    return any(array is other or np.may_share_memory(array, other) for other in others)


# ------------------------------------------------------------------------------------------------------- gradients


def finished(found: Any, primal: Any, taken: list[np.ndarray]) -> Any:
    """A gradient or tangent in the dtype and shape of its primal, in memory of its own.

    `taken` are the arrays that it must not share memory with; those that are handed out are added.
    """
    if type(primal) is np.ndarray:
        return _array(found, primal, taken)
    if type(found) is float:
        return found
    parts = children(primal)
    if parts is None or found is None:
        return _number(found, primal)
    if type(primal) is list and set(map(type, primal)) <= {float, int}:
        return [item if type(item) is float else _number(item, 0.0) for item in found]
    items = [finished(own, part.value, taken) for own, part in zip(_parts(found, primal), parts)]
    return rebuilt(primal, items)


def _parts(found: Any, primal: Any) -> list[Any]:
    if isinstance(primal, dict):
        return [found[key] for key in primal]
    return [part.value for part in children(found) or ()]


def _array(found: Any, primal: np.ndarray, taken: list[np.ndarray]) -> Any:
    """The gradient of an array, which is copied only where it has to be."""
    if found is None or primal.dtype.kind not in "fc":
        return found
    if type(found) is not np.ndarray or found.dtype != primal.dtype or found.shape != primal.shape:
        found = np.real(found) if primal.dtype.kind == "f" else np.asarray(found)
        found = np.array(np.broadcast_to(found, primal.shape), dtype=primal.dtype)
    elif not found.flags.writeable or shares(found, taken):
        found = found.copy()
    taken.append(found)
    return found


def _number(found: Any, primal: Any) -> Any:
    """The gradient of a number, which is a number; that of one of NumPy's single precision ones is one as well."""
    if type(found) in _PLAIN and not isinstance(primal, np.inexact):
        return found
    if isinstance(found, np.ndarray):
        found = found[()]
    if isinstance(primal, (float, np.floating)) and isinstance(found, (complex, np.complexfloating)):
        found = found.real
    if isinstance(primal, np.inexact) and not isinstance(found, type(primal)) and found is not None:
        return type(primal)(found)
    return found


def needs_finish(primal: Any) -> bool:
    """Whether a gradient by this value may come out in another dtype, or share memory with something."""
    if isinstance(primal, (list, tuple, dict)):
        return any(needs_finish(part.value) for part in children(primal) or ())
    return isinstance(primal, (np.ndarray, np.inexact)) and type(primal) is not np.float64


# ------------------------------------------------------------------------------------------ tangents and cotangents


def like(given: Any, primal: Any, what: str) -> Any:
    """A tangent or cotangent as its primal has it: the same containers, shapes, and kinds of numbers.

    `what` names it in errors. Raises ShapeMismatch for another structure or shape, NotANumber for what holds no
    numbers, or holds complex ones for real ones.
    """
    parts = children(primal)
    if parts is not None:
        return rebuilt(primal, _items_like(given, primal, what))
    if isinstance(primal, np.ndarray):
        return _array_like(given, primal, what)
    if type(given) is float or not _is_number(primal):
        return given
    return _number_like(given, primal, what)


def _items_like(given: Any, primal: Any, what: str) -> list[Any]:
    parts = children(primal) or []
    if isinstance(primal, dict):
        fits = isinstance(given, dict) and given.keys() == primal.keys()
    elif isinstance(primal, (list, tuple)):
        fits = isinstance(given, (list, tuple)) and len(given) == len(primal)
    else:
        fits = type(given) is type(primal)
    if not fits:
        raise ShapeMismatch(
            f"{what} is {described(given)}, and the value {described(primal)}",
            "give it the structure of the value",
        )
    return [
        like(own, part.value, f"{what}{part.path}") for own, part in zip(_parts(given, primal), parts)
    ]


def _array_like(given: Any, primal: np.ndarray, what: str) -> Any:
    if primal.dtype.kind not in "fc":
        return given
    number = primal.ndim == 0 and _is_number(given)
    if not number and (not isinstance(given, np.ndarray) or given.shape != primal.shape):
        reason = f"{what} is {described(given)}, and the value {described(primal)}"
        raise ShapeMismatch(reason, f"give it the shape {primal.shape}")
    if isinstance(given, np.ndarray) and given.dtype == primal.dtype:
        return given
    kind = np.asarray(given).dtype.kind
    if kind not in "fiuc" or (kind == "c" and primal.dtype.kind == "f"):
        raise NotANumber(
            f"{what} is {described(given)}, and the value {described(primal)}", "pass floats for floats"
        )
    return np.asarray(given, dtype=primal.dtype)


def _number_like(given: Any, primal: Any, what: str) -> Any:
    if isinstance(given, np.ndarray) and given.ndim == 0:
        given = given[()]
    real = not isinstance(primal, (complex, np.complexfloating))
    reason = f"{what} is {described(given)}, and the value {described(primal)}"
    if isinstance(given, np.ndarray) or children(given) is not None:
        raise ShapeMismatch(reason, "pass a number")
    if not _is_number(given) or (real and isinstance(given, (complex, np.complexfloating))):
        raise NotANumber(reason, "pass a float")
    return given


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, complex, np.number)) and not isinstance(value, (bool, np.bool_))


def described(value: Any) -> str:
    """What a value is, in a few words: for errors."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} of shape {value.shape}"
    if isinstance(value, dict):
        return f"a dict with the keys {list(value)}"
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of length {len(value)}"
    return "None" if value is None else f"a {type(value).__name__}"


# ----------------------------------------------------------------------------------------------------- saved values


def separated(saved: Any, outside: list[np.ndarray]) -> Any:
    """What a forward sweep saved, with copies of the arrays that others hold as well, and may write to."""
    if not outside:
        return saved
    return _with_arrays(saved, lambda array: array.copy() if shares(array, outside) else array)


def copied(saved: Any) -> Any:
    """What a forward sweep saved, for a reverse sweep that writes to it. Views stay views of the same arrays."""
    bases: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    return _with_arrays(saved, lambda array: _copied_view(array, bases))


def _with_arrays(saved: Any, function: Callable) -> Any:
    """Other arrays in saved values; lists are copied as well, unless they hold numbers only."""
    if type(saved) is np.ndarray:
        return function(saved)
    if type(saved) is tuple:
        return tuple([_with_arrays(item, function) for item in saved])
    if type(saved) is list:
        return [_with_arrays(item, function) for item in saved]
    if type(saved) is dict:
        return {key: _with_arrays(item, function) for key, item in saved.items()}
    return saved


def _copied_view(array: np.ndarray, bases: dict[int, tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    base = array
    while type(base.base) is np.ndarray:
        base = base.base
    if id(base) not in bases:
        bases[id(base)] = base, base.copy(order="K")
    other = bases[id(base)][1]
    if array is base or other.strides != base.strides:
        return other if array is base else array.copy()
    offset = array.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return np.ndarray(array.shape, array.dtype, other, offset, array.strides)


def adjoints_like(bars: Sequence[Any], primals: Sequence[Any], outside: list[np.ndarray]) -> list[Any]:
    """The adjoints of primals, as they are handed out."""
    taken = list(outside)
    return [finished(bar, primal, taken) for bar, primal in zip(bars, primals)]


__all__ = ["adjoints_like", "aligned", "arrays_in", "copied", "finished", "like", "needs_finish", "separated"]
