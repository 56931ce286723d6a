"""Loops that a machine can do several iterations of at once: forwards, and apart where one array is added to at several places.

for j in range(m - 1, -1, -1):         for j in range(m):
    u_bar[2 * j] += a[j]        →          u_bar[2 * j] += a[j]
    u_bar[j] += b[j]                   for j in range(m):
                                           u_bar[j] += b[j]

In one loop an iteration would have to wait for the one before, which adds to the same elements; several loops don't. (Loop
distribution: Allen & Kennedy, "Optimizing Compilers for Modern Architectures", section 5.2.) What takes long is computed once.
Places at known distances from each other are gathered instead (`gathering.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from s2sad.analysis.aliases import Facts
from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Length
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var, targets_of
from s2sad.ir.rewrite import definitions_of, rename, walk, with_blocks, with_body
from s2sad.loops.element_loops import (
    ElementLoop,
    Group,
    integers_by,
    places_by,
)
from s2sad.loops.gathering import gathered, gathers, neighbours, with_sums_together
from s2sad.loops.jamming import is_worth_jamming, jammed
from s2sad.loops.long_values import long_values_first
from s2sad.loops.loop_groups import in_groups
from s2sad.loops.parallel import may_be_parallel
from s2sad.loops.ranges import (
    IsAbove,
    bounds_in,
    forwards,
    is_above_in,
    is_innermost,
    items_of_ranges,
    range_made,
)
from s2sad.loops.vector_functions import with_vector_functions
from s2sad.loops.zeroed_rows import ZeroedRows
from s2sad.runtime.loops import prange

_RANGE, _PRANGE = Ref("range", range), Ref("prange", prange)


def distributed(function: Function, facts: Facts, names: Names, parallel: bool = False) -> Function:
    """The function with innermost loops that run forwards, and are distributed, wherever that is the same up to rounding.

    With `parallel` outer loops whose iterations don't meet are for threads.
    """
    passing = _Distribution(function, facts, names, parallel)
    return with_body(function, passing.block(function.body).entries)


def with_jams(function: Function, facts: Facts, names: Names) -> Function:
    """The function with loops whose iterations go through inner loops together, where these do something for all of them."""
    passing = _Distribution(function, facts, names, False)
    return with_body(function, passing.with_jams(function.body).entries)


class _Distribution:
    def __init__(self, function: Function, facts: Facts, names: Names, parallel: bool) -> None:
        self.facts, self.names, self.parallel = facts, names, parallel
        self.definitions = definitions_of(function)
        self.items = items_of_ranges(function, self.definitions)
        self.integer = integers_by(facts, self.definitions, self.items)
        self.places = places_by(self.integer, self.definitions)
        self.bounds: list[Bounds] = []
        kinds = (facts.kind(target) for node in walk(function.body) for target in targets_of(node))
        self.are_real = all(K.element(kind) != K.COMPLEX for kind in kinds)

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            if isinstance(node, Entry):
                entries.append(node)
            elif isinstance(node, For) and is_innermost(node):
                entries += self.loop(node, entries)
            elif self.parallel and isinstance(node, For) and self.is_for_threads(node):
                entries += self.in_threads(node)
            else:
                entries.append(self.within(node))
        return replace(block, entries=tuple(entries))

    def is_for_threads(self, node: For) -> bool:
        made = self.range_of(node)
        steps = made is not None and (len(made.args) < 3 or made.args[2] == Const(-1))
        return steps and may_be_parallel(node, self.places, self.memory)

    def in_threads(self, node: For) -> list[Node]:
        """A loop whose iterations run in threads; those within it don't start any."""
        made = self.range_of(node)
        assert made is not None
        before, ends = forwards(made, self.definitions, self.names)
        target = Var(self.names.fresh("t"))
        self.parallel = False
        inner = self.within(node)
        self.parallel = True
        assert isinstance(inner, For)
        return [*before, Entry((target,), _PRANGE, ends), replace(inner, iterable=target)]

    def with_jams(self, block: Block) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            made = self.jammed(node) if isinstance(node, For) else None
            entries += made or [self.within(node, self.with_jams)]
        return replace(block, entries=tuple(entries))

    def jammed(self, node: For) -> list[Node] | None:
        """A loop whose iterations go through its inner loops together; None if they don't."""
        made = self.range_of(node)
        steps = made is not None and (len(made.args) < 3 or made.args[2] == Const(-1))
        if made is None or not steps or not is_worth_jamming(node, self.places, self.memory, self.is_counted):
            return None
        before, ends = forwards(made, self.definitions, self.names)
        together, rest = jammed(node, ends, self.places, self.memory, self.names)
        block = Block(tuple(together), ())
        for each in walk(block):
            if isinstance(each, For):
                self.items.add(each.item)
            elif isinstance(each, Entry) and len(each.targets) == 1:
                self.definitions[each.targets[0]] = each
        inner = [each for each in walk(block) if isinstance(each, For) and is_innermost(each)]
        around = [known for each in together if isinstance(each, For) and (known := self.bounds_of(each))]
        self.bounds[:0] = around
        are_loops = all(map(self.is_one_loop, inner))
        del self.bounds[: len(around)]
        if not are_loops:
            return None
        return [*before, *self.block(block).entries, *rest]

    def is_one_loop(self, node: For) -> bool:
        """Whether what adds to arrays in an innermost loop stays one loop."""
        loop = ElementLoop(node, self.places, self.memory, self.is_above_in(node))
        return loop.is_free_of_order() and len(in_groups(loop)) < 3

    def within(self, node: Node, inner: Callable[[Block], Block] | None = None) -> Node:
        known = self.bounds_of(node) if isinstance(node, For) else None
        self.bounds[:0] = [known] if known is not None else []
        made = with_blocks(node, inner or self.block)
        if known is not None:
            self.bounds.pop(0)
        return made

    def loop(self, node: For, earlier: list[Node]) -> list[Node]:
        """What becomes of an innermost loop; what is `earlier` may no more set to zero what this loop writes."""
        made = self.range_of(node)
        if made is None:
            return [self.within(node)]
        loop = ElementLoop(node, self.places, self.memory, self.is_above_in(node))
        if not loop.is_free_of_order():
            ahead = long_values_first(loop, made, self.definitions, self.names) if self.are_real else None
            return [self.within(node)] if ahead is None else ahead
        node = with_sums_together(loop, self.names)
        if node is not loop.node:
            loop = ElementLoop(node, self.places, self.memory, self.is_above_in(node))
        before, ends = forwards(made, self.definitions, self.names)
        if ends != made.args:
            target = Var(self.names.fresh("t"))
            before.append(Entry((target,), _RANGE, ends))
            node = replace(node, iterable=target)
        groups = in_groups(loop)
        parts: list[Node] = []
        for group in groups:
            parts += self.parts(node, loop, group, ends, [] if parts else earlier)
        parts = parts or [node]
        return [
            *before,
            *(
                with_vector_functions(each) if isinstance(each, For) and self.are_real else each
                for each in parts
            ),
        ]

    def memory(self, var: Var) -> Var:
        """What stands for the memory of an array; one that nothing is known of was just made."""
        return self.facts.classes.find(var)

    def is_above_in(self, node: For) -> IsAbove:
        return is_above_in(node, self.bounds_of(node), self.bounds)

    def is_counted(self, length: Length) -> bool:
        """Whether an index isn't one from the end of an axis."""
        return is_at_least(length, 0, self.bounds)

    # --------------------------------------------------------------------------------------------- its range

    def bounds_of(self, node: For) -> Bounds | None:
        """Between which numbers the variable of a loop lies; None if that isn't known."""
        return bounds_in(self.range_of(node), self.integer, node.item)

    def range_of(self, node: For) -> Entry | None:
        return range_made(self.definitions, node.iterable)

    # ----------------------------------------------------------------------------------------------- its parts

    def parts(
        self, node: For, loop: ElementLoop, group: Group, ends: tuple[Atom, ...], earlier: list[Node]
    ) -> list[Node]:
        """The loop with a group of effects alone, or the loops that gather what these add to neighbours."""
        found = neighbours(loop, group) if len(ends) < 3 else None  # what has steps leaves some out
        if found is not None and gathers(loop, found):
            zeroed = ZeroedRows(loop, found, ends, self.definitions, self.integer)
            zeros, rows = zeroed.taken(earlier, self.names)
            return [*zeros, *gathered(loop, group, ends, found, self.names, rows)]
        return [self.part(node, loop, group)]

    def part(self, node: For, loop: ElementLoop, group: Group) -> For:
        """The loop with a group of effects alone."""
        carried = sorted(loop.sums[number].carried for number in group.effects if number in loop.sums)
        body = Block(
            tuple(loop.entries[number] for number in sorted(group.entries)),
            tuple(node.body.results[k] for k in carried),
        )
        item = Var(self.names.fresh(node.item.name))
        params = {node.params[k]: Var(self.names.fresh(node.params[k].name)) for k in carried}
        renamed = rename(body, self.names.fresh, {node.item: item, **params})
        return replace(
            node,
            targets=tuple(node.targets[k] for k in carried),
            item=item,
            params=tuple(params.values()),
            inits=tuple(node.inits[k] for k in carried),
            body=renamed,
        )
