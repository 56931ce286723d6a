"""The ranges that loops go through: forwards or backwards, and between which numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Length, number, plus, renamed
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, Entry, For, Function, Node, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import walk
from s2sad.loops.builder import RANGE
from s2sad.loops.state import Loops

IsAbove = Callable[[Length, Length], bool]


def range_made(definitions: Mapping[Any, Entry], atom: Atom) -> Entry | None:
    """What makes an atom, if that is a range."""
    made = definitions.get(atom) if isinstance(atom, Var) else None
    return made if made is not None and callee_of(made) is range else None


def items_of_ranges(function: Function, definitions: Mapping[Any, Entry]) -> set[Var]:
    """The variables of loops that go through ranges."""
    loops = [node for node in walk(function.body) if isinstance(node, For)]
    return {loop.item for loop in loops if range_made(definitions, loop.iterable) is not None}


def both_ends(ends: Sequence[Atom]) -> tuple[Atom, Atom]:
    """Where a range begins and ends, by what `range` is given."""
    first, last = ends[:2] if len(ends) > 1 else (Const(0), *ends)
    return first, last


def as_arguments(first: Atom, last: Atom) -> tuple[Atom, ...]:
    """What `range` is given to begin and end there."""
    return (last,) if first == Const(0) else (first, last)


def counts_from_zero(definitions: Mapping[Any, Entry], atom: Atom) -> bool:
    """Whether an atom is `range(n)`."""
    made = range_made(definitions, atom)
    return made is not None and len(made.args) == 1


@dataclass(frozen=True)
class Limits:
    """The integers that a range with steps of 1 goes through, from `low` to below `high`, upwards or downwards."""

    low: Length
    high: Length
    forwards: bool


def limits_of(made: Entry | None, integer: Callable[[Atom], Length | None]) -> Limits | None:
    """What a range goes through; None if that isn't known. `integer` tells an atom as a length."""
    if made is None or (len(made.args) == 3 and made.args[2] != Const(-1)):
        return None
    first, last = map(integer, both_ends(made.args))
    if first is None or last is None:
        return None
    if len(made.args) < 3:
        return Limits(first, last, True)
    return Limits(plus(last, number(1)), plus(first, number(1)), False)


def bounds_in(made: Entry | None, integer: Callable[[Atom], Length | None], item: Var) -> Bounds | None:
    """Between which numbers the variable of a loop through a range lies, as far as that is known."""
    if made is None:
        return None
    first, last = map(integer, both_ends(made.args))
    step = made.args[2] if len(made.args) > 2 else Const(1)
    if step == Const(-1):
        low, high = (None if last is None else plus(last, number(1))), first
    elif isinstance(step, Const) and step.value > 0:
        low, high = first, (None if last is None else plus(last, number(-1)))
    else:
        return None
    return Bounds(item, () if low is None else (low,), () if high is None else (high,))


def is_above_in(node: For, known: Bounds | None, around: Sequence[Bounds]) -> IsAbove:
    """What tells whether an index in one iteration of a loop is always larger than another one in any iteration.

    The other one is none that counts from the end. The item of the loop lies within the bounds that are known of it; `around` are those of the loops around, inner ones first.
    """
    any_other = Var(f"{node.item.name} of another iteration")
    mine = () if known is None else (known, replace(known, name=any_other))

    def is_above(one: Length, other: Length) -> bool:
        other = renamed(other, lambda name: any_other if name is node.item else name)
        bounds = (*mine, *around)
        return is_at_least(plus(one, other, -1), 1, bounds) and is_at_least(other, 0, bounds)

    return is_above


def is_innermost(loop: For) -> bool:
    return all(not isinstance(each, For) for each in loop.body.entries)


def forwards(
    made: Entry, definitions: Mapping[Any, Entry], names: Names
) -> tuple[list[Node], tuple[Atom, ...]]:
    """The ends of a range, in its other direction if it goes backwards, and what computes them."""
    if len(made.args) != 3 or made.args[2] != Const(-1):
        return [], made.args
    before: list[Node] = []
    last, first = (_one_more(atom, definitions, names, before) for atom in made.args[:2])
    return before, as_arguments(first, last)


def _one_more(atom: Atom, definitions: Mapping[Any, Entry], names: Names, before: list[Node]) -> Atom:
    """What an end of a range is one less than; what computes it goes to `before`."""
    if isinstance(atom, Const):
        return Const(atom.value + 1)
    made = definitions.get(atom) if isinstance(atom, Var) else None
    if made is not None and operation_of(made) == "sub" and made.args[1] == Const(1):
        return made.args[0]
    target = Var(names.fresh("t"))
    before.append(Entry((target,), op("add"), (atom, Const(1))))
    return target


def range_of(loops: Loops, atom: Atom) -> tuple[Entry | None, bool]:
    """The range that a loop goes through, and whether backwards."""
    made = loops.definitions.get(atom) if isinstance(atom, Var) else None
    backwards = made is not None and callee_of(made) is reversed
    return range_made(loops.definitions, made.args[0] if made is not None and backwards else atom), backwards


def backwards(loops: Loops, atom: Atom) -> Atom | None:
    """A range that goes the other way, for `reversed(range(…))`; None for any other iterable."""
    made, backwards = range_of(loops, atom)
    if made is None or not backwards:
        return None
    ends = [loops.value(end) for end in made.args]
    if len(ends) == 3:
        raise loops.refuse("a loop goes backwards through a range with a step")
    first, last = (Const(0), ends[0]) if len(ends) == 1 else ends
    return loops.emit(RANGE, loops.plus(last, Const(1), -1), loops.plus(first, Const(1), -1), Const(-1))


def bounds_of(loops: Loops, node: For) -> list[Bounds]:
    made, backwards = range_of(loops, node.iterable)
    limits = limits_of(made, lambda atom: loops.length(loops.value(atom)))
    if limits is None or (backwards and len(made.args) == 3):
        return []
    return [Bounds(node.item, (limits.low,), (plus(limits.high, number(-1)),))]
