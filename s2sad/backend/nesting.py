"""Which entry belongs into which other one, and which can be moved there although something is written in between."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.backend.code_motion import VIEW, Unit
from s2sad.backend.uses import stem
from s2sad.ir.nodes import Atom, Const, Entry, For, Node, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import callee_of, operation, operation_of


def as_place(var: Var, unit: Unit, user: Unit, found: dict[Var, Unit]) -> Unit:
    """A slice of an array that is added to in place is where that is: it can be taken after other writes as well."""
    node = unit.node
    if not is_added_to(var, user.node) or type(node) is not Entry or operation_of(node) != "getitem":
        return unit
    if not _has_slice(node.args[1], found):
        return unit
    return replace(unit, level=VIEW, reads=unit.reads - {node.args[0]})


def is_added_to(var: Var, user: Node) -> bool:
    """Whether something is added to an object in place, and nothing reads that entry's value."""
    return (
        type(user) is Entry
        and not user.targets
        and user.args[:1] == (var,)
        and operation_of(user) in ("iadd", "isub")
    )


def is_part_of(var: Var, user: Entry) -> bool:
    """Whether an adjoint is on its way to be one of the same variable, or is added to it."""
    if user.targets:
        return len(user.targets) == 1 and stem(user.targets[0].name) == stem(var.name)
    sum_ = user.args[0] if operation_of(user) in _ADDING else None
    return type(sum_) is Var and stem(sum_.name) == stem(var.name)


def _has_slice(index: Any, found: dict[Var, Unit]) -> bool:
    made = _maker(index, found)
    if made is not None and operation_of(made) == "tuple_of":
        return any(_has_slice(part, found) for part in made.args)
    return made is not None and operation_of(made) == "slice"


_ADDING = frozenset("iadd isub increase add_at".split())


def augments(node: Node, user: Node, nested: dict[Var, Node]) -> bool:
    """`t = getitem c i; t_1 = iadd t v; setitem c i t_1` is `c[i] += v`."""
    if type(node) is not Entry or type(user) is not Entry or type(node.args[0]) is not Var:
        return False
    read = nested.get(node.args[0])
    return type(read) is Entry and operation_of(read) == "getitem" and read.args == user.args[:2]


def reads_before(user: Node, written: set[Var]) -> bool:
    """Whether Python reads what an operand writes to before it computes that operand: `c[i] += v` reads `c[i]` first."""
    done = operation(user)
    is_augmented = done.accumulates or done.form is Form.AUGMENTED
    return is_augmented and type(user) is Entry and user.args[0] in written


def belongs(var: Var, node: Node, user: Node) -> bool:
    """What is nested whatever its length: a method of its call, an error of its `raise`, a slice, what a loop goes over.

    And the part of an array that is added to, and a tuple that is saved.
    """
    if type(user) is For:
        return var == user.iterable
    name = operation_of(node)
    if name == "getitem" and is_added_to(var, user):
        return True
    if name == "tuple_of":
        return operation(user).index is not None or operation_of(user) == "append"
    return name in ("slice", "getattr", "format_of") or operation_of(user) in ("raise_", "text_of")


class Integers:
    """The counters of loops over ranges, and what is reckoned from them: nothing writes to these."""

    def __init__(self) -> None:
        self.known: set[Atom] = set()

    def give(self, node: Entry) -> bool:
        """Whether an entry reckons with such integers alone; its result is one then."""
        if operation_of(node) not in ("add", "sub", "mul", "neg"):
            return False
        found = all(a in self.known or type(a) is Const and type(a.value) is int for a in node.args)
        self.known.update(node.targets if found else ())
        return found

    def note_counter(self, node: For, found: dict[Var, Unit]) -> None:
        """Remember what counts through a range, by itself or beside what was saved."""
        over, counter = _maker(node.iterable, found), node.item
        first = node.body.entries[0] if node.body.entries else None
        if over and callee_of(over) is zip and type(first) is Entry and operation_of(first) == "unpack":
            over, counter = _maker(over.args[0], found), first.targets[0]
        if over and callee_of(over) is reversed:
            over = _maker(over.args[0], found)
        if over and callee_of(over) is range:
            self.known.add(counter)


def _maker(atom: Any, found: dict[Var, Unit]) -> Entry | None:
    node = found[atom].node if atom in found else None
    return node if type(node) is Entry else None
