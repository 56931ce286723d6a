"""Arrays that are stored in a container, or spread to a view, when they are complete: a copy is.

    t = np.zeros 2              t = np.zeros 2
    store t 0 x          →      store t 0 x
    append rows t               u = np.copy t
                                append rows u

An array that is written in place has a shadow, and its adjoint has no place in the adjoint of a container. Nor can a
shadow be spread to a view that has one element at several places, to all of which something is added. Where nothing
writes to the array after that, neither by its own name nor as an item of the container, nobody can tell it from a copy.
In a loop this is so if each iteration makes an array of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.ad.context import Context
from s2sad.analysis.aliases import Fact, Facts
from s2sad.analysis.effects import effect_of, writes_array
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_of_arrays
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Entry,
    For,
    Function,
    FunctionRef,
    Node,
    Ref,
    Var,
    While,
    blocks_of,
    targets_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, items_put
from s2sad.ir.rewrite import expanded
from s2sad.runtime.structure import copy_of

COPY = Ref("np.copy", np.copy)
COPY_OF = Ref("copy_of", copy_of)
SPREADING = (np.broadcast_to, np.lib.stride_tricks.sliding_window_view, np.lib.stride_tricks.as_strided)
"""What gives views that have an element of an array at several places."""


@dataclass(frozen=True)
class Place:
    """Where an entry stands: its number in the order of the text, and the loops around it."""

    number: int
    loops: tuple[int, ...]


def with_stored_copies(context: Context, function: Function, params: tuple[Fact, ...]) -> Function:
    """The function, with copies in containers of arrays that are written before, and not after."""
    if not context.arrays or not any(map(stored, entries_of(function.body))):
        return function
    facts = context.known_facts(function, params)
    chosen = {
        number
        for number, node in enumerate(entries_of(function.body))
        if any(is_written_array(atom, facts) for atom in stored(node))
    }
    while chosen:
        names = context.names_for(function)
        made, copies = copied(function, chosen, facts, names)
        safe = _Safety(context, made, context.facts_of(made, params)).safe(copies)
        if safe == chosen:
            return made
        chosen = safe
    return function


def copying(kind: K.Kind) -> Ref:
    """What makes a copy of an array, or of what holds arrays; one that may be None stays None."""
    return COPY if K.is_array_always(kind) else COPY_OF


def entries_of(block: Block) -> Iterator[Entry]:
    """The entries of a block, also those within others, in the order of the text."""
    for node in block.entries:
        if isinstance(node, Entry):
            yield node
        else:
            for inner in blocks_of(node):
                yield from entries_of(inner)


def stored(node: Entry) -> tuple[Atom, ...]:
    """What an entry puts into a container, or spreads to a view."""
    if any(callee_of(node) is function for function in SPREADING):
        return node.args[:1]
    return items_put(node)


def is_written_array(atom: Atom, facts: Facts) -> bool:
    if not isinstance(atom, Var) or not K.is_array(facts.kind(atom)):
        return False
    return facts.varies(atom) and facts.classes.is_written(atom)


def copied(
    function: Function, chosen: set[int], facts: Facts, names: Names
) -> tuple[Function, dict[int, list[tuple[Var, Var]]]]:
    """The function with copies in the chosen entries, and for each of these the arrays beside their copies."""
    numbers = iter(range(10**9))
    copies: dict[int, list[tuple[Var, Var]]] = {}

    def entry(node: Node) -> list[Node]:
        if not isinstance(node, Entry):
            return [node]
        number = next(numbers)
        if number not in chosen:
            return [node]
        arrays = [atom for atom in stored(node) if isinstance(atom, Var) and is_written_array(atom, facts)]
        kept: dict[Any, Var] = {array: Var(names.fresh(array.name)) for array in arrays}
        copies[number] = list(kept.items())
        made = [Entry((new,), copying(facts.kind(old)), (old,), (), node.loc) for old, new in kept.items()]
        put = stored(node)
        args = tuple(kept.get(atom, atom) if atom in put else atom for atom in node.args)
        return [*made, replace(node, args=args)]

    return replace(function, body=expanded(function.body, entry)), copies


class _Safety:
    """Tells which copies nobody can tell from the arrays, in a function that has them."""

    def __init__(self, context: Context, function: Function, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.count = 0
        self.made: dict[Var, tuple[int, ...]] = {param.var: () for param in function.params}
        self.places: dict[Var, Place] = {}
        self.writes: list[tuple[Var, Place]] = []
        self.captured: set[Var] = set()
        self.look(function.body, ())

    def safe(self, copies: dict[int, list[tuple[Var, Var]]]) -> set[int]:
        return {number for number, pairs in copies.items() if all(self.is_safe(*pair) for pair in pairs)}

    def is_safe(self, array: Var, copy: Var) -> bool:
        """Whether no write to an array comes after its copy, and none to the copy at all."""
        find, place = self.facts.classes.find, self.places[copy]
        if self.facts.classes.is_written(copy) or find(array) in self.captured:
            return False
        written = [at for var, at in self.writes if find(var) is find(array)]
        common = {loop for at in written for loop in at.loops}.intersection(place.loops)
        members = self.facts.classes.members(array)
        return all(at.number < place.number for at in written) and all(
            common.issubset(self.made.get(member, ())) for member in members
        )

    def look(self, block: Block, loops: tuple[int, ...]) -> None:
        """Note where variables are made, and what is written where."""
        for node in block.entries:
            self.count += 1
            number = self.count
            self.made.update(dict.fromkeys(targets_of(node), loops))
            if isinstance(node, Entry):
                self.places.update(dict.fromkeys(node.targets, Place(number, loops)))
                self.writes += [(v, Place(number, loops)) for v in written_by(self.context, self.facts, node)]
            elif isinstance(node, Closure):
                self.captured.update(self.facts.classes.find(a) for a in node.captures if isinstance(a, Var))
            inside = (*loops, number) if isinstance(node, (For, While)) else loops
            for inner in blocks_of(node):
                self.look(inner, inside)
            if isinstance(node, (For, While)):  # what comes from an iteration before
                self.made.update(dict.fromkeys(node.params, loops))


def written_by(context: Context, facts: Facts, node: Entry) -> list[Var]:
    """The arrays that an entry may write to."""
    atoms: tuple[Atom, ...] = ()
    if isinstance(node.fn, FunctionRef):
        written, _, _ = context.summary(node.fn.name, tuple(map(facts.fact, node.args)))
        atoms = tuple(node.args[place] for place in written)
    elif writes_array(node) or effect_of(node) is Effect.WRITING:
        atoms = node.args[:1]
    elif effect_of(node) is Effect.UNKNOWN and not is_of_arrays(callee_of(node)):
        atoms = (*node.args, *(atom for _, atom in node.kwargs))
    return [atom for atom in atoms if isinstance(atom, Var)]
