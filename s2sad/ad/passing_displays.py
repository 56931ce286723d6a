"""Lists and tuples that are written out for the one call that makes an array of them, and are gone after it.

    t = tuple_of u v
    w = np.concatenate t        t gets an adjoint as any value does, and needs no shadow beside it

Where something is written to an array in between, the parts of the adjoint would come too late: there it has one.
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.analysis.effects import effect_of
from s2sad.ir.nodes import Atom, Entry, Function, Node, Var, blocks_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation
from s2sad.ir.rewrite import uses_of, walk


def passing_displays(function: Function, makes_array: Callable[[Entry], bool]) -> set[Var]:
    """The variables that stand for such a list or tuple, or for one that is an item of it."""
    found: set[Var] = set()
    readers: dict[Var, int] = {}
    open_ = [function.body]
    while open_:
        block = open_.pop()
        made: dict[Atom, Entry] = {}  # since something was written
        for node in block.entries:
            open_ += blocks_of(node)
            if made and not _only_reads(node):
                made.clear()
            elif made and isinstance(node, Entry) and makes_array(node):
                readers = readers or _readers(function)
                found |= _taken(node, made, readers)
            if operation(node).is_display and isinstance(node, Entry):
                made[node.targets[0]] = node
    return found


def _readers(function: Function) -> dict[Var, int]:
    """How often each variable is read."""
    found: dict[Var, int] = {}
    atoms = [atom for node in walk(function.body) for atom in uses_of(node)]
    for atom in (*atoms, *function.body.results):
        if isinstance(atom, Var):
            found[atom] = found.get(atom, 0) + 1
    return found


def _only_reads(node: Node) -> bool:
    return isinstance(node, Entry) and effect_of(node) < Effect.WRITING


def _taken(node: Entry, made: dict[Atom, Entry], readers: dict[Var, int]) -> set[Var]:
    """The displays among what an entry gets that nothing else reads, and those within them."""
    found: set[Var] = set()
    open_ = [node]
    while open_:
        for atom in open_.pop().args:
            if isinstance(atom, Var) and atom in made and readers[atom] == 1:
                found.add(atom)
                open_.append(made[atom])
    return found
