"""Where the places of a list of values go, and whether nothing there needs them to be places.

    k = len values          k is the place of v, which is appended next
    setitem xs i k          xs holds places
    append values v
    n = getitem xs j        n is a place, whose value is w
    w = getitem values n

A container *holds* such places, or containers that do. It can hold the values in their stead if each has one way to it: the name
that it was made with, or, from where it is put into an outer one, the way down from that. Then a shadow that is made in its likeness
is written at the same places, whichever entry does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from s2sad.analysis.aliases import Facts
from s2sad.analysis.surroundings import FRESH, Surroundings, entry_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Var, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import node_reads, walk

_ITEM = "*"
"""Stands for every key that isn't a text that is written out."""
PLAIN = frozenset(("bool", "int", "float", "complex", "text", "none"))


def slot(key: Atom) -> str:
    return key.value if isinstance(key, Const) and isinstance(key.value, str) else _ITEM


def stores(node: Node) -> list[tuple[Atom, str, Atom]]:
    """The containers, slots and items of what an entry puts into containers."""
    if not isinstance(node, Entry):
        return []
    name, args = operation_of(node), node.args
    if name == "append":
        return [(args[0], _ITEM, args[1])]
    if name == "setitem":
        return [(args[0], slot(args[1]), args[2])]
    if name == "list_of":
        return [(node.targets[0], _ITEM, item) for item in args]
    if name == "dict_of":
        return [(node.targets[0], slot(key), item) for key, item in zip(args[::2], args[1::2])]
    return []


class NeedsPlaces(Exception):
    """Something is done to the places of a list, or to a container of them, that has to be done to places."""


@dataclass
class ItemPlaces:
    """The places of one list of values: `holders` are the containers that they are in.

    A text that is written out as a key is a slot of its own, as a name of an attribute; `mixed` if other keys are used as well: then
    all are one. `made` says for a place which value is appended there. What reads a place will read a value, by the name in `renamed`, and
    `read` says for what was read from the list of values which of these it is.
    """

    memory: Var
    around: Surroundings
    facts: Facts
    holders: set[Atom] = field(default_factory=set)
    places: set[Atom] = field(default_factory=set)
    slots: set[str] = field(default_factory=set)
    mixed: bool = False
    made: dict[Atom, Atom] = field(default_factory=dict)
    read: dict[Atom, Var] = field(default_factory=dict)
    renamed: dict[Atom, Var] = field(default_factory=dict)

    @property
    def is_of_attributes(self) -> bool:
        return _ITEM not in self.slots

    # ------------------------------------------------------------------------------------------------ found

    def find(self) -> None:
        """Follow the places to wherever they go; raises NeedsPlaces."""
        for node in self.around.uses.get(self.memory, ()):
            self.use_of_memory(node)
        if not self.made.keys().isdisjoint(self.renamed):
            raise NeedsPlaces
        self.follow_all()
        if _ITEM in self.slots and len(self.slots) > 1:
            self.mixed = True
            self.slots.clear()
            self.follow_all()

    def follow_all(self) -> None:
        self.places.update(self.made, self.renamed)
        size = -1
        while size != (size := len(self.holders) + len(self.places) + len(self.slots)):
            for node in self.about():
                self.follow(node)

    def slot(self, key: Atom) -> str:
        return _ITEM if self.mixed else slot(key)

    def stores(self, node: Node) -> list[tuple[Atom, str, Atom]]:
        return [(held, _ITEM if self.mixed else key, item) for held, key, item in stores(node)]

    def about(self, *atoms: Atom) -> list[Node]:
        """The entries that make or use holders or places, or these atoms, or call a method of them."""
        found: dict[int, Node] = {}
        for atom in atoms or (*self.holders, *self.places):
            made, uses = self.around.made.get(atom), self.around.uses.get(atom, [])
            methods = [targets_of(node)[0] for node in uses if entry_of(node, "getattr")]
            calls = [node for method in methods for node in self.around.uses.get(method, ())]
            found.update((id(node), node) for node in (*uses, *calls, *((made,) if made else ())))
        return list(found.values())

    def use_of_memory(self, node: Node) -> None:
        name = operation_of(node)
        if id(node) in self.around.odd or not isinstance(node, Entry) or self.memory in node.args[1:]:
            raise NeedsPlaces
        if name == "getitem" and isinstance(node.args[1], Var):
            key, value = node.args[1], node.targets[0]
            self.read[value] = self.renamed.setdefault(key, value)
        elif callee_of(node) is len:
            self.made[node.targets[0]] = self.appended_after(node)
        elif name != "append" or not self.is_placed(node):
            raise NeedsPlaces

    def appended_after(self, node: Entry) -> Atom:
        """What is appended next to the list of values, so that it gets the place that was asked for."""
        following = self.around.after(node)
        for i, each in enumerate(following):
            if self.memory in node_reads(each):
                if operation_of(each) != "append" or not isinstance(each, Entry):
                    raise NeedsPlaces
                item = each.args[1]
                if any(item in targets_of(other) for other in following[:i]):
                    raise NeedsPlaces
                return item
        raise NeedsPlaces

    def is_placed(self, node: Node) -> bool:
        """Whether the place of what is appended was asked for before."""
        block, place = self.around.home[id(node)]
        for each in reversed(block.entries[:place]):
            if self.memory in node_reads(each):
                return callee_of(each) is len
        return False

    def follow(self, node: Node) -> None:
        for container, key, item in self.stores(node):
            if item in self.places:
                self.holders.add(container)
                self.slots.add(key)
            elif item in self.holders:
                self.holders.add(container)
        for container, key, item in self.reads(node):
            if item in self.places:
                self.holders.add(container)
                self.slots.add(key)
            elif item in self.holders:
                self.holders.add(container)
            elif container in self.holders:
                if self.facts.kind(item).name not in PLAIN:
                    self.holders.add(item)
                elif key in self.slots and self.is_for_items(container, node):
                    self.places.add(item)
        if operation_of(node) == "mul" and isinstance(node, Entry):
            if not self.holders.isdisjoint((*node.args, *node.targets)):
                self.holders.update(node.targets)
                self.holders.update(a for a in node.args if self.facts.kind(a).name not in PLAIN)

    def is_for_items(self, container: Atom, node: Node) -> bool:
        return not isinstance(node, For) or self.facts.kind(container).name == "list"

    def reads(self, node: Node) -> list[tuple[Atom, str, Var]]:
        """The containers, slots and targets of what takes something out of containers."""
        if isinstance(node, For):
            is_dict = self.facts.kind(node.iterable).name == "dict"
            return [] if is_dict else [(node.iterable, _ITEM, node.item)]
        if not isinstance(node, Entry) or not node.targets:
            return []
        if operation_of(node) == "getitem":
            return [(node.args[0], self.slot(node.args[1]), node.targets[0])]
        taken = self.around.pop(node)
        return [(taken[0], _ITEM, node.targets[0])] if taken else []

    # ---------------------------------------------------------------------------------------------- checked

    def check(self, results: Iterable[Atom]) -> None:
        """Raises NeedsPlaces unless all holders can hold the values themselves."""
        for place in self.places:
            self.check_made_place(place)
            for node in self.around.uses.get(place, ()):
                self.check_use_of_place(place, node)
        if not (self.holders | self.places).isdisjoint(results):
            raise NeedsPlaces
        for holder in self.holders:
            self.check_made(holder)
            for node in self.around.uses.get(holder, ()):
                self.check_use(holder, node)
        for node in self.about():
            for container, key, item in self.stores(node):
                self.check_store(container, key, item)

    def check_made_place(self, place: Atom) -> None:
        made = self.around.made.get(place) if isinstance(place, Var) else None
        if place not in self.made and (made is None or all(item != place for *_, item in self.reads(made))):
            raise NeedsPlaces

    def check_use_of_place(self, place: Atom, node: Node) -> None:
        found = entry_of(node, "getitem")
        is_read = found is not None and found.args == (self.memory, place)
        if not is_read and all(item != place for _, _, item in self.stores(node)):
            raise NeedsPlaces

    def check_made(self, holder: Atom) -> None:
        """Each is made here, or is the one item at a place of an outer one, for as long as it has a name."""
        made = self.around.made.get(holder)
        kind = self.facts.kind(holder).name
        if made is None or id(made) in self.around.odd or kind not in ("list", "dict"):
            raise NeedsPlaces
        if operation_of(made) in FRESH:
            return
        if isinstance(made, For) and made.item == holder:
            if any(map(self.adds_holder, walk(made.body))):
                raise NeedsPlaces
        else:
            self.check_part(entry_of(made, "getitem"), holder)

    def check_part(self, made: Entry | None, holder: Atom) -> None:
        """What is taken by a key is still there when its shadow is taken, by the same key, after its last use."""
        if made is None:
            raise NeedsPlaces
        key = made.args[1]
        if self.slot(key) != _ITEM or (
            isinstance(key, Const) and isinstance(key.value, int) and key.value >= 0
        ):
            return
        seen: list[Node] = []
        for node in self.around.after(made):
            seen += walk(Block((node,)))
            if holder in node_reads(node) and any(map(self.adds_holder, seen)):
                raise NeedsPlaces

    def adds_holder(self, node: Node) -> bool:
        found = entry_of(node, "append")
        return found is not None and found.args[1] in self.holders

    def changes_length(self, node: Node) -> bool | None:
        """Whether an entry makes a list longer or shorter, which the loops that go through it would see."""
        taken, put = self.around.pop(node), entry_of(node, "append")
        return (taken and taken[0] in self.holders) or (put is not None and put.args[0] in self.holders)

    def check_use(self, holder: Atom, node: Node) -> None:
        if id(node) in self.around.odd:
            raise NeedsPlaces
        if isinstance(node, For) and node.iterable == holder and holder not in node.inits:
            if holder in node.body.results or any(map(self.changes_length, walk(node.body))):
                raise NeedsPlaces
            return
        if not isinstance(node, Entry) or node.kwargs:
            raise NeedsPlaces
        name, others = operation_of(node), node.args[1:]
        is_first = bool(node.args) and node.args[0] == holder and holder not in others
        if is_first and self.is_plain_use(holder, node, name, others):
            return
        is_stored = any(item == holder and container != holder for container, _, item in self.stores(node))
        if is_stored and node.args.count(holder) == 1:
            self.check_put(holder, node)
        elif name in ("is_in", "not_in") and others == (holder,) and self.facts.kind(holder).name == "dict":
            return
        elif name == "mul" and others == (holder,):
            self.check_repeated(holder, node.args[0])
        else:
            raise NeedsPlaces

    def is_plain_use(self, holder: Atom, node: Entry, name: str | None, others: tuple[Atom, ...]) -> bool:
        """Whether an entry reads or writes one item, or asks how many there are."""
        is_list = self.facts.kind(holder).name == "list"
        if name in ("getitem", "setitem"):
            key = self.facts.kind(others[0])
            if not is_list and (self.slot(others[0]) == _ITEM) is not (_ITEM in self.slots):
                return False
            return not is_list or key in (K.INT, K.BOOL)
        if name == "mul":
            self.check_repeated(holder, others[0])
            return True
        if name == "getattr":
            users = self.around.uses.get(node.targets[0], [])
            taken = self.around.pop(users[0]) if len(users) == 1 else None
            return is_list and taken is not None and self.holders.isdisjoint(targets_of(users[0]))
        return name == "append" or callee_of(node) is len

    def check_repeated(self, holder: Atom, count: Atom) -> None:
        inside = [item for node in self.about(holder) for c, _, item in self.stores(node) if c == holder]
        if self.facts.kind(count) != K.INT or not self.holders.isdisjoint(inside):
            raise NeedsPlaces

    def check_put(self, holder: Atom, node: Entry) -> None:
        """What goes into an outer container is new, goes into one only, and isn't known by its own name from there on."""
        made = self.around.made[holder]
        block, place = self.around.home[id(node)]
        same_block = self.around.home[id(made)][0] is block
        if not self.around.is_fresh(holder) or not same_block or holder in block.results:
            raise NeedsPlaces
        if any(holder in node_reads(each) for each in block.entries[place + 1 :]):
            raise NeedsPlaces
        if operation_of(node) == "setitem":
            outer, key = node.args[:2]
            writes = [entry_of(each, "setitem") for each in self.around.uses[outer]]
            others = [each for each in writes if each is not None and each.args[:2] == (outer, key)]
            home = self.around.made.get(outer)
            fresh = self.around.is_fresh(outer) and home and self.around.home[id(home)][0] is block
            if self.slot(key) == _ITEM or not fresh or len(others) > 1:
                raise NeedsPlaces

    def check_store(self, container: Atom, key: str, item: Atom) -> None:
        if container in self.holders and key in self.slots:
            if item not in self.places and item not in self.holders:
                raise NeedsPlaces

    # --------------------------------------------------------------------------------------------- what is popped

    def pops(self) -> Iterator[tuple[Entry, Entry, Atom]]:
        """The calls of `pop` of holders, with the entry that takes the method, and the list."""
        for node in self.about():
            taken = self.around.pop(node)
            if taken is not None and taken[0] in self.holders and isinstance(node, Entry):
                yield node, taken[1], taken[0]
