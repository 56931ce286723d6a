"""What was there for the compiler only is left out, when nothing differentiates the list any more.

s = stop_gradient x                     t = mul x y
t = mul s y                 →
u = array_without_gradient A            u = np.copy A
r = checkpoint_range n snapshots=5      r = range n
z = strong_zero p x                     v = t
v = add t z
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ir.names import is_unnamed
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Module, Node, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in, substitute, walk, with_blocks, with_body
from s2sad.runtime.revolve import checkpoint_range
from s2sad.runtime.shaping import array_without_gradient
from s2sad.transform.copies import drop_copies

_COPY = Ref("np.copy", np.copy)
_RANGE = Ref("range", range)
_INJECTIONS = frozenset(("on_adjoint",))
_MARKERS = frozenset(("stop_gradient", "on_adjoint", "root_of", "in_form_of", "with_slope_of", "strong_zero"))
_ZERO = Const(0.0)


def without_markers(module: Module) -> Module:
    """The module without the functions that only tell which derivatives are taken."""
    return replace(module, functions=tuple(_function(f, _MARKERS) for f in module.functions))


def without_injections(module: Module) -> Module:
    """A derivative without what told where the reverse sweep had to call something: it does so now."""
    return replace(module, functions=tuple(_function(f, _INJECTIONS) for f in module.functions))


def _function(function: Function, same_as_argument: frozenset[str]) -> Function:
    if not any(map(_is_marker, walk(function.body))):
        return function
    same: dict[Var, Atom] = {}
    body = substitute(_block(function.body, same, same_as_argument), same)
    better = _better_names(body, same)
    body = substitute(body, better, better)
    if same_as_argument is _INJECTIONS:
        return with_body(function, body.entries, body.results)
    return drop_copies(with_body(function, body.entries, body.results))


def _better_names(block: Block, same: dict[Var, Atom]) -> dict[Var, Atom]:
    """What is nameless takes the name of what was the same."""
    own = defined_in(block)
    return {
        value: var
        for var, value in same.items()
        if isinstance(value, Var) and value in own and is_unnamed(value.name)
    }


def _is_marker(node: Node) -> bool:
    name = operation_of(node)
    if name is not None:
        return name in _MARKERS
    value = callee_of(node)
    return value is array_without_gradient or value is checkpoint_range


def _plain(node: Entry) -> Entry:
    """An entry as it would be without s2sad."""
    if callee_of(node) is array_without_gradient:
        return replace(node, fn=_COPY)
    if callee_of(node) is checkpoint_range:
        return replace(node, fn=_RANGE, kwargs=())
    return node


def _value(node: Entry, same: dict[Var, Atom], same_as_argument: frozenset[str]) -> Atom | None:
    """What an entry gives that isn't computed any more."""
    name = operation_of(node)
    if name == "add":
        terms = [a for a in node.args if not isinstance(a, Var) or same.get(a) is not _ZERO]
        return terms[0] if len(terms) == 1 else None
    if name not in same_as_argument:
        return None
    return _ZERO if name == "strong_zero" else node.args[0]


def _block(block: Block, same: dict[Var, Atom], same_as_argument: frozenset[str]) -> Block:
    entries: list[Node] = []
    for node in block.entries:
        if not isinstance(node, Entry):
            entries.append(with_blocks(node, lambda inner: _block(inner, same, same_as_argument)))
        elif (value := _value(node, same, same_as_argument)) is not None:
            same[node.targets[0]] = same.get(value, value) if isinstance(value, Var) else value
        else:
            entries.append(node if same_as_argument is _INJECTIONS else _plain(node))
    return Block(tuple(entries), block.results)
