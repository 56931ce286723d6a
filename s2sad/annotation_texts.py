"""Annotations that are texts, read without running anything: names, attributes, and types with their parameters.

"list[float]"    "np.ndarray | None"    "Optional[Spring]"          what the names mean
"float64[:, :]"                                                     an array of two axes
"float64[n, m]"                                                     one whose lengths have names: equal where these are
"launch()"                                                          Unresolved: a call would run
"""

from __future__ import annotations

import ast
import builtins
import re
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from s2sad.ir import kinds as K
from s2sad.ir.static_lookup import is_of_a_library, runs_code, runs_method

_ELEMENTS = {"float": K.FLOAT, "int": K.INT, "uint": K.INT, "bool": K.BOOL, "complex": K.COMPLEX}
_ARRAY_TEXT = re.compile(
    r"\b(?:np\.|numpy\.)?(float|uint|int|bool|complex)\d*\[((?:\s*(?:[A-Za-z_]\w*|[1-9]\d*|:)\s*,?)+)\]"
)
_NAMES = {
    **{name: getattr(typing, name) for name in ("Dict", "List", "Optional", "Sequence", "Tuple", "Union")},
    **{"np": np, "numpy": np, "ndarray": np.ndarray, "npt": npt, "ArrayLike": npt.ArrayLike},
    **{name: getattr(np, name) for name in ("float64", "float32", "int64", "int32", "complex128")},
}


@dataclass(frozen=True)
class ArrayOf:
    """`float64[:, m]`: what an annotation tells of an array. It can be called, as `typing` asks of a type."""

    kind: K.Kind
    lengths: tuple[str | int | None, ...]

    def __call__(self) -> None:
        raise TypeError("the type of an array can't be called")


class Unresolved(Exception):
    """An annotation that is a text, and can't be evaluated, or not without running code."""


def resolved(text: str, names: Mapping[str, Any]) -> Any:
    """What an annotation that is a text means."""
    arrays: dict[str, ArrayOf] = {}

    def named(match: re.Match) -> str:
        lengths = tuple([_length(part.strip()) for part in match[2].split(",") if part.strip()])
        kind = K.array_kind(_ELEMENTS[match[1]], len(lengths))
        arrays[f"array_{len(arrays)}_"] = ArrayOf(kind, lengths)
        return f"array_{len(arrays) - 1}_"

    expression = _ARRAY_TEXT.sub(named, text.strip())
    try:
        return _meant(ast.parse(expression, mode="eval").body, {**_NAMES, **names, **arrays})
    except Exception as error:  # whatever types say to wrong parameters
        raise Unresolved(text) from error


def _length(text: str) -> str | int | None:
    """The length of an axis: a name, a number, or None for a `:`."""
    return None if text == ":" else int(text) if text.isdigit() else text


def _meant(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """What an expression means that is made of names, attributes, literals, parameters and `|`."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return names[node.id] if node.id in names else getattr(builtins, node.id)
    if isinstance(node, ast.Attribute):
        base = _meant(node.value, names)
        if not runs_code(base, node.attr):
            return getattr(base, node.attr)
    elif isinstance(node, (ast.Tuple, ast.List)):
        items = [_meant(item, names) for item in node.elts]
        return tuple(items) if isinstance(node, ast.Tuple) else items
    elif isinstance(node, ast.Subscript):
        base = _meant(node.value, names)
        if not runs_method(base, "__getitem__") and not _has_own_parameters(base):
            return base[_meant(node.slice, names)]
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, right = _meant(node.left, names), _meant(node.right, names)
        if not runs_method(left, "__or__") and not runs_method(right, "__ror__"):
            return left | right
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -ast.literal_eval(node.operand)
    raise Unresolved(ast.unparse(node))


def _has_own_parameters(cls: Any) -> bool:
    """Whether a class of the user's says itself what its parameters make of it."""
    bases = cls.__mro__ if isinstance(cls, type) else ()
    return any("__class_getitem__" in vars(base) and not is_of_a_library(base) for base in bases)
