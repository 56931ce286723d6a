"""Arrays that a loop makes anew and carries become one array, which each iteration writes at its end.

for k in t with u_1 = u -> u_2             w = np.copy u
    v = np.sin u_1                         for k in t
    yield v                       →            v = np.sin w
s = $np.sum u_2                                store w : v
                                           s = $np.sum w

Its adjoint is one array as well. Carried as they are, the arrays of all iterations and their adjoints would be kept, for
the reverse sweep to find which was which.

Only where the two can't be told apart: every iteration's array is as large as the one before, and nothing else knows of it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import writes
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Param, Ref, Var, While
from s2sad.ir.operations import op
from s2sad.ir.rewrite import free_vars, node_reads, substitute, substitute_atom, with_blocks

_COPY = Ref("np.copy", np.copy)
_ALL = (Const(None),) * 3


def with_one_array_each(
    function: Function, context: Context, facts: Facts, shapes: Shapes, names: Names
) -> Function:
    """The function in which one array stands for all that a loop carries from iteration to iteration, where it can."""
    made = _Carried(context, facts, shapes, names).block(function.body)
    return function if made == function.body else replace(function, body=made)


@dataclass
class _Carried:
    """`original` are the variables that new ones stand for, which kinds and lengths are known of."""

    context: Context
    facts: Facts
    shapes: Shapes
    names: Names
    original: dict[Any, Atom] = field(default_factory=dict)
    depth: int = 0

    def known(self, atom: Atom) -> Atom:
        return self.original.get(atom, atom)

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        new: dict[Var, Atom] = {}
        for place, node in enumerate(block.entries):
            node = _put_in(node, new)
            if not isinstance(node, Entry):
                self.depth += 1
                node = with_blocks(node, self.block)
                self.depth -= 1
            if isinstance(node, (For, While)) and any(map(self.is_array, node.params)):
                after = Block(block.entries[place + 1 :], block.results)
                entries += self.loop(node, tuple(entries), after, new)
            else:
                entries.append(node)
        return Block(tuple(entries), substitute(Block((), block.results), new).results)

    def is_array(self, var: Var) -> bool:
        kind = self.facts.kind(self.known(var))
        return K.is_array(kind) and bool(kind.ndim)

    # -------------------------------------------------------------------------------------------------- one loop

    def loop(
        self, node: For | While, before: tuple[Node, ...], after: Block, new: dict[Var, Atom]
    ) -> list[Node]:
        """The loop with such arrays, and what is before it; `new` maps its targets to the arrays."""
        chosen = self.chosen(node, before, after)
        if not chosen:
            return [node]
        copies = {node.params[k]: Var(self.names.fresh(node.params[k].name)) for k in chosen}
        self.original.update((copy, self.known(param)) for param, copy in copies.items())
        made_before = [
            Entry((copies[node.params[k]],), _COPY, (node.inits[k],), (), node.loc) for k in chosen
        ]
        moves = {copies[node.params[k]]: node.body.results[k] for k in chosen}
        new.update((node.targets[k], copies[node.params[k]]) for k in chosen)
        made = self.without(node, set(chosen), moves, copies)
        return [*made_before, made]

    def without(
        self, node: For | While, chosen: set[int], moves: dict[Var, Atom], copies: dict[Var, Var]
    ) -> Node:
        kept = [k for k in range(len(node.params)) if k not in chosen]
        results = tuple(atom for k, atom in enumerate(node.body.results) if k not in chosen)
        in_order = self.in_order({copy: substitute_atom(atom, copies) for copy, atom in moves.items()}, node)
        body = substitute(Block(node.body.entries, results), copies)
        made = replace(
            node,
            targets=tuple(node.targets[k] for k in kept),
            params=tuple(node.params[k] for k in kept),
            inits=tuple(node.inits[k] for k in kept),
            body=replace(body, entries=(*body.entries, *in_order)),
        )
        return replace(made, cond=substitute(made.cond, copies)) if isinstance(made, While) else made

    def in_order(self, moves: dict[Var, Atom], node: For | While) -> list[Node]:
        """Entries that write all arrays as if at once: one that is still to be read is written later, or copied before."""
        out: list[Node] = []
        waiting = dict(moves)
        while waiting:
            free = next((to for to in waiting if to not in waiting.values()), None)
            if free is None:
                free = next(iter(waiting))
                kept = Var(self.names.fresh(free.name))
                self.original[kept] = self.known(free)
                out.append(Entry((kept,), _COPY, (free,), (), node.loc))
                waiting = {to: kept if source is free else source for to, source in waiting.items()}
            whole = Var(self.names.fresh("t"))
            out.append(Entry((whole,), op("slice"), _ALL, (), node.loc))
            out.append(Entry((), op("store"), (free, whole, waiting.pop(free)), (), node.loc))
        return out

    # --------------------------------------------------------------------------------------------- which of them

    def chosen(self, node: For | While, before: tuple[Node, ...], after: Block) -> list[int]:
        """The indices of the carried arrays that one array can stand for."""
        found = [k for k in range(len(node.params)) if self.is_alike(node, k)]
        if not found:
            return []
        facts, outer = self.facts_of_body(node)
        found = [
            k for k in found if not self.is_written(node, k, facts) or self.begins_apart(node, k, before)
        ]
        while True:
            kept = [k for k in found if self.is_apart(node, k, found, facts, outer, after)]
            if kept == found:
                return found
            found = kept

    def is_alike(self, node: For | While, k: int) -> bool:
        """Whether a carried array is of one kind and size all the time."""
        atoms = (node.params[k], node.inits[k], node.body.results[k])
        if not all(isinstance(atom, Var) and self.is_array(atom) for atom in atoms):
            return False
        kinds = {self.facts.kind(self.known(atom)) for atom in atoms}
        lengths = {self.shapes.lengths(self.known(atom)) for atom in atoms}
        return len(kinds) == 1 and len(lengths) == 1 and None not in lengths

    def facts_of_body(self, node: For | While) -> tuple[Facts, set[Var]]:
        """The facts of one iteration by itself, so that it is known which of its arrays may be those that it was given."""
        cond = node.cond.entries if isinstance(node, While) else ()
        item = (node.item,) if isinstance(node, For) else ()
        body = Block((*cond, *node.body.entries), node.body.results)
        outer = {*free_vars(body), *node.params, *item}
        params = sorted(outer, key=lambda var: var.name)
        function = Function("iteration", tuple(Param(var) for var in params), body)
        known = tuple(self.facts.fact(self.known(var)) for var in params)
        return self.context.facts_of(function, known), outer

    def is_apart(
        self,
        node: For | While,
        k: int,
        others: Collection[int],
        facts: Facts,
        outer: set[Var],
        after: Block,
    ) -> bool:
        """Whether no variable outside of the loop may be one of the arrays that it carries at an index."""
        param, result, init = node.params[k], node.body.results[k], node.inits[k]
        assert isinstance(result, Var) and isinstance(init, Var)
        mine = set(facts.classes.members(param))
        as_they_are = [atom for place, atom in enumerate(node.body.results) if place not in others]
        if mine & outer - {param} or mine.intersection(as_they_are):
            return False
        first = {*self.facts.classes.members(self.known(init)), init}
        written = any(map(facts.classes.is_written, {param, *(first & outer)}))
        written = written or any(first & writes(each) for each in after.entries)
        if written and self.is_known_elsewhere(first, init, {*outer, *free_vars(after)}, node):
            return False
        if any(node.params[other] is result for other in others):
            return True
        alike = [atom for atom in node.body.results if isinstance(atom, Var) and atom is not result]
        members = set(facts.classes.members(result))
        once = node.body.results.count(result) == 1
        return once and not members & outer and not members.intersection(alike)

    def is_known_elsewhere(self, first: set[Var], init: Var, read: set[Var], node: For | While) -> bool:
        """Whether the array that a loop begins with is read in it, or later on, by another name."""
        mine = (first - set(node.targets)) & read
        return bool(mine - set(node.params)) or node.inits.count(init) > 1

    def is_written(self, node: For | While, k: int, facts: Facts) -> bool:
        """Whether an iteration writes to what may be the array that a loop begins with."""
        first = self.facts.classes.members(self.known(node.inits[k]))
        same = [param for param, init in zip(node.params, node.inits) if self.known(init) in first]
        return any(map(facts.classes.is_written, same))

    def begins_apart(self, node: For | While, k: int, before: tuple[Node, ...]) -> bool:
        """Whether the array that a loop begins with is none of the others that it begins with.

        In a loop around it facts are those of all iterations: two arrays may be one if they are so in any.
        """
        init, *others = (
            atom for atom in (node.inits[k], *node.inits[:k], *node.inits[k + 1 :]) if isinstance(atom, Var)
        )
        near = self.facts.classes.members(self.known(init))
        if not any(self.known(other) in near for other in others):
            return True
        block = Block(before, (init, *others))
        free = sorted(free_vars(block), key=lambda var: var.name)
        function = Function("before", tuple(Param(var) for var in free), block)
        known = tuple(self.facts.fact(self.known(var)) for var in free)
        classes = self.context.facts_of(function, known).classes
        mine = {init, *classes.members(init)}
        if self.depth:
            mine |= {var for var in free if self.known(var) in near}
        return all(mine.isdisjoint({other, *classes.members(other)}) for other in others)


def _put_in(node: Node, new: dict[Var, Atom]) -> Node:
    return substitute(Block((node,)), new).entries[0] if new and new.keys() & node_reads(node) else node
