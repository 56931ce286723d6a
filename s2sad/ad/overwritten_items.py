"""Arrays that are overwritten in a list or an object: the adjoint of what was there begins as zeros of its shape.

    setitem xs i v      →       old = getitem xs i
                                setitem xs i v

    reverse:  v_bar = getitem xs_bar i;  setitem xs_bar i zeros_like(old)

What was read from the place just before is what was there; only where nothing was is it read here. A dict may have nothing
under the key as yet: then the new item stands for it, and no adjoint of what was there is ever read.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from s2sad.ad.first_writes import first_writes
from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import has_effect
from s2sad.analysis.surroundings import entry_of
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Entry, Function, If, Node, Var
from s2sad.ir.operations import op
from s2sad.ir.rewrite import with_blocks, with_body


@dataclass
class OldItems:
    """What was at the place of a write, by the entry that writes."""

    facts: Facts
    names: Names
    containers: Collection[Atom]
    first: set[int]
    found: dict[int, Var] = field(default_factory=dict)

    def block(self, block: Block) -> Block:
        out: list[Node] = []
        for node in block.entries:
            write = entry_of(node, "setitem")
            if write is not None and self.overwrites_array(write):
                old = read_just_before(out, write)
                if old is None:
                    old = self.read(write, out)
                self.found[id(node)] = old
            out.append(node if isinstance(node, Entry) else with_blocks(node, self.block))
        return Block(tuple(out), block.results)

    def overwrites_array(self, write: Entry) -> bool:
        container, _, item = write.args
        is_array = K.is_array(self.facts.kind(item))
        is_mirrored = self.facts.classes.is_written(container)
        return is_array and container in self.containers and id(write) not in self.first and not is_mirrored

    def read(self, write: Entry, out: list[Node]) -> Var:
        container, key, item = write.args
        old = Var(self.names.fresh("old"))
        self.facts.kinds[old] = self.facts.kind(item)
        self.facts.varied.add(old)
        if self.facts.kind(container).name != "dict":
            out.append(Entry((old,), op("getitem"), (container, key), (), write.loc))
            return old
        is_there, found = Var(self.names.fresh("is_there")), Var(self.names.fresh("found"))
        self.facts.kinds |= {is_there: K.BOOL, found: self.facts.kind(item)}
        out.append(Entry((is_there,), op("is_in"), (key, container), (), write.loc))
        there = Block((Entry((found,), op("getitem"), (container, key), (), write.loc),), (found,))
        out.append(If((old,), is_there, there, Block((), (item,)), write.loc))
        return old


def read_just_before(out: list[Node], write: Entry) -> Var | None:
    """What was read from the same place, if nothing was written since."""
    for node in reversed(out):
        read = entry_of(node, "getitem")
        if read is not None and read.args == write.args[:2]:
            return read.targets[0]
        if has_effect(node):
            return None
    return None


def with_old_items(
    function: Function, facts: Facts, names: Names, containers: Collection[Atom], active: Collection[Atom]
) -> tuple[Function, dict[int, Var]]:
    """The function in which what is overwritten in these containers has names, and these, by the entries that write."""
    if not containers:
        return function, {}
    old = OldItems(facts, names, containers, first_writes(function, active))
    body = old.block(function.body)
    return with_body(function, body.entries, body.results), old.found
