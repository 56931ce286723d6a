"""What is nested more deeply than Python can compile becomes a function of its own: the last pass.

    for a in xs                             for a in xs
        for b in ys                             for b in ys
            …                       →               …
                for w in zs                             u_1 = @f_part zs u
                    …

Python compiles no more than 20 loops in each other, and no more than 100 levels of indentation. A function may have none
of that kind, and come to it by the functions and comprehensions that are written out in it.
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ad.reverse_branches import define_saved
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Block,
    Entry,
    For,
    Function,
    FunctionRef,
    If,
    Module,
    Node,
    Param,
    Try,
    Var,
    While,
    With,
    blocks_of,
    targets_of,
)
from s2sad.ir.rewrite import free_vars, with_blocks

_MOST_LOOPS = 16
_MOST_BLOCKS = 75
_WEIGHTS = {For: 1, While: 1, Try: 1, With: 2, If: 0}  # of the blocks that CPython counts


def outline(module: Module) -> Module:
    """The module with functions for what its functions nest too deeply."""
    outliner = _Outliner(Names(function.name for function in module.functions))
    functions = [outliner.function(function) for function in module.functions]
    if not outliner.made:
        return module
    return replace(module, functions=(*functions, *outliner.made))


class _Outliner:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.made: list[Function] = []
        self.arguments: set[Var] = set()

    def function(self, function: Function) -> Function:
        if not is_deep(function.body, 0, 0):
            return function
        body = self.block(function.body, function.name, 0, 0)
        arguments, self.arguments = self.arguments, set()
        return replace(function, body=define_saved(body, arguments))

    def block(self, block: Block, name: str, loops: int, blocks: int) -> Block:
        return Block(tuple(self.node(node, name, loops, blocks) for node in block.entries), block.results)

    def node(self, node: Node, name: str, loops: int, blocks: int) -> Node:
        if type(node) not in _WEIGHTS:
            return node
        loops, blocks = loops + _WEIGHTS[type(node)], blocks + 1
        if loops > _MOST_LOOPS or blocks > _MOST_BLOCKS:
            return self.called(node, name)
        return with_blocks(node, lambda inner: self.block(inner, name, loops, blocks))

    def called(self, node: Node, name: str) -> Entry:
        """The call of a function that does what an entry does: it is given what that reads, and returns its results."""
        targets = targets_of(node)
        body = Block((node,), targets)
        arguments = tuple(free_vars(body))
        part = self.names.fresh(f"{name}_part")
        params = tuple(Param(var) for var in arguments)
        structure = "one" if len(targets) == 1 else ("one",) * len(targets)
        made = Function(part, params, define_saved(body, set(targets)), structure, "", node.loc)
        self.made.append(self.inner().function(made))
        self.arguments.update(arguments)
        return Entry(targets, FunctionRef(part), arguments, (), node.loc)

    def inner(self) -> _Outliner:
        """Another one for the same module, for a function within a function."""
        inner = _Outliner(self.names)
        inner.made = self.made
        return inner


def is_deep(block: Block, loops: int, blocks: int) -> bool:
    """Whether something in a block is nested too deeply."""
    if loops > _MOST_LOOPS or blocks > _MOST_BLOCKS:
        return True
    return any(
        is_deep(inner, loops + _WEIGHTS[type(node)], blocks + 1)
        for node in block.entries
        if type(node) in _WEIGHTS
        for inner in blocks_of(node)
    )
