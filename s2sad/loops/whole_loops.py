"""Loops about containers that are known, written out iteration by iteration, and what constants in these give.

while len(stack) > 1:                  a = x2 * x1
    stack.append(                →     b = a * x0
        stack.pop() * stack.pop())
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Any, Protocol

from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Var, While, atoms_of, blocks_of
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import substitute_node, walk
from s2sad.loops.drawn_numbers import is_array, outside_array
from s2sad.loops.live_containers import LiveContainers, NotLive, is_container, is_literal
from s2sad.loops.state import WITHOUT

MOST_TIMES = 200


@dataclass
class Items:
    """What a container holds: of a dict by its `keys`."""

    form: str
    atoms: list[Atom]
    keys: list[Any] | None = None

    @property
    def is_mutable(self) -> bool:
        return self.form != "tuple_of"

    def literal(self) -> tuple[Atom, ...]:
        """The arguments of what makes such a container."""
        if self.keys is None:
            return tuple(self.atoms)
        return tuple(atom for key, item in zip(self.keys, self.atoms) for atom in (Const(key), item))

    def copied(self) -> Items:
        return Items(self.form, list(self.atoms), None if self.keys is None else list(self.keys))


class Known(Protocol):
    """What is known of the variables, and where entries go."""

    live: LiveContainers | None
    known: dict[Atom, Items]
    atoms: dict[Any, Atom]
    out: list[Node]

    def atom(self, atom: Atom) -> Atom: ...

    def emit(self, fn: str, *args: Atom) -> Var: ...

    def fresh(self, like: Atom, kind: K.Kind) -> Var: ...

    def block_entries(self, block: Block) -> tuple[Atom, ...]: ...

    def copy_of(self, block: Block, values: dict[Var, Atom]) -> Block: ...


def done_here(known: Known, node: Entry, live: LiveContainers) -> bool:
    """Whether an entry was about containers of constants alone, and is done."""
    if operation_of(node) == "unpack" and live.is_live(node.args[0]) and node.args[2] == Const(None):
        values = list(live.objects[node.args[0]])
        for target, value in zip(node.targets, values):
            give(known, target, value, live)
        return len(values) == len(node.targets)
    try:
        value = live.of(node)
    except NotLive:
        if live.written(node):
            raise UnsupportedSyntax(
                "a container that isn't known before the program runs", WITHOUT, node.loc
            ) from None
        return False
    for atom in node.args[:1]:
        if live.is_live(atom):
            known.known.pop(atom, None)
    if len(node.targets) == 1:
        give(known, node.targets[0], value, live)
    return len(node.targets) < 2


def give(known: Known, target: Var, value: Any, live: LiveContainers) -> None:
    if is_literal(value):
        known.atoms[target] = Const(value)
    elif is_array(value):
        known.atoms[target] = outside_array(value)
    else:
        live.objects[target] = value


def with_literals(known: Known, node: Node, live: LiveContainers) -> Node:
    """A node with what containers of constants hold now in the place of these."""
    atoms = {atom: literal(known, live.objects[atom], node) for atom in atoms_of(node) if live.is_live(atom)}
    return substitute_node(node, atoms) if atoms else node


def literal(known: Known, value: Any, node: Node) -> Atom:
    if is_literal(value):
        return Const(value)
    if not isinstance(value, (list, tuple, deque)):
        raise UnsupportedSyntax(
            "a container that isn't known before the program runs", WITHOUT, getattr(node, "loc", None)
        )
    form = "tuple_of" if isinstance(value, tuple) else "list_of"
    made = known.emit(form, *[literal(known, item, node) for item in value])
    known.known[made] = Items(form, [*known.out[-1].args])
    return made


def items_here(known: Known, through: Any, live: LiveContainers) -> list[Atom] | None:
    if not is_container(through) or len(through) > MOST_TIMES:
        return None
    atoms: list[Atom] = []
    for value in list(through):
        if is_literal(value):
            atoms.append(Const(value))
        else:
            atoms.append(known.fresh(Const(None), K.UNKNOWN))
            live.objects[atoms[-1]] = value
    return atoms


def is_about_containers(known: Known, node: For | While) -> bool:
    """Whether a loop reads or writes a container whose items are known."""
    assert known.live is not None
    atoms = {known.atom(atom) for block in blocks_of(node) for each in walk(block) for atom in atoms_of(each)}
    atoms.update(map(known.atom, atoms_of(node)))
    return any(known.live.is_live(atom) for atom in atoms) or any(
        atom in known.known and known.known[atom].is_mutable for atom in atoms
    )


def iterations_of(known: Known, node: While) -> While | None:
    """Write out the iterations of which it is known that they run; what remains of the loop."""
    carried = [known.atom(atom) for atom in node.inits]
    for _ in range(MOST_TIMES):
        (cond,) = known.block_entries(known.copy_of(node.cond, dict(zip(node.params, carried))))
        if not isinstance(cond, Const):
            return replace(node, inits=tuple(carried))
        results = list(carried)
        if cond.value:
            results = list(known.block_entries(known.copy_of(node.body, dict(zip(node.params, carried)))))
        stop = results.pop() if node.stops and cond.value else Const(not cond.value)
        if not isinstance(stop, Const):
            break
        carried = results
        if stop.value:
            known.atoms.update(zip(node.targets, carried))
            return None
    raise UnsupportedSyntax("a loop whose end isn't known before it runs", WITHOUT, node.loc)
