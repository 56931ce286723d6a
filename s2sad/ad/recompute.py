"""What a reverse loop computes again, and what it gets from the forward sweep.

t = add i 1             i is the variable of a range, xs isn't written: t and u are computed again
u = getitem xs t
v = mul p u             p is carried: v has to be saved if the reverse sweep reads it
w = $np.tanh v
store y i w
r = getitem y i         nothing is written there later: w is read again, as r is
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.contents import SHAPE_ATTRIBUTES
from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Node, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import op, operation, operation_of

_LIMIT = 16
_ARITHMETIC = ("add", "sub", "mul", "neg", "stop_gradient")
_SEQUENCES = ("list", "tuple")
_CHEAP = (K.INT, K.BOOL, K.SLICE, K.NONE, K.ELLIPSIS, K.TEXT)


def is_cheap(kind: K.Kind) -> bool:
    """Whether a value of this kind is sooner computed again than saved: an index, a slice, several of them."""
    if kind.name == "tuple" and kind.fields is not None:
        return all(map(is_cheap, kind.fields))
    return kind in _CHEAP


def read_backs(forward: list[Node]) -> Iterator[tuple[Atom, Entry]]:
    """What is stored in an array and read there at once: the value, and the entry that reads it."""
    stored: Entry | None = None
    places: dict[Atom, Any] = {}
    for node in forward:
        name = operation_of(node)
        if name == "tuple_of":
            places[node.targets[0]] = node.args
        elif name == "store" and isinstance(node, Entry):
            stored = node
        elif name == "getitem" and stored is not None:
            assert isinstance(node, Entry)
            one, other = (places.get(each.args[1], each.args[1]) for each in (stored, node))
            if node.args[0] == stored.args[0] and one == other:
                yield stored.args[2], node
        else:
            stored = None


@dataclass(frozen=True)
class Plan:
    """`saved` variables come from the forward sweep, the entries `recomputed` are repeated in the reverse loop."""

    saved: list[Var]
    recomputed: list[Entry]


class Recomputation:
    """For the body of one loop, or a branch; `inner` are the variables that it assigns, `item` is there in the reverse loop.

    What `is_final` was read from an array at places where nothing is written later; an entry that `is_part` takes a part of an
    array that the reverse sweep puts back, and what an entry stores that `is_kept` is still there.
    """

    def __init__(
        self,
        forward: list[Node],
        inner: set[Var],
        item: Var | None,
        facts: Facts,
        is_written: Callable[[Atom], bool],
        is_final: Callable[[Atom], bool],
        root: Callable[[Atom], Atom],
        is_part: Callable[[Entry], bool] = lambda node: False,
        is_kept: Callable[[Node], bool] = lambda node: False,
        of_loop: bool = True,
    ) -> None:
        self.unpacked: dict[Var, Entry] = {}
        self.made: dict[Any, Entry] = dict(self.definitions(forward, facts))
        self.order: dict[Any, float] = {var: i for i, var in enumerate(self.made)}
        self.inner = inner
        self.item = item
        self.facts = facts
        self.is_written = is_written
        self.is_final = is_final
        self.root = root
        self.is_part = is_part
        self.of_loop = of_loop
        self.read_back: set[Var] = set()
        for stored, read in read_backs(forward):
            if self.is_final(read.targets[0]):
                self.take_read_back(root(stored), read)
        for node in forward:
            if is_kept(node):
                array, place, stored = node.args
                self.take_read_back(root(stored), Entry((), op("getitem"), (array, place)))

    def definitions(self, forward: list[Node], facts: Facts) -> Iterator[tuple[Var, Entry]]:
        """What makes each variable; those that a list or tuple is unpacked to are its items."""
        for node in forward:
            if not isinstance(node, Entry):
                continue
            if len(node.targets) == 1:
                yield node.targets[0], node
            elif operation_of(node) == "unpack" and node.args[2] == Const(None):
                if facts.kind(node.args[0]).name in _SEQUENCES:
                    self.unpacked.update(dict.fromkeys(node.targets, node))
                    for i, var in enumerate(node.targets):
                        yield var, Entry((var,), op("getitem"), (node.args[0], Const(i)), (), node.loc)

    def take_read_back(self, var: Atom, read: Entry) -> None:
        """What was stored is read there again, unless it is computed sooner."""
        made = self.made.get(var) if isinstance(var, Var) else None
        if made is None or operation_of(made) in (*_ARITHMETIC, "getitem"):
            return
        assert isinstance(var, Var)
        if not all(self.is_there_before(atom, self.order[var]) for atom in read.args):
            return
        self.made[var] = replace(read, targets=(var,))
        self.read_back.add(var)

    def is_there_before(self, atom: Atom, order: float) -> bool:
        """Whether something is computed before, or may be: the parts of a place are, or those of an item of a list."""
        if self.order.get(atom, -1) < order:
            return True
        made = self.made[atom]
        if operation_of(made) not in ("tuple_of", "getitem"):
            return False
        if any(self.order.get(part, -1) >= order for part in made.args):
            return False
        self.order[atom] = order - 0.5
        return True

    def plan(self, needed: list[Var]) -> Plan:
        """Everything is computed again if that is possible and short; else what is cheap, from what is saved."""
        again: dict[Var, None] = {}
        if self.item is not None and all(self.gather(var, again, {}) for var in needed):
            if len(again) <= _LIMIT:
                return Plan([], self.entries(again))
        return self.plan_of_cheap(needed)

    def plan_of_cheap(self, needed: list[Var], may: Callable[[Entry], bool] = lambda entry: True) -> Plan:
        """What is cheap is computed again, and what follows from what is saved; by entries that `may` be repeated."""
        again: dict[Var, None] = {}
        saved: dict[Var, None] = {}
        for var in sorted(needed, key=lambda var: self.order.get(var, -1)):
            trial: dict[Var, None] = {}
            leaves: dict[Var, None] = {}
            is_known = self.is_cheap(var) and self.gather(var, trial, leaves, True, saved)
            if not is_known:
                trial, leaves = {}, {}
                is_known = self.follows(var, saved, again, trial, leaves)
            if not is_known:
                trial, leaves = {}, {}
                is_known = self.is_index_of(var, trial, leaves, saved)
            if is_known and all(may(self.made[each]) for each in trial):
                again.update(trial)
                saved.update(leaves)
            else:
                saved[var] = None
        return Plan(list(saved), self.entries(again))

    def is_cheap(self, var: Var) -> bool:
        if is_cheap(self.facts.kind(var)):
            return True
        made = self.made.get(self.root(var))
        if made is None:
            return False
        of_constants = operation(made).arithmetic and all(type(self.root(a)) is Const for a in made.args)
        return of_constants or operation_of(made) in ("getitem", "getattr")

    def follows(
        self,
        var: Var,
        saved: dict[Var, None],
        again: dict[Var, None],
        trial: dict[Var, None],
        leaves: dict[Var, None],
    ) -> bool:
        """Whether a variable takes one sum or product of what the reverse loop has anyway, or reads; as `gather`."""
        made = self.made.get(var)
        if made is None or not self.repeatable(made):
            return False
        same: dict[Var, None] = {}
        if self.of_loop and self.is_the_same_in_all(var, same):
            trial.update(same)
            return True
        if operation_of(made) not in _ARITHMETIC:
            return False
        for atom in map(self.root, made.args):
            if not isinstance(atom, Var) or atom not in self.inner or atom in saved or atom in again:
                continue
            is_read = atom in self.made and operation_of(self.made[atom]) == "getitem"
            if not is_read or not self.gather(atom, trial, leaves, True, saved):
                return False
        trial[var] = None
        return True

    def is_the_same_in_all(self, var: Atom, again: dict[Var, None]) -> bool:
        """Whether it is the same number in all iterations, which is computed again; the variables of that go to `again`."""
        var = self.root(var)
        if not isinstance(var, Var) or var not in self.inner or var in again:
            return True
        made = self.made.get(var)
        if made is None or self.facts.kind(var) not in K.NUMBERS or not self.repeatable(made):
            return False
        if not all(self.is_the_same_in_all(atom, again) for atom in made.args):
            return False
        again[var] = None
        return len(again) <= _LIMIT

    def is_index_of(
        self, var: Var, trial: dict[Var, None], leaves: dict[Var, None], saved: Collection[Var]
    ) -> bool:
        """Whether it is an index of several parts, which is written out again: what can't be computed of these are `leaves`."""
        made = self.made.get(var)
        if made is None or operation_of(made) != "tuple_of" or not is_cheap(self.facts.kind(var)):
            return False
        for part in map(self.root, made.args):
            if not self.gather(part, trial, leaves, True, saved):
                leaves[part] = None  # type: ignore[index]
        trial[var] = None
        return True

    def entries(self, again: dict[Var, None]) -> list[Entry]:
        """The entries to repeat, in their order, and without the copies that fan-out made."""
        found: dict[Any, Entry] = {}
        for var in sorted(again, key=self.order.__getitem__):
            whole = self.unpacked.get(var)
            if whole is not None and all(target in again for target in whole.targets):
                found[whole.targets] = whole
            else:
                found[var] = self.made[var]
        return [replace(entry, args=tuple(map(self.root, entry.args))) for entry in found.values()]

    def gather(
        self,
        var: Atom,
        again: dict[Var, None],
        leaves: dict[Var, None],
        from_item: bool = False,
        saved: Collection[Var] = (),
    ) -> bool:
        """Whether a variable can be computed again from what is `saved`; what that takes goes to `again`, the item to `leaves`."""
        var = self.root(var)
        if not isinstance(var, Var) or var not in self.inner or var in again or var in saved:
            return True
        if var == self.item:
            if from_item:
                leaves[var] = None
            return True
        made = self.made.get(var)
        if made is None or not (var in self.read_back or self.repeatable(made)):
            return False
        reads = [atom for atom in (made.fn, *made.args) if isinstance(atom, Var)]
        if not all(self.gather(atom, again, leaves, from_item, saved) for atom in reads):
            return False
        again[var] = None
        return True

    def makes_array(self, entry: Entry) -> bool:
        """Whether doing it again would cost as much as it did before."""
        if operation_of(entry) in ("getitem", "getattr"):
            return False
        return any(K.may_be_array(self.facts.kind(target)) for target in entry.targets)

    def repeatable(self, entry: Entry) -> bool:
        """Whether an entry gives the same value when it is done again after the loop."""
        if entry.kwargs:
            return False
        if operation_of(entry) == "tuple_of":
            return is_cheap(self.facts.kind(entry.targets[0]))
        effect = effect_of(entry)
        if self.makes_array(entry):
            return False
        if operation_of(entry) == "getattr" and entry.args[1] in SHAPE_ATTRIBUTES:
            return K.is_array(self.facts.kind(entry.args[0]))
        if operation_of(entry) == "getitem" and (self.is_final(entry.targets[0]) or self.is_part(entry)):
            return True
        if effect <= Effect.READING:
            return not any(map(self.may_change, entry.args))
        return False

    def may_change(self, atom: Atom) -> bool:
        """Whether something may write to what an atom holds; numbers stay as they are, but for what outside is given anew."""
        if isinstance(atom, Const) or (isinstance(atom, Var) and self.facts.kind(atom) in K.NUMBERS):
            return False
        return self.is_written(atom)
