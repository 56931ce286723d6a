"""What a derivative saves for its reverse sweep, and what of it needs that; read off the list that is emitted.

append saved (x, t)      …      for x_8, t_11 in reversed(saved)
                                    a_bar = truediv t_bar x_8       line 3: a / x
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeGuard

import numpy as np

from s2sad.backend.uses import is_derivative
from s2sad.ir.names import stem
from s2sad.ir.nodes import (
    Atom,
    Entry,
    For,
    Function,
    If,
    Location,
    Module,
    Node,
    Var,
    atoms_of,
    blocks_of,
    targets_of,
)
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import walk

_SAVED = "saved"
_OF_THE_SHAPE = (np.zeros_like, np.copy, len)
_BEFORE = ", before it is overwritten"
_COPIED = "it is overwritten later"
_PUT_BACK = "it is put back, and is smaller than what is read of the array"
_NOT_AGAIN = "a few operations don't give it again"
_THERE = "nothing overwrites it"


@dataclass(frozen=True)
class SavedValue:
    """A value of the forward sweep that the reverse sweep reads: `how` it gets there, and `why` in this way."""

    var: Var
    made: Location | None
    how: str
    why: str
    readers: tuple[Location, ...]


def saved_values(module: Module, own: set[Var]) -> list[SavedValue]:
    """Everything that the reverse sweeps of a module read of its forward sweeps."""
    found: list[SavedValue] = []
    for function in module.functions:
        reader = _Reader(function)
        found += reader.from_lists()
        found += reader.from_pair(module)
        if function is module.main:
            found += reader.from_the_same_block(own)
    return found


class _Reader:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.nodes = list(walk(function.body))
        self.made = {target: node for node in self.nodes for target in targets_of(node)}
        self.readers: dict[Var, list[Node]] = {}
        for node in self.nodes:
            for var in dict.fromkeys(atom for atom in atoms_of(node) if isinstance(atom, Var)):
                self.readers.setdefault(var, []).append(node)

    # --------------------------------------------------------------------------------------- where it is read

    def needed_by(self, var: Var, seen: set[Var] | None = None) -> dict[Location, None]:
        """The user's code whose adjoints read a variable; through what rules compute on the way."""
        seen = set() if seen is None else seen
        found: dict[Location, None] = {}
        for node in self.readers.get(var, []):
            if node.loc is not None and operation_of(node) not in ("unpack", "tuple_of"):
                found[node.loc] = None
                continue
            for target in targets_of(node):
                if target not in seen:
                    seen.add(target)
                    found.update(self.needed_by(target, seen))
        return found

    # ------------------------------------------------------------------------------------------------- loops

    def from_lists(self) -> Iterator[SavedValue]:
        """What iterations append to a list that the reverse loop goes through backwards."""
        for node in self.nodes:
            if operation_of(node) != "append" or not isinstance(node, Entry):
                continue
            saved, item = node.args
            if not isinstance(saved, Var) or stem(saved.name) != _SAVED:
                continue
            for value, received in zip(self.items(item), self.received(saved)):
                if isinstance(value, Var):
                    how, why = "each iteration saves it", self.why_saved(value, received)
                    yield SavedValue(value, self.location(value), how, why, self.all_needing(received))

    def why_saved(self, value: Var, received: Var) -> str:
        """Why an iteration saves a value: because it puts that back, because it is overwritten, or it can't be had otherwise."""
        if any(is_put_back(node) and received in node.args[2:] for node in self.readers.get(received, [])):
            return _PUT_BACK
        return _COPIED if self.is_copied(value) else _NOT_AGAIN

    def is_copied(self, var: Var) -> bool:
        """Whether it is a copy of what is overwritten below."""
        made = self.location(var)
        return made is not None and made.text.endswith(_BEFORE)

    def items(self, item: Atom) -> list[Atom]:
        made = self.made.get(item) if isinstance(item, Var) else None
        if isinstance(made, Entry) and operation_of(made) == "tuple_of":
            return list(made.args)
        return [item]

    def received(self, saved: Var) -> list[Var]:
        """The variables that the reverse loop gets the items in."""
        turned = [targets_of(node)[0] for node in self.readers.get(saved, []) if is_reversed(node)]
        for loop in self.nodes:
            if not isinstance(loop, For):
                continue
            made = self.made.get(loop.iterable) if isinstance(loop.iterable, Var) else None
            if loop.iterable in turned:
                return self.parts(loop.item)
            if isinstance(made, Entry) and any(arg in turned for arg in made.args):
                at = next(i for i, arg in enumerate(made.args) if arg in turned)
                return self.parts(self.parts(loop.item)[at])
        return []

    def parts(self, item: Var) -> list[Var]:
        for node in self.readers.get(item, []):
            if operation_of(node) == "unpack":
                return list(targets_of(node))
        return [item]

    def all_needing(self, var: Var) -> tuple[Location, ...]:
        return tuple(self.needed_by(var))

    def location(self, var: Var) -> Location | None:
        """Where a value was made; of what a branch hands out, where it was made in it."""
        made = self.made.get(var)
        if isinstance(made, Entry) and made.note and made.loc and made.note != "@loc":
            return replace(made.loc, text=f"{stem(var.name)}{_BEFORE}")
        if isinstance(made, If):
            at = made.targets.index(var)
            for block in blocks_of(made):
                inner = block.results[at]
                if isinstance(inner, Var) and inner is not var:
                    found = self.location(inner)
                    if found is not None:
                        return found
        return made.loc if made is not None else None

    # ------------------------------------------------------------------------------------------------- pairs

    def from_pair(self, module: Module) -> Iterator[SavedValue]:
        """What the forward half of a function hands to its reverse half in a tuple."""
        results = self.function.body.results
        last = results[-1] if results else None
        made = self.made.get(last) if isinstance(last, Var) else None
        if (
            not isinstance(last, Var)
            or not isinstance(made, Entry)
            or operation_of(made) != "tuple_of"
            or stem(last.name) != _SAVED
        ):
            return
        name = self.function.name.removesuffix("_fwd") + "_rev"
        other = next((function for function in module.functions if function.name == name), None)
        if other is None:
            return
        reverse = _Reader(other)
        received = reverse.parts(other.params[0].var)
        for value, there in zip(made.args, received):
            if isinstance(value, Var):
                how = f"{self.function.name} hands it to {name}"
                why = _COPIED if self.is_copied(value) else _NOT_AGAIN
                yield SavedValue(value, self.location(value), how, why, reverse.all_needing(there))

    # ------------------------------------------------------------------------------------ one function's body

    def from_the_same_block(self, own: set[Var]) -> Iterator[SavedValue]:
        """Values of the forward sweep that the reverse sweep reads where they are."""
        handed = self.handed(own)
        for var in [var for var in self.made if var in own or var in handed]:
            readers = [node for node in self.readers.get(var, []) if self.is_reverse(node, own)]
            found: dict[Location, None] = {}
            for node in readers:
                if node.loc is not None:
                    found[node.loc] = None
                for target in targets_of(node) if node.loc is None else ():
                    found.update(self.needed_by(target))
            if found:
                why = _COPIED if self.is_copied(var) else _THERE
                yield SavedValue(
                    handed.get(var, var), self.location(var), "it is still there", why, tuple(found)
                )

    def handed(self, own: set[Var]) -> dict[Var, Var]:
        """What branches of the forward sweep hand out for the reverse sweep alone: with what it is there."""
        found: dict[Var, Var] = {}
        for node in self.nodes:
            if isinstance(node, If) and not any(is_derivative(target.name) for target in node.targets):
                for at, target in enumerate(node.targets):
                    inner = [block.results[at] for block in blocks_of(node)]
                    source = next((atom for atom in inner if isinstance(atom, Var) and atom in own), None)
                    if target not in own and source is not None:
                        found[target] = source
        return found

    def is_reverse(self, node: Node, own: set[Var]) -> bool:
        """Whether an entry belongs to the reverse sweep."""
        if isinstance(node, Entry):
            if operation_of(node) in ("append", "tuple_of") or callee_of(node) in _OF_THE_SHAPE:
                return False
            return bool(node.targets) and not any(target in own for target in node.targets)
        return any(is_derivative(target.name) for target in targets_of(node))


def is_put_back(node: Node) -> TypeGuard[Entry]:
    """Whether an entry of the reverse sweep puts back what was overwritten."""
    return isinstance(node, Entry) and node.note == "what was there before"


def why_again(module: Module, node: Entry) -> str:
    """Why an entry is done a second time, in the place of saving what it gives."""
    if operation_of(node) != "getitem":
        return "it takes a few operations"
    restored = {each.args[0] for f in module.functions for each in walk(f.body) if is_put_back(each)}
    return (
        "what was overwritten there is put back" if node.args[0] in restored else "nothing writes there later"
    )


def is_reversed(node: Node) -> bool:
    return isinstance(node, Entry) and getattr(node.fn, "value", None) is reversed


def what_it_does(node: Entry) -> tuple[object, ...]:
    """What an entry has in common with one that does the same at another time, with variables by the same names."""
    reads = tuple([stem(atom.name) if isinstance(atom, Var) else atom for atom in node.args])
    return node.fn, node.loc, reads


def computed_again(module: Module, primal: Module) -> list[Entry]:
    """The entries of the reverse sweeps that do what the function did before, in the place of saving it."""
    before = {
        what_it_does(node)
        for function in primal.functions
        for node in walk(function.body)
        if isinstance(node, Entry) and node.loc
    }
    known = {target for f in primal.functions for node in walk(f.body) for target in targets_of(node)}
    return [
        node
        for function in module.functions
        for node in walk(function.body)
        if isinstance(node, Entry)
        and node.targets
        and what_it_does(node) in before
        and operation_of(node) not in ("slice", "tuple_of")
        and not any(target in known or is_derivative(target.name) for target in node.targets)
    ]
