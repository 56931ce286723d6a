"""The forward transformation: beside every active variable, its tangent.

    a = mul x y             a = mul x y
    b = math.sin x    →     a_dot = add (mul y x_dot) (mul x y_dot)
    …                       b = math.sin x
                            b_dot = mul (math.cos x) x_dot

Control flow stays as it is and carries tangents along (Griewank & Walther, section 3.1). A container's tangent is
a container of the same shape, changed in the same way. The sum runs over the active arguments only.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from s2sad.ad.active_refusals import UNKNOWN_CONTAINER
from s2sad.ad.bundles import moved_by
from s2sad.ad.context import Context, Signature
from s2sad.ad.forward_dynamic import dynamic, dynamic_rule, tangent_closure
from s2sad.ad.implicit_functions import Root
from s2sad.ad.outside_writes import check_outside_writes
from s2sad.ad.strong_tangents import strong_zeros
from s2sad.ad.tangent_lists import move_held_lists
from s2sad.ad.tangent_operations import COPIES, DISPLAYS, by_operation, make_complex
from s2sad.ad.tangent_rules import by_custom, by_rule, set_array, tangent_of_zero
from s2sad.ad.tangents import ZEROS_LIKE, Tangents
from s2sad.ad.zipped_tangents import zipped
from s2sad.analysis.aliases import Fact
from s2sad.analysis.item_lengths import lengths_of_params
from s2sad.errors import UnsupportedValue
from s2sad.ir.argument_lengths import ArgumentLengths
from s2sad.ir.array_kinds import is_ufunc_at
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    FunctionRef,
    Handler,
    If,
    Node,
    Param,
    Ref,
    Try,
    Var,
    While,
    With,
    targets_of,
)
from s2sad.ir.operations import callee_of, operation_of
from s2sad.rules.custom import CustomDerivative
from s2sad.runtime.indexing import increase_at, return_copy

# ----------------------------------------------------------------------------------------------- blocks


def tangent_block(tangents: Tangents, block: Block, extra: tuple[Atom, ...] = ()) -> Block:
    """The block with tangents; `extra` are atoms whose tangents it hands out after its results."""
    out, tangents.out = tangents.out, []
    for node in block.entries:
        tangent_node(tangents, node)
    dots = tuple(map(tangents.tangent, extra))
    done = Block(tuple(tangents.out), (*block.results, *dots))
    tangents.out = out
    return done


def tangent_node(tangents: Tangents, node: Node) -> None:
    tangents.loc = node.loc
    if isinstance(node, Entry):
        start = len(tangents.out)
        tangent_entry(tangents, node)
        make_complex(tangents, node)
        strong_zeros(tangents, node, start)
    elif isinstance(node, If):
        tangent_branch(tangents, node)
    elif isinstance(node, (For, While)):
        tangent_loop(tangents, node)
    elif isinstance(node, Try):
        try_node(tangents, node)
    elif isinstance(node, With):
        active, extra = active_results(tangents, node.targets, node.body)
        body = tangent_block(tangents, node.body, extra)
        tangents.out.append(replace(node, targets=(*node.targets, *map(tangents.dot, active)), body=body))
    else:
        tangent_closure(tangents, node)
    tangents.probe(targets_of(node))


def active_results(
    tangents: Tangents, targets: tuple[Var, ...], block: Block
) -> tuple[list[Var], tuple[Atom, ...]]:
    """The active targets of a region, and the results of a block that go to them."""
    pairs = [(t, atom) for t, atom in zip(targets, block.results) if tangents.is_active(t)]
    return [target for target, _ in pairs], tuple(atom for _, atom in pairs)


def tangent_branch(tangents: Tangents, node: If) -> None:
    active, extra = active_results(tangents, node.targets, node.then)
    then = tangent_block(tangents, node.then, extra)
    orelse = tangent_block(tangents, node.orelse, active_results(tangents, node.targets, node.orelse)[1])
    targets = (*node.targets, *map(tangents.dot, active))
    tangents.out.append(If(targets, node.cond, then, orelse, node.loc, node.note))


def try_node(tangents: Tangents, node: Try) -> None:
    active, extra = active_results(tangents, node.targets, node.body)
    body = tangent_block(tangents, node.body, extra)
    handlers = tuple(
        Handler(
            h.kind,
            h.name,
            tangent_block(tangents, h.block, active_results(tangents, node.targets, h.block)[1]),
        )
        for h in node.handlers
    )
    targets = (*node.targets, *map(tangents.dot, active))
    tangents.out.append(replace(node, targets=targets, body=body, handlers=handlers))


def tangent_loop(tangents: Tangents, node: For | While) -> None:
    active = [i for i, param in enumerate(node.params) if tangents.is_active(param)]
    inits = tuple(tangents.tangent(node.inits[i]) for i in active)
    params = tuple(tangents.dot(node.params[i]) for i in active)
    iterable: Atom | None = None
    item: Var | None = None
    first: tuple[Node, ...] = ()
    if isinstance(node, For) and tangents.is_active(node.iterable) and tangents.is_active(node.item):
        iterable, item, first = zipped(tangents, node)
    out, tangents.out = tangents.out, list(first)
    tangents.probe(node.params)
    for entry in node.body.entries:
        tangent_node(tangents, entry)
    ends = tuple(tangents.tangent(node.body.results[i]) for i in active)
    count = len(node.params)
    results = (*node.body.results[:count], *ends, *node.body.results[count:])
    body = Block(tuple(tangents.out), results)
    tangents.out = out
    new: Any = replace(
        node,
        targets=(*node.targets, *(tangents.dot(node.targets[i]) for i in active)),
        params=(*node.params, *params),
        inits=(*node.inits, *inits),
        body=body,
    )
    tangents.out.append(replace(new, iterable=iterable, item=item) if item is not None else new)


# ---------------------------------------------------------------------------------------------- entries


def tangent_entry(tangents: Tangents, node: Entry) -> None:
    name = operation_of(node)
    if isinstance(node.fn, FunctionRef):
        tangent_call(tangents, node)
        return
    reads = (node.fn, *node.args, *(atom for _, atom in node.kwargs))
    active = any(map(tangents.is_active, reads))
    grows = bool(node.targets) and tangents.is_active(node.targets[0]) and name in DISPLAYS
    # Taking an item off a shadow takes its tangent off the shadow's, whatever becomes of it.
    grows = grows or (name == "take_last" and active)
    if is_array_write(tangents, node):
        array_write(tangents, node)
        return
    if not grows and becomes_active(tangents, node, active):
        is_part = name == "getattr" or callee_of(node) is vars
        if is_part and not active:  # the object has no tangent
            raise UnsupportedValue(*UNKNOWN_CONTAINER, node.loc)
        tangents.out.append(node)
        for target in node.targets:
            if tangents.is_active(target):
                set_array(tangents, target, Const(0.0), ())
        return
    if not grows and (not active or (node.targets and not any(map(tangents.is_active, node.targets)))):
        tangents.out.append(node)
        return
    if name == "with_slope_of":
        tangents.out.append(node)
        tangents.dots[node.targets[0]] = tangents.tangent(node.args[1])
        return
    if name == "strong_zero":
        tangents.out.append(node)
        tangent_of_zero(tangents, node)
        return
    if name == "root_of":
        tangents.out.append(node)
        tangent_of_root(tangents, node)
        return
    if name is not None and by_operation(tangents, name, node):
        return
    called(tangents, node)


def called(tangents: Tangents, node: Entry) -> None:
    """An entry that calls something that isn't an operation of the list."""
    if isinstance(node.fn, Ref) and node.fn.value is zip:
        tangents.out.append(node)
        tangents.zips[node.targets[0]] = node.args
        return
    if isinstance(node.fn, Ref) and any(node.fn.value is copy for copy in COPIES):
        tangents.out.append(node)
        tangents.set(node.targets[0], node.fn, (tangents.tangent(node.args[0]),))
        return
    if is_filled(tangents, node):
        tangents.out.append(node)
        tangents.set(node.targets[0], ZEROS_LIKE, node.targets)
        return
    if not isinstance(node.fn, Ref):
        dynamic(tangents, node)
        return
    if tangents.context.is_dynamic(node.fn):
        dynamic_rule(tangents, node)
        return
    if isinstance(node.fn.value, CustomDerivative):
        by_custom(tangents, node, node.fn.value)
        return
    inner = tangents.context.python_function(node, tangents.facts)
    if inner is not None:
        tangent_call(tangents, inner)
        return
    tangents.out.append(node)
    by_rule(tangents, node)


def is_filled(tangents: Tangents, node: Entry) -> bool:
    """Whether an array of one constant number is made, of which only the shape is that of another one."""
    return callee_of(node) is np.full_like and not any(map(tangents.is_active, node.args[1:]))


def is_array_write(tangents: Tangents, node: Entry) -> bool:
    """`np.add.at(A, i, v)`"""
    value = callee_of(node)
    return (is_ufunc_at(value) or value in (increase_at, return_copy)) and any(
        map(tangents.is_active, node.args)
    )


def array_write(tangents: Tangents, node: Entry) -> None:
    tangents.out.append(node)
    if callee_of(node) is return_copy:
        tangents.out.append(replace(node, args=tuple(map(tangents.tangent, node.args))))
        return
    array, index, item = node.args
    if callee_of(node) not in (np.add.at, np.subtract.at, increase_at):
        reason = f"`{node.fn.path}` writes to an active array"
        raise UnsupportedValue(reason, "write it as a loop", node.loc)
    if tangents.is_active(item):
        tangents.out.append(replace(node, args=(tangents.tangent(array), index, tangents.tangent(item))))


def becomes_active(tangents: Tangents, node: Entry, active: bool) -> bool:
    """Whether it makes an array that takes up active values only later."""
    active = active and not tangents.context.view.is_constant(node.fn)
    return not active and any(
        tangents.is_active(t) and (tangents.is_array(t) or tangents.facts.kind(t).name in ("list", "dict"))
        for t in node.targets
    )


# ------------------------------------------------------------------------------------------------ calls


def tangent_call(tangents: Tangents, node: Entry) -> None:
    """A function of the module: its tangent function, which takes tangents after the arguments."""
    assert isinstance(node.fn, FunctionRef)
    facts = tuple(map(tangents.facts.fact, node.args))
    results = tangents.context.result_facts(node.fn.name, facts)
    written, _, _ = tangents.context.summary(node.fn.name, facts)
    writes = any(facts[place][1] for place in (*written, *tangents.context.written_lists(node.fn.name)))
    writes = writes or tangents.context.calls_unknown(node.fn.name, facts)
    if not any(varied for _, varied in results) and not writes:
        tangents.out.append(node)
        for target in filter(tangents.is_active, node.targets):
            tangents.set(target, "zeros_like", (target,))
        return
    name = tangent_of(tangents.context, Signature(node.fn.name, facts))
    dots = tuple(tangents.tangent(atom) for atom, (_, varied) in zip(node.args, facts) if varied)
    targets = tuple(
        tangents.dot(t) if tangents.is_active(t) else tangents.unused()
        for t, f in zip(node.targets, results)
        if f[1]
    )
    tangents.out.append(
        Entry((*node.targets, *targets), FunctionRef(name), (*node.args, *dots), (), node.loc)
    )


def tangent_of_root(tangents: Tangents, node: Entry) -> None:
    """The solution of an equation: its tangent, from that of the residual."""
    root = Root(tangents.context, tangents.facts, tangents.names, node)
    tangents.facts.varied.add(root.value)
    start = len(tangents.out)
    tangent_call(tangents, root.call)
    tangents.out[start:] = root.freed(tangents.out[start:])
    tangents.dots[root.x] = root.tangent(tangents.emit, tangents.out, tangents.tangent(root.value))


def tangent_of(context: Context, key: Signature) -> str:
    """The name of the tangent function of a function for a kind of call, made when it is first asked for."""
    if key not in context.tangents:
        name = context.tangents[key] = context.new_name(f"{key.name}_jvp")
        function = context.functions[key.name]
        context.add(replace(function, name=name))
        active = {i for i, (_, varied) in enumerate(key.facts) if varied}
        context.add(tangent_function(context, function, key.facts, name, active, flat=True))
        if key.name in context.tangent_makers:
            make = context.tangent_makers[name] = context.tangent_makers[key.name]
            context.makers[name] = partial(make, key)
    return context.tangents[key]


def tangent_function(
    context: Context,
    function: Function,
    facts: tuple[Fact, ...],
    name: str,
    active: set[int],
    flat: bool = False,
    probing: bool = False,
    lengths: tuple[ArgumentLengths, ...] = (),
) -> Function:
    """The function with tangents of the chosen parameters after its own, that returns tangents after its results.

    With `flat` only the results that vary have a tangent, and all come in one tuple; otherwise the value comes first,
    then the tangent in the same structure.
    """
    known = context.facts_of(function, facts)
    check_outside_writes(context, function, known)
    move_held_lists(function, known)
    names = context.names_for(function)
    tangents = Tangents(context, known, names, function, lengths_of_params(function, lengths))
    tangents.probing = probing
    params = [Param(tangents.dot(function.params[i].var)) for i in sorted(active)]
    results = function.body.results
    if flat:
        results = tuple(atom for atom, (_, varied) in zip(results, map(known.fact, results)) if varied)
        count = len(function.body.results) + len(results)
        structure: Any = ("one",) * count if count != 1 else "one"
    else:
        structure = (function.structure, function.structure)
    tangents.probe(param.var for param in function.params)
    body = tangent_block(tangents, function.body, results)
    body = Block((*tangents.out, *body.entries), body.results)
    own = tuple(replace(p, default=None, kind="either") for p in function.params)
    context.moved[name] = moved_by(tangents.moved, function)
    return Function(name, (*own, *params), body, structure, function.doc, function.loc)
