"""Kinds as people say them, for messages: `array[float, 1]` is a 1-d array."""

from __future__ import annotations

from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind

_WORDS = {
    K.NONE: "None",
    K.TEXT: "a text",
    K.BOOL: "a truth value",
    K.COMPLEX: "a complex number",
    K.UNKNOWN: "a value of unknown type",
}
_OF_ELEMENTS = {K.BOOL: " of bools", K.INT: " of ints", K.COMPLEX: " of complex numbers"}


def spoken(kind: Kind) -> str:
    """What a value of this kind is, in a few words with an article."""
    if kind in _WORDS:
        return _WORDS[kind]
    if kind.name == "array":
        rank = "an" if kind.ndim is None else f"a {kind.ndim}-d"
        return f"{rank} array{_OF_ELEMENTS.get(K.element(kind), '')}"
    name = "container" if kind.name in ("indexed", "mixed") else kind.name
    name = kind.cls.__name__ if kind.cls is not None else name
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
