"""What is overwritten after it was used: the reverse sweep needs it as it was.

    y = np.dot x w                              w_1 = np.copy w         what is overwritten below
    store w 0 7.0                       →       y = np.dot x w
                                                store w 0 7.0
                                                x_bar = mul w_1 y_bar

Arrays and containers are followed in the order of the program. What lives outside of the function counts as overwritten
if anything in the module writes to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Facts
from s2sad.analysis.writes import Write, may_write_outside, written_by
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Node, Var, With
from s2sad.ir.rewrite import defined_in, free_vars, walk


class Overwritten:
    """The classes of arrays and of containers that are written to after the place at hand, and the memory outside."""

    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.arrays: set[Var] = set()
        self.containers: set[Any] = set()

    def writes(self, node: Node) -> list[Write]:
        if isinstance(node, With):  # what begins and ends it may write to what the manager holds
            return [(node.manager, False)]
        if not isinstance(node, Entry):
            return []
        return written_by(node, self.facts, self.context.summary, self.context.outside)

    def note(self, node: Entry) -> list[Write]:
        """Take note of an entry, on the way back; what it writes to."""
        found = self.writes(node)
        self.add(found)
        return found

    def add(self, writes: Iterable[Write]) -> None:
        for atom, is_container in writes:
            if isinstance(atom, Var) and is_container:
                self.containers.add(self.facts.container_aliases.find(atom))
            elif isinstance(atom, Var):
                self.arrays.add(self.facts.classes.find(atom))

    def untouched(self, copies: dict[Atom, Var], node: Entry, writes: list[Write]) -> dict[Atom, Var]:
        """Those of some copies that are of nothing that an entry writes to."""
        written = Overwritten(self.context, self.facts)
        written.add(writes)
        covers = written.covers if may_write_outside(node) else written.covers_inside
        return {atom: copy for atom, copy in copies.items() if not covers(atom)}

    def note_loop(self, node: Any) -> None:
        """What an iteration reads may be overwritten by a later one, unless it was made in this iteration."""
        inside = defined_in(node.body)
        around = self.facts.container_aliases.reached_from((*free_vars(node.body), *node.params))
        for entry in walk(node.body):
            for atom, is_container in self.writes(entry):
                if not isinstance(atom, Var):
                    continue
                if is_container:
                    new = self.facts.container_aliases.find(atom) not in around
                else:
                    new = inside.issuperset(self.facts.classes.members(atom))
                if not new:
                    self.add([(atom, is_container)])

    def covers(self, atom: Atom) -> bool:
        """Whether what an atom holds may be overwritten."""
        return self.is_outside(atom) or self.covers_inside(atom)

    def covers_inside(self, atom: Atom) -> bool:
        """As `covers`, by what the function itself writes to."""
        if not isinstance(atom, Var):
            return False
        kind = self.facts.kind(atom)
        if self.context.arrays and K.may_be_array(kind) and self.facts.classes.find(atom) in self.arrays:
            return True
        return bool(self.containers) and kind.name in K.CONTAINERS and self.holds_written(atom)

    def written_containers(self) -> set[Any]:
        """The classes of the containers that are written to, as they are now: what is made on the way back joins some."""
        return set(map(self.facts.container_aliases.find, self.containers))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written to."""
        return not (self.arrays or self.containers or self.context.writes_outside)

    def is_outside(self, atom: Atom) -> bool:
        """Whether an atom may live outside of the function, by any of its names, and is written to there."""
        if not self.context.writes_outside:
            return False
        names = self.facts.classes.members(atom) if isinstance(atom, Var) else (atom,)
        return any(self.context.may_be_overwritten(self.facts.origins(name)) for name in names)

    def holds_written(self, atom: Var) -> bool:
        """Whether a container, or one that it holds, is written."""
        reached = self.facts.container_aliases.reached_from((atom,))
        return not reached.isdisjoint(self.written_containers())
