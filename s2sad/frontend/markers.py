"""Functions that tell the compiler what to do: `stop_gradient`.

y = stop_gradient(x)        y is x, and doesn't vary
"""

from __future__ import annotations

import ast
import dataclasses
from typing import Any

from s2sad.frontend.derivatives import Derivatives
from s2sad.frontend.values import CALLABLES, Object, Sequence, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref
from s2sad.runtime.shaping import array_without_gradient

_ARRAY = Ref("array_without_gradient", array_without_gradient)


class Markers(Derivatives):
    def marked(self, marker: str, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        """A call of such a function."""
        return {"stop_gradient": self.stop_gradient}[marker](fn, args, kwargs, node, hint)

    def arguments_of(self, fn: Ref, args: list, kwargs: dict, names: tuple[str, ...], node: ast.AST) -> list:
        """The arguments with these names; refused if they don't fit."""
        given = {**dict(zip(names, args)), **kwargs}
        if len(args) > len(names) or set(given) != set(names) or len(given) != len(args) + len(kwargs):
            raise self.refusal(node, f"`{fn.path}` takes {', '.join(names)}", "pass just these")
        return [given[name] for name in names]

    def stop_gradient(self, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        (value,) = self.arguments_of(fn, args, kwargs, ("x",), node)
        return self.without_gradient(value, node, hint)

    def without_gradient(self, value: Value, node: ast.AST, hint: str) -> Value:
        """A value that doesn't vary; what can be written to is a copy."""
        if isinstance(value, Sequence):
            items = tuple(self.without_gradient(item, node, "t") for item in value.items)
            return Sequence(items, value.kind, value.names, value.cls)
        if isinstance(value, Table):
            return Table({key: self.without_gradient(item, node, "t") for key, item in value.items.items()})
        if isinstance(value, Object):
            return self.object_without_gradient(value, node)
        if isinstance(value, CALLABLES):
            if self.value_varies(value):
                reason = "the gradient is stopped of a function that reads active variables"
                raise self.refusal(node, reason, "stop that of its result, or of what it reads")
            return value
        atom = self.materialise(value, node, hint)
        kind = self.kind(atom)
        if isinstance(atom, Const) or kind in K.NUMBERS or isinstance(getattr(atom, "value", None), str):
            return (
                self.emit("stop_gradient", (atom,), node, hint, varied=False) if self.varies(atom) else atom
            )
        return self.emit(
            _ARRAY if K.is_array(kind) else "without_gradient", (atom,), node, hint, varied=False
        )

    def object_without_gradient(self, value: Object, node: ast.AST) -> Value:
        if not dataclasses.is_dataclass(value.cls):
            reason = f"the gradient is stopped of an object of the class `{value.cls.__name__}`"
            raise self.refusal(node, reason, "stop that of its attributes")
        known: dict[str, Any] = self.attributes_of(value)
        made = Object(value.cls, {name: self.without_gradient(v, node, name) for name, v in known.items()})
        self.objects.append(made)
        return made
