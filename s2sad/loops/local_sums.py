"""What an innermost loop adds to one element is added up in a number, and to the element once after it.

for k in range(m):                     s = 0.0
    x_bar[i] += W[i, k] * y[k]    →    for k in range(m):
                                           s += W[i, k] * y[k]
                                       x_bar[i] += s

Only where the loop does nothing else with the array but add to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, with_blocks, with_body
from s2sad.loops.beside_loops import Around, BesideLoops
from s2sad.loops.element_loops import ELEMENTS, is_of_numbers
from s2sad.loops.local_arrays import LocalArrays

_OF_PLACES = ("add", "sub", "mul", "tuple_of")


def with_local_sums(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose innermost loops add to elements that stay the same by numbers."""
    beside = BesideLoops(arrays, names)

    def block(inner: Block, around: Around) -> Block:
        entries: list[Node] = []
        for node in inner.entries:
            if isinstance(node, For) and not node.stops and all(map(_is_plain, node.body.entries)):
                entries += _Loop(node, around, beside).done()
            else:
                within = (*beside.bounds(node), *around)
                entries.append(with_blocks(node, partial(block, around=within)))
        return replace(inner, entries=tuple(entries))

    return with_body(function, block(function.body, ()).entries)


def _is_plain(node: Node) -> bool:
    return operation_of(node) in ELEMENTS or is_of_numbers(node)


@dataclass
class _Loop:
    node: For
    around: Around
    beside: BesideLoops

    def memory(self, var: Any) -> Var:
        return self.beside.arrays.facts.classes.find(var)

    @cached_property
    def inside(self) -> set[Var]:
        return defined_in(self.node.body) | {self.node.item, *self.node.params}

    def done(self) -> list[Node]:
        fixed = self.fixed()
        only_added = self.only_added()
        chosen = [
            entry
            for entry in self.node.body.entries
            if operation_of(entry) == "increase"
            and self.memory(entry.args[0]) in only_added
            and self.stays(entry.args[1], fixed)
        ]
        return self.with_sums(chosen, fixed) if chosen else [self.node]

    def fixed(self) -> dict[Any, Entry]:
        """What computes places that are the same in every iteration."""
        found: dict[Any, Entry] = {}
        for entry in self.node.body.entries:
            if operation_of(entry) in _OF_PLACES and all(
                atom in found or atom not in self.inside for atom in entry.args
            ):
                found[entry.targets[0]] = entry  # type: ignore[assignment]
        return found

    def stays(self, place: Atom, fixed: dict[Any, Entry]) -> bool:
        return place in fixed or place not in self.inside

    def only_added(self) -> set[Var]:
        """The memory that the loop only adds to."""
        added: set[Var] = set()
        others: set[Var] = set()
        for entry in self.node.body.entries:
            if (
                isinstance(entry, Entry)
                and operation_of(entry) in ELEMENTS
                and isinstance(entry.args[0], Var)
            ):
                (added if operation_of(entry) == "increase" else others).add(self.memory(entry.args[0]))
        return added - others

    def with_sums(self, chosen: list[Node], fixed: dict[Any, Entry]) -> list[Node]:
        node = self.node
        after: list[Entry] = []
        targets, params, results = list(node.targets), list(node.params), list(node.body.results)
        entries: list[Node] = []
        for entry in node.body.entries:
            if not any(entry is one for one in chosen):
                if not any(entry is one for one in fixed.values()):
                    entries.append(entry)
                continue
            assert isinstance(entry, Entry) and isinstance(entry.args[0], Var)
            hint = entry.args[0].name
            total, param, result = (Var(self.beside.names.fresh(hint)) for _ in range(3))
            entries.append(Entry((result,), op("add"), (param, entry.args[2]), (), entry.loc, entry.note))
            after.append(replace(entry, args=(*entry.args[:2], total)))
            targets.append(total)
            params.append(param)
            results.append(result)
        made = replace(
            node,
            targets=tuple(targets),
            params=tuple(params),
            inits=(*node.inits, *(Const(0.0) for _ in chosen)),
            body=Block(tuple(entries), tuple(results)),
        )
        return [*fixed.values(), made, *self.beside.safe(after, node, self.around)]
