"""Arguments that hold several values are differentiated by these, one by one.

function f(p, x)                        function f(k, c, x)         of which the derivative is made; it gets
    k = getitem p 0            →            …                           k = getitem p 0
    c = getitem p 1                                                     c = getitem p 1
    …                                                               before it, and (k_bar, c_bar) for p_bar

That is done where all that a function does with a tuple, an object or a dict is to read items that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from s2sad.ad.derive import Request
from s2sad.analysis.aliases import Fact
from s2sad.analysis.effects import checks_apart
from s2sad.ir import kinds as K
from s2sad.ir.argument_lengths import ArgumentLengths, Parts
from s2sad.ir.names import MARK, Names, is_unnamed
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    Fields,
    Function,
    Node,
    Param,
    Var,
)
from s2sad.ir.operations import op, operation_of
from s2sad.ir.records import field_names
from s2sad.ir.rewrite import defined_in, free_vars, substitute, uses_of, walk, with_blocks, with_body

_NO_DERIVATIVE = {K.BOOL: Const(0.0)}


@dataclass(eq=False)
class Leaf:
    """A value that is differentiated by itself (`differentiated`), or has no derivative."""

    var: Var
    fact: Fact
    differentiated: bool
    lengths: ArgumentLengths = None


@dataclass(eq=False)
class Group:
    """A container that is opened: its items, by their places."""

    var: Var
    kind: K.Kind
    parts: list[Leaf | Group]

    @property
    def places(self) -> tuple[Any, ...]:
        return self.kind.keys if self.kind.keys is not None else tuple(range(len(self.parts)))


def leaves_of(tree: Leaf | Group) -> Iterator[Leaf]:
    if isinstance(tree, Leaf):
        yield tree
    else:
        for part in tree.parts:
            yield from leaves_of(part)


@dataclass
class Opening:
    """A function of the values in its arguments, and the way back to one of the arguments themselves."""

    original: Function
    function: Function
    request: Request
    trees: list[Leaf | Group]
    wrt: tuple[int, ...]
    single: bool
    checks: list[Node]
    names: Names = field(repr=False)

    def closed(self, derived: Function, what: str) -> Function:
        """The derivative as a function of the arguments."""
        self.names.reserve(var.name for var in defined_in(derived.body))
        self.names.reserve(param.var.name for param in derived.params)
        if what == "rev":
            return self.with_gradients(derived, sorted(self.wrt), 0, len(self.wrt) == 1)
        needed = free_vars(derived.body)
        reads: list[Node] = [*self.checks]
        params: list[Param] = []
        rest = list(derived.params)

        def take(tree: Leaf | Group, leaves: list[Leaf], whole: Param) -> None:
            own = [rest.pop(0) for _ in leaves]
            if isinstance(tree, Leaf):
                params.extend(own)
                return
            targets = {leaf.var: param.var for leaf, param in zip(leaves, own) if param.var in needed}
            params.append(whole)
            reads.extend(read(whole.var, tree, targets, self.names))

        plain = what in ("vjp", "jvp", "jvps")
        for tree, param in zip(self.trees, self.original.params):
            whole = replace(param, default=None, kind="either") if plain else param
            take(tree, list(leaves_of(tree)), whole)
        for tree in [self.trees[i] for i in sorted(self.wrt)] if what in ("jvp", "jvps") else ():
            dot = Var(self.names.fresh(f"{tree.var.name}_dot"))
            take(tree, [leaf for leaf in leaves_of(tree) if leaf.differentiated], Param(dot))
        body = Block((*reads, *derived.body.entries), derived.body.results)
        made = replace(derived, params=(*params, *rest), body=body)
        if what in ("fwd", "jvp", "jvps"):
            return made
        values = 0 if what == "grad" and not self.request.has_aux else len(self.original.body.results)
        return self.with_gradients(made, self.wrt, values, self.single)

    def with_gradients(self, derived: Function, wrt: Iterable[int], count: int, single: bool) -> Function:
        """The derivative, whose first `count` results are the value, with the gradients put together."""
        trees = [self.trees[i] for i in wrt]
        values, gradients = derived.body.results[:count], iter(derived.body.results[count:])
        entries: list[Node] = list(derived.body.entries)
        found: list[Atom] = []
        shapes = []
        for tree in trees:
            bars = {leaf.var: next(gradients) for leaf in leaves_of(tree) if leaf.differentiated}
            shape, atoms = self.assembled(tree, bars, entries)
            shapes.append(shape)
            found += atoms
        own: Any = shapes[0] if single else tuple(shapes)
        structure = (derived.structure[0], own) if count else own
        return replace(with_body(derived, entries, (*values, *found)), structure=structure)

    def assembled(
        self, tree: Leaf | Group, bars: dict[Var, Atom], entries: list[Node]
    ) -> tuple[Any, list[Atom]]:
        """The adjoint of a container: the structure of its adjoints, and these."""
        if isinstance(tree, Leaf) or tree.kind.name != "tuple":
            return "one", [self.packed(tree, bars, entries)]
        made = [self.assembled(part, bars, entries) for part in tree.parts]
        shapes = tuple(shape for shape, _ in made)
        structure = Fields.of(tree.kind.cls, shapes) if tree.kind.cls else shapes
        return structure, [atom for _, atoms in made for atom in atoms]

    def packed(self, tree: Leaf | Group, bars: dict[Var, Atom], entries: list[Node]) -> Atom:
        """The adjoint of a value as one atom."""
        if isinstance(tree, Leaf):
            return bars.get(tree.var, _NO_DERIVATIVE.get(tree.fact[0], Const(None)))
        parts = [self.packed(part, bars, entries) for part in tree.parts]
        bar = Var(self.names.fresh(f"{tree.var.name}_bar"))
        if tree.kind.keys is None:
            made = op("list_of" if tree.kind.name == "list" else "tuple_of")
            entries.append(Entry((bar,), made, tuple(parts)))
        else:
            items = [atom for key, part in zip(tree.kind.keys, parts) for atom in (Const(key), part)]
            entries.append(Entry((bar,), op("dict_of"), tuple(items)))
        return bar


def read(base: Var, tree: Group, targets: dict[Var, Var], names: Names) -> list[Node]:
    """Entries that read what is in a container; `targets` say into what, by the variables of the leaves."""
    entries: list[Node] = []
    if is_unpacked(tree, targets):
        items = tuple(targets[part.var] for part in tree.parts)
        return [Entry(items, op("unpack"), (base, Const(len(items)), Const(None)))]
    for place, part in zip(tree.places, tree.parts):
        if not any(leaf.var in targets for leaf in leaves_of(part)):
            continue
        name = targets[part.var] if isinstance(part, Leaf) else Var(names.fresh(part.var.name))
        entries.append(Entry((name,), op("getitem"), (base, Const(place))))
        if isinstance(part, Group):
            entries += read(name, part, targets, names)
    return entries


def is_unpacked(tree: Group, targets: dict[Var, Var]) -> bool:
    """Whether all items of a sequence are needed, and have names that the user gave them: `a, b = p`."""
    return (
        tree.kind.keys is None
        and tree.kind.cls is None
        and all(part.var in targets and not is_unnamed(part.var.name) for part in tree.parts)
    )


# -------------------------------------------------------------------------------------------------- the opening


def open_arguments(function: Function, request: Request, names: Callable[[], Names]) -> Opening | None:
    """The function with the values in its differentiated arguments as parameters; None if there is nothing to open."""
    if not any(request.facts[i][0].fields for i in request.wrt):
        return None
    reads = Reads(function, names())
    trees: list[Leaf | Group] = []
    for i, (param, fact) in enumerate(zip(function.params, request.facts)):
        own = [param.var]
        opens = i in request.wrt and reads.can_open(fact[0], own)
        lengths = request.lengths[i] if request.lengths else None
        tree = reads.tree(param.var, fact, own, lengths) if opens else None
        trees.append(tree or Leaf(param.var, fact, i in request.wrt, lengths))
    if all(isinstance(tree, Leaf) for tree in trees):
        return None
    every = [list(leaves_of(tree)) for tree in trees]
    params = []
    for param, leaves in zip(function.params, every):
        params += [param] if leaves[0].var == param.var else [Param(leaf.var) for leaf in leaves]
    starts = [sum(map(len, every[:i])) for i in range(len(every))]
    wrt = tuple(starts[i] + k for i in request.wrt for k, leaf in enumerate(every[i]) if leaf.differentiated)
    facts = tuple(leaf.fact for leaves in every for leaf in leaves)
    opened = replace(function, params=tuple(params), body=reads.without(function.body))
    known = tuple(leaf.lengths for leaves in every for leaf in leaves)
    made = replace(request, facts=facts, wrt=wrt, single=False, lengths=known)
    return Opening(function, opened, made, trees, request.wrt, request.single, reads.checks, reads.names)


class Reads:
    """What a function reads of its arguments by places that are known."""

    def __init__(self, function: Function, names: Names) -> None:
        self.names = names
        self.entries: dict[Any, list[Entry]] = {}
        self.others: set[Atom] = set(function.body.results)
        self.gone: set[int] = set()
        self.checks: list[Node] = []
        self.new: dict[Var, Atom] = {}
        for node in walk(function.body):
            self.note(node)

    def note(self, node: Node) -> None:
        if isinstance(node, Entry) and self.is_read(node):
            self.entries.setdefault(node.args[0], []).append(node)
        elif checks_apart(node):  # of the arguments themselves
            self.checks.append(node)
            self.gone.add(id(node))
        else:
            self.others.update(uses_of(node))

    def is_read(self, node: Entry) -> bool:
        name = operation_of(node)
        if name == "unpack":
            return isinstance(node.args[0], Var) and node.args[2] == Const(None)
        return name == "getitem" and isinstance(node.args[0], Var) and isinstance(node.args[1], Const)

    def can_open(self, kind: K.Kind, own: list[Var]) -> bool:
        """Whether variables hold a container of which only items at known places are read."""
        if not kind.fields or any(var in self.others for var in own):
            return False
        return all(self.fits(entry, kind) for var in own for entry in self.entries.get(var, ()))

    def fits(self, entry: Entry, kind: K.Kind) -> bool:
        if operation_of(entry) == "unpack":
            return kind.keys is None and len(entry.targets) == len(kind.fields or ())
        return K.part(kind, entry.args[1].value) is not None

    def tree(self, var: Var, fact: Fact, own: list[Var], lengths: ArgumentLengths) -> Leaf | Group:
        """How a value is opened; `own` are the variables that hold it."""
        kind, varied = fact
        if not self.can_open(kind, own):
            self.new.update((other, var) for other in own if other != var)
            differentiated = varied and K.is_differentiated(kind)
            return Leaf(var, (kind, differentiated), differentiated, lengths)
        parts: list[Leaf | Group] = []
        for i, targets in enumerate(self.items(kind, own)):
            named = next((target for target in targets if not is_unnamed(target.name)), None)
            inner = named or Var(self.names.fresh(part_name(var, kind, i)))
            known = lengths.items[i] if isinstance(lengths, Parts) else None
            parts.append(self.tree(inner, ((kind.fields or ())[i], varied), targets, known))
        return Group(var, kind, parts)

    def items(self, kind: K.Kind, own: list[Var]) -> list[list[Var]]:
        """The variables that hold each item of a container, which need no longer be read."""
        places = list(range(len(kind.fields or ()))) if kind.keys is None else list(kind.keys)
        found: list[list[Var]] = [[] for _ in places]
        for entry in [entry for one in own for entry in self.entries.get(one, ())]:
            self.gone.add(id(entry))
            if operation_of(entry) == "unpack":
                for targets, target in zip(found, entry.targets):
                    targets.append(target)
                continue
            place = entry.args[1].value
            found[places.index(place) if kind.keys else range(len(places))[place]].append(entry.targets[0])
        return found

    def without(self, block: Block) -> Block:
        """A block that reads the values as parameters."""
        kept = self.only(block)
        return substitute(kept, self.new)

    def only(self, block: Block) -> Block:
        entries = tuple(
            node if isinstance(node, Entry) else with_blocks(node, self.only)
            for node in block.entries
            if id(node) not in self.gone
        )
        return Block(entries, block.results)


def takes_lists_apart(function: Function, facts: Iterable[Fact]) -> bool:
    """Whether a function only reads items at known places of the lists whose items are known one by one."""
    given = [(param.var, kind) for param, (kind, _) in zip(function.params, facts)]
    lists = [(var, kind) for var, kind in given if kind.name == "list" and kind.fields is not None]
    reads = Reads(function, Names()) if lists else None
    return reads is None or all(reads.can_open(kind, [var]) for var, kind in lists)


def part_name(var: Var, kind: K.Kind, place: int) -> str:
    """A name for an item: that of the attribute, the key, or the container's with the place."""
    if kind.cls is not None:
        return field_names(kind.cls)[place]
    key = kind.keys[place] if kind.keys is not None else None
    return key if isinstance(key, str) and key.isidentifier() else f"{var.name}_{place}{MARK}"
