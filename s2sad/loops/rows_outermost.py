"""A loop over the rows of an array goes outermost, if the loops around it change all rows in turn.

for i in range(5):                                 for k in range(n - 4):
    for j in range(5):                                 for i in range(5):
        for k in range(n - 4):                             for j in range(5):
            for l in range(m - 4):         →                   for l in range(m - 4):
                y[k, l] += w[i, j] * x[i + k, j + l]               y[k, l] += w[i, j] * x[i + k, j + l]

All that is done to a row is done while it is near: else the whole array goes through memory for each term. (Loop interchange:
Allen & Kennedy, "Optimizing Compilers for Modern Architectures", section 5.2.) This comes before the function is
differentiated, so that the reverse sweep has the loops in this order as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Entry, For, Function, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, rename, with_blocks, with_body
from s2sad.loops.element_loops import ELEMENTS, Access, divides, form_of, takes_long
from s2sad.loops.jamming import is_check
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.parallel import accesses_in, is_free_of_order, nodes_in


def with_rows_outermost(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose loops over rows go around the loops that change all rows in turn."""
    passing = _Rows(arrays, names)
    return with_body(function, passing.block(function.body).entries)


class _Rows:
    def __init__(self, arrays: LocalArrays, names: Names) -> None:
        self.places, self.memory, self.kind = arrays.places, arrays.facts.classes.find, arrays.facts.kind
        self.names = names

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            made = self.rows_first(chain_of(node)) if isinstance(node, For) else None
            entries += [with_blocks(node, self.block)] if made is None else made
        return replace(block, entries=tuple(entries))

    def rows_first(self, chain: Sequence[For]) -> list[Node] | None:
        """What stands for loops, each of which has the next one in it; None if none of them goes outermost."""
        for number in range(1, len(chain)):
            around, rows = chain[:number], chain[number]
            made = replace(rows, body=within(around, rows.body, lambda node: not is_check(node)))
            if self.is_better(around, rows) and self.may_change(around, rows, made):
                return [*checks_of(around, self.names), replace(made, body=self.block(made.body))]
        return None

    def may_change(self, around: Sequence[For], rows: For, made: For) -> bool:
        """Whether loops may have another order: no row has to do with another one, and what is computed for all is quick."""
        before = [node for loop in around for node in entries_before(loop) if not is_check(node)]
        inside = defined_in(Block((around[0],)))
        return (
            not any(loop.params or loop.stops for loop in (*around, rows))
            and inside.isdisjoint(loop.iterable for loop in (rows, *around[1:]))
            and not any(takes_long(node) or divides(node) for node in before)
            and not any(map(writes, before))
            and all(map(self.is_known, nodes_in(made.body)))
            and is_free_of_order(made, self.places, self.memory)
        )

    def is_known(self, node: Node) -> bool:
        """Whether an entry reads or writes no array but by its elements."""
        if not isinstance(node, Entry) or operation_of(node) in ELEMENTS:
            return True
        return not any(K.is_array(self.kind(atom)) for atom in (*node.args, *node.targets))

    def is_better(self, around: Sequence[For], rows: For) -> bool:
        """Whether what goes along rows is of this row or of neighbours, and some row is written by all the iterations around."""
        inner = [node for node in nodes_in(rows.body) if isinstance(node, For)]
        innermost = [each for each in inner if not any(isinstance(node, For) for node in nodes_in(each.body))]
        along = [
            (access, loop.item)
            for loop in innermost
            for access in accesses_in(loop.body, self.places, self.memory)
            if loop.item in items_of(access)
        ]
        others = {loop.item for loop in around}
        return all(is_along(access, item, rows.item) for access, item in along) and any(
            access.form != "read" and others.isdisjoint(items_of(access)) for access, _ in along
        )


def checks_of(around: Sequence[For], names: Names) -> list[Node]:
    """The loops that check what the iterations around others ask for, before any of it is done."""
    if not any(is_check(node) for loop in around for node in entries_before(loop)):
        return []
    return list(rename(within(around, Block(())), names.fresh, {}).entries)


def chain_of(loop: For) -> list[For]:
    """A loop, the loop that its body ends with if nothing but entries comes before it, and so on."""
    last = loop.body.entries[-1] if loop.body.entries else None
    is_alone = isinstance(last, For) and all(isinstance(node, Entry) for node in loop.body.entries[:-1])
    return [loop, *chain_of(last)] if is_alone and isinstance(last, For) else [loop]


def entries_before(loop: For) -> tuple[Node, ...]:
    return loop.body.entries[:-1]


def writes(node: Node) -> bool:
    """Whether an entry changes an element: it would do so for each row."""
    return operation_of(node) in ELEMENTS and form_of(str(operation_of(node))) != "read"


def within(
    chain: Sequence[For], block: Block, is_wanted: Callable[[Node], bool] = lambda node: True
) -> Block:
    """A block in the loops of a chain, each with the entries that are wanted of those before the next one."""
    for loop in reversed(chain):
        entries = (*filter(is_wanted, entries_before(loop)), *block.entries)
        block = Block((replace(loop, body=Block(entries)),))
    return block


def items_of(access: Access) -> set[Var]:
    return {name for index in access.place or () for name, _ in index.terms if isinstance(name, Var)}


def is_along(access: Access, item: Var, row: Var) -> bool:
    """Whether an innermost loop goes along the last axis, and another one tells the row."""
    *others, last = [{name for name, _ in index.terms} for index in access.place or ()]
    return item in last and row not in last and any(row in names for names in others)
