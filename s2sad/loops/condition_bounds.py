"""What a condition tells of integers, where it holds and where it doesn't.

if 0 < i < n - 1:        1 <= i <= n - 2: x[i - 1] and x[i + 1] lie within x, of n
    …
while k < n:                   k <= n - 1
    …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from s2sad.analysis.inequalities import Bounds
from s2sad.analysis.lengths import Length, Named, number, plus, symbol
from s2sad.ir.nodes import Atom, Const, If, Node, Var
from s2sad.ir.operations import operation_of
from s2sad.loops.state import Loops

Made = TypeVar("Made")
_OPPOSITE = {"lt": "ge", "ge": "lt", "gt": "le", "le": "gt", "eq": "ne", "ne": "eq"}


def note_condition(loops: Loops, node: Node) -> None:
    """Keep of which two conditions a branch gives one: `a and b` is `b if a else a`, and `a or b` is `a if a else b`."""
    if not isinstance(node, If) or len(node.targets) != 1:
        return
    then, orelse = node.then.results[0], node.orelse.results[0]
    if orelse in (node.cond, Const(False)):
        loops.joined[node.targets[0]] = True, node.cond, then
    elif then in (node.cond, Const(True)):
        loops.joined[node.targets[0]] = False, node.cond, orelse


def under_condition(loops: Loops, cond: Atom, holds: bool, make: Callable[[], Made]) -> Made:
    """What is made where a condition holds, or doesn't, with what it tells."""
    before = loops.bounds
    for length in not_negative(loops, cond, holds):
        loops.bounds = narrowed(loops.bounds, length)
    made = make()
    loops.bounds = before
    return made


def not_negative(loops: Loops, cond: Atom, holds: bool) -> Iterator[Length]:
    """The lengths of which a condition tells that they aren't negative."""
    if cond in loops.joined and loops.joined[cond][0] == holds:
        for part in loops.joined[cond][1:]:
            yield from not_negative(loops, part, holds)
    made = loops.definitions.get(cond) if isinstance(cond, Var) else None
    name = operation_of(made) if made is not None else None
    if made is not None and name == "not_":
        yield from not_negative(loops, made.args[0], not holds)
    if made is None or name not in _OPPOSITE or not all(map(loops.is_integer, made.args)):
        return
    one, other = (loops.length(loops.value(atom)) for atom in made.args)
    difference = plus(one, other, -1)
    opposite = plus(number(0), difference, -1)
    name = name if holds else _OPPOSITE[name]
    if name in ("le", "eq"):
        yield opposite
    if name in ("ge", "eq"):
        yield difference
    for length, more in ((difference, "gt"), (opposite, "lt")):
        if name == more or (name == "ne" and loops.is_at_least(length, 0)):
            yield plus(length, number(-1))


def narrowed(bounds: list[Bounds], length: Length) -> list[Bounds]:
    """The bounds with what follows for an integer from a length that isn't negative: the innermost that is in it."""
    factors = dict(length.terms)
    inner = [known.name for known in bounds if known.name in factors]
    outer = [name for name in factors if isinstance(name, (Var, Named)) and name not in inner]
    name = next((name for name in (*inner, *outer) if abs(factors[name]) == 1), None)
    if name is None:
        return bounds
    rest = plus(length, symbol(name), -factors[name])
    own = Bounds(name, (plus(number(0), rest, -1),), ()) if factors[name] == 1 else Bounds(name, (), (rest,))
    if isinstance(name, Named):  # the length of an axis
        own = replace(own, lowest=(*own.lowest, number(0)))
    if name not in inner:
        return [own, *bounds]
    return [
        (
            known
            if known.name != name
            else Bounds(name, (*own.lowest, *known.lowest), (*own.highest, *known.highest))
        )
        for known in bounds
    ]
