"""Fan-out made explicit: an active number with n uses goes through `dup` into n copies, each used once.

    a = mul x x                 x_1, x_2 = dup x 2
    b = math.sin a       →      a = mul x_1 x_2
                                b = math.sin a

A region that reads a variable of the block around it is one use; within the region its copy is fanned out again.
After this, every entry is transposed by its own rule alone, and the adjoint of `dup` is a sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from s2sad.analysis.aliases import Facts
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    Function,
    Node,
    Var,
    atoms_of,
    blocks_of,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.operations import op
from s2sad.ir.rewrite import node_reads, substitute_node, with_blocks, with_body


def fan_out(function: Function, active: set[Var], facts: Facts, names: Names) -> Function:
    """The function with a `dup` after the definition of every active number that is used more than once."""
    passing = _FanOut({var for var in active if facts.kind(var).name in ("float", "complex")}, facts, names)
    params = [param.var for param in function.params]
    body = passing.block(function.body, params)
    return with_body(function, body.entries, body.results)


class _FanOut:
    def __init__(self, wanted: set[Var], facts: Facts, names: Names) -> None:
        self.wanted = wanted
        self.facts = facts
        self.names = names

    def block(self, block: Block, bound: list[Var]) -> Block:
        """Fan out what a block binds, and what it reads from the blocks around it."""
        uses = self.uses(block)
        copies: dict[Var, list[Var]] = {}
        entries: list[Node] = []
        local = set(bound).union(*(targets_of(node) for node in block.entries))
        outer = [var for var in uses if var not in local]
        for var in (*bound, *outer):
            self.split(var, uses, copies, entries)
        for node in block.entries:
            entries.append(self.node(node, self.taker(copies)))
            for target in targets_of(node):
                self.split(target, uses, copies, entries)
        take = self.taker(copies)
        return Block(tuple(entries), tuple(map(take, block.results)))

    def uses(self, block: Block) -> dict[Var, int]:
        """How often each wanted variable is used in a block; a region counts once."""
        counts: dict[Var, int] = {}
        for node in block.entries:
            if not isinstance(node, Closure):
                reads = atoms_of(node) if type(node) is Entry else node_reads(node)
                self.count(reads, counts)
        self.count(block.results, counts)
        return counts

    def count(self, atoms: Iterable[Atom], counts: dict[Var, int]) -> None:
        for atom in atoms:
            if type(atom) is Var and atom in self.wanted:
                counts[atom] = counts.get(atom, 0) + 1

    def split(
        self, var: Var, uses: dict[Var, int], copies: dict[Var, list[Var]], entries: list[Node]
    ) -> None:
        count = uses.get(var, 0)
        if var not in self.wanted or count < 2:
            return
        made = [Var(self.names.fresh(var.name)) for _ in range(count)]
        for copy in made:
            self.facts.kinds[copy] = self.facts.kinds[var]
            self.facts.varied.add(copy)
            self.wanted.add(copy)
        copies[var] = list(made)
        entries.append(Entry(tuple(made), op("dup"), (var, Const(count))))

    def taker(self, copies: dict[Var, list[Var]]) -> Callable[[Atom], Atom]:
        def take(atom: Atom) -> Atom:
            if isinstance(atom, Var) and copies.get(atom):
                return copies[atom].pop(0)
            return atom

        return take

    def node(self, node: Node, take: Callable[[Atom], Atom]) -> Node:
        if isinstance(node, Entry):
            args = tuple(map(take, node.args))
            kwargs = node.kwargs and tuple([(name, take(atom)) for name, atom in node.kwargs])
            return Entry(node.targets, node.fn, args, kwargs, node.loc, node.note)
        if isinstance(node, Closure):
            return node
        reads = [var for var in node_reads(node) if var in self.wanted]
        values = {var: take(var) for var in reads}
        node = substitute_node(node, {var: copy for var, copy in values.items() if copy != var})
        bound = list(inner_vars_of(node))
        if not blocks_of(node):
            return node
        return with_blocks(node, lambda inner: self.block(inner, bound))
