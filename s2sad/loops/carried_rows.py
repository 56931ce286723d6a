"""A row of an array that is written, which a loop carries or a branch gives, is known by its number.

prev = getitem A 0                         for i in t with q_1 = 0 -> q_2
for i in t with p_1 = prev -> p_2              p_1 = getitem A q_1
    store A i : np.sin p_1        →            store A i : np.sin p_1
    row = getitem A i                          yield i
    yield row                              p_2 = getitem A q_2

A copy can't stand for it, since what is written to the array is written to the row.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.list_families import flows
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, For, Function, If, Node, Var, While
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, definitions_of, rename, walk, with_blocks, with_body


def with_carried_rows(function: Function, facts: Facts, names: Names) -> Function:
    """The function whose loops and branches give numbers in the place of rows of arrays that are written."""
    return with_body(function, _Rows(function, facts, names).block(function.body).entries)


class _Rows:
    """`sources` are what a variable of a loop or branch may be, and the node that makes it so."""

    def __init__(self, function: Function, facts: Facts, names: Names) -> None:
        self.facts, self.names = facts, names
        self.definitions: dict[Any, Entry] = definitions_of(function)
        self.sources: dict[Any, tuple[Node, tuple[Atom, ...]]] = {}
        self.numbers: dict[Any, Var] = {}
        for node in walk(function.body):
            self.sources.update((var, (node, ends)) for var, ends in flows(node))

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            if isinstance(node, Entry):
                entries.append(node)
                continue
            rows: dict[Var, Var] = {}
            if isinstance(node, (If, For, While)):
                rows = {var: array for var in node.targets if (array := self.array_of(var)) is not None}
                node = self.by_number(node, rows)
            entries.append(with_blocks(node, self.block))
            entries += [self.row(var, array) for var, array in rows.items()]
        return replace(block, entries=tuple(entries))

    def array_of(self, var: Var) -> Var | None:
        """The array that a variable is one row or another of; None if that isn't known, or nothing is written there."""
        if not K.is_array(self.facts.kind(var)) or not self.facts.classes.is_written(var):
            return None
        waiting: list[Atom] = [var]
        seen: set[Atom] = set()
        arrays: set[Atom] = set()
        while waiting:
            atom = waiting.pop()
            if atom in self.sources and atom not in seen:
                waiting += self.sources[atom][1]
            elif atom not in seen:
                made = self.row_made(atom)
                if made is None:
                    return None
                arrays.add(made.args[0])
            seen.add(atom)
        array = arrays.pop() if len(arrays) == 1 else None
        regions = [self.sources[atom][0] for atom in seen if atom in self.sources]
        is_outside = all(array not in defined_in(Block((node,))) for node in regions)
        return array if isinstance(array, Var) and is_outside else None

    def row_made(self, atom: Atom) -> Entry | None:
        """What takes a row by its number from an array."""
        made = self.definitions.get(atom) if isinstance(atom, Var) else None
        if made is None or operation_of(made) != "getitem":
            return None
        rank = self.facts.kind(made.args[0]).ndim
        return made if rank is not None and rank > 1 and self.facts.kind(made.args[1]) == K.INT else None

    def number(self, atom: Atom) -> Atom:
        if atom not in self.sources:
            return self.definitions[atom].args[1]
        if atom not in self.numbers:
            self.numbers[atom] = Var(self.names.fresh("row"))
        return self.numbers[atom]

    def row(self, var: Var, array: Var) -> Entry:
        return Entry((var,), op("getitem"), (array, self.number(var)))

    def by_number(self, node: If | For | While, rows: dict[Var, Var]) -> Node:
        """A node that gives numbers; in a loop the rows are read where it begins."""
        at = {place for place, var in enumerate(node.targets) if var in rows}
        if not at:
            return node

        def numbered(atoms: Iterable[Any]) -> tuple[Any, ...]:
            return tuple(self.number(atom) if place in at else atom for place, atom in enumerate(atoms))

        targets = numbered(node.targets)
        if isinstance(node, If):
            then, orelse = (
                replace(each, results=numbered(each.results)) for each in (node.then, node.orelse)
            )
            return replace(node, targets=targets, then=then, orelse=orelse)
        begin = tuple(self.row(node.params[place], rows[node.targets[place]]) for place in sorted(at))
        body = Block((*begin, *node.body.entries), numbered(node.body.results))
        made = replace(
            node, targets=targets, params=numbered(node.params), inits=numbered(node.inits), body=body
        )
        if isinstance(made, While):
            asked = replace(made.cond, entries=(*begin, *made.cond.entries))
            return replace(made, cond=rename(asked, self.names.fresh))
        return made
