"""Functions that tell the compiler what to do: `stop_gradient`.

y = stop_gradient(x)        y is x, and doesn't vary
"""

from __future__ import annotations

import ast
import dataclasses
from typing import Any

from s2sad.frontend.abstraction import abstract
from s2sad.frontend.derivatives import Derivatives
from s2sad.frontend.values import (
    CALLABLES,
    Bound,
    Function,
    Object,
    Sequence,
    Spread,
    Table,
    Value,
    unflatten,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Entry, FunctionRef, Ref
from s2sad.runtime.shaping import array_without_gradient

CHECKPOINT = "%checkpoint"
_ARRAY = Ref("array_without_gradient", array_without_gradient)


class Markers(Derivatives):
    def marked(self, marker: str, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        """A call of such a function."""
        method = {
            "stop_gradient": self.stop_gradient,
            "checkpoint": self.checkpoint,
            "checkpointed": self.checkpointed,
            "recomputed": self.recomputed,
            "checkpoint_range": self.checkpoint_range,
        }[marker]
        return method(fn, args, kwargs, node, hint)

    def arguments_of(self, fn: Ref, args: list, kwargs: dict, names: tuple[str, ...], node: ast.AST) -> list:
        """The arguments with these names; refused if they don't fit."""
        given = {**dict(zip(names, args)), **kwargs}
        if len(args) > len(names) or set(given) != set(names) or len(given) != len(args) + len(kwargs):
            raise self.refusal(node, f"`{fn.path}` takes {', '.join(names)}", "pass just these")
        return [given[name] for name in names]

    # ---------------------------------------------------------------------------------------- stop_gradient

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

    # ------------------------------------------------------------------------------------------ checkpoints

    def checkpoint(self, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        """`checkpoint(f)`, made in the function: f, as the first argument of a call."""
        (function,) = self.arguments_of(fn, args, kwargs, ("f",), node)
        return Bound(_RECOMPUTED, (function,))

    def checkpointed(self, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        """A call of what `checkpoint` made outside of the function."""
        if not self.any_varies([*args, *kwargs.values()]):
            return self.plain_call(fn, args, kwargs, node, hint)
        inner = Ref(f"{fn.path}.__wrapped__", fn.value.__wrapped__, fn.scope)
        return self.recomputed(_RECOMPUTED, [inner, *args], kwargs, node, hint)

    def recomputed(self, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        """`f(*args)` as a call of a function of the module, of which the reverse sweep saves the arguments only."""
        function, *values = args
        if not self.any_varies([*args, *kwargs.values()]):
            return self.call(function, values, kwargs, node, hint)
        name = self.name_of_callable(function)
        if any(isinstance(value, Spread) for value in values) or "**" in kwargs:
            reason = f"`{name}` is a checkpoint, and gets arguments that are spread, of unknown number"
            raise self.refusal(node, reason, "write them out")
        if any(map(self.holds_objects, [*args, *kwargs.values()])):
            reason = f"`{name}` is a checkpoint, and gets an object with active attributes"
            raise self.refusal(node, reason, "pass its attributes")
        values = [self.used_up(value, node) for value in values]
        shape, atoms = abstract(self, [Bound(function, (), kwargs) if kwargs else function, *values])
        names = (CHECKPOINT, *(f"x{i}" for i in range(len(values))))
        facts = tuple((self.kind(atom), self.varies(atom)) for atom in atoms)
        instance = self.program.instance(name, names, shape, facts, atoms)
        self.program.recomputed.add(instance.name)
        targets = tuple(self.var(hint, kind, varied) for kind, varied in instance.facts)
        self.out.append(Entry(targets, FunctionRef(instance.name), tuple(atoms), (), self.location(node)))
        return unflatten(instance.shape, list(targets))

    def name_of_callable(self, function: Value) -> str:
        if isinstance(function, Ref):
            return getattr(function.value, "__name__", "function")
        return function.name if isinstance(function, Function) else "function"

    def checkpoint_range(self, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        """A range that the reverse transformation knows by its name."""
        if set(kwargs) != {"snapshots"} or not 1 <= len(args) <= 3:
            reason = f"`{fn.path}` takes the arguments of range, and snapshots"
            raise self.refusal(node, reason, "as in checkpoint_range(n, snapshots=10)")
        bounds = tuple(self.materialise(argument, node) for argument in args)
        count = self.materialise(kwargs["snapshots"], node)
        known = Ref("checkpoint_range", fn.value)
        kind = K.list_kind(K.INT)
        return self.emit(known, bounds, node, hint, (("snapshots", count),), kind=kind, varied=False)


def call_recomputed(function: Any, *args: Any, **kwargs: Any) -> Any:
    """A call of which the reverse sweep saves the arguments only."""
    return function(*args, **kwargs)


call_recomputed.s2sad_marker = "recomputed"  # type: ignore[attr-defined]
_RECOMPUTED = Ref("call_recomputed", call_recomputed)
