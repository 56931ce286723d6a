"""The lengths of arrays that are read out of a dict or out of the items of a list, by the kind of the call.

layers: [((a, b), (b,)), ...]
for layer in layers
    W, c = unpack layer         W: (a of layer, b of layer)     c: (b of layer)

Two items have lengths of their own, and so have two reads of an item: the owner of a length is the variable that holds it.
What a dict has by a key that is known is one array, whose lengths have no owner.

params: {"W": (n, m), "b": (n,)}
b = params["b"]                 b: (n,)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Union

from s2sad.analysis.lengths import Length, Lengths, Named, number, symbol
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths, EachItem, Parts
from s2sad.ir.nodes import Atom, Const, Entry, Function, Var, value_of
from s2sad.ir.operations import callee_of, is_one_of, operation_of

_SAME_ITEMS = (list, tuple, reversed)
KnownLengths = Mapping[Var, Union[Lengths, Parts, EachItem]]
"""The lengths of parameters that are arrays, and of those in parameters that are lists, dicts and tuples."""
Held = tuple[Union[Var, None], ArgumentLengths]
"""Lengths, and the variable that owns them, if they aren't those of one array."""


class ItemLengths:
    """`definition` tells what makes a variable, `items` what a loop takes it from, `may_change` what is done to a list."""

    def __init__(
        self,
        arguments: KnownLengths,
        definition: Callable[[Var], Entry | None],
        items: Mapping[Var, Atom],
        root: Callable[[Atom], Atom],
        kind: Callable[[Atom], K.Kind],
        may_change: Callable[[Var], bool],
    ) -> None:
        self.lists = {var: known for var, known in arguments.items() if isinstance(known, EachItem)}
        self.parts = {var: known for var, known in arguments.items() if isinstance(known, Parts)}
        self.definition, self.items, self.root = definition, items, root
        self.kind, self.may_change = kind, may_change

    def of(self, var: Var) -> Lengths | None:
        """The lengths of an array; None if it doesn't come out of such a list."""
        found = self.held(var) if self.lists or self.parts else None
        owner, lengths = found or (None, None)
        if not isinstance(lengths, tuple):
            return None
        if owner is None:
            return tuple(_axis_length(var, axis, length) for axis, length in enumerate(lengths))
        return tuple(_length(owner, length) for length in lengths)

    def held(self, atom: Atom) -> Held | None:
        """The lengths of what is read, and the variable whose item it is, or is a part of."""
        atom = self.root(atom)
        if not isinstance(atom, Var):
            return None
        if atom in self.parts:
            return None, self.parts[atom]
        if atom in self.items:
            return self.item_of(self.items[atom], atom)
        node = self.definition(atom)
        if node is None:
            return None
        if operation_of(node) == "unpack" and node.args[2] == Const(None):
            return self.part_of(node.args[0], Const(node.targets.index(atom)), atom)
        if operation_of(node) == "getitem":
            return self.part_of(node.args[0], node.args[1], atom)
        return None

    def list_of(self, atom: Atom) -> EachItem | None:
        """What is known of the items of a list that nothing is done to: an argument, or a part of one."""
        atom = self.root(atom)
        if not isinstance(atom, Var) or self.may_change(atom):
            return None
        if atom in self.lists:
            return self.lists[atom]
        node = self.definition(atom)
        if node is None or not node.args:
            return None
        is_slice = operation_of(node) == "getitem" and self.kind(node.args[1]) == K.SLICE
        return self.list_of(node.args[0]) if is_slice or is_one_of(callee_of(node), _SAME_ITEMS) else None

    def item_of(self, whole: Atom, owner: Var) -> Held | None:
        known = self.list_of(whole)
        return None if known is None else (owner, known.item)

    def part_of(self, whole: Atom, place: Atom, var: Var) -> Held | None:
        """What is read by an index or a key out of a list, out of a dict, or out of an item of one."""
        item = self.item_of(whole, var) if self.kind(place) == K.INT else None
        if item is not None:
            return item
        found, root = self.held(whole), self.root(whole)
        if found is None or not isinstance(found[1], Parts):
            return None
        if isinstance(place, Var) or (isinstance(root, Var) and self.may_change(root)):
            return None
        keys = self.kind(whole).keys
        places = list(range(len(found[1].items))) if keys is None else list(keys)
        known: Any = value_of(place)
        return (found[0], found[1].items[places.index(known)]) if known in places else None


def _length(owner: Var, length: str | int | None) -> Length:
    return number(length) if isinstance(length, int) else symbol((owner, length))


def lengths_of_params(function: Function, given: tuple[ArgumentLengths, ...]) -> KnownLengths:
    """The shapes of the parameters that are arrays, and of what is in lists, by the kind of the call."""
    found: dict[Var, Lengths | Parts | EachItem] = {}
    for param, lengths in zip(function.params, given):
        if isinstance(lengths, tuple):
            found[param.var] = tuple(_axis_length(param.var, axis, each) for axis, each in enumerate(lengths))
        elif isinstance(lengths, (Parts, EachItem)):
            found[param.var] = lengths
    return found


def _axis_length(var: Var, axis: int, length: str | int | None) -> Length:
    if length is None:
        return symbol((var, axis))
    return number(length) if isinstance(length, int) else symbol(Named(length))
