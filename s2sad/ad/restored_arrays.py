"""Arrays of which what is overwritten is saved, and put back on the way back, in place of what is read of them.

    t = getitem x :i                    t = getitem x :i
    s = matmul w t              →       s = matmul w t
    store x i s                         x_old = getitem x i                reverse sweep:
                                        store x i s                            store x i x_old
                                                                               w_bar = mul s_bar t

Each iteration reads a slice and writes one item: copies of the slices would be larger by a factor than the items are. When all
that was written since is put back, the array holds what it held, so that a view of it is what it was (Hascoët and Pascual,
"The Tapenade automatic differentiation tool", 2013, section 4.3). What a part is worth is told by the loops around it, and by
its axes, as far as their lengths aren't numbers.
"""

from __future__ import annotations

from s2sad.ad.contributions import COPY
from s2sad.ad.sweep import Sweep
from s2sad.ad.sweep_state import Restored
from s2sad.analysis.effects import effect_of
from s2sad.analysis.lengths import Length, plus
from s2sad.analysis.locations import Access, Locations
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import outcome_of_entry
from s2sad.ir.index_kinds import Index, index_form
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Ref, Try, Var, With, blocks_of
from s2sad.ir.operation import Effect, Form
from s2sad.ir.operations import op, operation, operation_of
from s2sad.ir.rewrite import defined_in, free_vars, uses_of, walk

_WHOLE = Const(...)


def sooner_restored(sweep: Sweep, function: Function) -> Restored | None:
    """What a sweep has copied that takes less memory if it is put back; None if that is nothing."""
    if sweep.locations is None or not sweep.locations.when:
        return None
    by_class: dict[Var, list[tuple[Entry, Var | None]]] = {}
    for node, atom in (*sweep.copied, *((node, None) for node in sweep.saved_numbers)):
        array = node.args[0] if atom is None else atom
        if isinstance(array, Var):  # what lives outside is not put back
            by_class.setdefault(sweep.facts.classes.find(array), []).append((node, atom))
    classes = [_Class(sweep, sweep.locations, function, one) for one in by_class]
    plans = [one.plan(reads) for one, reads in zip(classes, by_class.values())]
    found = [plan for plan in plans if plan is not None]
    return Restored.together(found) if found else None


class _Class:
    """The variables that may be the same array, or parts of it."""

    def __init__(self, sweep: Sweep, locations: Locations, function: Function, one: Var) -> None:
        self.sweep, self.locations, self.function = sweep, locations, function
        self.members = frozenset(sweep.facts.classes.members(one))
        self.writes = [
            node for node in walk(function.body) if isinstance(node, Entry) and self.is_write(node)
        ]

    def plan(self, reads: list[tuple[Entry, Var | None]]) -> Restored | None:
        """What is read as it is, what is put back, and the variables; None if copies of what is read are smaller.

        The reads are entries with an array that is copied for them, or without one if they read a number that is saved.
        """
        if not self.members.isdisjoint(self.function.body.results) or not all(
            map(self.is_known, self.members)
        ):
            return None
        if not all(map(self.stays_here, walk(self.function.body))):
            return None
        if not all(map(self.can_be_undone, self.writes)):
            return None
        accesses = [self.read_by(node, atom) for node, atom in reads]
        undone = [node for node in self.writes if any(self.may_change(node, access) for access in accesses)]
        if max((_size(self.written_by(node)) for node in undone), default=0) >= max(map(_size, accesses)):
            return None
        again = set(map(id, undone))
        kept = [
            node for node in self.writes if self.is_number_stored(node) and self.is_there_again(node, again)
        ]
        numbers = [node for node in walk(self.function.body) if self.is_number_read(node, again)]
        return Restored(
            frozenset((id(node), atom) for node, atom in reads if atom is not None),
            frozenset(again),
            self.members,
            frozenset(node.targets[0] for node in numbers),
            frozenset(map(id, kept)),
        )

    def is_known(self, var: Var) -> bool:
        kind = self.sweep.facts.kind(var)
        return (K.is_array(kind) or kind in K.NUMBERS) and not self.sweep.later.is_outside(var)

    def stays_here(self, node: Node) -> bool:
        """Whether an entry doesn't let anything else have the array, or a part of it, nor writes to it where that may fail."""
        if isinstance(node, (Try, With)):
            return all(
                self.members.isdisjoint((*free_vars(block), *defined_in(block))) for block in blocks_of(node)
            )
        if not isinstance(node, Entry) or self.members.isdisjoint(uses_of(node)) or self.is_write(node):
            return True
        only_reads = effect_of(node) in (Effect.TOTAL, Effect.RAISING, Effect.READING, Effect.SHOWING)
        return isinstance(node.fn, Ref) and only_reads and not operation(node).holds_arguments

    def is_write(self, node: Node) -> bool:
        return isinstance(node, Entry) and any(
            atom in self.members for atom, _ in self.sweep.later.writes(node)
        )

    def can_be_undone(self, node: Entry) -> bool:
        """Whether it writes to a part that can be named once more, of one array, which is made before all loops."""
        done = operation(node)
        if done.form is Form.AUGMENTED:
            named = not node.targets
        else:
            named = done.name in ("store", "increase") and self.is_basic(node.args[1])
        base = self.written_by(node).base
        loops, _ = self.locations.where.get(base, ((), 0))
        return named and base in self.sweep.shadows and not loops and self.locations.makes_array(base)

    def is_basic(self, index: Atom) -> bool:
        return index_form(self.sweep.facts.kind(index)) is Index.BASIC

    # ------------------------------------------------------------------------------------------------- places

    def read_by(self, node: Entry, atom: Var | None) -> Access:
        if atom is None:
            return self.written_by(node)
        base, axes = self.locations.place_of(atom)
        return Access(base, axes, *self.locations.when[id(node)])

    def written_by(self, node: Entry) -> Access:
        return self.locations.written_place(node, node.args[0], *self.locations.when[id(node)])

    def is_number_stored(self, node: Entry) -> bool:
        return operation(node).name == "store" and self.sweep.facts.kind(node.args[2]) in K.NUMBERS

    def is_number_read(self, node: Node, undone: set[int]) -> bool:
        """Whether it reads a number that is there again when the iteration is undone."""
        if not isinstance(node, Entry) or operation_of(node) != "getitem" or node.args[0] not in self.members:
            return False
        is_number = self.sweep.facts.kind(node.targets[0]) in K.NUMBERS
        return is_number and self.is_basic(node.args[1]) and self.is_there_again(node, undone)

    def is_there_again(self, node: Entry, undone: set[int]) -> bool:
        """Whether a place has what an entry reads or writes there, at the end of the iteration, when later ones are undone."""
        place = self.written_by(node)
        for other in self.writes:
            write = self.written_by(other)
            if self.locations.is_apart(place, write):
                continue
            if id(other) not in undone:
                return False
            within = not place.loops or place.loops[-1] in write.loops
            if within and write.when > place.when and not self.locations.is_elsewhere(place, write, None):
                return False
        return True

    def may_change(self, node: Entry, read: Access) -> bool:
        write = self.written_by(node)
        return write.when == read.when or not self.locations.is_apart(read, write)


def _size(access: Access) -> int:
    """By how many lengths that aren't numbers the items of all accesses are counted: loops around, and axes."""
    around = sum(loop.lowest is None or _varies(loop.lowest, loop.highest) for loop in access.loops)
    axes = access.axes or ()
    return around + sum(not axis.taken and _varies(axis.first, axis.end) for axis in axes)


def _varies(first: Length, end: Length | None) -> bool:
    return end is None or bool(plus(end, first, -1).terms)


# ------------------------------------------------------------------------------------------------ what is put back


def put_back(sweep: Sweep, node: Entry) -> tuple[list[Node], Entry]:
    """What saves that which an entry overwrites, before it, and what puts it back."""
    array, index = node.args[0], _WHOLE if operation(node).index is None else node.args[1]
    name = f"{stem(array.name)}_old"
    part: Atom = array
    reads: list[Node] = []
    if index is not _WHOLE:
        read = Entry((Var(name),), op("getitem"), (array, index))
        part = sweep.new(name, outcome_of_entry(read, sweep.facts.kind).kind)
        reads.append(Entry((part,), read.fn, read.args, (), node.loc))
    old = part
    if sweep.facts.kind(part) not in K.NUMBERS:
        old = sweep.new(name, sweep.facts.kind(part))
        reads.append(Entry((old,), COPY, (part,), (), node.loc, "what is overwritten below"))
    return reads, Entry((), op("store"), (array, index, old), (), node.loc, "what was there before")
