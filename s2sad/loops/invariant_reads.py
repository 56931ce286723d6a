"""An element of an array that an innermost loop reads in every iteration, and doesn't write, is read before the loop.

for k in range(m):                     t = a[j, i]
    s[k] += a[j, i] * b[k]     →       for k in range(m):
                                           s[k] += t * b[k]

A compiler of machine code does it only where it knows that the arrays are apart, and else may do without its vector units.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Entry, For, Function, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import defined_in, with_blocks, with_body
from s2sad.loops.beside_loops import Around, BesideLoops
from s2sad.loops.element_loops import Access, ElementLoop
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.loop_fusion import is_innermost
from s2sad.loops.parallel import accesses_in, is_plain, nodes_in
from s2sad.loops.ranges import is_above_in


def with_invariant_reads(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose innermost loops read nothing again that stays as it is."""
    beside = BesideLoops(arrays, names)

    def block(inner: Block, around: Around) -> Block:
        entries: list[Node] = []
        for node in inner.entries:
            if isinstance(node, For) and is_innermost(node):
                entries += _loop(node, around, beside)
            else:
                within = (*beside.bounds(node), *around)
                entries.append(with_blocks(node, partial(block, around=within)))
        return replace(inner, entries=tuple(entries))

    return with_body(function, block(function.body, ()).entries)


def _loop(loop: For, around: Around, beside: BesideLoops) -> list[Node]:
    """A loop, after the reads that it needn't repeat."""
    if not all(map(is_plain, nodes_in(loop.body))):
        return [loop]
    facts = beside.arrays.facts
    accesses = list(accesses_in(loop.body, beside.arrays.places, facts.classes.find))
    written = [access for access in accesses if access.form != "read"]
    is_above = is_above_in(loop, next(iter(beside.bounds(loop)), None), around)
    elements = ElementLoop(loop, beside.arrays.places, facts.classes.find, is_above)
    inside = defined_in(loop.body) | {loop.item, *loop.params}

    def is_invariant(node: Node) -> bool:
        if not isinstance(node, Entry) or operation_of(node) != "getitem" or not inside.isdisjoint(node.args):
            return False
        base = node.args[0]
        if not isinstance(base, Var) or K.element(facts.kind(base)) != K.FLOAT:
            return False
        read = Access(0, "read", base, facts.classes.find(base), beside.arrays.places(node.args[1]))
        return all(access.memory != read.memory or elements.meet_nowhere(read, access) for access in written)

    before = [node for node in loop.body.entries if isinstance(node, Entry) and is_invariant(node)]
    rest = tuple(node for node in loop.body.entries if not any(node is one for one in before))
    return [*beside.safe(before, loop, around), replace(loop, body=replace(loop.body, entries=rest))]
