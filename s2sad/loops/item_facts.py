"""What is known of containers while a list is gone through: their items one by one, and where new entries go.

a = tuple_of x y          a holds x and y
b = getitem a 1           b is y
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import operation, operation_of
from s2sad.ir.rewrite import defined_in, definitions_of, substitute, uses_of, walk
from s2sad.loops.emission import emitted
from s2sad.loops.live_containers import LiveContainers
from s2sad.loops.outside_values import OutsideParts

_MOST_ENTRIES = 20_000
_MOST_AS_A_WHOLE = 2_000


@dataclass
class Items:
    """What a container holds: of a dict by its `keys`."""

    form: str
    atoms: list[Atom]
    keys: list[Any] | None = None

    @property
    def is_mutable(self) -> bool:
        return self.form != "tuple_of"

    def literal(self) -> tuple[Atom, ...]:
        """The arguments of what makes such a container."""
        if self.keys is None:
            return tuple(self.atoms)
        return tuple(atom for key, item in zip(self.keys, self.atoms) for atom in (Const(key), item))

    def copied(self) -> Items:
        return Items(self.form, list(self.atoms), None if self.keys is None else list(self.keys))


class ItemFacts:
    """What is `known` of containers at a place of a function, what variables have become, and the new list so far.

    A function that is taken apart as a `whole` has `live` containers too. `left` is how many entries may still follow.
    """

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

    # ---------------------------------------------------------------------------------------------------- asked

    def kind(self, atom: Atom) -> K.Kind:
        return self.kinds[atom] if atom in self.kinds else self.kind_of(atom)

    def atom(self, atom: Atom) -> Atom:
        """What an atom of the function has become."""
        return atom if type(atom) is Const else self.atoms.get(atom, atom)

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

    def items_of(self, atom: Atom) -> list[Atom] | None:
        """The items of a list or tuple, if they are known one by one."""
        items = self.known.get(atom)
        return None if items is None or items.keys is not None else list(items.atoms)

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

    # ----------------------------------------------------------------------------------------------------- told

    def emit(self, fn: str, *args: Atom, hint: str = "t", loc: Any = None) -> Var:
        return emitted(self.out, self.names, fn, *args, hint=hint, loc=loc)

    def fresh(self, like: Atom, kind: K.Kind) -> Var:
        made = Var(self.names.fresh(like.name if isinstance(like, Var) else "t"))
        self.kinds[made] = kind
        return made

    def new(self, node: Entry, form: str, atoms: Sequence[Atom]) -> Atom:
        """A container of these items, in the place of what an entry makes."""
        made = self.emit(form, *atoms, hint=node.targets[0].name, loc=node.loc)
        self.known[made] = Items(form, list(atoms))
        return made

    def forget(self, container: Atom) -> None:
        """Nothing is known of a container any more; of none that it may be, where it isn't known which one it is."""
        if container in self.known:
            del self.known[container]
            return
        made = self.definitions.get(container)
        if made is not None and operation(made).arithmetic and effect_of(made) < Effect.WRITING:  # a new list
            return
        form = {"list": "list_of", "dict": "dict_of"}.get(self.kind(container).name)
        self.known = {
            var: items
            for var, items in self.known.items()
            if not items.is_mutable or (form is not None and items.form != form)
        }

    def copy_of(self, block: Block, values: dict[Var, Atom]) -> Block:
        """The block with variables of its own."""
        new: dict[Var, Atom] = {}
        for var in sorted(defined_in(block), key=lambda var: var.name):
            new[var] = self.fresh(var, self.kind(var))
        return substitute(block, {**values, **new}, new)


def _writes_outside(node: Node) -> bool:
    """Whether an entry may change an object, or a container, that lives outside."""
    if not isinstance(node, Entry) or not node.args or effect_of(node) == Effect.SHOWING:
        return False
    return effect_of(node) >= Effect.WRITING and isinstance(node.args[0], Ref)
