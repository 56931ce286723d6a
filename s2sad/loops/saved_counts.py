"""How many iterations loops have, or have at most, computed before them all.

for i in range(n):
    for j in range(i):        n and n - 1: the inner loop has most iterations where i is n - 1
"""

from __future__ import annotations

from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, For, Function, Node, Ref, Var
from s2sad.ir.rewrite import definitions_of
from s2sad.loops.element_loops import integers_by
from s2sad.loops.emission import emitted
from s2sad.loops.ranges import Limits, items_of_ranges, limits_of, range_made

_RANGE, _LEN, _MAX = Ref("range", range), Ref("len", len), Ref("max", max)
Loop = Any


class Counts:
    """The numbers of iterations; `before` gets what computes them.

    `at_top` are the variables that are known before all loops, `gone_through` are the identities of the loops that the reverse
    sweep goes through by their ranges: only in these an iteration is found again where others may have fewer.
    """

    def __init__(
        self, function: Function, facts: Facts, names: Names, at_top: set[Var], gone_through: set[int]
    ) -> None:
        self.names, self.at_top, self.gone_through = names, at_top, gone_through
        self.definitions = definitions_of(function)
        self.integer = integers_by(facts, self.definitions, items_of_ranges(function, self.definitions))
        self.counts: dict[int, Atom] = {}
        self.rooms: dict[Length, Atom] = {}
        self.before: list[Node] = []

    def emit(self, fn: Ref | str, *args: Atom, hint: str = "t") -> Var:
        return emitted(self.before, self.names, fn, *args, hint=hint)

    def lengths(self, path: tuple[Loop, ...]) -> tuple[Atom, ...] | None:
        """How many iterations each of nested loops has, at most; None if that isn't known.

        One of them may have fewer, so that at most about half of an array is for nothing.
        """
        bounds: dict[int, Length] = {}
        for k, loop in enumerate(path):
            if not self.has_known_count(loop):
                most = self.most(loop, path[:k])
                if most is None or bounds:
                    return None
                bounds[k] = most
        return tuple(
            self.emitted(bounds[k]) if k in bounds else self.number_of(loop) for k, loop in enumerate(path)
        )

    def most(self, loop: Loop, around: tuple[Loop, ...]) -> Length | None:
        """How many iterations a loop has at most, by what the loops around go through; it is computed before them all."""
        limits = self.limits(loop) if id(loop) in self.gone_through else None
        if limits is None:
            return None
        most = plus(limits.high, limits.low, -1)
        for outer in reversed(around):
            factor = dict(most.terms).get(outer.item, 0) if isinstance(outer, For) else 0
            if not factor:
                continue
            ends = self.limits(outer)
            if ends is None:
                return None
            end = plus(ends.high, number(-1)) if factor > 0 else ends.low
            most = plus(plus(most, symbol(outer.item), -factor), end, factor)
        return most if all(name in self.at_top for name, _ in most.terms) else None

    def limits(self, loop: Loop) -> Limits | None:
        if not isinstance(loop, For) or loop.stops:
            return None
        return limits_of(range_made(self.definitions, loop.iterable), self.integer)

    def emitted(self, length: Length) -> Atom:
        """A length that is computed before all loops; none is less than nothing."""
        if not length.terms:
            return Const(max(length.number, 0))
        if length not in self.rooms:
            self.rooms[length] = self.emit(_MAX, self.summed(length), Const(0), hint="count")
        return self.rooms[length]

    def summed(self, length: Length) -> Atom:
        found: Atom = Const(length.number)
        terms = sorted(length.terms, key=lambda term: (term[1] < 0, str(term[0])))
        for k, (name, factor) in enumerate(terms):
            assert isinstance(name, Var)
            part = name if abs(factor) == 1 else self.emit("mul", name, Const(abs(factor)))
            if factor > 0:
                found = self.emit("add", found, part) if k else part
            else:
                found = self.emit("sub", found, part)
        return self.plus(found, length.number) if terms and terms[0][1] > 0 else found

    def plus(self, atom: Atom, more: int) -> Atom:
        if not more:
            return atom
        return self.emit("add" if more > 0 else "sub", atom, Const(abs(more)))

    def has_known_count(self, loop: Loop) -> bool:
        """Whether the number of iterations is known before all the loops."""
        made = (
            range_made(self.definitions, loop.iterable) if isinstance(loop, For) and not loop.stops else None
        )
        return made is not None and all(
            not isinstance(atom, Var) or atom in self.at_top for atom in made.args
        )

    def number_of(self, loop: For) -> Atom:
        """How many iterations a loop has; emitted before all of them."""
        if id(loop) not in self.counts:
            self.counts[id(loop)] = self.counted(loop)
        return self.counts[id(loop)]

    def counted(self, loop: For) -> Atom:
        made = range_made(self.definitions, loop.iterable)
        assert made is not None
        if len(made.args) == 1 and isinstance(made.args[0], Const):
            return Const(max(made.args[0].value, 0))
        if len(made.args) == 1:
            return self.emit(_MAX, made.args[0], Const(0), hint="count")
        return self.emit(_LEN, self.emit(_RANGE, *made.args), hint="count")
