"""Functions that tell the compiler what to do: `stop_gradient`.

y = stop_gradient(x)        y is x, and doesn't vary
"""

from __future__ import annotations

import ast
import dataclasses
from dataclasses import replace
from functools import partial
from typing import Any

from s2sad.frontend import root_programs
from s2sad.frontend.abstract_values import CALLABLES, Bound, Function, Object, Sequence, Table, Value
from s2sad.frontend.attributes import named_function
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.expressions import look_up
from s2sad.frontend.frozen_storage import frozen
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, materialise, used_up
from s2sad.frontend.object_variables import attributes_of
from s2sad.frontend.plain_calls import plain_call
from s2sad.frontend.scope_analysis import own_nodes
from s2sad.frontend.specialisation_keys import abstract, call_by_name, facts_of
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.value_shapes import mapped, unflatten
from s2sad.frontend.varying_values import any_varies, value_varies
from s2sad.frontend.with_statements import with_statement
from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import Block, Const, Ref, Var, targets_of
from s2sad.ir.operations import callee_of
from s2sad.runtime.marking import mark
from s2sad.runtime.shaping import array_without_gradient

CHECKPOINT = "%checkpoint"
ADJOINT = "%adjoint"
_ARRAY = Ref("array_without_gradient", array_without_gradient)


def marked(lowering: Lowering, marker: str, fn: Ref, call: Call) -> Value:
    """A call of such a function."""
    if marker in root_programs.MARKERS:
        return root_programs.MARKERS[marker](lowering, call)
    if marker == "implicit_solver":
        return root_programs.implicit_solver(lowering, fn, call)
    method = {
        "stop_gradient": partial(stop_gradient, lowering),
        "checkpoint": partial(checkpoint, lowering),
        "checkpointed": partial(checkpointed, lowering),
        "recomputed": partial(recomputed, lowering),
        "solved_again": partial(recomputed, lowering),
        "checkpoint_range": partial(checkpoint_range, lowering),
        "on_adjoint": partial(on_adjoint, lowering),
        "insert_grad_of": partial(misplaced, lowering),
    }[marker]
    return method(fn, call)


def arguments_of(lowering: Lowering, fn: Ref, names: tuple[str, ...], call: Call) -> list:
    """The arguments with these names; refused if they don't fit."""
    given = {**dict(zip(names, call.args)), **call.kwargs}
    if len(call.args) > len(names) or set(given) != set(names) or len(given) != len(call.values):
        raise lowering.refusal(call.node, f"`{fn.path}` takes {', '.join(names)}", "pass just these")
    return [given[name] for name in names]


# ---------------------------------------------------------------------------------------- stop_gradient


def stop_gradient(lowering: Lowering, fn: Ref, call: Call) -> Value:
    (value,) = arguments_of(lowering, fn, ("x",), call)
    return without_gradient(lowering, value, call.node, call.hint)


def without_gradient(lowering: Lowering, value: Value, node: ast.AST, hint: str) -> Value:
    """A value that doesn't vary; what can be written to is a copy."""
    if isinstance(value, (Sequence, Table)):
        return mapped(value, lambda item: without_gradient(lowering, item, node, "t"))
    if isinstance(value, Object):
        return object_without_gradient(lowering, value, node)
    if isinstance(value, CALLABLES):
        if value_varies(lowering, value):
            reason = "stop_gradient gets a function that reads active variables"
            raise lowering.refusal(node, reason, "stop that of its result, or of what it reads")
        return value
    atom = materialise(lowering, value, node, hint)
    kind = lowering.kind(atom)
    if isinstance(atom, Const) or kind in K.NUMBERS or isinstance(getattr(atom, "value", None), str):
        return (
            emit(lowering, "stop_gradient", (atom,), node, hint, varied=False)
            if value_varies(lowering, atom)
            else atom
        )
    fn = _ARRAY if K.is_array_always(kind) else "without_gradient"
    return emit(lowering, fn, (atom,), node, hint, varied=False)


def object_without_gradient(lowering: Lowering, value: Object, node: ast.AST) -> Value:
    if not dataclasses.is_dataclass(value.cls):
        reason = f"stop_gradient gets an object of the class `{value.cls.__name__}`"
        raise lowering.refusal(node, reason, "stop that of its attributes")
    known: dict[str, Any] = attributes_of(lowering, value)
    made = Object(value.cls, {name: without_gradient(lowering, v, node, name) for name, v in known.items()})
    lowering.objects.append(made)
    return made


# ------------------------------------------------------------------------------------------ checkpoints


def checkpoint(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """`checkpoint(f)`, made in the function: f, as the first argument of a call."""
    (function,) = arguments_of(lowering, fn, ("f",), call)
    return Bound(_RECOMPUTED, (function,))


def checkpointed(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """A call of what `checkpoint` made outside of the function."""
    if not any_varies(lowering, call.values):
        return plain_call(lowering, fn, call)
    inner = Ref(f"{fn.path}.__wrapped__", fn.value.__wrapped__, fn.scope)
    return recomputed(lowering, _RECOMPUTED, call.with_first(inner))


def recomputed(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """`f(*args)` as a call of a function of the module, of which the reverse sweep saves the arguments only.

    A step of a solver is such a call too; the function that the solver gets it has called at will.
    """
    function, *values = call.args
    inner, node = replace(call, args=values), call.node
    if not any_varies(lowering, call.values):
        return call_value(lowering, function, inner)
    name, of_solver = name_of_callable(function), lowering.program.rules.marker_of(fn.value) == "solved_again"
    if not inner.is_known:
        reason = f"`{name}` is a checkpoint, and gets arguments that are spread, of unknown number"
        raise lowering.refusal(node, reason, "write them out")
    inner = inner.mapped(lambda value: as_argument(lowering, value, node))
    whole = Bound(function, (), inner.kwargs) if inner.kwargs else function
    shape, atoms = abstract(lowering, [whole, *inner.args], [])
    root_programs.check_places(lowering, name, atoms, node)
    names = (CHECKPOINT, *(f"x{i}" for i in range(len(values))))
    facts = facts_of(lowering, atoms)
    instance = lowering.program.instance(name, names, shape, facts)
    if instance.written:
        who = "a function that a solver gets" if of_solver else f"`{name}` is a checkpoint, and"
        reason = f"{who} writes to the attribute `{instance.written[0][1]}` of an object"
        raise lowering.refusal(node, reason, "return what it writes")
    lowering.program.recomputed.add(instance.name)
    if of_solver:
        lowering.program.at_will.add(instance.name)
    targets = call_by_name(lowering, instance.name, atoms, instance.facts, node, call.hint)
    return unflatten(instance.shape, list(targets))


def as_argument(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """An argument of a checkpoint: of a list or dict that is written, what it holds now."""
    value = used_up(lowering, value, node)
    return frozen(lowering, value, node) if isinstance(value, Var) else value


def name_of_callable(function: Value) -> str:
    if isinstance(function, Ref):
        return getattr(function.value, "__name__", "function")
    return function.name if isinstance(function, Function) else "function"


def checkpoint_range(lowering: Lowering, fn: Ref, call: Call) -> Value:
    """A range that the reverse transformation knows by its name."""
    if set(call.kwargs) != {"snapshots"} or not 1 <= len(call.args) <= 3:
        reason = f"`{fn.path}` takes the arguments of range, and snapshots"
        raise lowering.refusal(call.node, reason, "as in checkpoint_range(n, snapshots=10)")
    bounds = tuple(materialise(lowering, argument, call.node) for argument in call.args)
    count = materialise(lowering, call.kwargs["snapshots"], call.node)
    known = Ref("checkpoint_range", fn.value)
    kind = K.list_kind(K.INT)
    return emit(
        lowering, known, bounds, call.node, call.hint, (("snapshots", count),), kind=kind, varied=False
    )


# ----------------------------------------------------------------------------------- the reverse sweep


def on_adjoint(lowering: Lowering, fn: Ref, call: Call) -> Value:
    value, callback = arguments_of(lowering, fn, ("x", "callback"), call)
    return with_callback(lowering, value, callback, "", call.node, call.hint)


def with_callback(
    lowering: Lowering, value: Value, callback: Value, name: str, node: ast.AST, hint: str
) -> Value:
    """A value of which a function gets the adjoint, by a name; one that doesn't vary has none."""
    if not value_varies(lowering, value):
        return value
    if not isinstance(value, Var) or lowering.kind(value).name in (*K.CONTAINERS, "object", "function"):
        reason = "the adjoint is asked for of something that is neither a number nor an array"
        raise lowering.refusal(node, reason, "ask for those of its items")
    kind = K.FLOAT if lowering.kind(value) == K.INT else lowering.kind(value)
    shape, atoms = abstract(lowering, [callback, value])
    root_programs.check_places(lowering, name_of_callable(callback), atoms, node)
    facts = (*((each, False) for each, _ in facts_of(lowering, atoms[:-1])), (kind, False))
    hook = lowering.program.instance("callback", (ADJOINT, name or f"{stem(value.name)}_bar"), shape, facts)
    assert hook.function is not None
    if hook.shape != "atom":
        reason = "what gets an adjoint returns several values"
        raise lowering.refusal(
            node, reason, "return None, or the adjoint in the place of the one that it got"
        )
    (result,) = hook.function.body.results
    made = (entry for entry in hook.function.body.entries if result in targets_of(entry))
    if any(lowering.program.returns_nothing(callee_of(entry)) for entry in made):
        body = Block(hook.function.body.entries, (Const(None),))
        hook.function = replace(hook.function, body=body)
    return emit(
        lowering, "on_adjoint", (value, Const(hook.name), *atoms[:-1]), node, hint, kind=lowering.kind(value)
    )


def stmt_With(lowering: Lowering, node: ast.With) -> None:
    """`with insert_grad_of(x) as dx:` stands in the reverse sweep; any other block is one of the primal."""
    item = node.items[0]
    call = item.context_expr
    function = named_function(lowering, call.func) if isinstance(call, ast.Call) else None
    if function is None or lowering.program.rules.marker_of(function.value) != "insert_grad_of":
        with_statement(lowering, node)
        return
    assert isinstance(call, ast.Call)
    variable, bound = (call.args[0] if len(call.args) == 1 else None), item.optional_vars
    if len(node.items) > 1 or not isinstance(variable, ast.Name) or not isinstance(bound, ast.Name):
        reason = "the adjoint is taken of something that is no variable, or isn't named"
        raise lowering.refusal(node, reason, "write `with insert_grad_of(x) as dx:`")
    value: Any = look_up(lowering, variable.id, variable)
    callback = body_of_adjoint(lowering, node, bound.id, lowering.kind(value) in K.NUMBERS)
    assign(lowering, variable.id, with_callback(lowering, value, callback, bound.id, node, variable.id), node)


def body_of_adjoint(lowering: Lowering, node: ast.With, name: str, is_number: bool) -> Function:
    """The block as a nested function, which gets the adjoint by a name and returns what the name stands for then.

    It is made once for each block, so that lowering it again finds the same one.
    """
    stored = [n for n in own_nodes(node.body) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    for child in stored:
        outer = lowering.key(lowering.scope, child.id) in lowering.env
        if child.id != name and (outer or child.id.startswith("%")):
            reason = "what is put into the reverse sweep assigns a variable of the function, or leaves it"
            raise lowering.refusal(child, reason, f"assign only {name}, and names that occur nowhere else")
    looks = is_number and all(child.id != name for child in stored)
    made: dict[bool, ast.FunctionDef] = getattr(node, "as_functions", {})
    if looks not in made:
        made[looks] = block_as_function(node, name, looks)
        block: Any = node
        block.as_functions = made
    return Function(made[looks], lowering.scope, lowering.scope.owner)


def misplaced(lowering: Lowering, fn: Ref, call: Call) -> Value:
    reason = f"`{fn.path}` is called elsewhere than at the head of a with statement"
    raise lowering.refusal(call.node, reason, "write `with insert_grad_of(x) as dx:`")


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


mark(call_recomputed, "recomputed")
_RECOMPUTED = Ref("call_recomputed", call_recomputed)
