"""The least and the greatest of the indices of one place, which loops and branches around it go through.

placed(2 * i - j, …)      for j in range(m): from 2 * i - (m - 1) to 2 * i
                          for i in range(n): from 0 - (m - 1) to 2 * (n - 1)
placed(idx[i], …)         for i in range(n): by a loop through them
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, If, Node, Ref, Var, inner_vars_of, targets_of
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import free_vars, mapped, node_reads, rename, substitute, walk
from s2sad.loops.emission import emitted
from s2sad.loops.index_checks import NO_PLACES

AFFINE = ("add", "sub", "neg", "mul")
Factors = dict[Atom, "int | None"]
_MIN, _MAX = Ref("min", min), Ref("max", max)
_NONE = Block((), NO_PLACES)


@dataclass
class Indices:
    """The indices of one place, as far as loops around it have been gone through: what computes the least and the greatest.

    There are any only where all of `conds` hold, which `before` computes.
    """

    least: Atom
    most: Atom
    entries: tuple[Node, ...] = ()
    before: tuple[Node, ...] = ()
    conds: tuple[Atom, ...] = ()

    @property
    def block(self) -> Block:
        return Block(self.entries, (self.least, self.most))

    @property
    def reads(self) -> set[Var]:
        return {*free_vars(self.block), *free_vars(self.condition)}

    @property
    def condition(self) -> Block:
        return Block(self.before, self.conds)

    def computed(self, block: Block) -> None:
        self.entries, (self.least, self.most) = block.entries, block.results

    def checked(self, check: Node) -> list[Node]:
        """The entries that check the least and the greatest where there are any."""
        nodes: tuple[Node, ...] = (*self.entries, check)
        for cond in reversed(self.conds):
            nodes = (If((), cond, Block(nodes, ()), Block((), ())),)
        return [*self.before, *nodes]

    def under(self, cond: Atom, holds: bool, names: Names) -> None:
        """There are indices only where a condition holds, or doesn't."""
        self.chosen(names)
        out: list[Node] = []
        self.conds = (cond if holds else emitted(out, names, "not_", cond),)
        self.before = tuple(out)

    def chosen(self, names: Names) -> None:
        """Find no indices where there are none, in the place of conditions."""
        for cond in reversed(self.conds):
            targets = Var(names.fresh("least")), Var(names.fresh("most"))
            self.computed(Block((If(targets, cond, self.block, _NONE),), targets))
        self.entries = (*self.before, *self.entries)
        self.before = self.conds = ()

    def at_ends(self, item: Var, ends: tuple[Atom, Atom], factors: Factors, names: Names) -> None:
        """The least and the greatest of what there is for the least and for the greatest item."""
        low, high = (rename(self.block, names.fresh, {item: end}) for end in ends)
        entries = [*low.entries, *high.entries]
        found: list[Atom] = []
        for k, (atom, extreme) in enumerate(((self.least, _MIN), (self.most, _MAX))):
            factor = factors.get(atom, 0)
            if factor is None:
                found.append(emitted(entries, names, extreme, low.results[k], high.results[k]))
            else:
                found.append((low if (factor > 0) == (k == 0) else high).results[k])
        self.computed(Block(tuple(entries), tuple(found)))

    def scan(self, loop: For, names: Names) -> None:
        """Go through the indices, in a loop through the same range."""
        params, targets = ((Var(names.fresh("least")), Var(names.fresh("most"))) for _ in range(2))
        entries = list(self.entries)
        results = (
            emitted(entries, names, _MIN, params[0], self.least),
            emitted(entries, names, _MAX, params[1], self.most),
        )
        item = Var(names.fresh(loop.item.name))
        body = rename(Block(tuple(entries), results), names.fresh, {loop.item: item})
        scan = For(targets, item, loop.iterable, params, NO_PLACES, body, loc=loop.loc)
        self.computed(Block((scan,), targets))


def factors_of(entries: Sequence[Node], item: Var) -> Factors | None:
    """By what the item is multiplied in what is computed of it, None for what isn't known; None if all isn't sums with it."""
    known: Factors = {item: 1}
    for node in entries:
        if known.keys().isdisjoint(node_reads(node)):
            continue
        name = operation_of(node)
        if not isinstance(node, Entry) or name not in AFFINE:
            return None
        given = [known.get(atom, 0) for atom in node.args]
        if name == "mul" and 0 not in given:
            return None
        known[node.targets[0]] = None if None in given else _combined(node, given)
    return known


def _combined(node: Entry, given: list[Any]) -> int | None:
    """By what the item is multiplied in a sum, or in a product with what stays the same."""
    if operation_of(node) == "mul":
        other = node.args[given.index(0)]
        return sum(given) * other.value if isinstance(other, Const) else None
    if operation_of(node) == "add":
        return given[0] + given[1]
    return given[0] - given[1] if len(given) == 2 else -given[0]


def canonical(block: Block) -> Block:
    """The block with names by their order, and without the places where it comes from."""
    plain = mapped(block, lambda node: replace(node, loc=None))
    made: list[Var] = []
    for node in walk(plain):
        made += targets_of(node) if isinstance(node, Entry) else (*inner_vars_of(node), *targets_of(node))
    names = {var: Var(f"{k}") for k, var in enumerate(made)}
    return substitute(plain, names, names)
