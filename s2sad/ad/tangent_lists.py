"""Lists that are part of what moves, in forward mode: their tangents have to grow with them.

    s = list_of                 s_dot = list_of
    t = tuple_of s x     →      t_dot = tuple_of s_dot x_dot
    append s 2                  append s_dot 0.0

A list of zeros, made where the list is put into the tuple, would be shorter than the list is when it is read.
"""

from __future__ import annotations

from s2sad.analysis.aliases import Facts
from s2sad.ir.nodes import Entry, Function, Var
from s2sad.ir.operations import items_put, operation
from s2sad.ir.rewrite import walk


def move_held_lists(function: Function, facts: Facts) -> None:
    """Count lists, and what holds them, in what varies as varying, in `facts`, unless something else than appending is done to them."""
    entries = [node for node in walk(function.body) if isinstance(node, Entry)]
    made = {t for node in entries if operation(node).is_display for t in node.targets}
    made.difference_update(container for container, _ in facts.container_aliases.methods.values())
    before = -1
    while len(facts.varied) != before:
        before = len(facts.varied)
        for node in entries:
            facts.varied.update(made.intersection(held_by(node, facts)))


def held_by(node: Entry, facts: Facts) -> tuple[Var, ...]:
    """The variables that an entry puts into what varies."""
    container = node.targets or node.args[:1]
    return (
        tuple(atom for atom in items_put(node) if isinstance(atom, Var)) if facts.varies(*container) else ()
    )
