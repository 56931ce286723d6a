"""Values as text: numbers and strings, and tuples, lists and dicts of them."""

from __future__ import annotations

import math
from typing import Any

_ATOMIC = (int, float, complex, str, bytes, bool, type(None), type(...))


def is_literal(value: Any) -> bool:
    """Whether a value is a number or a string, or a tuple, list or dict of such."""
    if type(value) is dict:
        return all(map(is_literal, (*value, *value.values())))
    return type(value) in _ATOMIC or type(value) in (tuple, list) and all(map(is_literal, value))


def literal(value: Any) -> str:
    if type(value) is tuple:
        items = ", ".join(map(literal, value))
        return f"({items},)" if len(value) == 1 else f"({items})"
    if type(value) is list:
        return f"[{', '.join(map(literal, value))}]"
    if type(value) is dict:
        return f"{{{', '.join(f'{literal(key)}: {literal(item)}' for key, item in value.items())}}}"
    if type(value) is float and not math.isfinite(value):
        return f'float("{value!r}")'
    if type(value) is complex:
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    return repr(value)
