"""What scalarising a function goes by: what its variables are at the loop level, and when arrays have to be made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from s2sad.analysis.aliases import Facts
from s2sad.analysis.lengths import Length, Lengths
from s2sad.analysis.shapes import Shapes
from s2sad.errors import UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var, targets_of
from s2sad.loops.arrays import Array, Axis, Index, Shape
from s2sad.loops.builder import Builder

WITHOUT = "leave `jit=True` away"
BEFORE = f"compute it outside, and give it as an argument; or {WITHOUT}"
_SHAPE = Const("shape")


def integer_of(facts: Facts, shapes: Shapes, atom: Atom) -> Length | None:
    """What is known of an integer of the user's by what it is made of."""
    known = isinstance(atom, Var) and facts.kind(atom) == K.INT
    return shapes.integers.of(atom) if known else None


class Loops(Builder):
    """The state: `env` has the arrays of the variables, `uses` how many entries still read each."""

    def __init__(
        self, names: Any, facts: Facts, shapes: Shapes, uses: dict[Var, int], roots: dict[Var, Any]
    ) -> None:
        super().__init__(names, lambda atom: integer_of(facts, shapes, atom))
        self.facts, self.shapes, self.uses, self.roots = facts, shapes, uses, roots
        self.env: dict[Any, Array] = {}
        self.atoms: dict[Atom, Atom] = {}
        self.lists: dict[Atom, list[Atom]] = {}
        self.definitions: dict[Any, Entry] = {}
        self.lengths: dict[Length, Atom] = {}
        self.classes: dict[Var, Any] = {}
        self.own: set[Var] = set()  # arrays that are allocated here, in the order of C
        self.copied: set[Any] = (
            set()
        )  # classes of memory of which a copy stands for what may be the same memory
        self.repeats = 0  # how many loops are around

    def refuse(self, reason: str, hint: str = WITHOUT) -> UnsupportedSyntax:
        return UnsupportedSyntax(reason, hint, self.loc)

    # ------------------------------------------------------------------------------------------------ values

    def value(self, atom: Atom) -> Any:
        """The array that an atom is; the atom itself for what is none."""
        if isinstance(atom, Var) and atom in self.env:
            return self.env[atom]
        if isinstance(atom, Ref) and K.is_array(self.facts.kind(atom)):
            raise self.refuse(f"`{atom.path}` is an array from outside of the function")
        return self.atoms.get(atom, atom)

    def constant(self, atom: Atom) -> Any:
        """The constant that an atom is; None for any other."""
        atom = self.atoms.get(atom, atom)
        return atom if isinstance(atom, Const) else None

    def is_integer(self, atom: Atom) -> bool:
        return atom in self.known or self.facts.kind(atom) == K.INT

    def is_array(self, atom: Atom) -> bool:
        return isinstance(atom, Var) and atom in self.env

    def atom(self, value: Any, hint: str = "t") -> Atom:
        """A value as an atom of the list: what isn't made yet is made."""
        if not isinstance(value, Array):
            return value
        if value.rank == 0:
            return self.element(value, ())
        made = value if value.whole else self.stored(value, hint)
        assert made.base is not None
        return made.base

    def item_of(self, value: Any) -> K.Kind:
        return value.item if isinstance(value, Array) else K.element(self.facts.kind(value))

    # ------------------------------------------------------------------------------------------------ lengths

    def axis(self, length: Length, otherwise: Atom | Callable[[], Atom]) -> Axis:
        """An axis of a length: held by what is there already, or what is, or is found, `otherwise`."""
        if not length.terms:
            return Axis(Const(length.number), length)
        if length in self.lengths:
            return Axis(self.lengths[length], length)
        if len(length.terms) == 1:
            ((name, count),) = length.terms
            alone = Length(length.terms)
            if count == 1 and alone in self.lengths:
                return Axis(self.plus(self.lengths[alone], Const(length.number)), length)
        atom = otherwise if isinstance(otherwise, (Var, Const, Ref)) else otherwise()
        self.known.setdefault(atom, length)
        return Axis(atom, length)

    def known_lengths(self, target: Var, rank: int) -> Lengths | None:
        found = self.shapes.lengths(target)
        return found if found is not None and len(found) == rank else None

    def shape_of_array(self, var: Var, rank: int) -> Shape:
        """The shape of an array of the list."""
        lengths = self.known_lengths(var, rank)
        known = lengths if lengths is not None else [self.length(Var(f"{var.name} {k}")) for k in range(rank)]
        return tuple(self.axis(each, partial(self.read_length, var, k)) for k, each in enumerate(known))

    def read_length(self, var: Var, axis: int) -> Atom:
        shape = self.emit("getattr", var, _SHAPE, hint="shape")
        return self.emit("getitem", shape, Const(axis), hint="n")

    # ------------------------------------------------------------------------------------------------ memory

    def class_of(self, var: Var) -> Any:
        return self.classes.get(var) or self.facts.classes.find(var)

    def whole(self, var: Var, shape: Shape, item: K.Kind) -> Array:
        """All of an array of the list."""
        return Array(
            shape,
            item,
            lambda index: self.read(var, index),
            frozenset((self.class_of(var),)),
            True,
            var,
            lambda index: index,
            True,
        )

    def part(self, array: Array, shape: Shape, place: Callable[[Index], Index]) -> Array:
        """An array whose elements are some of another's: a part of it, if it has memory."""
        base, of_base = array.base, array.place
        return Array(
            shape,
            array.item,
            lambda index: self.element(array, place(index)),
            array.reads,
            array.cheap,
            base,
            None if of_base is None else lambda index: of_base(place(index)),
        )

    def stored(self, array: Array, hint: str = "t") -> Array:
        """The array as one of the list, new."""
        made = allocated(self, array.shape, array.item, hint)
        assert made.base is not None
        var = made.base

        def store(index: Index) -> Sequence[Atom]:
            self.store(var, index, self.element(array, index))
            return ()

        self.loops(array.shape, store)
        return made

    def delayed(
        self,
        shape: Shape,
        item: K.Kind,
        element: Callable[[Index], Atom],
        of: Iterable[Any] = (),
        cheap: bool = False,
    ) -> Array:
        """An array that is made of others, when and where its elements are asked for."""
        reads: frozenset[Any] = frozenset().union(*(value.reads for value in of if isinstance(value, Array)))
        return Array(shape, item, element, reads, cheap)

    def bind(self, target: Var, array: Array) -> None:
        """A variable is an array: one that is read by several entries, or is written, is made now."""
        if array.rank == 0 and not self.facts.classes.is_written(target):
            self.bind_scalar(target, self.element(array, ()))
            return
        if self.facts.classes.is_written(target) and not array.is_stored:
            array = self.stored(array, target.name)
        elif not array.cheap and target not in self.roots:
            array = self.stored(array, target.name)
        if array.whole and array.base is not None and array.base is not target:
            if array.base not in self.facts.kinds:  # it was made just now, for this variable
                self.classes[array.base] = self.facts.classes.find(target)
            array = replace(array, reads=frozenset((self.class_of(array.base),)))
        self.env[target] = array

    def bind_scalar(self, target: Var, value: Atom) -> None:
        """A variable is a number: the entry that has just made it gets its name."""
        last = self.out[-1] if self.out else None
        if last is not None and value not in self.known and targets_of(last) == (value,):
            self.out[-1] = replace(last, targets=(target,))  # type: ignore[arg-type]
            self.elements = [
                {key: made for key, made in level.items() if made != value} for level in self.elements
            ]
        else:
            self.atoms[target] = value

    def settle(self, array_vars: Iterable[Var], cheap: bool = False) -> None:
        """Make what isn't made yet of some variables; what is cheap as well, where it would be something else later."""
        for var in array_vars:
            array = self.env.get(var)
            if array is not None and not array.is_stored and (cheap or not array.cheap):
                self.env[var] = self.stored(array, var.name)

    def before_write(self, var: Var) -> None:
        """Before an array of the list is written: what was computed of it, and isn't made yet, is made."""
        written = self.class_of(var)
        check_copies(self, var, self.env)
        self.settle(
            cheap=True,
            array_vars=[
                name
                for name, array in self.env.items()
                if self.uses.get(name, 0) > 0 and written in array.reads
            ],
        )


def check_copies(loops: Loops, written: Var, names: Iterable[Var]) -> None:
    """Raises UnsupportedSyntax if an array is written of which a copy is still read, or the other way round."""
    memory = loops.class_of(written)
    if memory not in loops.copied:
        return
    for name in names:
        base = loops.env[name].base if name in loops.env else None
        if base is not None and base is not written and loops.uses.get(name, 0) > 0:
            if loops.class_of(base) == memory:
                raise loops.refuse(
                    "an array and what was reshaped of it, one of which is written and one read"
                )


def allocated(loops: Loops, shape: Shape, item: K.Kind, hint: str) -> Array:
    """A new array of the list, which shares its memory with no other."""
    base = loops.allocate(shape, item, hint)
    loops.classes[base] = base
    loops.own.add(base)
    return loops.whole(base, shape, item)


def held(loops: Loops, array: Array) -> Array:
    """An array whose elements are read several times: it isn't computed each time."""
    return array if array.cheap or array.is_stored else loops.stored(array)
