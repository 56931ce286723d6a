"""Tuples, lists and dicts whose items are known one by one are taken apart; loops over such items are written out.

for w, b in layers:               h = np.tanh(w0 @ h + b0)
    h = np.tanh(w @ h + b)   →    h = np.tanh(w1 @ h + b1)

Machine code has arrays and numbers only. A loop over numbers that are indexed stays a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.effects import checks_apart, effect_of
from s2sad.errors import TooLong, UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Var,
    While,
    With,
    blocks_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.rewrite import (
    defined_in,
    definitions_of,
    retarget,
    substitute,
    substitute_node,
    uses_of,
    walk,
    with_blocks,
    with_body,
)
from s2sad.loops.carried_tuples import with_parts_carried, with_parts_given
from s2sad.loops.known_literals import folded, text_method
from s2sad.loops.live_containers import LiveContainers
from s2sad.loops.outside_values import OutsideParts, is_container, is_plain_object
from s2sad.loops.rewritten_calls import rewritten
from s2sad.loops.state import WITHOUT
from s2sad.loops.unread_containers import without_unread
from s2sad.loops.whole_loops import (
    MOST_TIMES,
    Items,
    done_here,
    is_about_containers,
    items_here,
    iterations_of,
    with_literals,
)
from s2sad.runtime.operands import factor, operand

_MOST_ENTRIES = 20_000
_MOST_AS_A_WHOLE = 2_000


def taken_apart(
    function: Function, kind: Callable[[Atom], K.Kind], names: Names, whole: bool = False
) -> Function:
    """The function that reads items of containers that it knows as what they are.

    If it is to be taken apart as a `whole`, loops that do anything with containers are written out where that can be done.
    """
    made = _Known(function, kind, names, whole).done()
    return without_unread(made)


class _Known:
    def __init__(self, function: Function, kind: Callable[[Atom], K.Kind], names: Names, whole: bool) -> None:
        self.function, self.kind_of, self.names = function, kind, names
        self.live = LiveContainers(self.constants) if whole else None
        self.kinds: dict[Atom, K.Kind] = {}
        self.known: dict[Atom, Items] = {}
        self.atoms: dict[Any, Atom] = {}
        self.definitions = definitions_of(function)
        self.managers: dict[Atom, Entry] = {}
        self.slices: dict[Atom, slice] = {}
        self.ranges: dict[Atom, range] = {}
        self.outside = OutsideParts()
        self.opens_outside = not any(map(_writes_outside, walk(function.body)))
        self.out: list[Node] = []
        self.left = _MOST_AS_A_WHOLE if whole else _MOST_ENTRIES

    def done(self) -> Function:
        for param in self.function.params:
            self.open(param.var, self.kind_of(param.var))
        results = self.block_entries(self.function.body)
        return with_body(self.function, self.out, results)

    def kind(self, atom: Atom) -> K.Kind:
        return self.kinds[atom] if atom in self.kinds else self.kind_of(atom)

    def emit(self, fn: str, *args: Atom, hint: str = "t", loc: Any = None) -> Var:
        target = Var(self.names.fresh(hint))
        self.out.append(Entry((target,), op(fn), args, (), loc))
        return target

    def reads(self, var: Var) -> list[Node]:
        """What reads a variable of the function."""
        return [node for node in walk(self.function.body) if var in uses_of(node)]

    def owner_of_shape(self, atom: Atom) -> Atom | None:
        """The array whose shape an atom is."""
        made = self.definitions.get(atom)
        is_shape = made is not None and operation_of(made) == "getattr" and made.args[1] == Const("shape")
        return self.atom(made.args[0]) if made is not None and is_shape else None

    def items_of_list(self, atom: Atom) -> list[Atom] | None:
        """The items of a list, if it is known to be one, and they are known one by one."""
        items = self.known.get(atom)
        return list(items.atoms) if items is not None and items.form == "list_of" else None

    def put_out(self, entry: Entry) -> None:
        self.out.append(entry)

    def open(self, var: Var, kind: K.Kind) -> None:
        """A parameter that holds several values: they are read at the beginning."""
        if not kind.fields or kind.name not in ("tuple", "dict"):
            return
        places = list(range(len(kind.fields))) if kind.keys is None else list(kind.keys)
        parts: list[Atom] = []
        for place, field in zip(places, kind.fields):
            part = self.emit("getitem", var, Const(place), hint=_hint(var, place))
            self.kinds[part] = field
            self.open(part, field)
            parts.append(self.atoms.get(part, part))
        form = "tuple_of" if kind.keys is None else "dict_of"
        items = Items(form, parts, None if kind.keys is None else places)
        whole = self.emit(form, *items.literal(), hint=var.name)
        self.kinds[whole] = kind
        self.known[whole], self.atoms[var] = items, whole

    # --------------------------------------------------------------------------------------------------- entries

    def block_entries(self, block: Block) -> tuple[Atom, ...]:
        for node in block.entries:
            self.node(node)
        return tuple(self.atom(atom) for atom in block.results)

    def atom(self, atom: Atom) -> Atom:
        return atom if type(atom) is Const else self.atoms.get(atom, atom)

    def block(self, block: Block) -> Block:
        """A block that may not run, or several times: what it does to containers was forgotten before."""
        outer, self.out = self.out, []
        known = {var: items.copied() for var, items in self.known.items()}
        results = self.block_entries(block)
        made, self.out = Block(tuple(self.out), results), outer
        self.known = known
        return made

    def node(self, node: Node) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLong(
                "the loops over items that differ are too long to be written out", WITHOUT, node.loc
            )
        if checks_apart(node):  # of the arguments themselves
            self.out.append(node)
        elif isinstance(node, Entry):
            made = substitute_node(node, self.atoms)
            assert isinstance(made, Entry)
            if callee_of(made) is np.errstate:
                self.managers[made.targets[0]] = made
            if self.live is not None and done_here(self, made, self.live):
                return
            if not self.resolved(made):
                self.out.append(made if self.live is None else with_literals(self, made, self.live))
        elif isinstance(node, If):
            self.branch(node)
        elif isinstance(node, (For, While)):
            self.loop(node)
        elif isinstance(node, With) and _quiet(node, self.managers.get(node.manager)):
            self.out = [each for each in self.out if each is not self.managers[node.manager]]
            self.atoms.update(zip(node.targets, self.block_entries(node.body)))
        else:
            self.forget_written(blocks_of(node))
            self.emit_region(node)

    # ------------------------------------------------------------------------------------ containers of constants

    def constants(self, atom: Atom) -> Any:
        """The container of constants that an atom is; None for any other."""
        if atom in self.ranges:
            return self.ranges[atom]
        items = self.known.get(atom)
        if items is None:
            return None
        values = []
        for item in items.atoms:
            inner = item.value if isinstance(item, Const) else self.constants(item)
            if inner is None and item != Const(None):
                return None
            values.append(inner)
        if items.keys is not None:
            return dict(zip(items.keys, values))
        return tuple(values) if items.form == "tuple_of" else values

    def resolved(self, node: Entry) -> bool:
        """Whether an entry is about what is known of containers, and needn't stand in the list."""
        name = operation_of(node)
        self.definitions.update((target, node) for target in node.targets)
        if len(node.targets) == 1 and (given := self.called(node)) is not None:
            self.atoms[node.targets[0]] = given
            return True
        if effect_of(node) >= Effect.WRITING and node.args:
            if rewritten(self, node) is not None:
                return True
            self.written(node, name)
            return False
        if len(node.targets) != 1:
            return name == "unpack" and self.unpacked(node)
        target = node.targets[0]
        if name in ("tuple_of", "list_of"):
            self.known[target] = Items(name, list(node.args))
        elif name == "dict_of":
            keys, atoms = node.args[::2], list(node.args[1::2])
            if all(isinstance(key, Const) for key in keys):
                self.known[target] = Items(name, atoms, [key.value for key in keys])
        elif name == "slice" and all(isinstance(atom, Const) for atom in node.args):
            self.slices[target] = slice(*(atom.value for atom in node.args))
        elif callee_of(node) is range and all(_is_int(atom) for atom in node.args):
            self.ranges[target] = range(*(atom.value for atom in node.args))
        else:
            value = self.value(node, name)
            if value is not None:
                self.atoms[target] = value
                return True
        return False

    def value(self, node: Entry, name: str | None) -> Atom | None:
        """The atom that an entry gives, if it is known."""
        made = rewritten(self, node)
        if made is not None:
            return made
        if is_container(node.args[0] if node.args else None):
            self.open_outside(node.args[0])  # type: ignore[arg-type]
        if name in ("is_in", "not_in"):
            within = self.known.get(node.args[1])
            if within is None or within.keys is None or not isinstance(node.args[0], Const):
                return None
            return Const((node.args[0].value in within.keys) == (name == "is_in"))
        self.open_shapes(node, name)
        first = self.known.get(node.args[0]) if node.args else None
        if first is None:
            return self.read_outside(node, name) or folded(node, name)
        callee = callee_of(node)
        if name == "getitem":
            return self.item(node, first)
        if callee is len:
            return Const(len(first.atoms))
        if callee in (list, tuple) and not first.keys:
            return self.new(node, "list_of" if callee is list else "tuple_of", first.atoms)
        if callee is sum and first.keys is None:
            return self.total(node, first.atoms)
        other = self.known.get(node.args[1]) if len(node.args) == 2 else None
        if name == "add" and other is not None and other.form == first.form:
            return self.new(node, first.form, [*first.atoms, *other.atoms])
        if name == "mul" and _is_int(node.args[1]) and first.keys is None:
            return self.new(node, first.form, first.atoms * node.args[1].value)
        return None

    def called(self, node: Entry) -> Atom | None:
        """What a method of a text, or `get` of a dict, gives."""
        made = self.definitions.get(node.fn)
        if made is None or operation_of(made) != "getattr" or node.kwargs:
            return None
        owner, method = map(self.atom, made.args)
        items = self.known.get(owner)
        if items is None:
            return text_method(owner, method, node.args)
        if method != Const("get") or items.keys is None or not isinstance(node.args[0], Const):
            return None
        if node.args[0].value in items.keys:
            return items.atoms[items.keys.index(node.args[0].value)]
        return (*node.args, Const(None))[1]

    def read_outside(self, node: Entry, name: str | None) -> Atom | None:
        """An attribute of an object that lives outside; what only asks whether something is a number, if it is known."""
        if callee_of(node) in (operand, factor) and (
            self.kind(node.args[0]) not in (K.UNKNOWN, K.OBJECT) or self.is_number(node.args[0])
        ):
            return node.args[0]
        is_known = self.opens_outside and name == "getattr" and isinstance(node.args[1], Const)
        if is_known and is_plain_object(node.args[0]):
            return self.outside.part(node.args[0], node.args[1].value, True)  # type: ignore[arg-type]
        return None

    def is_number(self, atom: Atom) -> bool:
        """Whether an atom is a number, also by what it has become here."""
        if self.kind(atom) in K.NUMBERS:
            return True
        made = self.definitions.get(atom)
        return made is not None and operation(made).arithmetic and all(map(self.is_number, made.args))

    def open_shapes(self, node: Entry, name: str | None) -> None:
        """Shapes of arrays that become parts of other sequences: their lengths are known one by one."""
        is_sliced = name == "getitem" and (
            node.args[1] in self.slices or isinstance(getattr(node.args[1], "value", None), slice)
        )
        if not is_sliced and name not in ("add", "mul") and callee_of(node) not in (list, tuple):
            return
        for atom in node.args:
            array = self.owner_of_shape(atom) if atom not in self.known else None
            kind = self.kind(array) if array is not None else K.UNKNOWN
            if not K.is_array(kind) or kind.ndim is None:
                continue
            lengths: list[Atom] = [self.emit("getitem", atom, Const(k), hint="n") for k in range(kind.ndim)]
            self.kinds.update(dict.fromkeys(lengths, K.INT))
            self.known[atom] = Items("tuple_of", lengths)

    def open_outside(self, whole: Ref) -> None:
        """A container that lives outside: its items are read at the beginning, those that are used."""
        if whole in self.known or len(whole.value) > MOST_TIMES or not self.opens_outside:
            return
        keys = list(whole.value) if type(whole.value) is dict else None
        if keys is not None and not all(type(key) in (str, int) for key in keys):
            return
        parts = [self.outside.part(whole, key, False) for key in keys or range(len(whole.value))]
        if None not in parts:
            form = "tuple_of" if keys is None else "dict_of"
            self.known[whole] = Items(form, parts, keys)  # type: ignore[arg-type]

    def total(self, node: Entry, atoms: list[Atom]) -> Atom:
        """The sum of what is known one by one."""
        parts = [*node.args[1:], *atoms]
        whole: Atom = parts[0] if parts else Const(0)
        for part in parts[1:]:
            whole = self.emit("add", whole, part, hint=node.targets[0].name, loc=node.loc)
        return whole

    def new(self, node: Entry, form: str, atoms: list[Atom]) -> Atom:
        made = self.emit(form, *atoms, hint=node.targets[0].name, loc=node.loc)
        self.known[made] = Items(form, list(atoms))
        return made

    def item(self, node: Entry, items: Items) -> Atom | None:
        place = node.args[1]
        if place in self.slices and items.keys is None:
            return self.new(node, items.form, items.atoms[self.slices[place]])
        if not isinstance(place, Const):
            return None
        if items.keys is not None:
            return items.atoms[items.keys.index(place.value)] if place.value in items.keys else None
        if isinstance(place.value, slice):
            return self.new(node, items.form, items.atoms[place.value])
        fits = _is_int(place) and -len(items.atoms) <= place.value < len(items.atoms)
        return items.atoms[place.value] if fits else None

    def unpacked(self, node: Entry) -> bool:
        items = self.known.get(node.args[0])
        if (
            items is None
            or node.args[2] != Const(None)
            or len(items.atoms) != len(node.targets)
            or items.keys
        ):
            return False
        self.atoms.update(zip(node.targets, items.atoms))
        return True

    # ---------------------------------------------------------------------------------------------------- writes

    def written(self, node: Entry, name: str | None) -> None:
        items = self.known.get(node.args[0])
        if effect_of(node) == Effect.SHOWING or K.is_array(self.kind(node.args[0])):
            return
        if items is not None and name == "append":
            items.atoms.append(node.args[1])
        elif items is not None and name == "setitem" and isinstance(node.args[1], Const):
            self.put(items, node)
        else:
            self.forget(node.args[0] if effect_of(node) == Effect.WRITING else Const(None))

    def put(self, items: Items, node: Entry) -> None:
        key = node.args[1].value
        if items.keys is None and type(key) is int and -len(items.atoms) <= key < len(items.atoms):
            items.atoms[key] = node.args[2]
        elif items.keys is not None and key in items.keys:
            items.atoms[items.keys.index(key)] = node.args[2]
        elif items.keys is not None:
            items.keys.append(key)
            items.atoms.append(node.args[2])
        else:
            self.forget(node.args[0])

    def forget(self, container: Atom) -> None:
        """Nothing is known of a container any more; of none that can be written, where it isn't known which one it is."""
        if container in self.known:
            del self.known[container]
            return
        self.known = {var: items for var, items in self.known.items() if not items.is_mutable}

    def forget_written(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            inside = defined_in(block)
            for node in walk(block):
                if self.live is not None and self.live.written(substitute_node(node, self.atoms)):
                    raise UnsupportedSyntax(
                        "a container that isn't known before the program runs",
                        WITHOUT,
                        getattr(node, "loc", None),
                    )
                if not isinstance(node, Entry) or not node.args or effect_of(node) < Effect.WRITING:
                    continue
                if effect_of(node) == Effect.SHOWING:
                    continue
                container = self.atom(node.args[0])
                if not K.is_array(self.kind(container)) and not self.is_new_list(container, inside, block):
                    self.forget(container)

    def is_new_list(self, container: Atom, inside: set[Var], block: Block) -> bool:
        """Whether a container is made in a block."""
        return container in inside and any(
            isinstance(node, Entry) and node.targets == (container,) and operation(node).is_display
            for node in walk(block)
        )

    # --------------------------------------------------------------------------------------------------- regions

    def branch(self, node: If) -> None:
        cond = self.atom(node.cond)
        if isinstance(cond, Const):
            chosen = node.then if cond.value else node.orelse
            self.atoms.update(zip(node.targets, self.block_entries(chosen)))
            return
        node, after = with_parts_given(self, node)
        self.forget_written((node.then, node.orelse))
        then, orelse = self.block(node.then), self.block(node.orelse)
        self.out.append(replace(node, cond=cond, then=then, orelse=orelse))
        for entry in after:
            self.node(entry)

    def loop(self, node: For | While) -> None:
        node, after = with_parts_carried(self, node)
        can_stop = isinstance(node, For) and node.stops and self.live is None
        items = self.items_of(self.atom(node.iterable)) if isinstance(node, For) and not can_stop else None
        if isinstance(node, While) and self.live is not None and is_about_containers(self, node):
            rest = iterations_of(self, node)
            if rest is not None:
                self.forget_written(blocks_of(rest))
                self.emit_region(rest)
        elif items is not None and self.must_be_written_out(node):  # type: ignore[arg-type]
            self.write_out(node, items)  # type: ignore[arg-type]
        else:
            self.forget_written(blocks_of(node))
            self.emit_region(node)
        for entry in after:
            self.node(entry)

    def emit_region(self, node: Node) -> None:
        made = substitute_node(with_blocks(node, lambda inner: Block((), ())), self.atoms)
        made = made if self.live is None else with_literals(self, made, self.live)
        inner = iter([self.block(each) for each in blocks_of(node)])
        self.out.append(with_blocks(made, lambda _: next(inner)))

    def items_of(self, iterable: Atom) -> list[Atom] | None:
        """What a loop goes through; None for what isn't known, or is much."""
        if is_container(iterable):
            self.open_outside(iterable)  # type: ignore[arg-type]
        if iterable in self.ranges:
            numbers = self.ranges[iterable]
            return [Const(number) for number in numbers] if len(numbers) <= MOST_TIMES else None
        if self.live is not None and self.live.is_live(iterable):
            return items_here(self, self.live.objects[iterable], self.live)
        items = self.known.get(iterable)
        if items is None or len(items.atoms) > MOST_TIMES:
            return None
        return list(items.atoms) if items.keys is None else [Const(key) for key in items.keys]

    def must_be_written_out(self, node: For) -> bool:
        """Whether machine code can't index what a loop goes through, or reads by its number."""
        if self.live is not None and is_about_containers(self, node):
            return True
        through = self.known.get(self.atom(node.iterable))
        if any(map(self.takes_from_a_dict, walk(node.body))):
            return True
        return (through is not None and not self.can_be_indexed(through)) or any(
            isinstance(inner, Entry)
            and operation_of(inner) == "getitem"
            and not isinstance(self.atom(inner.args[1]), Const)
            and (items := self.known.get(self.atom(inner.args[0]))) is not None
            and not self.can_be_indexed(items)
            for inner in walk(node.body)
        )

    def takes_from_a_dict(self, node: Node) -> bool:
        """Whether an entry takes the item of a dict by a key that each iteration has another one of."""
        if not isinstance(node, Entry) or operation_of(node) != "getitem":
            return False
        made = self.definitions.get(node.args[0])
        is_dict = made is not None and operation_of(made) == "dict_of"
        return is_dict and not isinstance(self.atom(node.args[1]), Const)

    def can_be_indexed(self, items: Items) -> bool:
        """Whether it holds numbers only."""
        return items.keys is None and all(self.kind(atom) in K.NUMBERS for atom in items.atoms)

    def write_out(self, node: For, items: Sequence[Atom]) -> None:
        carried = [self.atom(atom) for atom in node.inits]
        for item in items:
            body = self.copy_of(node.body, {node.item: item, **dict(zip(node.params, carried))})
            carried = list(self.block_entries(body))
            if node.stops:
                stop = carried.pop()
                if not isinstance(stop, Const):
                    raise UnsupportedSyntax("a loop whose end isn't known before it runs", WITHOUT, node.loc)
                if stop.value:
                    break
        self.atoms.update(zip(node.targets, carried))

    def copy_of(self, block: Block, values: dict[Var, Atom]) -> Block:
        """The block with variables of its own."""
        new: dict[Var, Atom] = {}
        for var in sorted(defined_in(block), key=lambda var: var.name):
            new[var] = self.fresh(var, self.kind(var))
        return retarget(substitute(block, {**values, **new}), new)

    def fresh(self, like: Atom, kind: K.Kind) -> Var:
        made = Var(self.names.fresh(like.name if isinstance(like, Var) else "t"))
        self.kinds[made] = kind
        return made


def _writes_outside(node: Node) -> bool:
    """Whether an entry may change an object, or a container, that lives outside."""
    if not isinstance(node, Entry) or not node.args or effect_of(node) in (Effect.SHOWING,):
        return False
    return effect_of(node) >= Effect.WRITING and isinstance(node.args[0], Ref)


def _quiet(node: With, made: Node | None) -> bool:
    """Whether a context only says what NumPy does about errors, which machine code doesn't tell of."""
    if made is None or not isinstance(made, Entry) or callee_of(made) is not np.errstate or node.bound:
        return False
    return all(isinstance(atom, Const) and atom.value in ("ignore", "warn") for _, atom in made.kwargs)


def _hint(var: Var, place: Any) -> str:
    return place if isinstance(place, str) and place.isidentifier() else f"{var.name}_{place}"


def _is_int(atom: Any) -> bool:
    return isinstance(atom, Const) and type(atom.value) is int
