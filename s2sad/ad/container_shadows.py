"""Containers of arrays that are written in place: beside each stands one of their shadows, made and read in the same way.

    rows = list_of u v              rows = list_of u v
                                    rows_bar = list_of u_bar v_bar
    row = getitem rows i      →     row = getitem rows i
                                    row_bar = getitem rows_bar i
    append rows w                   append rows w
                                    append rows_bar w_bar

So whatever names, slices and items a container has, the shadows have the same ones, and the running program settles which array
is meant. Numbers in it have a place in the container of shadows, to which their adjoints are added.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import effect_of
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import holds_array, outcome_of_entry
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Const, Entry, Location, Node, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.tried_functions import gives_new
from s2sad.runtime.indexing import check_array, check_rows
from s2sad.runtime.structure import copy_of

_CHECK_ARRAY = Ref("check_array", check_array)
_CHECK_ROWS = Ref("check_rows", check_rows)
_LIST = Ref("list", list)
_COPIES = (list, tuple, reversed)
_JOINING = ("add", "mul")


@dataclass
class Mirror:
    """Makes what stands beside entries about containers; `shadows` has those of objects, `define` makes one."""

    facts: Facts
    names: Names
    is_object: Callable[[Atom], bool]
    shadows: dict[Atom, Var]
    define: Callable[[Var], Var]
    loc: Location | None = None

    def is_about(self, node: Entry) -> bool:
        """Whether an entry puts objects into a container, or reads one that holds any, and makes no array of these."""
        every = (*node.args, *(atom for _, atom in node.kwargs), *node.targets)
        method = self.facts.container_aliases.methods.get(node.fn)  # `d.update(a=x)`
        is_method = method is not None and self.facts.kind(method[0]).name in K.CONTAINERS
        stores = is_method or operation(node).holds_arguments or operation_of(node) == "setattr"
        holds = stores and any(map(self.is_object, every))
        holds = holds or any(self.is_object(atom) and is_holder(self.facts.kind(atom)) for atom in every)
        return holds and not self.makes_array(node)

    def makes_array(self, node: Entry) -> bool:
        """Whether an entry makes a new array of what containers hold, as `np.array(rows)` does."""
        if operation_of(node) is not None or not isinstance(node.fn, Ref) or len(node.targets) != 1:
            return False
        if gives_new(node.fn.value):
            return True
        outcome = outcome_of_entry(node, self.facts.kind)
        is_array = K.is_array(self.facts.kind(node.targets[0])) and K.is_array(outcome.kind)
        return is_array and not outcome.shared

    def beside(self, node: Entry) -> list[Node]:
        """What stands after an entry about containers; raises UnsupportedValue where that isn't known."""
        self.loc = node.loc
        found = self.mirrored(node)
        if found is not None:
            return found
        if not any(map(self.is_uncertain, node.targets)):
            raise stored_in_container(node)
        reason = (
            "this comes out of a container, and its number of axes isn't known: it can't be written in place"
        )
        raise UnsupportedValue(reason, "keep arrays of one rank there, and numbers elsewhere", node.loc)

    def mirrored(self, node: Entry) -> list[Node] | None:
        """What stands after an entry that puts objects into containers, or takes them out; None if that isn't known."""
        name = operation_of(node)
        if operation(node).is_display:
            return self.display(node)
        if name in ("append", "setitem"):
            return self.put(node)
        if name == "unpack":
            return self.unpacked(node)
        if name == "getitem" or name in _JOINING or callee_of(node) in _COPIES:
            return self.read(node)
        if callee_of(node) is copy_of:
            return self.made(node)
        effect = effect_of(node)
        only_looks = effect == Effect.SHOWING and not node.targets
        if effect > Effect.FRESH and not only_looks:
            return None
        if name == "getattr" or any(map(self.is_object, node.targets)):
            return None
        return []

    def display(self, node: Entry) -> list[Node] | None:
        """`[u, v]`, `(u, 1.0)`, `{"u": u}`: a tuple with numbers in it has a list beside it, to which can be added."""
        target, name = node.targets[0], operation_of(node)
        before: list[Node] = []
        if not self.is_object(target) or name == "set_of":
            return None
        step = 2 if name == "dict_of" else 1
        places = range(step - 1, len(node.args), step)
        items = list(node.args)
        for place in places:
            items[place] = self.item(node.args[place], before)
        pure = all(self.is_object(node.args[i]) or items[i] == Const(None) for i in places)
        fn = node.fn if pure or name != "tuple_of" else op("list_of")
        shadow = self.container(target)
        return [*before, Entry((shadow,), fn, tuple(items), (), node.loc)]

    def item(self, atom: Atom, before: list[Node]) -> Atom:
        """What stands in a container of shadows for what stands in the container."""
        kind = self.facts.kind(atom)
        if self.is_object(atom):
            return self.shadow(atom)
        if K.is_array(kind) and self.facts.varies(atom):
            reason = (
                "an array goes into a container of arrays that are written, and isn't known to be one of them"
            )
            raise UnsupportedValue(reason, "put a copy there: `x.copy()`", self.loc)
        if K.is_array(kind) or kind.name in K.CONTAINERS or kind == K.UNKNOWN:
            made = Var(self.names.fresh("t_bar"))
            self.facts.kinds[made] = kind
            before.append(Entry((made,), op("shadow_of"), (atom,)))
            return made
        return Const(0.0) if kind in K.NUMBERS else Const(None)

    def put(self, node: Entry) -> list[Node] | None:
        """A number has no place beside arrays here: what is put there is taken off on the way back, arrays aren't."""
        container, *index, item = node.args
        if not self.is_object(container) or self.facts.kind(item) in K.NUMBERS:
            return None
        before: list[Node] = []
        shadow = self.item(item, before)
        return [*before, replace(node, args=(self.shadow(container), *index, shadow))]

    def is_uncertain(self, atom: Atom) -> bool:
        """Whether something out of a container may be an array with a shadow, and isn't known to be one."""
        return not self.is_object(atom) and self.facts.varies(atom) and K.may_be_array(self.facts.kind(atom))

    def unpacked(self, node: Entry) -> list[Node] | None:
        if any(map(self.is_uncertain, node.targets)):
            return None
        if not any(map(self.is_object, node.targets)):
            return []
        shadows = tuple(
            self.container(target) if self.is_object(target) else self.unused(target)
            for target in node.targets
        )
        read = replace(node, targets=shadows, args=(self.shadow(node.args[0]), *node.args[1:]))
        return [
            *(each for target in node.targets if self.is_object(target) for each in self.checked(target)),
            read,
        ]

    def unused(self, target: Var) -> Var:
        made = Var(self.names.fresh("unused"))
        self.facts.kinds[made] = self.facts.kind(target)
        return made

    def read(self, node: Entry) -> list[Node] | None:
        """An item, a slice, a copy, a joined or a repeated list; beside a tuple that is no display stands a list."""
        target = node.targets[0]
        if not self.is_object(target):
            return None if self.is_uncertain(target) else []
        before: list[Node] = []
        args = tuple(self.item(atom, before) if self.is_base(atom) else atom for atom in node.args)
        if operation_of(node) in _JOINING and self.facts.kind(target).name == "tuple":
            args = tuple(self.as_list(atom, before) for atom in args)
        read = replace(node, targets=(self.container(target),), args=args)
        if callee_of(node) is tuple:
            read = replace(read, fn=_LIST)
        of_array = callee_of(node) in _COPIES and K.is_array(self.facts.kind(node.args[0]))
        rows = [Entry((), _CHECK_ROWS, (node.args[0],), (), node.loc)] if of_array else []
        return [*before, *rows, *self.checked(target), read]

    def as_list(self, shadow: Atom, before: list[Node]) -> Atom:
        if isinstance(shadow, Const) or self.facts.kind(shadow).name not in K.CONTAINERS:
            return shadow
        made = Var(self.names.fresh("t_bar"))
        self.facts.kinds[made] = self.facts.kind(shadow)
        before.append(Entry((made,), _LIST, (shadow,)))
        return made

    def checked(self, target: Var) -> list[Node]:
        """What is of unknown rank may be a number, to whose adjoint nothing can be added under another name."""
        kind = self.facts.kind(target)
        if not K.is_array(kind) or kind.ndim is not None:
            return []
        return [Entry((), _CHECK_ARRAY, (target,), (), self.loc)]

    def is_base(self, atom: Atom) -> bool:
        return self.is_object(atom) or (
            isinstance(atom, Var) and self.facts.kind(atom).name in ("list", "tuple", "dict")
        )

    def made(self, node: Entry) -> list[Node]:
        """A copy of all that is in a container."""
        target = node.targets[0]
        if not self.is_object(target):
            return []
        return [Entry((self.container(target),), op("shadow_of"), (target,), (), node.loc)]

    def shadow(self, atom: Atom) -> Var:
        return self.shadows[atom]

    def container(self, target: Var) -> Var:
        """The shadow of a variable; of a container it is as long as that, whatever becomes of both."""
        shadow = self.define(target)
        if self.facts.kind(target).name in K.CONTAINERS:
            self.facts.container_aliases.unite(shadow, target)
        return shadow


def is_holder(kind: K.Kind) -> bool:
    """Whether a value of this kind is a container that holds arrays."""
    return kind.name in K.CONTAINERS and holds_array(kind)


def stored_in_container(node: Node) -> UnsupportedValue:
    """The refusal of what an entry does with a container of arrays that are written in place."""
    reason = "an array that is written in place is stored in a container"
    hint = "write to it under a name of its own, and store a copy: `x.copy()`"
    return UnsupportedValue(reason, hint, node.loc)
