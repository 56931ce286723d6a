"""How far an entry can be moved in its block, past what changes memory or acts on the world."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from s2sad.analysis.effects import effect_of, writes, writes_array
from s2sad.analysis.plain_lists import plain_lists
from s2sad.ir.nodes import Atom, Closure, Entry, Function, If, Node, Ref, Try, Var, With, atoms_of, blocks_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import walk
from s2sad.transform.memory import Memory

FARTHEST = 400  # entries between one and its user

# VIEW may be moved past all but unknown calls, NUMERIC not past loops and branches, READING past what doesn't write to
# what it reads, the others not at all.
VIEW, NUMERIC, READING, WRITING, UNKNOWN = range(-1, 4)
_LEVELS = {Effect.TOTAL: NUMERIC, Effect.RAISING: NUMERIC, Effect.READING: READING, Effect.FRESH: READING}


@dataclass
class Unit:
    """An entry with all that is nested into it: where it stood, and what has to be known to move it."""

    index: int
    node: Node
    level: int
    length: int
    written: set[Var]
    control: bool = False
    owned: set[int] = field(default_factory=set)
    reads: set[Var] = field(default_factory=set)


def is_ordered(function: Function) -> bool:
    """Whether numbers may not be computed after a write: it may be to their operands, or what they raise be caught."""
    return any(
        type(node) is Try or (type(node) is Entry and _may_write_array(node)) for node in walk(function.body)
    )


def _may_write_array(node: Entry) -> bool:
    """Whether it is an operation that writes to arrays, or calls a library's function that does."""
    effect = effect_of(node)
    if effect < Effect.WRITING:
        return False
    if writes_array(node):
        return True
    if operation_of(node) is not None or effect is not Effect.WRITING:
        return False
    return getattr(callee_of(node), "__objclass__", None) not in (list, dict, set)


def entry_effects(node: Entry, ordered: bool) -> tuple[int, set[Var]]:
    """How far what an entry does reaches, and what it writes to."""
    effect = effect_of(node)
    if effect is Effect.WRITING:
        return WRITING, writes(node)
    level = NUMERIC if _is_comment(node) else _LEVELS.get(effect, UNKNOWN)
    return READING if ordered and level == NUMERIC and not _holds(node) else level, set()


class Writes:
    """What is written in a function, and what is read there: asked for only where something is written."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.apart = not any(type(node) is Try for node in walk(function.body))  # what is raised isn't caught

    @functools.cached_property
    def memory(self) -> Memory:
        return Memory(self.function)

    @functools.cached_property
    def plain(self) -> frozenset[Var]:
        """The lists and dicts that are seen by one name only."""
        return plain_lists(self.function, dicts=True)

    def leave_alone(self, between: Unit, unit: Unit) -> bool:
        """Whether what an entry writes to is nothing that another one reads.

        t = getitem a i                     a_bar_i = a_bar[i]
        setitem a_bar i 0.0          →      a_bar[i] = 0.0
        b = mul t a_bar_i                   b = a[i] * a_bar_i
        """
        if not self.apart or not between.written or type(unit.node) is not Entry:
            return False
        if between.written <= self.plain and between.written.isdisjoint(unit.reads):
            return True
        read: tuple[Atom, ...] = tuple(unit.reads)
        read += tuple(atom for atom in atoms_of(unit.node) if type(atom) is Ref)
        return not any(self.memory.overlap(one, other) for one in between.written for other in read)


def can_move(unit: Unit, user: Unit, units: list[Unit], writes: Writes) -> bool:
    """Whether everything between an entry and its user can run before it instead of after it."""
    if user.index - unit.index > FARTHEST:
        return False
    for between in units[unit.index + 1 : user.index]:
        if between.index in user.owned or between.index in unit.owned:
            continue
        if between.control and unit.level != VIEW or unit.level >= WRITING and not _is_comment(between.node):
            return False
        if between.level == UNKNOWN:
            return False
        if between.level == WRITING and unit.level == READING and not writes.leave_alone(between, unit):
            return False
        if between.level == WRITING and not between.written.isdisjoint(unit.reads):
            return False
    return True


def _holds(node: Node) -> bool:
    """Whether nothing is looked into: a tuple and a slice hold the very objects, whatever is written to these.

    A range is of integers.
    """
    is_range = callee_of(node) is range and len(node.args) < 3
    return is_range or _is_comment(node) or operation_of(node) in ("tuple_of", "slice")


def _is_comment(node: Node) -> bool:
    return operation_of(node) == "comment"


def region_effects(node: Node, ordered: bool) -> tuple[int, set[Var]]:
    """How far what an entry with blocks does reaches, and what it writes to."""
    level = NUMERIC if type(node) is If else READING
    written: set[Var] = set()
    if type(node) is With:
        return UNKNOWN, written
    for block in blocks_of(node):
        for inner in block.entries:
            if type(inner) is Entry:
                own, more = entry_effects(inner, ordered)
            elif type(inner) is Closure:
                continue
            else:
                own, more = region_effects(inner, ordered)
            level = max(level, own)
            written |= more
    return level, written
