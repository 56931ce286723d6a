"""Emits entries and loops of the loop level, and computes with lengths and indices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, If, Location, Node, Ref, Var
from s2sad.ir.operations import op
from s2sad.loops.arrays import Array, Axis, Index, Shape
from s2sad.loops.dtypes import dtype_of
from s2sad.loops.emission import emitted
from s2sad.runtime.loops import clipped, wrapped

RANGE = Ref("range", range)
EMPTY = Ref("np.empty", np.empty)
_CLIPPED, _WRAPPED, _MAX = Ref("clipped", clipped), Ref("wrapped", wrapped), Ref("max", max)
_MIN = Ref("min", min)
_LOOP_NAMES = "ijklmn"


class Builder:
    """Emits to `out`, the block at hand; `loc` is the place in the user's file that the entries are for."""

    def __init__(self, names: Names, integer_of: Callable[[Atom], Length | None]) -> None:
        """`integer_of` tells what is known of an integer that was there before."""
        self.names, self.integer_of = names, integer_of
        self.out: list[Node] = []
        self.loc: Location | None = None
        self.depth = 0
        self.known: dict[Atom, Length] = {}
        self.bounds: list[Bounds] = []
        self.elements: list[dict[Any, Atom]] = [{}]
        self.joined: dict[Atom, tuple[bool, Atom, Atom]] = {}  # `a and b`, True, and `a or b`, False
        self.checked: set[Any] = set()  # what the program has checked on the way here

    # ------------------------------------------------------------------------------------------- entries

    def emit(self, fn: Any, *args: Atom, hint: str = "t", kwargs: tuple[tuple[str, Atom], ...] = ()) -> Var:
        return emitted(self.out, self.names, fn, *args, hint=hint, kwargs=kwargs, loc=self.loc)

    def effect(self, fn: Any, *args: Atom) -> None:
        self.out.append(Entry((), op(fn) if isinstance(fn, str) else fn, args, (), self.loc))
        self.elements = [{} for _ in self.elements]

    def block(self, make: Callable[[], Sequence[Atom]]) -> Block:
        """The block of what `make` emits, with the results that it gives."""
        outer, self.out = self.out, []
        checked, self.checked = self.checked, set(self.checked)
        self.elements.append({})
        results = tuple(make())
        made = Block(tuple(self.out), results)
        self.elements.pop()
        self.out, self.checked = outer, checked
        return made

    def loop(
        self,
        axis: Axis,
        make: Callable[..., Sequence[Atom]],
        inits: Sequence[Atom] = (),
        hint: str = "t",
    ) -> tuple[Var, ...]:
        """`for i in range(axis)`: `make` gets the index and what is carried, and gives what is carried on."""
        item = Var(self.names.fresh(_LOOP_NAMES[min(self.depth, len(_LOOP_NAMES) - 1)]))
        params = tuple(Var(self.names.fresh(hint)) for _ in inits)
        self.bounds.insert(0, Bounds(item, (number(0),), (plus(axis.length, number(-1)),)))
        self.known[item] = symbol(item)
        self.depth += 1
        body = self.block(lambda: make(item, *params))
        self.depth -= 1
        self.bounds.pop(0)
        iterable = self.emit(RANGE, axis.atom)
        targets = tuple(Var(self.names.fresh(hint)) for _ in inits)
        self.out.append(For(targets, item, iterable, params, tuple(inits), body, loc=self.loc))
        self.elements = [{} for _ in self.elements]
        return targets

    def loops(
        self, shape: Shape, make: Callable[..., Sequence[Atom]], inits: Sequence[Atom] = ()
    ) -> tuple[Atom, ...]:
        """A nest of loops over a shape: `make` gets the whole index, then what is carried."""

        def nest(axes: Shape, index: Index, carried: Sequence[Atom]) -> Sequence[Atom]:
            if not axes:
                return make(index, *carried)
            return self.loop(axes[0], lambda i, *more: nest(axes[1:], (*index, i), more), carried)

        return tuple(nest(shape, (), tuple(inits)))

    def choice(
        self, cond: Atom, then: Callable[[], Atom], orelse: Callable[[], Atom], hint: str = "t"
    ) -> Atom:
        """`then` if the condition holds, else `orelse`: only one of them is computed."""
        blocks = self.block(lambda: (then(),)), self.block(lambda: (orelse(),))
        target = Var(self.names.fresh(hint))
        self.out.append(If((target,), cond, *blocks, loc=self.loc))
        return target

    # -------------------------------------------------------------------------------------------- integers

    def length(self, atom: Atom) -> Length:
        """What is known of an integer."""
        if isinstance(atom, Const) and type(atom.value) is int:
            return number(atom.value)
        return self.known.get(atom) or self.integer_of(atom) or symbol(atom)

    def plus(self, one: Atom, other: Atom, factor: int = 1) -> Atom:
        """one + factor * other, for a factor of 1 or -1."""
        if isinstance(other, Const) and other.value < 0:
            other, factor = Const(-other.value), -factor
        if other == Const(0):
            return one
        if isinstance(one, Const) and isinstance(other, Const):
            return Const(one.value + factor * other.value)
        if one == Const(0) and factor == 1:
            return other
        key = "plus", one, other, factor
        for level in self.elements:
            if key in level:
                return level[key]
        made = self.emit("add" if factor == 1 else "sub", one, other)
        self.known[made] = plus(self.length(one), self.length(other), factor)
        self.elements[-1][key] = made
        return made

    def times(self, one: Atom, other: Atom) -> Atom:
        if isinstance(one, Const) and isinstance(other, Const):
            return Const(one.value * other.value)
        for first, second in ((one, other), (other, one)):
            if first == Const(1):
                return second
        return self.emit("mul", one, other)

    def product(self, atoms: Iterable[Atom]) -> Atom:
        found: Atom = Const(1)
        for atom in atoms:
            found = self.times(found, atom)
        return found

    def is_at_least(self, length: Length, least: int) -> bool:
        return is_at_least(length, least, self.bounds)

    def count(self, axis: Axis) -> Atom:
        """How many items there are along an axis, as a number that the program goes on with."""
        if self.is_at_least(axis.length, 0):
            return axis.atom
        made = self.emit(_MAX, axis.atom, Const(0))
        self.known[made] = symbol(made)
        return made

    def within(self, end: Atom, axis: Axis) -> Atom:
        """An end of a slice, as it is cut to what an axis has."""
        length = self.length(end)
        if self.is_at_least(length, 0) and self.is_at_least(plus(axis.length, length, -1), 0):
            return end
        if isinstance(end, Const) and end.value >= 0:
            return self.emit(_MIN, end, axis.atom)
        return self.emit(_CLIPPED, end, axis.atom)

    def position(self, index: Atom, axis: Axis) -> Atom:
        """An index along an axis, counted from its beginning."""
        if isinstance(index, Const):
            return index if index.value >= 0 else self.plus(axis.atom, Const(-index.value), -1)
        if self.is_at_least(self.length(index), 0):
            return index
        return self.emit(_WRAPPED, index, axis.atom)

    # ---------------------------------------------------------------------------------------------- memory

    def index_atom(self, index: Index) -> Atom:
        """The index of an element as one atom."""
        if len(index) == 1:
            return index[0]
        return self.emit("tuple_of", *index)

    def read(self, base: Var, index: Index) -> Atom:
        return self.emit("getitem", base, self.index_atom(index))

    def store(self, base: Var, index: Index, value: Atom) -> None:
        self.effect("store", base, self.index_atom(index), value)

    def allocate(self, shape: Shape, item: K.Kind, hint: str) -> Var:
        """A new array, whose elements are not defined yet."""
        lengths = list(map(self.count, shape))
        return self.emit(EMPTY, self.index_atom(tuple(lengths)), hint=hint, kwargs=dtype_of(item))

    def element(self, array: Array, index: Index) -> Atom:
        """An element of an array: one that was computed for this index on the way here isn't computed again."""
        key = id(array), index
        for level in self.elements:
            if key in level:
                return level[key]
        made = array.element(index)
        self.elements[-1][key] = made
        return made
