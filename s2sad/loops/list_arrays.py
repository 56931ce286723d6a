"""Lists of numbers, and of arrays of one shape, are arrays: machine code has no others.

out = list_of                          out = $np.empty n
for i in range(n):                     for i in range(n):
    append out t              →            store out i t

That is done where all that is made of a list is what arrays have too. Lists of lists become arrays from the inside out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    Node,
    Ref,
    Var,
)
from s2sad.ir.operations import callee_of, is_one_of, op, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, substitute, walk, with_body
from s2sad.loops.chosen_lists import IN_NUMPY, Choice
from s2sad.loops.dtypes import dtype_of
from s2sad.loops.grown_arrays import Grower
from s2sad.loops.list_kinds import array_of, depth_of, is_list
from s2sad.runtime.special import index_of_max, index_of_min

_ARRAY, _FULL, _SUM = Ref("np.array", np.array), Ref("np.full", np.full), Ref("np.sum", np.sum)
_RANGE, _LEN = Ref("range", range), Ref("len", len)
_LOOKING = (index_of_max, index_of_min, np.sum, np.mean, np.std, np.var, np.max, np.min, np.dot)
_EMPTY = Ref("np.empty", np.empty)
_ITEMS = {K.FLOAT: Ref("float", float), K.COMPLEX: Ref("complex", complex)}


def lists_as_arrays(
    function: Function, facts: Facts, shapes: Shapes, names: Names
) -> tuple[Function, frozenset[Var]]:
    """The function with arrays in the place of lists of numbers and arrays, and the parameters that are arrays now."""
    without: set[Var] = set()
    while True:
        chosen = Choice(function, facts, shapes, without)
        if not chosen.found:
            return function, frozenset()
        grower = Grower(function, facts, shapes, names, chosen.growths)
        made = _Rewriting(chosen, facts, names, grower).function(function)
        if not grower.failed:
            break
        without |= grower.failed
    params = frozenset(param.var for param in function.params if param.var in chosen.found)
    return made, params


class _Rewriting:
    def __init__(self, chosen: Choice, facts: Facts, names: Names, grower: Grower) -> None:
        self.chosen, self.facts, self.names, self.grower = chosen, facts, names, grower

    def function(self, function: Function) -> Function:
        made = substitute(self.grower.block(function.body, self.entry), self.grower.atoms)
        return with_body(function, made.entries, made.results)

    def entry(self, node: Entry) -> None:
        """Emit what an entry is in terms of arrays."""
        name, found = operation_of(node), self.chosen.found
        target = node.targets[0] if len(node.targets) == 1 else None
        emit = self.grower.emit_entry
        if target in found and target not in self.chosen.growths:
            self.made(node, name)
        elif name == "setitem" and node.args[0] in found:
            emit(replace(node, fn=op("store")))
        elif is_one_of(callee_of(node), tuple(IN_NUMPY)) and node.args[0] in found:
            function = IN_NUMPY[callee_of(node)]
            emit(replace(node, fn=Ref(f"np.{function.__name__}", function)))
        elif callee_of(node) is sum and node.args[0] in found and self.depth(node.args[0]) > 1:
            emit(replace(node, fn=_SUM, args=node.args[:1], kwargs=(("axis", Const(0)),)))
        else:
            emit(node)

    def depth(self, atom: Atom) -> int:
        return depth_of(self.facts.kind(atom)) or 0

    def made(self, node: Entry, name: str | None) -> None:
        """A list that is made as an array."""
        emit = self.grower.emit_entry
        if name == "list_of":
            items = Var(self.names.fresh("items"))
            emit(replace(node, targets=(items,)))
            emit(replace(node, fn=_ARRAY, args=(items,), kwargs=self.dtype(node)))
        elif name == "mul":
            part = self.chosen.definitions[node.args[0]]
            emit(replace(node, fn=_FULL, args=(node.args[1], *part.args)))
        elif callee_of(node) is list:
            emit(replace(node, fn=_ARRAY))
        else:
            emit(node)

    def dtype(self, node: Entry) -> tuple[tuple[str, Atom], ...]:
        made = _ITEMS.get(K.element(array_of(self.facts.kind(node.targets[0]))))
        return () if made is None else (("dtype", made),)


def with_copies(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with copies in arrays of lists of numbers that stay lists, where arrays are asked for."""
    definitions = definitions_of(function)
    written = {node.args[0] for node in walk(function.body) if operation_of(node) == "append"}

    def entry(node: Node) -> tuple[Node, ...]:
        if not isinstance(node, Entry):
            return (node,)
        is_maker = callee_of(node) in (np.array, np.asarray, np.asanyarray)
        if not is_maker and not is_one_of(callee_of(node), _LOOKING):
            return (node,)
        items = node.args[0]
        made = definitions.get(items)
        is_known = made is not None and bool(made.args) and items not in written
        if not is_list(kind(items)) or depth_of(kind(items)) != 1 or (is_known and is_maker):
            return (node,)
        whole = node.targets[0] if is_maker else Var(names.fresh("items"))
        copied = _copied(replace(node, targets=(whole,)), array_of(kind(items)), names)
        return copied if is_maker else (*copied, replace(node, args=(whole, *node.args[1:])))

    return replace(function, body=expanded(function.body, entry))


def _copied(node: Entry, kind: K.Kind, names: Names) -> tuple[Node, ...]:
    count, numbers, index, item = (Var(names.fresh(hint)) for hint in ("n", "t", "i", "item"))
    items, target = node.args[0], node.targets[0]
    dtype = dtype_of(K.element(kind))
    body = Block(
        (
            Entry((item,), op("getitem"), (items, index), (), node.loc),
            Entry((), op("store"), (target, index, item), (), node.loc),
        )
    )
    return (
        Entry((count,), _LEN, (items,), (), node.loc),
        Entry((target,), _EMPTY, (count,), dtype, node.loc),
        Entry((numbers,), _RANGE, (count,), (), node.loc),
        For((), index, numbers, (), (), body, loc=node.loc),
    )
