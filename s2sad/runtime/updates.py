"""What is changed in place, and may be something else as well: the running program tells."""

import types
from collections.abc import Iterator
from typing import Any

import numpy as np

from s2sad.runtime.refusals import RefusedValue

SHARED = (
    "two arguments, or parts of one, are one object or share memory (or one does with what the function reads from "
    "outside), and the function writes to one of them: pass a copy"
)
_MOST_WORK = 1000
_DEEPEST = 4


def check_alone(value: Any, *others: Any) -> None:
    """Raises ValueError if what `value += x` changes itself is, or is a part of, something else that is still needed."""
    if isinstance(value, (float, int, complex, str, tuple, np.generic, type(None))) or not hasattr(
        type(value), "__iadd__"
    ):
        return
    if any(_is_one(value, part) for other in others for part in memory_in(other)):
        raise RefusedValue(
            f"this changes a{'n array' if isinstance(value, np.ndarray) else ' ' + type(value).__name__} that has "
            "another name, or is held by something: write `x = x + …`, or `x += …` on a copy"
        )


def check_apart(written: Any, *others: Any) -> None:
    """Raises ValueError if what a function writes to shares memory with something else that it gets or reads.

    Each has an adjoint of its own, which wouldn't see what is written through the other one.
    """
    for other in others:
        if _have_in_common(written, other):
            raise RefusedValue(SHARED)


def check_lists_apart(written: Any, *others: Any) -> None:
    """As `check_apart` of what gets other items or attributes: the arrays in it aren't written to.

    Nor may it hold a list or dict twice.
    """
    own = [part for part in memory_in(written) if not isinstance(part, np.ndarray)]
    lists = [id(part) for part in own if isinstance(part, (list, dict))]
    twice = len(set(lists)) < len(lists)
    if twice or any(part is one for other in others for part in memory_in(other) for one in own):
        raise RefusedValue(SHARED)


def check_parts_apart(container: Any) -> None:
    """Raises ValueError if an array in a list, tuple or dict is another one in it, or shares memory with it.

    Each is copied by itself; those in objects aren't copied.
    """
    copied = set(map(id, _arrays_in(container)))
    by_base: dict[int, list[np.ndarray]] = {}
    for part in memory_in(container) if copied else ():
        if isinstance(part, np.ndarray):
            base = part
            while isinstance(base.base, np.ndarray):
                base = base.base
            others = by_base.setdefault(id(base), [])
            if any(_is_one(part, other) for other in others if id(part) in copied or id(other) in copied):
                raise RefusedValue(SHARED)
            others.append(part)


def _arrays_in(container: Any) -> Iterator[np.ndarray]:
    """The arrays in a list, tuple or dict, and in those that it holds."""
    if isinstance(container, np.ndarray):
        yield container
    elif isinstance(container, (list, tuple, dict)):
        for item in container.values() if isinstance(container, dict) else container:
            yield from _arrays_in(item)


def _have_in_common(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return _is_one(one, other)
    own = list(memory_in(one))
    return any(_is_one(part, other_part) for other_part in memory_in(other) for part in own)


def memory_in(value: Any) -> Iterator[Any]:
    """A value, and what it holds, as far as it can be written to; attributes to a depth of a few objects.

    What is held twice comes twice.
    """
    numbers = {float, int, bool, complex, str, np.float64, type(None)}
    plain = (*numbers, bytes, np.generic, np.dtype, np.ufunc, type, types.ModuleType, types.FunctionType)
    waiting, seen = [(value, 0)], set()
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, plain):
            continue
        if not isinstance(part, tuple):
            yield part
        if id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, (np.ndarray, types.BuiltinFunctionType)) or depth == _DEEPEST:
            continue
        if isinstance(part, dict):
            items = list(part.values())
        elif isinstance(part, (list, tuple)):
            items = list(part)
        else:
            items, depth = _attributes(part), depth + 1
        if not set(map(type, items)) <= numbers:
            waiting += [(item, depth) for item in items]


def _attributes(value: Any) -> list[Any]:
    """What an object holds; properties aren't run."""
    try:
        found = list(object.__getattribute__(value, "__dict__").values())
    except AttributeError:
        found = []
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if not name.startswith("__") and hasattr(value, name):
                found.append(getattr(value, name))
    return found


def _is_one(value: Any, other: Any) -> bool:
    """Whether two are the same object, or arrays that share memory; two are taken to share it where that takes long to tell."""
    if isinstance(value, np.ndarray) and isinstance(other, np.ndarray):
        return np.may_share_memory(value, other, max_work=_MOST_WORK)  # type: ignore[arg-type]
    return value is other


CHECKS_APART = (check_apart, check_lists_apart, check_parts_apart)
