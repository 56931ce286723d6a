"""Where the entries of a function stand, and what makes and reads its variables."""

from __future__ import annotations

from dataclasses import dataclass, field

from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    Function,
    Node,
    Try,
    Var,
    With,
    blocks_of,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import uses_of

FRESH = ("list_of", "dict_of", "mul")
"""The operations that make new lists and dicts."""


@dataclass
class Surroundings:
    """Of every entry the block that it stands in, and its place there; what makes and what reads each variable."""

    home: dict[int, tuple[Block, int]] = field(default_factory=dict)
    made: dict[Atom, Node] = field(default_factory=dict)
    uses: dict[Atom, list[Node]] = field(default_factory=dict)
    odd: set[int] = field(
        default_factory=set
    )  # entries that may not run to their end, or run at another time
    entries: list[Node] = field(default_factory=list)

    @classmethod
    def of(cls, function: Function) -> Surroundings:
        found = cls()
        found.add(function.body, False)
        return found

    def add(self, block: Block, odd: bool) -> None:
        for place, node in enumerate(block.entries):
            self.home[id(node)] = block, place
            self.entries.append(node)
            self.made.update(dict.fromkeys((*targets_of(node), *inner_vars_of(node)), node))
            for atom in dict.fromkeys(uses_of(node)):
                self.uses.setdefault(atom, []).append(node)
            if odd:
                self.odd.add(id(node))
            inner = (node.function.body,) if isinstance(node, Closure) else blocks_of(node)
            for each in inner:
                self.add(each, odd or isinstance(node, (Try, With, Closure)))

    def after(self, node: Node) -> tuple[Node, ...]:
        block, place = self.home[id(node)]
        return block.entries[place + 1 :]

    def is_fresh(self, var: Atom) -> bool:
        return var in self.made and operation_of(self.made[var]) in FRESH

    def pop(self, node: Node) -> tuple[Atom, Entry] | None:
        """The list, and the method, of `xs.pop()`."""
        if not isinstance(node, Entry) or not isinstance(node.fn, Var):
            return None
        method = self.made.get(node.fn)
        if (
            not isinstance(method, Entry)
            or operation_of(method) != "getattr"
            or method.args[1] != Const("pop")
        ):
            return None
        plain = not node.args and not node.kwargs and len(self.uses[node.fn]) == 1
        return (method.args[0], method) if plain else None


def entry_of(node: Node | None, name: str) -> Entry | None:
    """The entry, if it does this operation of the list."""
    return node if isinstance(node, Entry) and operation_of(node) == name else None
