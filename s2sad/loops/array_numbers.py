"""An array of which each iteration has one element, and knows no other, is a number.

t_bar = np.zeros(n)
for i in range(n):                         for i in range(n):
    t_bar[i] += 2.0 * t[i]
    u_bar[i] += t_bar[i]           →           u_bar[i] += 2.0 * t[i]
    t_bar[i] = 0.0

(Scalar replacement: Allen & Kennedy, "Optimizing Compilers for Modern Architectures", chapter 8.)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import UNDEFINED, Atom, Block, Const, Entry, Function, Node, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import expanded, substitute, substitute_node, walk, with_blocks
from s2sad.loops.local_arrays import Local, LocalArrays, Use
from s2sad.runtime.vector_functions import VECTOR_FUNCTIONS

_NOTHING = (Const(None), Const(UNDEFINED))
"""What a branch gives that has no value for a variable; where it is read there is another one."""
_KINDS = ((np.bool_, K.BOOL), (np.int64, K.INT))


def with_numbers(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function without arrays that are one number in each iteration."""
    chosen: dict[int, list[Local]] = {}
    for local in arrays.found.values():
        if local.uses and _is_number(local, arrays):
            chosen.setdefault(id(local.uses[0].block), []).append(local)

    def block(inner: Block) -> Block:
        made = replace(inner, entries=tuple(with_blocks(node, block) for node in inner.entries))
        for local in chosen.get(id(inner), ()):
            made = _without(made, local, names)
        return made

    return replace(function, body=block(function.body)) if chosen else function


def _is_number(local: Local, arrays: LocalArrays) -> bool:
    first = local.uses[0]
    if any(use.place != first.place or not _is_in_reach(use, first) for use in local.uses):
        return False
    if first.place is None or not all(_keeps_kind(use.node, local, arrays) for use in local.uses):
        return False
    loops = local.loops_of(first)
    if not loops:
        return False
    return first.form == "store" or (local.has_zeros and arrays.goes_through(first.place, loops))


def _is_in_reach(use: Use, first: Use) -> bool:
    """Whether a use is in the block of the first one, or reads within it."""
    if use.block is first.block:
        return True
    depth = len(first.path)
    inside = len(use.path) > depth and all(one is other for one, other in zip(use.path, first.path))
    within = inside and any(use.path[depth] is node for node in first.block.entries)
    return within and use.form == "getitem"


def _keeps_kind(node: Node | None, local: Local, arrays: LocalArrays) -> bool:
    """Whether a number has the same kind in an array as before."""
    assert isinstance(node, Entry)
    if operation_of(node) == "getitem":
        return True
    kind = dict(local.maker.kwargs).get("dtype")
    if kind is None:
        return arrays.is_of_floats(local) and _is_float(node.args[2], arrays)
    wanted = next((kind_ for dtype, kind_ in _KINDS if getattr(kind, "value", None) is dtype), None)
    return wanted is not None and arrays.facts.kind(node.args[2]) == wanted


def _is_float(atom: Atom, arrays: LocalArrays) -> bool:
    """Whether a number is a float: by its kind, or by what computes it where it is younger than the kinds."""
    kind = arrays.facts.kind(atom)
    if kind == K.FLOAT or not isinstance(atom, Var):
        return kind == K.FLOAT
    merged = [each for each in arrays.merged.get(atom, ()) if each not in _NOTHING]
    if merged:
        return all(_is_float(each, arrays) for each in merged)
    made = arrays.definitions.get(atom) if kind == K.BOTTOM else None
    if made is None:
        return False
    callee, name = callee_of(made), operation_of(made)
    if name == "truediv" or isinstance(callee, np.ufunc) or callee in VECTOR_FUNCTIONS:
        return (
            name == "truediv"
            or callee in VECTOR_FUNCTIONS
            or any(_is_float(arg, arrays) for arg in made.args)
        )
    if name == "getitem":
        base = arrays.facts.kind(made.args[0])
        return K.is_array(base) and base.item == K.FLOAT
    return name in ("add", "sub", "mul", "neg", "pow") and any(_is_float(arg, arrays) for arg in made.args)


def _without(block: Block, local: Local, names: Names) -> Block:
    """The block with the number in the place of the element, from what is stored to what is read."""
    now: Atom = Const(0.0)
    values: dict[Var, Atom] = {}
    entries: list[Node] = []
    for node in block.entries:
        node = substitute_node(node, values) if values else node
        if not isinstance(node, Entry):
            entries.append(_with_number(node, local.var, now))
        elif not node.args or node.args[0] is not local.var:
            entries.append(node)
        elif operation_of(node) == "getitem":
            values[node.targets[0]] = now
        elif operation_of(node) == "store" or now == Const(0.0):
            now = node.args[2]
        else:
            target = Var(names.fresh(local.var.name))
            entries.append(Entry((target,), op("add"), (now, node.args[2]), (), node.loc, node.note))
            now = target
    return Block(tuple(entries), substitute(Block((), block.results), values).results)


def _with_number(node: Node, array: Var, number: Atom) -> Node:
    """A loop or branch that reads a number in the place of an element."""
    read = [
        entry
        for entry in walk(Block((node,)))
        if isinstance(entry, Entry) and operation_of(entry) == "getitem" and entry.args[0] is array
    ]
    if not read:
        return node

    def kept(each: Node) -> list[Node]:
        return [] if any(each is one for one in read) else [each]

    made = with_blocks(node, lambda inner: expanded(inner, kept))
    return substitute_node(made, {entry.targets[0]: number for entry in read})
