"""Functions that tell the compiler what to do: `stop_gradient`.

y = stop_gradient(x)        y is x, and doesn't vary
"""

from __future__ import annotations

import ast
import dataclasses
from dataclasses import replace
from typing import Any

from s2sad.frontend import roots
from s2sad.frontend.abstraction import abstract
from s2sad.frontend.derivatives import Derivatives
from s2sad.frontend.held import held_by_any
from s2sad.frontend.names_of import own_nodes
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
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Block, Const, Entry, FunctionRef, Ref, Var, targets_of
from s2sad.ir.operations import callee_of
from s2sad.runtime.shaping import array_without_gradient

CHECKPOINT = "%checkpoint"
ADJOINT = "%adjoint"
_ARRAY = Ref("array_without_gradient", array_without_gradient)


class Markers(Derivatives):
    def marked(self, marker: str, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        """A call of such a function."""
        if marker in roots.MARKERS:
            return roots.MARKERS[marker](self, args, kwargs, node, hint)
        method = {
            "stop_gradient": self.stop_gradient,
            "checkpoint": self.checkpoint,
            "checkpointed": self.checkpointed,
            "recomputed": self.recomputed,
            "checkpoint_range": self.checkpoint_range,
            "on_adjoint": self.on_adjoint,
            "insert_grad_of": self.misplaced,
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
                reason = "stop_gradient gets a function that reads active variables"
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
            reason = f"stop_gradient gets an object of the class `{value.cls.__name__}`"
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
        if any(map(self.holds_objects, held_by_any(self, [*args, *kwargs.values()]))):
            reason = f"`{name}` is a checkpoint, and gets an object with active attributes"
            raise self.refusal(node, reason, "pass its attributes")
        values = [self.as_argument(value, node) for value in values]
        kwargs = {key: self.as_argument(value, node) for key, value in kwargs.items()}
        shape, atoms = abstract(self, [Bound(function, (), kwargs) if kwargs else function, *values])
        self.check_places(name, atoms, node)
        names = (CHECKPOINT, *(f"x{i}" for i in range(len(values))))
        facts = tuple((K.without_sites(self.kind(atom)), self.varies(atom)) for atom in atoms)
        instance = self.program.instance(name, names, shape, facts)
        self.program.recomputed.add(instance.name)
        targets = tuple(self.var(hint, kind, varied) for kind, varied in instance.facts)
        self.out.append(Entry(targets, FunctionRef(instance.name), tuple(atoms), (), self.location(node)))
        return unflatten(instance.shape, list(targets))

    def as_argument(self, value: Value, node: ast.AST) -> Value:
        """An argument of a checkpoint: of a list or dict that is written, what it holds now."""
        value = self.used_up(value, node)
        return self.frozen(value, node) if isinstance(value, Var) else value

    def check_places(self, name: str, atoms: list[Atom], node: ast.AST) -> None:
        if any(map(self.holds_places, atoms)):
            reason = f"`{name}` reads a list or dict around it that is written"
            raise self.refusal(node, reason, "read what it needs before, or pass it as an argument")

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

    # ----------------------------------------------------------------------------------- the reverse sweep

    def on_adjoint(self, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        value, callback = self.arguments_of(fn, args, kwargs, ("x", "callback"), node)
        return self.with_callback(value, callback, "", node, hint)

    def with_callback(self, value: Value, callback: Value, name: str, node: ast.AST, hint: str) -> Value:
        """A value of which a function gets the adjoint, by a name; one that doesn't vary has none."""
        if not self.value_varies(value):
            return value
        if not isinstance(value, Var) or self.kind(value).name in (*K.CONTAINERS, "object", "function"):
            reason = "the adjoint is asked for of something that is neither a number nor an array"
            raise self.refusal(node, reason, "ask for those of its items")
        kind = K.FLOAT if self.kind(value) == K.INT else self.kind(value)
        shape, atoms = abstract(self, [callback, value])
        self.check_places(self.name_of_callable(callback), atoms, node)
        facts = (*((K.without_sites(self.kind(atom)), False) for atom in atoms[:-1]), (kind, False))
        hook = self.program.instance("callback", (ADJOINT, name or f"{stem(value.name)}_bar"), shape, facts)
        assert hook.function is not None
        if hook.shape != "atom":
            reason = "what gets an adjoint returns several values"
            raise self.refusal(
                node, reason, "return None, or the adjoint in the place of the one that it got"
            )
        (result,) = hook.function.body.results
        made = (entry for entry in hook.function.body.entries if result in targets_of(entry))
        if any(self.program.returns_nothing(callee_of(entry)) for entry in made):
            body = Block(hook.function.body.entries, (Const(None),))
            hook.function = replace(hook.function, body=body)
        return self.emit(
            "on_adjoint", (value, Const(hook.name), *atoms[:-1]), node, hint, kind=self.kind(value)
        )

    def stmt_With(self, node: ast.With) -> None:
        """`with insert_grad_of(x) as dx:` stands in the reverse sweep; any other block is one of the primal."""
        item = node.items[0]
        call = item.context_expr
        function = self.named_function(call.func) if isinstance(call, ast.Call) else None
        if function is None or self.program.marker_of(function.value) != "insert_grad_of":
            super().stmt_With(node)
            return
        assert isinstance(call, ast.Call)
        variable, bound = (call.args[0] if len(call.args) == 1 else None), item.optional_vars
        if len(node.items) > 1 or not isinstance(variable, ast.Name) or not isinstance(bound, ast.Name):
            reason = "the adjoint is taken of something that is no variable, or isn't named"
            raise self.refusal(node, reason, "write `with insert_grad_of(x) as dx:`")
        value: Any = self.look_up(variable.id, variable)
        callback = self.body_of_adjoint(node, bound.id, self.kind(value) in K.NUMBERS)
        self.assign(variable.id, self.with_callback(value, callback, bound.id, node, variable.id), node)

    def body_of_adjoint(self, node: ast.With, name: str, is_number: bool) -> Function:
        """The block as a nested function, which gets the adjoint by a name and returns what the name stands for then.

        It is made once for each block, so that lowering it again finds the same one.
        """
        stored = [n for n in own_nodes(node.body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        for child in stored:
            outer = self.key(self.scope, child.id) in self.env
            if child.id != name and (outer or child.id.startswith("%")):
                reason = "what is put into the reverse sweep assigns a variable of the function, or leaves it"
                raise self.refusal(child, reason, f"assign only {name}, and names that occur nowhere else")
        looks = is_number and all(child.id != name for child in stored)
        made: dict[bool, ast.FunctionDef] = getattr(node, "as_functions", {})
        if looks not in made:
            made[looks] = block_as_function(node, name, looks)
            node.as_functions = made  # type: ignore[attr-defined]
        return Function(made[looks], self.scope, self.scope.owner)

    def misplaced(self, fn: Ref, args: list, kwargs: dict, node: ast.AST, hint: str) -> Value:
        reason = f"`{fn.path}` is called elsewhere than at the head of a with statement"
        raise self.refusal(node, reason, "write `with insert_grad_of(x) as dx:`")


def block_as_function(node: ast.With, name: str, looks: bool) -> ast.FunctionDef:
    """`def grad_of_dx(dx): …; return dx` of a block; one that only `looks` returns None."""
    place: dict[str, Any] = {"lineno": node.lineno, "col_offset": node.col_offset}
    after = ast.Constant(None, **place) if looks else ast.Name(name, ast.Load(), **place)
    arguments = ast.arguments([], [ast.arg(name, None, **place)], None, [], [], None, [])
    body = [*node.body, ast.Return(after, **place)]
    return ast.FunctionDef(f"grad_of_{name}", arguments, body, [], None, **place)


def call_recomputed(function: Any, *args: Any, **kwargs: Any) -> Any:
    """A call of which the reverse sweep saves the arguments only."""
    return function(*args, **kwargs)


call_recomputed.s2sad_marker = "recomputed"  # type: ignore[attr-defined]
_RECOMPUTED = Ref("call_recomputed", call_recomputed)
