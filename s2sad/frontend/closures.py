"""Functions that become values of the running program."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from s2sad.frontend.abstract_values import Bound, Chosen, Derived, Function, Object, Sequence, Table, Value
from s2sad.frontend.branches import choose_by_number, same
from s2sad.frontend.call import Call
from s2sad.frontend.calls import call_value
from s2sad.frontend.desugar.generator_functions import NAME as GENEXPR
from s2sad.frontend.inlining import function_of, inline, ref_of
from s2sad.frontend.known_contents import contents_of, parts_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import attributes_of
from s2sad.frontend.paths import Side, lower_side
from s2sad.frontend.queries import captured_names, look_in
from s2sad.frontend.settled_names import is_assigned_within, is_settled
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.syntax import all_nodes, prepare
from s2sad.frontend.value_shapes import mapped
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir import nodes
from s2sad.ir.nodes import Atom, Block, Closure, Const, Param, Ref, Var
from s2sad.ir.rewrite import free_vars
from s2sad.runtime.operations import unmoved
from s2sad.runtime.shaping import array_without_gradient

_ARRAY = Ref("array_without_gradient", array_without_gradient)
_UNMOVED = Ref("unmoved", unmoved)


def materialise_function(lowering: Lowering, value: Value, node: ast.AST | None, hint: str) -> Atom:
    if isinstance(value, Chosen):
        made = enumerate(partial(materialise, lowering, option, node) for option in value.options)
        one = choose_by_number(lowering, value.number, made, node or ast.Pass(), hint)
        return materialise(lowering, one, node)
    if isinstance(value, Function) and value.scope is not None:
        return closure(lowering, value, node, hint)
    if isinstance(value, Function):
        return ref_of(value)
    if isinstance(value, Bound):
        parts = tuple(materialise(lowering, item, node) for item in (value.function, *value.args))
        named = tuple((name, materialise(lowering, item, node)) for name, item in value.kwargs.items())
        return emit(
            lowering, Ref("functools.partial", functools.partial), parts, node, hint, named, kind=K.FUNCTION
        )
    reason = "a derivative is kept as a value whose use is known only at run time"
    raise lowering.refusal(node, reason, "call it where it is made")


def constant_function(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """A function that is called at once, by a call that has no derivative: what it reads counts as constant."""
    if isinstance(value, Bound):
        named = {name: constant_function(lowering, item, node) for name, item in value.kwargs.items()}
        args = tuple(constant_function(lowering, item, node) for item in value.args)
        return Bound(constant_function(lowering, value.function, node), args, named)
    if isinstance(value, (Sequence, Table)):
        return mapped(value, lambda item: constant_function(lowering, item, node))
    if isinstance(value, Object) and value.record is None and value_varies(lowering, value):
        known = attributes_of(lowering, value)
        made = Object(
            value.cls, {n: constant_function(lowering, v, node) for n, v in known.items()}, constant=True
        )
        lowering.objects.append(made)
        return made
    if isinstance(value, Var) and lowering.varies(value) and K.is_array(lowering.kind(value)):
        fn = _ARRAY if K.is_array_always(lowering.kind(value)) else "without_gradient"
        return emit(lowering, fn, (value,), node, value.name, varied=False)
    if isinstance(value, Var) and lowering.varies(value):
        return emit(lowering, _UNMOVED, (value,), node, value.name, kind=lowering.kind(value), varied=False)
    if not isinstance(value, Function) or value.scope is None:
        return value
    value = with_constant_defaults(lowering, value, node)
    kept = dict(lowering.env)
    hold_captured(lowering, value, node)
    atom = closure(lowering, value, node, value.name, called_at_once=True)
    lowering.env = kept
    return atom


def with_constant_defaults(lowering: Lowering, fn: Function, node: ast.AST) -> Function:
    if not any(value_varies(lowering, each) for each in (*fn.defaults, *fn.keyword_defaults.values())):
        return fn
    defaults = tuple(constant_function(lowering, item, node) for item in fn.defaults)
    named = {name: constant_function(lowering, item, node) for name, item in fn.keyword_defaults.items()}
    return replace(fn, defaults=defaults, keyword_defaults=named)


def hold_captured(lowering: Lowering, fn: Function, node: ast.AST) -> None:
    """What a nested function reads, and the functions that it calls, as constants under the same names."""
    assert fn.scope is not None
    for name in captured_names(fn):
        holder = fn.scope.holder(name)
        value = look_in(lowering, fn.scope, name)
        if holder is None or value is fn:
            continue
        if isinstance(value, Derived) and isinstance(value.function, Function) and value.function.scope:
            hold_captured(lowering, value.function, node)
        elif isinstance(value, Function):
            constant = with_constant_defaults(lowering, value, node)
            if constant is not value:
                lowering.env[lowering.key(holder, name)] = constant
            if value.scope is not None:
                hold_captured(lowering, constant, node)
        else:
            lowering.env[lowering.key(holder, name)] = constant_function(lowering, value, node)


def closure(
    lowering: Lowering, fn: Function, node: ast.AST | None, hint: str, called_at_once: bool = False
) -> Atom:
    """A nested function as an object; the variables that it reads must not change after this."""
    spec: ast.arguments = fn.node.args
    # A function of another file has no lines in this one.
    is_here = fn.scope is None or fn.scope.source is lowering.scope.source
    written_at = fn.node if is_here else node
    if spec.vararg or spec.kwarg:
        reason = "a nested function with *args or **kwargs is kept as a value"
        raise lowering.refusal(written_at, reason, "write its parameters out")
    if not called_at_once:
        check_capture(lowering, fn)
    params: list[Param] = []
    bound: dict[str, Value] = {}

    def add(name: str, kind: str, default: Value | None) -> None:
        bound[name] = var = lowering.var(name, K.UNKNOWN, not called_at_once)
        params.append(Param(var, kind, None if default is None else materialise(lowering, default, node)))

    names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    for name, default in zip(names, (*[None] * (len(names) - len(fn.defaults)), *fn.defaults)):
        add(name, "either", default)
    for argument in spec.kwonlyargs:
        add(argument.arg, "keyword", fn.keyword_defaults.get(argument.arg))
    target = closure_of(
        lowering,
        fn.name,
        params,
        lambda: inline(lowering, fn, bound, node, "t"),
        written_at,
        node,
        hint,
        called_at_once,
    )
    for name, item in fn.attributes.items():
        lowering.effect("setattr", (target, Const(name), materialise(lowering, item, node)), node)
    return target


def closure_of(
    lowering: Lowering,
    name: str,
    params: list[Param],
    run: Callable[[], Value],
    written_at: ast.AST | None,
    node: ast.AST | None,
    hint: str,
    called_at_once: bool,
) -> Var:
    """A function of the running program whose body is what `run` lowers, and gives back what that gives."""
    result: list[Atom] = []
    side = lower_side(lowering, lambda: result.append(materialise(lowering, run(), node)), lowering.env)
    body = Block(tuple(side.entries), tuple(result))
    check_assigned(lowering, side, name, written_at)
    own = {param.var for param in params}
    defaults = [param.default for param in params if isinstance(param.default, Var)]
    captures = tuple(dict.fromkeys([*(var for var in free_vars(body) if var not in own), *defaults]))
    function = nodes.Function(name, tuple(params), body, loc=lowering.location(written_at))
    target = lowering.var(hint, K.FUNCTION, lowering.varies(*captures))
    where = lowering.location(node)
    lowering.out.append(Closure(target, function, captures, where, of_constants=called_at_once))
    return target


def check_assigned(lowering: Lowering, side: Side, fn: str, node: ast.AST | None) -> None:
    """What a function that is kept as a value assigns around it would be lost: nobody knows when it is called."""
    for key, before in lowering.env.items():
        if not same(before, side.env.get(key, before)) and is_read(lowering, key):
            reason = f"the nested function `{fn}` changes what is read around it, and is kept as a value whose use is known only at run time"
            hint = "call it by its name, go through functions that stand in one display (`for f in (f, g)`), or let it return what it changes"
            raise lowering.refusal(node, reason, hint)


def is_read(lowering: Lowering, key: tuple[int, str]) -> bool:
    """Whether anything reads a variable of a function; of an object's attributes that isn't looked into."""
    number, name = key
    scope = lowering.scopes.get(number)
    if scope is None or scope.node is None:
        return True
    nodes = all_nodes(scope.node)
    return any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in nodes)


def give_attribute(lowering: Lowering, fn: Function, name: str, value: Value, node: ast.AST) -> None:
    """`event.terminal = True`, of a nested function: by all its names it is one that has this attribute."""
    item = materialise(lowering, value, node)
    if lowering.varies(item):
        reason = f"an active value is written to the attribute `{name}` of a function"
        raise lowering.refusal(node, reason, "give the function a parameter for it")
    for held in contents_of(lowering, lowering.env.values()):
        if not isinstance(held, Function) and any(part is fn for part in parts_of(lowering, held)):
            reason = f"the attribute `{name}` is written to a function that is already held by something else"
            raise lowering.refusal(node, reason, "write it right after the function is made")
    made = replace(fn, attributes={**fn.attributes, name: item})
    lowering.env.update({key: made for key, held in lowering.env.items() if held is fn})


def closure_of_bound(lowering: Lowering, value: Bound, node: ast.AST, hint: str) -> Atom:
    """A method of an object that is followed, called at once, as a function of the parameters that are left."""
    function = value.function
    if isinstance(function, Ref):
        function = function_of(lowering, function.value, node)
    spec = getattr(getattr(function, "node", None), "args", None)
    if spec is None or spec.vararg or spec.kwarg or spec.kwonlyargs:
        return materialise(lowering, value, node)
    names = [a.arg for a in (*spec.posonlyargs, *spec.args)][len(value.args) :]
    given = [lowering.var(name, K.UNKNOWN, False) for name in names if name not in value.kwargs]
    return closure_of(
        lowering,
        hint,
        list(map(Param, given)),
        lambda: call_value(lowering, value, Call(node, list(given))),
        node,
        node,
        hint,
        called_at_once=True,
    )


def check_capture(lowering: Lowering, fn: Function) -> None:
    """Python's functions read their variables when they are called: those may not be assigned again."""
    scope = fn.scope
    assert scope is not None
    for name in captured_names(fn):
        holder = scope.holder(name)
        if holder is None or holder.node is None:
            continue
        once = prepare(holder.node).names.stores.get(name, 2) <= 1 and not is_assigned_within(
            holder.node, name
        )
        stays = once and getattr(holder.node, "name", "") != GENEXPR
        if not stays and not is_settled(holder.node, name, fn.node):
            reason = (
                f"a nested function that is kept as a value reads `{name}`, which is assigned more than once"
            )
            hint = f"give it a parameter with a default, `{name}={name}`, or another name"
            raise lowering.refusal(fn.node, reason, hint)
