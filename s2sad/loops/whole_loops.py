"""Loops about containers that are known, written out iteration by iteration, and what constants in these give.

while len(stack) > 1:                  a = x2 * x1
    stack.append(                →     b = a * x0
        stack.pop() * stack.pop())
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Var, While, atoms_of, blocks_of
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import substitute_node, walk
from s2sad.loops.drawn_numbers import is_array, outside_array
from s2sad.loops.item_facts import ItemFacts, Items
from s2sad.loops.live_containers import LiveContainers, NotLive, is_container, is_literal, not_known
from s2sad.loops.state import WITHOUT

MOST_TIMES = 200


def done_here(facts: ItemFacts, node: Entry, live: LiveContainers) -> bool:
    """Whether an entry was about containers of constants alone, and is done."""
    if operation_of(node) == "unpack" and live.is_live(node.args[0]) and node.args[2] == Const(None):
        values = list(live.objects[node.args[0]])
        for target, value in zip(node.targets, values):
            give(facts, target, value, live)
        return len(values) == len(node.targets)
    try:
        value = live.of(node)
    except NotLive:
        if live.written(node):
            raise not_known(node) from None
        return False
    for atom in node.args[:1]:
        if live.is_live(atom):
            facts.known.pop(atom, None)
    if len(node.targets) == 1:
        give(facts, node.targets[0], value, live)
    return len(node.targets) < 2


def give(facts: ItemFacts, target: Var, value: Any, live: LiveContainers) -> None:
    if is_literal(value):
        facts.atoms[target] = Const(value)
    elif is_array(value):
        facts.atoms[target] = outside_array(value)
    else:
        live.objects[target] = value


def with_literals(facts: ItemFacts, node: Node, live: LiveContainers) -> Node:
    """A node with what containers of constants hold now in the place of these."""
    atoms = {atom: literal(facts, live.objects[atom], node) for atom in atoms_of(node) if live.is_live(atom)}
    return substitute_node(node, atoms) if atoms else node


def literal(facts: ItemFacts, value: Any, node: Node) -> Atom:
    if is_literal(value):
        return Const(value)
    if not isinstance(value, (list, tuple, deque)):
        raise not_known(node)
    form = "tuple_of" if isinstance(value, tuple) else "list_of"
    made = facts.emit(form, *[literal(facts, item, node) for item in value])
    facts.known[made] = Items(form, [*facts.out[-1].args])
    return made


def items_here(facts: ItemFacts, through: Any, live: LiveContainers) -> list[Atom] | None:
    if not is_container(through) or len(through) > MOST_TIMES:
        return None
    atoms: list[Atom] = []
    for value in list(through):
        if is_literal(value):
            atoms.append(Const(value))
        else:
            atoms.append(facts.fresh(Const(None), K.UNKNOWN))
            live.objects[atoms[-1]] = value
    return atoms


def is_about_containers(facts: ItemFacts, node: For | While) -> bool:
    """Whether a loop reads or writes a container whose items are known."""
    assert facts.live is not None
    atoms = {facts.atom(atom) for block in blocks_of(node) for each in walk(block) for atom in atoms_of(each)}
    atoms.update(map(facts.atom, atoms_of(node)))
    return any(facts.live.is_live(atom) for atom in atoms) or any(
        atom in facts.known and facts.known[atom].is_mutable for atom in atoms
    )


def iterations_of(
    facts: ItemFacts, node: While, entries: Callable[[Block], tuple[Atom, ...]]
) -> While | None:
    """Write out the iterations of which it is known that they run, by going through their `entries`; what remains of the loop."""
    carried = [facts.atom(atom) for atom in node.inits]
    for _ in range(MOST_TIMES):
        (cond,) = entries(facts.copy_of(node.cond, dict(zip(node.params, carried))))
        if not isinstance(cond, Const):
            return replace(node, inits=tuple(carried))
        results = list(carried)
        if cond.value:
            results = list(entries(facts.copy_of(node.body, dict(zip(node.params, carried)))))
        stop = results.pop() if node.stops and cond.value else Const(not cond.value)
        if not isinstance(stop, Const):
            break
        carried = results
        if stop.value:
            facts.atoms.update(zip(node.targets, carried))
            return None
    raise UnsupportedSyntax("a loop whose end isn't known before it runs", WITHOUT, node.loc)
