"""Short lists and tuples whose number of items is known, through loops and branches as well.

state = list_of a b
for j in r with now = state -> last         state, now, next and last have 2 items
    x, y = unpack now 2 None
    next = list_of
    n = len now
    places = range n
    for i in places                         this loop goes along such a list, and is short: it can be written out
        s = getitem now i
        t = mul s x
        append next t
    yield next

Lengths are assumed, and held against what makes the lists, until nothing changes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from s2sad.analysis.list_changes import NO_CALLS, Calls, summary_for
from s2sad.analysis.list_families import DISPLAYS, Families, appends_in, families_of, flows, makes_list
from s2sad.ir.nodes import Atom, Const, Entry, For, Function, FunctionRef, If, Node, Var, atoms_of
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.ir.rewrite import walk

_MOST_ITEMS = 8
_MOST_READ = 4
_MOST_ENTRIES = 64
_ROUNDS = 10
_ANY, _UNKNOWN = math.inf, -1
"""Any number of items, as long as nothing says how many there are; and none that is known."""


@dataclass(frozen=True)
class FixedLists:
    """The `lengths` of lists and tuples; the loops that are written out, by their items, with their numbers of iterations.

    Lists that are `apart` are carried or handed out, and can be so as their items; the operation makes them of these. Those that have
    `grown` are complete when as many items are appended. With `nested` some of them may hold others.
    """

    lengths: Mapping[Atom, int] = field(default_factory=dict)
    written_out: Mapping[Atom, int] = field(default_factory=dict)
    apart: Mapping[Atom, str] = field(default_factory=dict)
    grown: frozenset[Atom] = frozenset()
    nested: bool = False


def fixed_lists(function: Function, given: frozenset[Var], calls: Calls = NO_CALLS) -> FixedLists:
    """What is known of the short lists of a function.

    Of its parameters those `given` are lists; functions of the module are known by what their `calls` do.
    """
    nodes = list(walk(function.body))
    makers = [node for node in nodes if type(node) is Entry and makes_list(node, calls)]
    if not makers and not given:
        return FixedLists()
    families = families_of(function, nodes, given, calls)
    assumed = Assumed(families)
    if not families.makers or not assumed.settle():
        return FixedLists()
    lengths = assumed.known()
    loops = [node for node in nodes if type(node) is For]
    written_out: dict[Atom, int] = {
        loop.item: int(assumed.count(loop)) for loop in loops if assumed.pays(loop, lengths)
    }
    grown = {
        items for items, loop in families.filled.items() if loop.item in written_out
    } | families.rows.keys()
    apart = lists_apart(families, nodes, lengths, written_out)
    return FixedLists(lengths, written_out, apart, frozenset(grown & lengths.keys()), holds_lists(makers))


def holds_lists(makers: Iterable[Entry]) -> bool:
    """Whether one of the lists that are made is an item of another that is written out."""
    made = {entry.targets[0] for entry in makers if len(entry.targets) == 1}
    return any(not made.isdisjoint(entry.args) for entry in makers if operation_of(entry) in DISPLAYS)


class Assumed:
    """The lengths that are assumed of families of lists."""

    def __init__(self, families: Families) -> None:
        self.families, self.made = families, families.made
        self.lengths: dict[Atom, float] = dict.fromkeys(families.makers, _ANY)

    def settle(self) -> bool:
        """Find lengths that fit what makes the lists; False if there are none after a few rounds."""
        for _ in range(_ROUNDS):
            found = {head: self.of_family(makers) for head, makers in self.families.makers.items()}
            if found == self.lengths:
                return True
            self.lengths = found
        return False

    def of_family(self, makers: Iterable[Entry]) -> float:
        """The length of all the lists that some entries make, by one operation."""
        if len({maker_of(entry, self.families.calls) for entry in makers}) > 1:
            return _UNKNOWN
        lengths = {self.made_by(entry) for entry in makers} - {_ANY}
        return _UNKNOWN if len(lengths) > 1 else min(lengths, default=_ANY)

    def made_by(self, entry: Entry) -> float:
        """The length of the list that an entry makes, and a loop may fill."""
        summary = summary_for(entry, self.families.calls)
        if summary is not None:
            return _UNKNOWN if summary.length is None else summary.length
        if operation_of(entry) == "unpack":
            return len(entry.targets)
        if operation_of(entry) not in DISPLAYS:
            return self.length(entry.args[0]) if len(entry.args) == 1 else _UNKNOWN
        loop = self.families.filled.get(entry.targets[0])
        appended = self.families.rows.get(entry.targets[0], 0) if loop is None else self.count(loop)
        return len(entry.args) + appended if appended >= 0 else _UNKNOWN

    def length(self, atom: Atom) -> float:
        return self.lengths.get(self.families.of(atom), _UNKNOWN)

    def count(self, loop: For) -> float:
        """How many iterations a loop has that is short enough to be written out."""
        made = self.made.get(loop.iterable)
        if made is None or callee_of(made) is not range or len(made.args) != 1:
            return _UNKNOWN
        number = self.number(made.args[0])
        fits = number == _ANY or (number <= _MOST_ITEMS and number * len(loop.body.entries) <= _MOST_ENTRIES)
        plain = not loop.stops and all(type(node) in (Entry, If) for node in walk(loop.body))
        return number if fits and plain else _UNKNOWN

    def number(self, atom: Atom) -> float:
        """What a number of items is."""
        if type(atom) is Const:
            return atom.value if type(atom.value) is int and atom.value >= 0 else _UNKNOWN
        made = self.made.get(atom)
        if made is None or made.kwargs:
            return _UNKNOWN
        if callee_of(made) is len:
            return self.length(made.args[0])
        if callee_of(made) is not min or len(made.args) == 1:
            return _UNKNOWN
        numbers = set(map(self.number, made.args))
        return _ANY if _ANY in numbers and _UNKNOWN not in numbers else min(numbers)

    def known(self) -> dict[Atom, int]:
        """The lengths of all lists that have one that is known, but for those of containers and of whole numbers.

        These are objects, and their places in lists of values, which are known by the lists that they are in.
        """
        atoms = {*self.made, *self.families.heads, *self.families.makers}
        lengths = {atom: self.length(atom) for atom in atoms}
        return {
            atom: int(length)
            for atom, length in lengths.items()
            if 0 <= length <= _MOST_ITEMS and not any(map(self.of_objects, self.makers_of(atom)))
        }

    def makers_of(self, atom: Atom) -> list[Entry]:
        return self.families.makers[self.families.of(atom)]

    def of_objects(self, entry: Entry) -> bool:
        """Whether an entry makes a list of containers, or of whole numbers that are known."""
        if operation_of(entry) not in DISPLAYS:
            return False
        places = entry.args and all(type(arg) is Const and type(arg.value) is int for arg in entry.args)
        return bool(places) or any(self.is_object(arg) for arg in entry.args)

    def is_object(self, atom: Atom) -> bool:
        """Whether an item is a container, other than a short list of known length."""
        made = self.made.get(atom)
        if made is None or not operation(made).makes_container:
            return False
        return operation_of(made) not in DISPLAYS or not 0 <= self.length(atom) <= _MOST_ITEMS

    def pays(self, loop: For, lengths: Mapping[Atom, int]) -> bool:
        """Whether a loop goes along lists of values: to fill another, or a few of them only."""
        count = self.count(loop)
        most = _MOST_ITEMS if any(True for _ in appends_in(loop)) else _MOST_READ
        return 0 <= count <= most and any(
            operation_of(node) == "getitem"
            and node.args[1] == loop.item
            and self.has_values(node.args[0], lengths)
            for node in loop.body.entries
            if type(node) is Entry
        )

    def has_values(self, atom: Atom, lengths: Mapping[Atom, int]) -> bool:
        """Whether it is a list of known length that doesn't consist of constants."""
        if atom not in lengths:
            return False
        makers = self.makers_of(atom)
        families = self.families
        filled = any(e.targets[0] in families.filled or e.targets[0] in families.rows for e in makers)
        computed = any(type(entry.fn) is FunctionRef for entry in makers)
        return filled or computed or any(type(arg) is Var for entry in makers for arg in entry.args)


def maker_of(entry: Entry, calls: Calls) -> str:
    """The operation that makes such a list, or tuple, of its items; arguments are lists."""
    summary = summary_for(entry, calls)
    if summary is not None:
        return summary.made
    is_tuple = operation_of(entry) == "tuple_of" or callee_of(entry) is tuple
    return "tuple_of" if is_tuple else "list_of"


def lists_apart(
    families: Families, nodes: Iterable[Node], lengths: Mapping[Atom, int], written_out: Mapping[Atom, int]
) -> dict[Atom, str]:
    """The lists that are carried or handed out, and of which no item is read by a place that isn't known."""
    by_place = {families.of(atoms_of(node)[1]) for node in nodes if reads_any(node, written_out)}
    flowing = [target for node in nodes for target, _ in flows(node) if target in lengths]
    heads = {var: head for var in flowing if (head := families.of(var)) not in by_place}
    return {var: maker_of(families.makers[head][0], families.calls) for var, head in heads.items()}


def reads_any(node: Node, written_out: Mapping[Atom, int]) -> bool:
    """Whether an entry reads an item by a place that isn't known, also when the loops are written out."""
    place = node.args[1] if type(node) is Entry and operation_of(node) == "getitem" else Const(0)
    return type(place) is not Const and place not in written_out
