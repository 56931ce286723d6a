"""What an innermost loop does to arrays, element by element, and whether its iterations may run in any order.

for j in range(m - 1, -1, -1):
    t = v_bar[j + 1]            reads v_bar at j + 1
    v_bar[j + 1] = 0.0          writes it there
    u_bar[j] += t               adds to u_bar at j …
    u_bar[j + 2] += t           … and at j + 2

Sums may be added up in any order. What is written, or is added to and read, has to be another element in each iteration.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import is_pure
from s2sad.analysis.integers import Integers
from s2sad.analysis.lengths import Length, Lengths, symbol
from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known
from s2sad.ir.nodes import Atom, Entry, For, If, Node, Var, targets_of
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.ir.rewrite import defined_in, node_reads, uses_of, walk
from s2sad.runtime.loops import clipped, placed, wrapped
from s2sad.runtime.vector_functions import VECTOR_FUNCTIONS

ELEMENTS = ("getitem", "store", "increase")
"""What reads an element of an array, writes it, and adds to it."""
_WRITES = ("store", "increase")
_CHEAP = (
    max,
    min,
    abs,
    float,
    int,
    bool,
    clipped,
    wrapped,
    placed,
    np.abs,
    np.negative,
    np.square,
    np.add,
    np.multiply,
    np.subtract,
)
Place = tuple[Length, ...]


@dataclass(frozen=True)
class Access:
    """An element of an array that an entry reads, writes or adds to; `place` is None where it isn't known."""

    number: int
    form: str
    base: Var
    memory: Any
    place: Place | None


@dataclass(frozen=True)
class Sum:
    """A carried number to which each iteration adds: the entry that does it, and which of the carried ones it is."""

    number: int
    carried: int


@dataclass(frozen=True)
class Group:
    """Effects that stay in one loop, and all the entries that they need."""

    effects: tuple[int, ...]
    entries: frozenset[int]


class ElementLoop:
    """A loop whose body computes numbers, reads and writes elements, and adds up: None of it in an inner block."""

    def __init__(
        self,
        node: For,
        places: Callable[[Atom], Place | None],
        memory: Callable[[Var], Any],
        is_above: Callable[[Length, Length], bool] = lambda one, other: False,
    ) -> None:
        """`is_above` tells whether an index in one iteration is always larger than another one in any iteration."""
        self.node, self.places, self.memory, self.is_above = node, places, memory, is_above
        self.entries = node.body.entries
        self.inside = defined_in(node.body) | {node.item, *node.params}
        self.made_by = {target: k for k, entry in enumerate(self.entries) for target in targets_of(entry)}
        self.accesses = [access for k, entry in enumerate(self.entries) for access in self.of_entry(k, entry)]
        self.uses = Counter(atom for entry in walk(node.body) for atom in uses_of(entry))
        self.uses.update(node.body.results)
        self.sums = self.found_sums()

    def of_entry(self, number: int, node: Node) -> Iterable[Access]:
        name = operation_of(node)
        if not isinstance(node, Entry) or name not in ELEMENTS:
            return
        base, place = node.args[:2]
        if isinstance(base, Var) and base not in self.inside:
            yield Access(number, form_of(str(name)), base, self.memory(base), self.places(place))

    def found_sums(self) -> dict[int, Sum]:
        """The sums, by the entries that add to them last; only those that nothing else reads."""
        found: dict[int, Sum] = {}
        for k, (param, result) in enumerate(zip(self.node.params, self.node.body.results)):
            if isinstance(result, Var) and self.adds_up(param, result):
                found[self.made_by[result]] = Sum(self.made_by[result], k)
        return found

    def adds_up(self, param: Var, result: Var) -> bool:
        """Whether a result is the carried number and what is added to it, one after the other."""
        if self.uses[result] != 1 or self.uses[param] != 1:
            return False
        while result is not param:
            entry = self.entries[self.made_by[result]] if result in self.made_by else None
            if entry is None or operation_of(entry) != "add":
                return False
            before = [atom for atom in entry.args if self.comes_from(atom, param)]
            if len(before) != 1:
                return False
            result = before[0]  # type: ignore[assignment]
        return True

    def comes_from(self, atom: Atom, param: Var) -> bool:
        """Whether an atom is the carried number, or a sum with it that is used once."""
        while isinstance(atom, Var) and atom is not param and self.uses[atom] == 1 and atom in self.made_by:
            entry = self.entries[self.made_by[atom]]
            if operation_of(entry) != "add":
                return False
            first, second = entry.args
            atom = first if self.comes_from(first, param) else second
        return atom is param

    @property
    def effects(self) -> list[int]:
        """The entries that do something, in order: write, or add to an element or to a sum."""
        return sorted({*self.sums, *(access.number for access in self.accesses if access.form in _WRITES)})

    def needed(self, number: int) -> set[int]:
        """What computes what an entry does."""
        found: set[int] = set()
        waiting = [number]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                reads = node_reads(self.entries[one])
                waiting += [self.made_by[var] for var in reads if var in self.made_by]
        return found

    def is_plain(self) -> bool:
        """Whether there is nothing but elements, numbers and sums."""
        read = {access.number for access in self.accesses}
        return len(self.sums) == len(self.node.params) and all(
            number in read or is_of_numbers(entry) for number, entry in enumerate(self.entries)
        )

    def is_free_of_order(self) -> bool:
        """Whether the iterations may run in any order, up to rounding."""
        return not self.node.stops and self.is_plain() and all(map(self.are_apart, self.by_memory()))

    def by_memory(self) -> Iterable[list[Access]]:
        found: dict[Any, list[Access]] = {}
        for access in self.accesses:
            found.setdefault(access.memory, []).append(access)
        return found.values()

    def are_apart(self, accesses: Sequence[Access]) -> bool:
        """Whether no iteration reads or writes what another one writes, in one array; adding alone is no matter."""
        return all(
            self.meet_nowhere(one, other)
            for k, one in enumerate(accesses)
            for other in accesses[k:]
            if {one.form, other.form} not in ({"read"}, {"increase"})
        )

    def meet_nowhere(self, one: Access, other: Access) -> bool:
        """Whether two accesses are to different elements, but for those of one iteration."""
        if one.base is not other.base or one.place is None or other.place is None:
            return False
        if one.place == other.place:
            return any(moves(length, self.node.item, self.inside) for length in one.place)
        return len(one.place) == len(other.place) and any(map(self.differ, one.place, other.place))

    def differ(self, one: Length, other: Length) -> bool:
        """Whether two indices are never equal, in any two iterations."""
        names = {name for length in (one, other) for name, _ in length.terms} - {self.node.item}
        if any(not isinstance(name, Var) or name in self.inside for name in names):
            return False
        return self.is_above(one, other) or self.is_above(other, one)


def form_of(name: str) -> str:
    """The form of an access, by the name of its operation."""
    return "read" if name == "getitem" else name


def moves(length: Length, item: Var, inside: Collection[Var]) -> bool:
    """Whether an index is another one in each iteration of a loop by `item`, and the same throughout one."""
    names = {name for name, _ in length.terms}
    return item in names and all(
        isinstance(name, Var) and (name is item or name not in inside) for name in names
    )


def is_of_numbers(node: Node) -> bool:
    """Whether an entry computes numbers of numbers, and does nothing else."""
    if isinstance(node, If):
        return all(is_of_numbers(each) for block in (node.then, node.orelse) for each in block.entries)
    if not isinstance(node, Entry) or not (is_pure(node) or is_extreme(node)):
        return False
    is_operator = operation(node).is_operator and operation_of(node) != "matmul"  # of arrays alone
    return is_operator or is_function(node)


def is_extreme(node: Entry) -> bool:
    """Whether it is the larger or smaller one of two numbers."""
    return callee_of(node) in (max, min) and len(node.args) == 2 and not node.kwargs


def is_function(node: Entry) -> bool:
    callee = callee_of(node)
    of_numbers = callee in _CHEAP or callee in VECTOR_FUNCTIONS or isinstance(callee, np.ufunc)
    return of_numbers or getattr(callee, "__module__", "") == "math" or operation_of(node) == "tuple_of"


def takes_long(node: Node) -> bool:
    """Whether an entry takes as long as many others, so that it isn't worth doing twice."""
    if isinstance(node, If):
        return any(takes_long(each) for block in (node.then, node.orelse) for each in block.entries)
    name, callee = operation_of(node), callee_of(node)
    if name is not None or callee in _CHEAP:
        return name in ("pow", "mod", "floordiv")
    return callee is not math.fabs


def divides(node: Node) -> bool:
    if isinstance(node, If):
        return any(divides(each) for block in (node.then, node.orelse) for each in block.entries)
    return operation_of(node) == "truediv"


def integers_by(
    facts: Facts,
    definitions: dict[Any, Entry],
    items: set[Var],
    shape: Callable[[Atom], Lengths | None] = lambda atom: None,
) -> Callable[[Atom], Length | None]:
    """What tells an integer as a length; `items` are variables of ranges, `shape` tells the lengths of arrays."""

    def kind(atom: Atom) -> K.Kind:
        made = definitions.get(atom) if isinstance(atom, Var) and atom not in facts.kinds else None
        is_sum = made is not None and operation_of(made) in ("add", "sub")
        if atom in items or (made is not None and is_sum and all(kind(part) == K.INT for part in made.args)):
            return K.INT
        return facts.kind(atom)

    integers = Integers(definitions.get, shape, kind, lambda atom: atom)
    return lambda atom: integers.of(atom) or (symbol(atom) if atom in items else None)


def places_by(
    integer: Callable[[Atom], Length | None], definitions: dict[Any, Entry]
) -> Callable[[Atom], Place | None]:
    """What tells the index of an element as lengths, one for each axis."""

    def of(atom: Atom) -> Place | None:
        made = definitions.get(atom) if isinstance(atom, Var) else None
        parts = made.args if made is not None and operation_of(made) == "tuple_of" else (atom,)
        found = all_known(map(integer, parts))
        return None if found is None else tuple(found)

    return of
