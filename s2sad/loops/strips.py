"""Loops that each go through whole vectors in turn do it strip by strip.

for k in range(m):                         for strip in range((n + 1023) // 1024):
    for j in range(n):                         start = strip * 1024
        y[j] += w[k] * x[k + j]    →           for k in range(m):
                                                   for j in range(min(1024, n - start)):
                                                       y[start + j] += w[k] * x[k + start + j]

All that is done to a strip is done while it is near: else whole vectors go through memory for each term. (Strip-mining and interchange:
Allen & Kennedy, "Optimizing Compilers for Modern Architectures", section 9.3.) This comes before the function is
differentiated, so that the reverse sweep goes by strips as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var, atoms_of
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, definitions_of, substitute_node, with_blocks, with_body
from s2sad.loops.builder import RANGE
from s2sad.loops.element_loops import ELEMENTS, divides, takes_long
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.parallel import accesses_in, is_free_of_order, nodes_in
from s2sad.loops.ranges import counts_from_zero, is_innermost, range_made
from s2sad.loops.rows_outermost import chain_of, checks_of, entries_before, is_check, items_of, within, writes

_STRIP = 1024
"""How many numbers a strip has: 8 KB, so that some strips of several vectors are in the cache next to the processor."""
_FEW = 8
"""Iterations that are written out, or nearly, so that they go through memory once."""


def with_strips(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose loops over vectors, within loops that each change all of them, go by strips."""
    passing = _Strips(function, arrays, names)
    return with_body(function, passing.block(function.body).entries)


class _Strips:
    def __init__(self, function: Function, arrays: LocalArrays, names: Names) -> None:
        self.places, self.memory = arrays.places, arrays.facts.classes.find
        self.definitions, self.names = definitions_of(function), names

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            chain = chain_of(node) if isinstance(node, For) else []
            if len(chain) > 1 and self.may_go_by_strips(chain[:-1], chain[-1]):
                entries += [*checks_of(chain[:-1], self.names), *self.by_strips(chain[:-1], chain[-1])]
            else:
                entries.append(with_blocks(node, self.block))
        return replace(block, entries=tuple(entries))

    def may_go_by_strips(self, around: Sequence[For], along: For) -> bool:
        """Whether sums are added to a vector by all iterations around, and what happens to an element has to do with no other one."""
        made = replace(along, body=within(around, along.body, lambda node: not is_check(node)))
        return (
            is_innermost(along)
            and not any(loop.params or loop.stops for loop in (*around, along))
            and counts_from_zero(self.definitions, along.iterable)
            and not self.is_few(around[-1].iterable)
            and defined_in(Block((around[0],))).isdisjoint(
                loop.iterable for loop in (*around[1:], along) if isinstance(loop.iterable, Var)
            )
            and not any(takes_long(node) or divides(node) for node in nodes_in(made.body) if is_number(node))
            and not any(writes(node) for loop in around for node in entries_before(loop))
            and self.adds_to_vectors(around, along)
            and is_free_of_order(made, self.places, self.memory)
        )

    def is_few(self, iterable: Atom) -> bool:
        made = range_made(self.definitions, iterable)
        return made is not None and all(isinstance(end, Const) and end.value <= _FEW for end in made.args)

    def adds_to_vectors(self, around: Sequence[For], along: For) -> bool:
        """Whether a loop adds to elements that all iterations around it add to, and reads vectors that nothing here changes."""
        others = {loop.item for loop in around}
        accesses = list(accesses_in(along.body, self.places, self.memory))
        added = [access for access in accesses if access.form == "increase"]
        read = [access for access in accesses if access.form == "read"]
        return (
            len(added) + len(read) == len(accesses)
            and {access.memory for access in added}.isdisjoint(access.memory for access in read)
            and all(access.place is not None and len(access.place) == 1 for access in accesses)
            and all(along.item in items_of(access) for access in accesses)
            and any(others.isdisjoint(items_of(access)) for access in added)
            and all(map(self.is_shifted, self.uses(along)))
        )

    def uses(self, along: For) -> list[tuple[Node, For]]:
        return [(node, along) for node in along.body.entries if along.item in atoms_of(node)]

    def is_shifted(self, use: tuple[Node, For]) -> bool:
        """Whether an entry reads or writes an element at the item of its loop, or adds to it what the loop doesn't change."""
        node, along = use
        if not isinstance(node, Entry):
            return False
        if operation_of(node) in ELEMENTS:
            return node.args[1] is along.item and along.item not in node.args[2:]
        rest = [atom for atom in node.args if atom is not along.item]
        inside = defined_in(along.body)
        return operation_of(node) == "add" and len(rest) == 1 and rest[0] not in inside

    def by_strips(self, around: Sequence[For], along: For) -> list[Node]:
        made = range_made(self.definitions, along.iterable)
        assert made is not None
        more, count, strips, strip, start, left, length, part = (
            Var(self.names.fresh(name)) for name in ("t", "t", "t", "strip", "start", "t", "t", "t")
        )
        before = [
            Entry((more,), op("add"), (made.args[0], Const(_STRIP - 1))),
            Entry((count,), op("floordiv"), (more, Const(_STRIP))),
            Entry((strips,), RANGE, (count,)),
        ]
        ends = [
            Entry((start,), op("mul"), (strip, Const(_STRIP))),
            Entry((left,), op("sub"), (made.args[0], start)),
            Entry((length,), Ref("min", min), (Const(_STRIP), left)),
            Entry((part,), RANGE, (length,)),
        ]
        shifted = self.shifted(replace(along, iterable=part), start)
        last = replace(around[-1], body=Block((*around[-1].body.entries[:-1], *shifted)))
        inner = within(around[:-1], Block((self.without_checks(last),)), lambda node: not is_check(node))
        body = Block((*ends, *inner.entries))
        return [*before, replace(around[0], item=strip, iterable=strips, body=body)]

    def without_checks(self, loop: For) -> For:
        entries = tuple(node for node in loop.body.entries if not is_check(node))
        return replace(loop, body=Block(entries))

    def shifted(self, along: For, start: Var) -> list[Node]:
        """A loop whose places begin at the start of a strip, and what it adds to its item before it."""
        before: list[Node] = []
        entries: list[Node] = []
        for node in along.body.entries:
            if along.item not in atoms_of(node):
                entries.append(node)
            elif operation_of(node) == "add":
                entries.append(self.sum_shifted(node, along.item, start, before))
            else:
                place = Var(self.names.fresh("t"))
                entries.append(Entry((place,), op("add"), (start, along.item)))
                entries.append(substitute_node(node, {along.item: place}))
        return [*before, replace(along, body=replace(along.body, entries=tuple(entries)))]

    def sum_shifted(self, node: Node, item: Var, start: Var, before: list[Node]) -> Node:
        assert isinstance(node, Entry)
        moved = Var(self.names.fresh("t"))
        (rest,) = (atom for atom in node.args if atom is not item)
        before.append(Entry((moved,), op("add"), (rest, start)))
        return replace(node, args=(moved, item))


def is_number(node: Node) -> bool:
    return isinstance(node, Entry) and operation_of(node) not in ELEMENTS and not is_check(node)
