"""Which lists become arrays: those that are made and used as arrays may be, together with what has the same items."""

from __future__ import annotations

import bisect
import math
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    Atom,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Var,
    While,
    atoms_of,
    blocks_of,
    inner_vars_of,
    targets_of,
)
from s2sad.ir.operations import callee_of, is_one_of, operation, operation_of
from s2sad.ir.rewrite import definitions_of, walk
from s2sad.loops.growths import Growth, growths
from s2sad.loops.index_tuples import index_tuples
from s2sad.loops.list_kinds import depth_of, is_list
from s2sad.runtime.special import index_of_max, index_of_min

IN_NUMPY = {math.fsum: np.sum, math.prod: np.prod}
"""Functions of lists, and what they are for arrays."""
_PLACES = (bisect.bisect_left, bisect.bisect_right)
_READERS = (len, sum, math.dist, index_of_max, index_of_min, *IN_NUMPY, *_PLACES)
_TAKE_LISTS = ("array", "asarray", "stack", "concatenate", "column_stack", "vstack", "hstack")


class Choice:
    """The lists that become arrays: `found`; of these `growths` tell where items are appended."""

    def __init__(self, function: Function, facts: Facts, shapes: Shapes, without: set[Var]) -> None:
        """Those `without` stay lists."""
        self.function, self.facts, self.shapes = function, facts, shapes
        self.definitions = definitions_of(function)
        self.params = {param.var for param in function.params}
        self.others: set[Atom] = set(function.body.results)
        self.only_taken: dict[Atom, bool] = {}
        self.written: set[Atom] = set()
        self.sliced: set[Atom] = set()
        self.together: list[tuple[Atom, Atom]] = []
        self.appended: set[Atom] = set()
        self.merged: set[Atom] = set()
        self.held: set[Atom] = set()
        self.inner: list[tuple[Atom, Atom]] = []
        self.indices = index_tuples(function, facts.kind)
        for node in walk(function.body):
            self.note(node)
        self.others |= self.held & self.written
        for item, holder in self.inner:
            self.only_taken.setdefault(item, self.only_taken.get(holder, False))
        every = [var for var in facts.kinds if is_list(facts.kind(var)) and depth_of(facts.kind(var))]
        found = {var for var in every if var not in without and self.can_be(var)}
        self.found = self.consistent(found)
        self.growths: dict[Var, Growth] = {}
        grown = {var for var in self.found if self.is_grown(var)}
        made = growths(function, grown, facts, shapes)
        while not made.keys() >= grown:
            self.found = self.consistent(self.found - (grown - made.keys()))
            grown = {var for var in self.found if self.is_grown(var)}
        self.growths = {var: made[var] for var in grown}

    def is_grown(self, var: Var) -> bool:
        made = self.definitions.get(var)
        return var in self.appended or (
            made is not None and operation_of(made) == "list_of" and not made.args
        )

    def note(self, node: Node) -> None:
        """Take down what is done with lists."""
        if isinstance(node, Entry):
            self.note_entry(node)
            return
        self.merged.update(targets_of(node), inner_vars_of(node)[1 if isinstance(node, For) else 0 :])
        if isinstance(node, If):
            for target, one, other in zip(node.targets, node.then.results, node.orelse.results):
                self.together += [(target, one), (target, other)]
        elif isinstance(node, (For, While)):
            for target, param, init, result in zip(node.targets, node.params, node.inits, node.body.results):
                self.together += [(target, param), (param, init), (param, result)]
            self.others.update(atoms_of(node)[:1] if isinstance(node, For) else ())
        else:
            self.others.update(atoms_of(node))
            self.others.update(atom for block in blocks_of(node) for atom in block.results)

    def note_entry(self, node: Entry) -> None:
        name, kind = operation_of(node), self.facts.kind
        first: Any = node.args[0] if node.args else None
        rest = (*node.args[1:], *(atom for _, atom in node.kwargs))
        if name == "append" and is_list(kind(first)):
            self.appended.add(first)
            if is_list(kind(rest[0])):
                self.held.add(rest[0])
            return
        if name == "setitem" and is_list(kind(first)):
            self.written.add(first)
            self.others.update(atom for atom in rest if is_list(kind(atom)))
            return
        if name == "getitem" and is_list(kind(first)) and kind(rest[0]) in (K.INT, K.SLICE):
            if kind(rest[0]) == K.SLICE:
                self.sliced.add(first)
            for target in node.targets:
                if is_list(kind(target)):
                    self.together.append((target, first))
            return
        if name == "unpack" and depth_of(kind(first)) == 1 and rest[1] == Const(None):
            return
        if name == "list_of":
            for atom in node.args:
                if is_list(kind(atom)):
                    self.held.add(atom)
                    self.inner.append((atom, node.targets[0]))
            return
        self.note_call(node, name)

    def note_call(self, node: Entry, name: str | None) -> None:
        callee, kind = callee_of(node), self.facts.kind
        every = (*node.args, *(atom for _, atom in node.kwargs))
        lists = [atom for atom in every if is_list(kind(atom))]
        of_numpy = getattr(callee, "__module__", "") in ("numpy", "numpy.linalg") or isinstance(
            callee, np.ufunc
        )
        has_array = any(K.is_array(kind(atom)) for atom in node.args)
        is_index = name == "getitem" and K.is_array(kind(node.args[0]))
        is_index = is_index or (name == "tuple_of" and node.targets[0] in self.indices)
        if is_index or (of_numpy and getattr(callee, "__name__", "") in _TAKE_LISTS):
            for atom in lists:
                self.only_taken.setdefault(atom, True)
            return
        fine = (
            is_one_of(callee, _READERS)
            or callee is list
            or of_numpy
            or (has_array and operation(node).arithmetic)
        )
        for atom in lists:
            self.only_taken[atom] = False
            if not fine:
                self.others.add(atom)

    def can_be(self, var: Var) -> bool:
        """Whether a list is made and used as an array may be."""
        if var in self.others:
            return False
        made = self.definitions.get(var)
        if made is None:
            return var in self.params or var in self.merged
        name, callee = operation_of(made), callee_of(made)
        if name == "list_of":
            taken = self.only_taken.get(var, False) and var not in self.appended and bool(made.args)
            return not taken and self.are_alike(made.args)
        if name == "getitem":
            return is_list(self.facts.kind(made.args[0]))
        if name == "mul":
            part = self.definitions.get(made.args[0])
            return part is not None and operation_of(part) == "list_of" and len(part.args) == 1
        return callee is list and depth_of(self.facts.kind(made.args[0])) is not None

    def are_alike(self, atoms: tuple[Atom, ...]) -> bool:
        """Whether items are numbers, or arrays of one shape that nothing writes to."""
        if all(self.facts.kind(atom) in K.NUMBERS for atom in atoms):
            return True
        if any(self.facts.classes.is_written(atom) for atom in atoms if isinstance(atom, Var)):
            return False
        return len({self.shapes.of(atom) for atom in atoms}) == 1

    def consistent(self, found: set[Var]) -> set[Var]:
        """Without the lists that are the same, or parts of, what stays a list."""
        while True:
            wrong: set[Atom] = set()
            for one, other in self.together:
                if is_list(self.facts.kind(one)) or is_list(self.facts.kind(other)):
                    if (one in found) != (other in found):
                        wrong.update((one, other))
                    if one in self.appended and other in self.appended:
                        wrong.update((one, other))
            group = {var for var in found if var in self.written}
            wrong.update(var for var in group if var in self.sliced)
            wrong &= found
            if not wrong:
                return found
            found = found - wrong
