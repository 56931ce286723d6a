"""What the body of a loop does with the variables that it begins with: whether it is right as it is when more is known of them.

s = 0.0                             s: float, not varied
for x in xs:
    s = s + x * x                   s varies at the end: nothing was decided by that it doesn't at the start, so it
                                    does in these entries, and the body isn't lowered again
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from s2sad.frontend.lowering import Lowering
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Entry, For, If, Node, Var, While
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import uses_of, walk

_PLAIN = (*K.NUMBERS, K.UNKNOWN)


@dataclass
class Flows:
    """What entries read for more than arithmetic and comparisons, what these compute of what, and what is handed on to what."""

    asked: set[Atom] = field(default_factory=set)
    raised: set[Atom] = field(default_factory=set)  # in powers, which differ for ints and floats
    computed: dict[Atom, list[Var]] = field(default_factory=dict)
    handed: dict[Atom, list[Var]] = field(default_factory=dict)

    def add(self, node: Node) -> None:
        if type(node) is not Entry:
            pairs = list(handed_on(node))
            for atom, target in pairs:
                self.handed.setdefault(atom, []).append(target)
            self.asked.update(Counter(uses_of(node)) - Counter(atom for atom, _ in pairs))
            return
        done = operation(node)
        if not done.arithmetic and not done.is_truth:
            self.asked.update(uses_of(node))
            return
        if done.name == "pow":
            self.raised.update(node.args)
        for atom in node.args:
            self.computed.setdefault(atom, []).extend(node.targets if done.arithmetic else ())

    def leads_to(self, atom: Atom) -> list[Var]:
        """The variables that vary where another one does."""
        return [*self.computed.get(atom, ()), *self.handed.get(atom, ())]


class Uses:
    """Where the entries of a body use the variables that it begins with."""

    def __init__(self, lowering: Lowering, entries: list[Node]) -> None:
        self.lowering = lowering
        self.entries = entries

    @cached_property
    def flows(self) -> Flows:
        found = Flows()
        for node in walk(Block(tuple(self.entries), ())):
            found.add(node)
        return found

    def allow(self, param: Var, kind: K.Kind, varied: bool) -> bool:
        """Whether the body would be the same if the variable, of which nothing was known, had been of this kind.

        Nothing read it, but for variables of loops and branches within that are at least that all the same.
        """
        lowering = self.lowering
        is_plain = kind in _PLAIN or K.is_array(kind) or kind.name == "indexed"
        if lowering.kind(param) != K.BOTTOM or param in lowering.looked_up or not is_plain:
            return False
        if param in self.flows.asked or param in self.flows.computed:
            return False
        return all(
            K.join(lowering.kind(target), kind) == lowering.kind(target)
            and (not varied or target in lowering.varied)
            for target in self.flows.handed.get(param, ())
        )

    def reached(self, following: list[Var], ended: Mapping[Atom, list[Var]]) -> set[Var]:
        """What varies, and didn't, once these variables do; the values at the end go to the variables in `ended`."""
        found: set[Var] = set()
        following = list(following)
        while following:
            var = following.pop()
            if var not in found and var not in self.lowering.varied:
                found.add(var)
                following += (*self.flows.leads_to(var), *ended.get(var, ()))
        return found

    def same_if_varied(self, moved: set[Var], params: Set[Var]) -> bool:
        """Whether the body would be the same if these variables had been floats that vary: nobody asked whether they do.

        They were floats, but for some of `params`, which were ints of which only floats are computed.
        """
        lowering, flows = self.lowering, self.flows
        ints = {var for var in moved if lowering.kind(var) != K.FLOAT}
        if not ints <= params or not moved.isdisjoint(flows.asked | lowering.taken_for_fixed):
            return False
        of_ints = [target for var in ints for target in flows.leads_to(var)]
        return ints.isdisjoint(flows.raised) and all(lowering.kind(each) == K.FLOAT for each in of_ints)

    def only_append_to(self, lists: list[Var]) -> bool:
        """Whether the body does nothing with some lists but append to them, whatever they hold already."""
        lowering = self.lowering
        known = lowering.taken_for_fixed | lowering.aliased
        if lowering.catching or lowering.attempts or not known.isdisjoint(lists):
            return False
        return not any(
            var in (uses_of(node) if operation_of(node) != "append" else uses_of(node)[2:])
            for node in walk(Block(tuple(self.entries), ()))
            for var in lists
        )


def handed_on(node: Node) -> Iterator[tuple[Atom, Var]]:
    """What goes into the variables of loops, and out of loops and branches, with these variables."""
    if isinstance(node, (For, While)):
        yield from zip(node.inits, node.params)
        yield from zip(node.body.results, node.params)
        yield from zip(node.params, node.targets)
    elif isinstance(node, If):
        for block in (node.then, node.orelse):
            yield from zip(block.results, node.targets)
