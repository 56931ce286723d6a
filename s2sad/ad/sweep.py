"""What the reverse sweep of one function goes by: its adjoints so far, and what it emits to."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from s2sad.ad.apply_rule import Emitter
from s2sad.ad.array_shadows import Objects
from s2sad.ad.context import Context
from s2sad.ad.first_writes import first_writes
from s2sad.ad.overlaps import Overlaps
from s2sad.ad.overwritten import Overwritten
from s2sad.ad.squares import Squares
from s2sad.ad.strong_zero import Masks
from s2sad.ad.sweep_state import Restored, SweepState
from s2sad.analysis.aliases import Facts
from s2sad.analysis.bound import bound_by_regions
from s2sad.analysis.effects import effect_of
from s2sad.analysis.infinities import Infinities
from s2sad.analysis.item_lengths import KnownLengths
from s2sad.analysis.later_kinds import KindsOf
from s2sad.analysis.list_families import Families, families_of
from s2sad.analysis.locations import Locations
from s2sad.analysis.shape_reads import with_known_shape
from s2sad.analysis.shapes import Shapes
from s2sad.analysis.whole_numbers import whole_at_times
from s2sad.ir import kinds as K
from s2sad.ir.complex_kinds import is_uncertain
from s2sad.ir.index_kinds import Index, index_form
from s2sad.ir.names import Names, stem
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    Location,
    Node,
    Ref,
    Var,
    targets_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import op, operation, operation_of
from s2sad.ir.rewrite import walk
from s2sad.runtime.broadcasting import guarded
from s2sad.runtime.shaping import numbers_like

AT_LOCATION = "@loc"
_WRITTEN = ("list", "dict")
GUARDED = Ref("guarded", guarded)
NUMBERS_LIKE = Ref("numbers_like", numbers_like)


class Sweep(SweepState):
    """The reverse sweep of one function: its state, and what adds to it."""

    def __init__(
        self,
        context: Context,
        function: Function,
        facts: Facts,
        active: set[Var],
        names: Names,
        transpose: Callable[[Any, Node], list[Node]],
        objects: Objects | None = None,
        lengths: KnownLengths | None = None,
        whole: bool = False,
        restored: Restored | None = None,
    ) -> None:
        """`whole`: the reverse sweep follows at once, so that what is in memory then is what the forward sweep left."""
        super().__init__(context, facts, active, names, transpose)
        self.primal = function
        self.params = {param.var for param in function.params}
        self.at_top = self.params | {var for node in function.body.entries for var in targets_of(node)}
        self.objects = objects or Objects()
        self.shadows = self.objects.shadows
        self.beside = set(self.shadows.values())
        self.later = Overwritten(context, facts)
        self.function = function if whole else None
        self.restored = restored or Restored()
        self.first_writes = first_writes(function, active) if context.in_place else set()
        # Of a function of real numbers every adjoint is a float, or has the kind that it is made with.
        self.kinds = KindsOf(facts) if context.arrays or self.has_complex else None
        for node in walk(function.body):
            self.note_items(node)
            if type(node) is Entry:
                self.note(node)
        keeps_outside = not context.writes_outside
        self.shapes = Shapes(facts, self.definitions, self.root, function, lengths or {}, keeps_outside)
        self.overlaps = Overlaps(facts, self.definitions, self.root)
        self.squares = Squares(function.body, facts, self.root)
        self.infinities = Infinities(facts, function.body)
        self.whole_at_times = whole_at_times(function, facts) if context.arrays else frozenset()
        self.masks = Masks(facts, self.shapes.definitions, set(self.definitions) | self.params)

    def note_items(self, node: Node) -> None:
        """Remember the containers that are read item by item, here or in functions that get them."""
        read: tuple[Atom, ...] = (node.iterable,) if type(node) is For else ()
        if type(node) is Entry:
            called = type(node.fn) is not Ref
            one = operation_of(node) in ("getitem", "unpack") and node.args[:1]
            read = node.args if called else one or ()
        self.read_by_items.update(
            self.facts.classes.find(atom)
            for atom in read
            if type(atom) is Var and self.facts.kind(atom).name in (*K.CONTAINERS, "unknown")
        )

    def note(self, node: Entry) -> None:
        """Remember what makes a variable, what writes to one, and which are copies or parts of others."""
        name = operation_of(node)
        if not self.meets_unknown and operation(node).arithmetic and any(map(self.is_active, node.args)):
            kinds = [self.facts.kind(atom) for atom in node.args if not self.is_active(atom)]
            self.meets_unknown = any(map(K.is_opaque, kinds))
        if name == "dup":
            self.copies.update((target, node.args[0]) for target in node.targets)
        elif len(node.targets) == 1:
            self.definitions[node.targets[0]] = node
        if name == "getitem" and self.is_container(node.targets[0]):
            if self.facts.kind(node.args[1]) != K.SLICE and node.targets[0] in self.active:
                self.views[node.targets[0]] = node
        effect = effect_of(node, self.context.pure)
        if effect >= Effect.WRITING and name != "raise_":
            written = node.args[:1] if effect is Effect.WRITING else node.args
            is_known = effect is Effect.WRITING and self.facts.kind(node.args[0]).name in _WRITTEN
            (self.set_items if is_known else self.written).update(a for a in written if type(a) is Var)
            if node.fn in self.facts.container_aliases.methods:
                self.written.add(self.facts.container_aliases.methods[node.fn][0])
                self.rebuilt.add(self.facts.container_aliases.methods[node.fn][0])
            if name != "append":
                self.rebuilt.update(atom for atom in written if type(atom) is Var)

    def is_bound(self, var: Atom) -> bool:
        """Whether a variable is there on every path: an argument, what an entry makes, and what a region hands on if that is."""
        return var in self.definitions or var in self.params or var in self.bound

    @functools.cached_property
    def bound(self) -> frozenset[Var]:
        return bound_by_regions(self.primal)

    @functools.cached_property
    def families(self) -> Families:
        return families_of(self.primal, list(walk(self.primal.body)), frozenset())

    def may_change(self, var: Var) -> bool:
        """Whether what a list, dict or object holds may be other than it is now once the forward sweep is done."""
        kind, find = self.facts.kind(var), self.facts.container_aliases.find
        if kind.name == "tuple" and kind.cls is None and K.flat(kind):
            return False
        own = find(var)
        if own in map(find, self.written):
            return True
        return own in (
            map(find, self.set_items) if self.function is None else self.later.written_containers()
        )

    # ------------------------------------------------------------------------------------------ emitting

    def emit(
        self,
        fn: Any,
        args: tuple[Atom, ...],
        hint: str = "t",
        kind: K.Kind | None = None,
        note: str = "",
        kwargs: tuple[tuple[str, Atom], ...] = (),
    ) -> Var:
        target = self.new(hint, kind or K.FLOAT)
        node = Entry((target,), op(fn) if isinstance(fn, str) else fn, args, kwargs, self.loc, note)
        if self.kinds is None:
            self.out.append(node)
        else:
            self.add(node, kind or K.BOTTOM)
        return target

    def add(self, node: Node, kind: K.Kind = K.BOTTOM) -> None:
        """Add an entry that a rule has made, or whose kind is still to be found."""
        if self.kinds is not None:
            if type(node) is Entry:
                node = with_known_shape(self.shapes, node)
                self.shapes.definitions.update(dict.fromkeys(node.targets, node))
            self.kinds.learn(node, kind)
        self.out.append(node)

    def effect(self, name: str, *args: Atom) -> None:
        self.out.append(Entry((), op(name), args, (), self.loc, AT_LOCATION))

    def new(self, hint: str, kind: K.Kind) -> Var:
        var = Var(self.names.fresh(hint))
        self.facts.kinds[var] = kind
        return var

    def bar_hint(self, atom: Atom) -> str:
        return f"{stem(atom.name) if type(atom) is Var else 't'}_bar"

    def emitter(self, loc: Location | None) -> Emitter:
        def fresh(hint: str) -> str:
            name = self.names.fresh(hint)
            if self.kinds is None:
                self.facts.kinds[Var(name)] = K.FLOAT
            return name

        return Emitter(self.add, fresh, loc)

    # --------------------------------------------------------------------------------------------- memory

    @property
    def locations(self) -> Locations | None:
        return self.places if self.context.arrays else None

    @functools.cached_property
    def places(self) -> Locations | None:
        if self.function is None:
            return None
        holders = self.context.in_place
        return Locations(self.function, self.facts, self.shapes.integers, self.later.writes, holders)

    def is_final(self, atom: Atom) -> bool:
        """Whether it was read from an array at a place where nothing is written later: the reverse sweep reads it again."""
        return (
            self.locations is not None and not self.later.is_outside(atom) and self.locations.is_final(atom)
        )

    def is_final_value(self, atom: Atom) -> bool:
        """Whether a number is where it was read when an iteration is undone, and an array is there all the time of that."""
        if self.root(atom) in self.restored.numbers:
            return True
        if self.is_lasting_item(atom) or self.is_final_item(atom):
            return True
        is_array = K.may_be_array(self.facts.kind(atom))
        return self.is_final(atom) and not (is_array and self.root(atom) in self.restored.arrays)

    def is_lasting_item(self, atom: Atom) -> bool:
        """Whether it was read from a list that only grows, by its place from the start: there it stays."""
        var = self.root(atom)
        node = self.definitions.get(var) if type(var) is Var else None
        if node is None or operation_of(node) != "getitem":
            return False
        items, place = self.root(node.args[0]), node.args[1]
        if type(items) is not Var or self.facts.kind(items).name not in ("list", "tuple"):
            return False
        if self.later.is_outside(items) or self.is_rebuilt(items):
            return False
        if self.places is None:
            return False
        return items in self.context.memories or self.places.is_from_the_start(place, var)

    def is_final_item(self, atom: Atom) -> bool:
        """Whether it was read from a list or dict that has one way to it, at a place that nothing is written to later."""
        var = self.root(atom)
        node = self.definitions.get(var) if type(var) is Var else None
        if node is None or operation_of(node) != "getitem" or node.args[0] not in self.context.in_place:
            return False
        return self.places is not None and self.places.is_final(var)

    def is_kept(self, node: Node) -> bool:
        """Whether an entry stores a number that is where it was put when an iteration of the reverse sweep begins."""
        if id(node) in self.restored.stores:
            return True
        if type(node) is not Entry:
            return False
        if operation_of(node) == "setitem" and node.args[0] in self.context.in_place:
            is_float = self.facts.kind(node.args[2]) == K.FLOAT
            return is_float and self.places is not None and self.places.is_kept(node)
        if operation_of(node) != "store" or self.locations is None:
            return False
        array, _, item = node.args
        is_float = self.facts.kind(item) == K.FLOAT == K.element(self.facts.kind(array))
        return is_float and not self.later.is_outside(array) and self.locations.is_kept(node)

    def is_rebuilt(self, container: Var) -> bool:
        """Whether the items of a container may change, otherwise than by an `append`."""
        find = self.facts.container_aliases.find
        return find(container) in map(find, self.rebuilt)

    def is_restored_part(self, node: Entry) -> bool:
        """Whether an entry gives a part of an array, with whatever is there, of which what was overwritten is put back."""
        target = node.targets[0]
        basic = operation_of(node) == "getitem" and index_form(self.facts.kind(node.args[1])) is Index.BASIC
        return basic and target in self.restored.arrays and K.is_array(self.facts.kind(target))

    # --------------------------------------------------------------------------------------- contributions

    def root(self, atom: Any) -> Any:
        """The variable that a copy is of."""
        while type(atom) is Var and atom in self.copies:
            atom = self.copies[atom]
        return atom

    def is_active(self, atom: Atom) -> bool:
        return type(atom) is Var and atom in self.active

    def is_container(self, atom: Atom) -> bool:
        return self.facts.kind(atom).name in K.CONTAINERS

    def real_where_real(self, atom: Atom, amount: Atom) -> Atom:
        """The real part of an adjoint if its primal is real; where that isn't known, the running program tells.

        By the primal as the entry has it: what that is a copy of may be within another block.
        """
        kind = self.facts.kind(atom)
        if kind is K.FLOAT and self.facts.kind(amount) is K.FLOAT:
            return amount
        if is_uncertain(kind) or (self.has_complex and self.context.arrays and K.is_opaque(kind)):
            return self.emit(NUMBERS_LIKE, (amount, atom), self.bar_hint(atom))
        if K.element(kind) == K.FLOAT and self.may_be_complex(amount):
            return self.emit("getattr", (amount, Const("real")), self.bar_hint(atom))
        return amount

    def may_be_complex(self, amount: Atom) -> bool:
        """Whether an adjoint is complex; one of a kind that isn't known may be, where the function has complex numbers."""
        element = K.element(self.facts.kind(amount))
        if element not in (K.UNKNOWN, K.BOTTOM) or type(amount) is not Var:
            return element == K.COMPLEX
        return self.has_complex

    @functools.cached_property
    def has_complex(self) -> bool:
        kinds = self.facts.kinds.values()
        return (self.meets_unknown and self.context.arrays) or any(
            K.element(kind) == K.COMPLEX or is_uncertain(kind) for kind in kinds
        )

    def take(self, var: Var) -> Atom | None:
        """The adjoint of a variable whose definition is reached; that of a part of an array is there already."""
        if var in self.shadows:
            return self.shadows[var] if var in self.objects.new else None
        return self.bars.pop(var, None)

    def is_array(self, atom: Atom) -> bool:
        """Whether it is an array, or may be one: its adjoint has its shape."""
        kind = self.facts.kind(atom)
        return K.is_array(kind) or (self.context.arrays and K.is_opaque(kind))

    def block(self, block: Block) -> list[Node]:
        """Reverse a block into `out`; the entries of its forward sweep."""
        forward: list[Node] = []
        for node in reversed(block.entries):
            forward += reversed(self.transpose(self, node))
        forward.reverse()
        return forward

    def probe(self, variables: Iterable[Var]) -> None:
        """Mark the place where the adjoints of variables are complete."""
        for var in variables:
            bar = self.shadows[var] if var in self.objects.new else self.bars.get(var, Const(None))
            self.effect("probe", Const(var.name), bar)
