"""Where the stack that says how many iterations a loop had gets the False that it ends with.

saved = list_of                           (append more False: where the reverse sweep always goes through the list)
if t
    append more False                     where it does so in a branch
    while …                →                  while …
        append saved u                            append more True

A list that one branch alone makes is made before the branch (`branch_lists.py`), but the reverse sweep goes through it in that branch:
what is pushed has to be what is popped.
"""

from __future__ import annotations

from dataclasses import dataclass

from s2sad.errors import UnsupportedSyntax
from s2sad.ir.nodes import Atom, Const, Entry, For, Node, Var, While
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import walk
from s2sad.loops.state import WITHOUT


@dataclass
class Mark:
    """The False of one list, at both places where it may be pushed, with the number of branches around each."""

    more: Var
    made: Entry
    made_depth: int
    filled: Entry | None = None
    filled_depth: int = 0
    taken_depth: int = 0
    """How many branches are around what takes the list, in the reverse sweep."""


class Marks:
    """The marks of all lists; `depth` is the number of branches around what is being written."""

    def __init__(self) -> None:
        self.depth = 0
        self.open: dict[Atom, Mark] = {}
        self.dropped: set[int] = set()

    def made(self, saved: Atom, more: Var) -> Mark:
        """The mark of a list that is made here."""
        self.open[saved] = mark = Mark(more, _pushed(more), self.depth)
        return mark

    def before(self, loop: For | While) -> list[Entry]:
        """What goes before a loop that fills lists in another branch than they were made in."""
        found: list[Entry] = []
        filled = {node.args[0] for node in walk(loop.body) if _appends(node)} if self.open else ()
        for saved in [saved for saved in self.open if saved in filled]:
            mark = self.open.pop(saved)
            if self.depth > mark.made_depth:
                mark.filled, mark.filled_depth = _pushed(mark.more), self.depth
                found.append(mark.filled)
        return found

    def read(self, mark: Mark, loop: For) -> None:
        """Decide which of both is pushed, where the reverse sweep goes through a list."""
        within = self.depth - mark.taken_depth
        if mark.filled is None:
            return
        if within not in (0, mark.filled_depth - mark.made_depth):
            raise UnsupportedSyntax("the reverse sweep leaves a branch around a loop", WITHOUT, loop.loc)
        self.dropped.add(id(mark.made if within else mark.filled))

    def without(self, node: Node) -> Node | None:
        """An entry, or None in the place of a mark that isn't pushed."""
        return None if id(node) in self.dropped else node


def _pushed(more: Var) -> Entry:
    return Entry((), op("append"), (more, Const(False)))


def _appends(node: Node) -> bool:
    return operation_of(node) == "append" and isinstance(node, Entry)
