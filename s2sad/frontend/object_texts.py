"""Texts of objects that are followed: what `str`, `repr`, `format` and `print` make of them by the methods of their class.

f"{p:.2f}"          Point.__format__(p, ".2f"), or Point.__str__(p), or Point.__repr__(p)
print(p)            print(Point.__str__(p))
"%s %r" % (p, q)    "%s %s" % (Point.__str__(p), Point.__repr__(q))
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import logging
import re
from dataclasses import replace
from types import FunctionType
from typing import Any

from s2sad.frontend.abstract_values import Sequence, Value, has_methods
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import by_class, is_of_several
from s2sad.frontend.expressions import is_text
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import by_method, own_attribute
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_generated, is_own_record, keys_of
from s2sad.ir.nodes import Const, Ref

_METHODS = {"": ("__format__", "__str__", "__repr__"), "s": ("__str__", "__repr__"), "r": ("__repr__",)}
_SHOWN = {str: "s", repr: "r", format: ""}
_PLAIN = Const("")
_LOGGING = (logging.debug, logging.info, logging.warning, logging.error, logging.critical, logging.exception)
_PLACES = re.compile("%[^a-zA-Z%]*[a-zA-Z%]")
_BRACKETS = {"list": ("[", "]", "]"), "tuple": ("(", ",)", ")")}


def has_text(lowering: Lowering, value: Any) -> bool:
    """Whether it is an object that is followed, or a named tuple, whose class says what its text is, or holds one."""
    if is_of_several(lowering, value):
        return True
    if isinstance(value, Sequence) and value.cls is None:
        return (
            value.kind in _BRACKETS
            and not value.names
            and any(has_text(lowering, item) for item in value.items)
        )
    return has_methods(value) and keys_of(value.cls) is None and not is_own_record(value.cls)


def text_of_object(lowering: Lowering, value: Any, conversion: str, spec: Value, node: ast.AST) -> Value:
    """`f"{value!conversion:spec}"` of an object, as a text."""
    if is_of_several(lowering, value):
        return by_class(lowering, value, lambda o: text_of_object(lowering, o, conversion, spec, node), node)
    if value.cls is None:
        return formatted(lowering, text_of_items(lowering, value, node), _PLAIN, spec, node)
    for name in _METHODS[conversion]:
        found = lowering.lookup(value.cls, name)
        if name == "__repr__" and (is_generated(inspect.unwrap(found)) or is_of_a_named_tuple(found)):
            shown = text_of_fields(lowering, value, node)
        elif isinstance(found, FunctionType):
            args = [spec] if name == "__format__" else []
            shown = by_method(lowering, value, name, args, node, "text") or _PLAIN
        else:
            continue
        return shown if name == "__format__" else formatted(lowering, shown, _PLAIN, spec, node)
    text = Const(
        f"<{value.cls.__module__}.{value.cls.__qualname__} object>"
    )  # where it lies is another place each time
    return formatted(lowering, text, _PLAIN, spec, node)


def is_of_a_named_tuple(method: Any) -> bool:
    """Whether a class has got a method as one of named tuples."""
    return getattr(method, "__module__", "") == "collections"


def text_of_fields(lowering: Lowering, value: Any, node: ast.AST) -> Value:
    """What the `__repr__` of a dataclass or named tuple gives: its fields by name."""
    cls = value.cls
    name = cls.__qualname__ if dataclasses.is_dataclass(cls) else cls.__name__
    shown = (
        [f.name for f in dataclasses.fields(cls) if f.repr] if dataclasses.is_dataclass(cls) else cls._fields
    )
    parts: list[Any] = [Const(f"{name}(")]
    for place, field in enumerate(shown):
        held: Any = own_attribute(lowering, value, field)
        parts.append(Const(f"{', ' if place else ''}{field}="))
        parts.append(formatted(lowering, held, Const("r"), _PLAIN, node))
    atoms = tuple(materialise(lowering, part, node) for part in (*parts, Const(")")))
    return emit(lowering, "text_of", atoms, node)


def text_of_items(lowering: Lowering, value: Sequence, node: ast.AST) -> Value:
    """A list or tuple as a text: the `repr` of each item."""
    opening, after_one, closing = _BRACKETS[value.kind]
    parts: list[Any] = [Const(opening)]
    for place, item in enumerate(value.items):
        parts += [Const(", ")] * (place > 0) + [formatted(lowering, item, Const("r"), _PLAIN, node)]
    parts.append(Const(after_one if len(value.items) == 1 else closing))
    return emit(lowering, "text_of", tuple(materialise(lowering, part, node) for part in parts), node)


def formatted(lowering: Lowering, value: Value, conversion: Const, spec: Value, node: ast.AST) -> Value:
    """A value as a text, by what stands behind it in an f-string."""
    if has_text(lowering, value):
        return text_of_object(lowering, value, str(conversion.value), spec, node)
    if (
        isinstance(value, Const)
        and type(value.value) is str
        and (conversion.value in ("", "s"), spec) == (True, _PLAIN)
    ):
        return value
    args = (materialise(lowering, value, node), conversion, materialise(lowering, spec, node))
    return emit(lowering, "format_of", args, node)


def text_filled_in(lowering: Lowering, left: Value, right: Value, node: ast.AST, hint: str) -> Value | None:
    """`"%s" % p` of objects; None for any other operands."""
    values = right.items if isinstance(right, Sequence) and right.kind == "tuple" else (right,)
    text, *items = with_texts(lowering, [left, *values], node)
    if text is left:
        return None
    filled = materialise(lowering, Sequence(tuple(items)), node)
    return emit(lowering, "mod", (materialise(lowering, text, node), filled), node, hint)


def with_texts(lowering: Lowering, args: list[Value], node: ast.AST) -> list[Value]:
    """A text with places (`"%s %r"`), and what is put there: the texts of objects in their place."""
    pattern, *items = args
    if not is_text(pattern) or not any(has_text(lowering, item) for item in items):
        return args
    places = [place for place in _PLACES.finditer(pattern.value) if place[0] != "%%"]
    if len(places) != len(items):
        return args
    text = pattern.value
    for i, place in reversed(list(enumerate(places))):
        if has_text(lowering, items[i]):
            items[i] = formatted(lowering, items[i], Const(place[0][-1]), _PLAIN, node)
            text = f"{text[: place.end() - 1]}s{text[place.end() :]}"
    return [Const(text), *items]


def text_made(lowering: Lowering, fn: Ref, call: Call) -> Value | None:
    """`str(p)`, `format(p, spec)`, `print(p)`, `log.info("%s", p)` of objects; None for any other call."""
    value, args = fn.value, call.args
    is_logged = isinstance(getattr(value, "__self__", None), logging.Logger) or value in _LOGGING
    if (value is print or is_logged) and any(has_text(lowering, each) for each in args):
        if is_logged:
            args = with_texts(lowering, args, call.node)
        shown = [
            formatted(lowering, a, Const("s"), _PLAIN, call.node) if has_text(lowering, a) else a
            for a in args
        ]
        return lowering.dispatch.call_constant(lowering, fn, replace(call, args=shown))
    known = next((way for function, way in _SHOWN.items() if value is function), None)
    if known is None or not args or not has_text(lowering, args[0]) or call.kwargs:
        return None
    spec = args[1] if value is format and len(args) > 1 else _PLAIN
    return text_of_object(lowering, args[0], known, spec, call.node)
