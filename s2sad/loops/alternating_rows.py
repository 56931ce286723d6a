"""Two arrays that change places in each iteration of a loop are rows of one array, whose numbers change places.

u = np.empty(n)                            rows = np.empty((2, n))
v = np.empty(n)                            u_row, v_row = 0, 1
for _ in range(steps):                     for _ in range(steps):
    for j in range(n):             →           for j in range(n):
        v[j] = … u[j] …                            rows[v_row, j] = … rows[u_row, j] …
    for j in range(n):                         u_row, v_row = v_row, u_row
        u[j] = v[j]

So it is where each element of the two is exchanged, and where one array is copied to the other one and then written anew
before it is read. Arrays whose variables change places would do as well, but a compiler of machine code then doesn't see any
more that they lie apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in, expanded, uses_of, walk, with_body
from s2sad.loops.builder import EMPTY
from s2sad.loops.covered_elements import Covered
from s2sad.loops.element_loops import ELEMENTS, is_of_numbers
from s2sad.loops.emission import emitted, in_row
from s2sad.loops.local_arrays import Local, LocalArrays

_ZEROS, _COPY = Ref("np.zeros", np.zeros), Ref("np.copy", np.copy)


def with_alternating_rows(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that copies no array to another one in each iteration of a loop."""
    found = _Found(function, arrays).changes()
    return _Rewriting(arrays, names, found).done(function) if found else function


@dataclass(frozen=True)
class Change:
    """In each iteration of a loop in the function's body two arrays change places: there is a loop in it that does it."""

    outer: For
    inner: For
    pair: tuple[Var, Var]


class _Found:
    """What changes places in a function."""

    def __init__(self, function: Function, arrays: LocalArrays) -> None:
        self.body, self.arrays = function.body, arrays
        self.others = used_otherwise(function)

    def changes(self) -> list[Change]:
        found: list[Change] = []
        for number, node in enumerate(self.body.entries):
            if not isinstance(node, For) or node.stops:
                continue
            inner = [change for each in node.body.entries for change in self.change(node, each, number)]
            found += inner if len(inner) == 1 else []
        return found

    def change(self, outer: For, inner: Node, number: int) -> list[Change]:
        """The change that a loop does in the iterations of one around it, if it does one."""
        nest = nest_of(inner)
        if nest is None or not isinstance(inner, For):
            return []
        loops, entries = nest
        pair = exchanged(entries) or copied(entries)
        if pair is None or not self.are_alike(pair) or not self.is_whole(pair[0], entries, loops):
            return []
        change = Change(outer, inner, pair)  # type: ignore[arg-type]
        return [change] if exchanged(entries) or self.is_written_anew(change, number) else []

    def are_alike(self, pair: tuple[Atom, Atom]) -> bool:
        """Whether two arrays of numbers are made in the body of the function, of one shape."""
        locals_ = [self.arrays.found.get(each) for each in pair]
        lengths = [self.arrays.shapes.lengths(each) for each in pair]
        return (
            all(local is not None and self.is_plain(local) for local in locals_)
            and lengths[0] is not None
            and lengths[0] == lengths[1]
        )

    def is_plain(self, local: Local) -> bool:
        is_here = any(node is local.maker for node in self.body.entries)
        is_made = callee_of(local.maker) in (np.empty, np.zeros) and not local.maker.kwargs
        return is_here and is_made and local.var not in self.others

    def is_whole(self, array: Atom, entries: Sequence[Entry], loops: Sequence[For]) -> bool:
        """Whether loops go through all elements, and have to do with one element at a time."""
        first, *others = (self.arrays.places(node.args[1]) for node in entries)
        is_one = first is not None and all(other == first for other in others)
        return is_one and self.arrays.fills(self.arrays.found[array], first, loops)  # type: ignore[arg-type]

    def is_written_anew(self, change: Change, number: int) -> bool:
        """Whether all of an array that is copied to another one is written before it is read again."""
        outer, copied_from = change.outer, change.pair[1]
        entries = list(outer.body.entries)
        at = next(k for k, node in enumerate(entries) if node is change.inner)
        varies = {outer.item, *outer.params, *defined_in(outer.body)}
        covered = Covered(self.arrays, copied_from, varies)
        if not covered.goes_past(entries[at + 1 :]):
            return False
        if covered.has_all():
            return True
        later = Covered(self.arrays, copied_from, varies)
        later.boxes = list(covered.boxes)
        is_result = copied_from in self.body.results
        ends = later.goes_past(self.body.entries[number + 1 :]) and (not is_result or later.has_all())
        return ends and covered.goes_past(entries[: at + 1])


def used_otherwise(function: Function) -> set[Atom]:
    """What something else is done with than to read and write elements, or to give it back."""
    found: set[Atom] = set()
    for node in walk(function.body):
        of_element = isinstance(node, Entry) and operation_of(node) in ELEMENTS
        found.update(node.args[1:] if of_element else uses_of(node))
    return found


def nest_of(node: Node) -> tuple[list[For], list[Entry]] | None:
    """Loops, one in the other, and what the innermost one does with elements; None if there is anything else but numbers."""
    loops: list[For] = []
    while isinstance(node, For) and not node.targets and not node.stops:
        loops.append(node)
        rest = [
            each for each in node.body.entries if callee_of(each) is not range and not is_of_numbers(each)
        ]
        if len(rest) == 1 and isinstance(rest[0], For):
            node = rest[0]
            continue
        entries = [each for each in rest if isinstance(each, Entry) and operation_of(each) in ELEMENTS]
        return (loops, entries) if len(entries) == len(rest) else None
    return None


def exchanged(entries: Sequence[Entry]) -> tuple[Atom, Atom] | None:
    """The two arrays of which entries exchange an element, if both have been read before one is written."""
    if [operation_of(node) for node in entries] != ["getitem", "getitem", "store", "store"]:
        return None
    read: dict[Atom, Atom] = {node.targets[0]: node.args[0] for node in entries[:2]}
    one, other = ((node.args[0], read.get(node.args[2])) for node in entries[2:])
    return (one[0], other[0]) if one == other[::-1] and one[0] is not one[1] else None


def copied(entries: Sequence[Entry]) -> tuple[Atom, Atom] | None:
    """The array to which entries copy an element, and the one that they copy it from."""
    if [operation_of(node) for node in entries] != ["getitem", "store"]:
        return None
    read, store = entries
    pair = store.args[0], read.args[0]
    return pair if store.args[2] is read.targets[0] and pair[0] is not pair[1] else None


class _Rewriting:
    """`numbers` are the rows that stand for arrays, at the place that has been reached."""

    def __init__(self, arrays: LocalArrays, names: Names, changes: Sequence[Change]) -> None:
        self.arrays, self.names, self.changes = arrays, names, changes
        self.numbers: dict[Atom, Atom] = {}
        self.families = families(changes)
        self.rows: dict[Atom, Var] = {}

    def done(self, function: Function) -> Function:
        entries: list[Node] = []
        for node in function.body.entries:
            made = self.family_made_by(node)
            if made is not None:
                self.make(entries, made, node)
            elif isinstance(node, For):
                entries.append(self.outer(node))
            elif not (isinstance(node, Entry) and any(target in self.rows for target in node.targets)):
                entries += self.of_rows(node)
        results = [self.result(entries, atom) for atom in function.body.results]
        return with_body(function, entries, results)

    def family_made_by(self, node: Node) -> list[Var] | None:
        """The arrays of which an entry makes the first one."""
        if not isinstance(node, Entry) or any(target in self.rows for target in node.targets):
            return None
        return next((each for each in self.families if any(target in each for target in node.targets)), None)

    def make(self, out: list[Node], family: list[Var], node: Node) -> None:
        """The array of all rows, where the first one was made."""
        assert isinstance(node, Entry)
        shape = self.arrays.definitions.get(node.args[0])
        lengths = shape.args if shape is not None and operation_of(shape) == "tuple_of" else (node.args[0],)
        whole = emitted(out, self.names, "tuple_of", Const(len(family)), *lengths)
        has_zeros = any(self.arrays.found[each].has_zeros for each in family)
        rows = emitted(out, self.names, _ZEROS if has_zeros else EMPTY, whole, hint="rows")
        kinds = self.arrays.facts.kinds
        kinds[rows] = replace(kinds[family[0]], ndim=len(lengths) + 1)
        for number, array in enumerate(family):
            self.rows[array], self.numbers[array] = rows, Const(number)

    def outer(self, node: For) -> For:
        """A loop in the body of the function, in which rows may change places."""
        change = next((each for each in self.changes if each.outer is node), None)
        if change is None:
            (made,) = self.of_rows(node)
            assert isinstance(made, For)
            return made
        inits = tuple(self.numbers[array] for array in change.pair)
        params, targets = (
            [Var(self.names.fresh(f"{stem(array.name)}_row")) for array in change.pair] for _ in range(2)
        )
        self.numbers.update(zip(change.pair, params))
        entries: list[Node] = []
        for each in node.body.entries:
            if each is change.inner:
                self.numbers.update(zip(change.pair, params[::-1]))
            else:
                entries += self.of_rows(each)
        self.numbers.update(zip(change.pair, targets))
        return replace(
            node,
            targets=(*node.targets, *targets),
            params=(*node.params, *params),
            inits=(*node.inits, *inits),
            body=Block(tuple(entries), (*node.body.results, *params[::-1])),
        )

    def of_rows(self, node: Node) -> Sequence[Node]:
        """An entry with elements of rows in the place of those of arrays."""
        return expanded(Block((node,), ()), self.element).entries

    def element(self, node: Node) -> Sequence[Node]:
        if not isinstance(node, Entry) or operation_of(node) not in ELEMENTS or node.args[0] not in self.rows:
            return (node,)
        array = node.args[0]
        return in_row(node, self.rows[array], self.numbers[array], self.arrays.definitions, self.names)

    def result(self, out: list[Node], atom: Atom) -> Atom:
        """What the function gives: a row is an array of its own."""
        if atom not in self.rows:
            return atom
        row = emitted(out, self.names, "getitem", self.rows[atom], self.numbers[atom], hint=stem(atom.name))
        made = emitted(out, self.names, _COPY, row, hint=stem(atom.name))
        kinds = self.arrays.facts.kinds
        kinds[row] = kinds[made] = kinds[atom]  # type: ignore[index]
        return made


def families(changes: Sequence[Change]) -> list[list[Var]]:
    """The arrays that change places with one another, in one loop or another."""
    found: list[list[Var]] = []
    for change in changes:
        near = [each for each in found if not set(change.pair).isdisjoint(each)]
        found = [each for each in found if not any(each is one for one in near)]
        found.append(list(dict.fromkeys([*(array for each in near for array in each), *change.pair])))
    return found
