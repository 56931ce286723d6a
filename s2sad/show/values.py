"""Values as they stand in tables: short, on one line; and kept as they were when they were seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

DIGITS = 6
_ITEMS = 6  # of an array or a list that are shown
_LONGEST = 48


def kept(value: Any) -> Any:
    """A value that stays as it is now: a copy of what can be written in place."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if type(value) is list:
        return [kept(item) for item in value]
    if type(value) is tuple:
        return tuple(kept(item) for item in value)
    if type(value) is dict:
        return {key: kept(item) for key, item in value.items()}
    return value


def is_number(value: Any) -> bool:
    """Whether it is a number by itself; a bool is none."""
    if isinstance(value, (bool, np.bool_)):
        return False
    return isinstance(value, (int, float, complex, np.number))


def shown(value: Any, digits: int = DIGITS) -> str:
    """A value in a few characters."""
    if isinstance(value, (bool, np.bool_, int)) or value is None:
        return str(value)
    if is_number(value):
        return f"{value + 0.0:.{digits}g}"  # no negative zero
    if isinstance(value, np.ndarray):
        return _array(value, digits)
    if isinstance(value, (list, tuple)):
        return _items(value, digits)
    if isinstance(value, Iterator):
        return ""
    if isinstance(value, dict):
        pairs = [f"{key!r}: {shown(item, digits)}" for key, item in list(value.items())[:_ITEMS]]
        return _short("{" + ", ".join([*pairs, *_more(value)]) + "}")
    return _short(getattr(value, "__name__", None) or repr(value))


def _items(value: Any, digits: int) -> str:
    inner = ", ".join([*(shown(item, digits) for item in value[:_ITEMS]), *_more(value)])
    if isinstance(value, list):
        return _short(f"[{inner}]")
    return _short(f"({inner},)" if len(value) == 1 else f"({inner})")


def _more(value: Any) -> list[str]:
    return [f"… {len(value)} items"] if len(value) > _ITEMS else []


def _array(value: np.ndarray, digits: int) -> str:
    """The first items of an array, and its shape where not all are there."""
    if value.size <= _ITEMS and value.dtype.kind in "biufc":
        return _short(_nested(value.tolist(), digits))
    first = ", ".join(shown(item, digits) for item in value.ravel()[:3].tolist())
    return f"[{first}, …] of shape {value.shape}"


def _nested(value: Any, digits: int) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_nested(item, digits) for item in value)}]"
    return shown(value, digits)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
