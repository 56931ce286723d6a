"""The third kind of derivative: index sets in the place of tangents, which say what depends on what.

    y_dot = np.zeros_like y         y_dot = no_sets_like y
    t = np.roll x_dot 1       →     t = with_sets np.roll x_dot 1
    u = mul c t                     u = mul c t

Operators take sets as they are. Functions are called by `with_sets`, which counts all as depending on all where a
function takes numbers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from s2sad.ad.context import Context
from s2sad.ir.nodes import Block, Entry, Function, FunctionRef, Node, Ref, Var, blocks_of
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads, targets_of, with_blocks
from s2sad.runtime.index_sets import no_sets_like, with_sets

_NO_SETS, _WITH_SETS = Ref("no_sets_like", no_sets_like), Ref("with_sets", with_sets)
_ZEROS = ("np.zeros_like", "zeros_like")
_CALLED = (None, "matmul", "strong_product")


def with_index_sets(context: Context, mains: Sequence[Function]) -> list[Function]:
    """Tangent functions for sets; those that they call are made as well."""
    asked: dict[str, str] = {}
    made = [_Sets(context, main, asked).function() for main in mains]
    done: set[str] = set()
    while done != asked.keys():
        for name in [each for each in asked if each not in done]:
            done.add(name)
            function = _Sets(context, context.functions[name], asked).function()
            context.add(replace(function, name=asked[name]))
    return made


class _Sets:
    """The state of one tangent function: which variables hold sets."""

    def __init__(self, context: Context, function: Function, asked: dict[str, str]) -> None:
        self.context = context
        self.made = function
        self.asked = asked
        self.moved = context.moved[function.name]
        self.sets: set[Var] = set(self.moved.dots)

    def function(self) -> Function:
        return replace(self.made, body=self.block(self.made.body))

    def block(self, block: Block) -> Block:
        return Block(tuple(self.node(node) for node in block.entries), block.results)

    def node(self, node: Node) -> Node:
        if isinstance(node, Entry):
            return self.entry(node)
        changed = with_blocks(node, self.block)
        if any(atom in self.sets for block in blocks_of(changed) for atom in block.results):
            self.sets.update(targets_of(node))
        return changed

    def entry(self, node: Entry) -> Entry:
        gives = any(target in self.sets for target in node.targets)
        if isinstance(node.fn, FunctionRef):
            return self.call(node) if gives and node.fn.name in self.context.moved else node
        if gives and isinstance(node.fn, Ref) and node.fn.path in _ZEROS:
            return replace(node, fn=_NO_SETS)
        if not any(atom in self.sets for atom in node_reads(node)):
            return node
        self.sets.update(target for target in node.targets if target not in self.moved.own)
        if not isinstance(node.fn, Ref) or operation_of(node) not in _CALLED:
            return node
        called = Ref(
            f"operator.{node.fn.path}" if operation_of(node) == "matmul" else node.fn.path,
            node.fn.value,
            node.fn.scope,
        )
        return replace(node, fn=_WITH_SETS, args=(called, *node.args))

    def call(self, node: Entry) -> Entry:
        assert isinstance(node.fn, FunctionRef)
        name = node.fn.name
        if name not in self.asked:
            self.asked[name] = self.context.new_name(f"{name}_sets")
            self.context.add(replace(self.context.functions[name], name=self.asked[name]))
        return replace(node, fn=FunctionRef(self.asked[name]))
