"""The imaginary part of an array that is written in place is read as a copy.

    store z i w                     store z i w
    y = getattr z "imag"     →      t = getattr z "imag"
    s = np.sum y                    y = np.copy t
                                    s = np.sum y

A view of an array has the same view of the array's shadow as its own. The imaginary part can't: the adjoint of z gets
-1j times what is the adjoint of its imaginary part, and there is no view of a shadow with the other sign. Where nothing
is written before the view is read for the last time, nobody can tell it from a copy; all else is refused.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ad.context import Context
from s2sad.ad.stored_copies import is_written_array, written_by
from s2sad.analysis.aliases import Fact, Facts
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Block, Const, Entry, Function, Node, Ref, Var, blocks_of, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import node_reads, walk, with_blocks, with_body

_COPY = Ref("np.copy", np.copy)


def with_own_imaginary_parts(context: Context, function: Function, params: tuple[Fact, ...]) -> Function:
    """The function with copies of the imaginary parts of arrays that are written in place."""
    if not context.arrays or not any(map(is_imaginary_part, walk(function.body))):
        return function
    facts = context.known_facts(function, params)
    passing = _Copying(context, facts, context.names_for(function))
    body = passing.block(function.body, True)
    return with_body(function, body.entries, body.results) if passing.found else function


def is_imaginary_part(node: Node) -> bool:
    """Whether an entry takes the imaginary part of something."""
    return (operation_of(node) == "getattr" and node.args[1] == Const("imag")) or callee_of(node) is np.imag


class _Copying:
    def __init__(self, context: Context, facts: Facts, names: Names) -> None:
        self.context, self.facts, self.names = context, facts, names
        self.found = False

    def block(self, block: Block, is_last: bool = False) -> Block:
        """The block with copies; `is_last` says that nothing comes after it."""
        entries: list[Node] = []
        for i, node in enumerate(block.entries):
            if not isinstance(node, Entry):
                entries.append(with_blocks(node, self.block))
            elif is_imaginary_part(node) and self.is_of_written(node):
                self.check(node, block.entries[i + 1 :], () if is_last else block.results)
                view = Var(self.names.fresh("t"))
                copy = Entry(node.targets, _COPY, (view,), (), node.loc)
                entries += [replace(node, targets=(view,)), copy]
                self.found = True
            else:
                entries.append(node)
        return Block(tuple(entries), block.results)

    def is_of_written(self, node: Entry) -> bool:
        element = K.element(self.facts.kind(node.args[0]))
        return element not in (K.FLOAT, K.INT, K.BOOL) and is_written_array(node.args[0], self.facts)

    def check(self, node: Entry, later: tuple[Node, ...], results: tuple) -> None:
        """Refuse a view that is written to, or read after something was written."""
        views = set(node.targets)
        base = node.targets[0]
        written = False
        for other in later:
            writes = self.writes(other, base)
            if views.intersection(node_reads(other)):
                if isinstance(other, Entry) and views.intersection(
                    written_by(self.context, self.facts, other)
                ):
                    reason = "the imaginary part of an array is written in place"
                    hint = "write the complex numbers: `z[i] = z[i].real + 1j * y`"
                    raise UnsupportedValue(reason, hint, other.loc)
                if written or (writes and not isinstance(other, Entry)):
                    raise self.read_late(node)
                views.update(target for target in targets_of(other) if self.is_same(target, base))
            written = written or writes
        if views.intersection(results):
            raise self.read_late(node)

    def writes(self, node: Node, base: Var) -> bool:
        """Whether an entry, or one within it, writes to the array that a variable is of."""
        inner = [entry for block in blocks_of(node) for entry in walk(block)]
        entries = [entry for entry in (node, *inner) if isinstance(entry, Entry)]
        return any(self.is_same(v, base) for e in entries for v in written_by(self.context, self.facts, e))

    def is_same(self, one: Var, other: Var) -> bool:
        find = self.facts.classes.find
        return K.may_be_array(self.facts.kind(one)) and find(one) is find(other)

    def read_late(self, node: Entry) -> UnsupportedValue:
        reason = "the imaginary part of an array is read where the array may have been written to since"
        return UnsupportedValue(reason, "take it where it is read, or of a copy: `z.copy().imag`", node.loc)
