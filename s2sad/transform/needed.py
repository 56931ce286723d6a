"""Which entries of a function are needed: those with an effect, those that give its results, and what these need.

a = mul x y             needed: the loop begins with it
b = sin x               not needed, nor is the number that the loop carries from it for itself alone
for i in r with s = a, u = b -> z, v
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

from s2sad.analysis.contents import contents_read
from s2sad.analysis.effects import effect_of, makes_iterator, may_raise
from s2sad.ir.nodes import (
    Atom,
    Block,
    Closure,
    Const,
    Entry,
    For,
    If,
    Node,
    Try,
    Var,
    While,
    With,
    atoms_of,
)
from s2sad.ir.notes import CAUGHT, NOTES
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, is_one_of, operation, operation_of
from s2sad.runtime.special import index_of_max, index_of_min
from s2sad.transform.dead_stores import Stores
from s2sad.transform.memory import Memory

_METHODS = frozenset(("append", "pop", "insert", "clear", "add"))
Region = Union[If, For, While, Try, With, Closure]


class Needed:
    """Finds the needed entries, by their identity, and the needed variables."""

    def __init__(
        self, protected: frozenset[Var], pure_functions: frozenset[str], memory: Memory | None = None
    ) -> None:
        self.protected = protected
        self.stores = Stores(memory)
        self.pure_functions = pure_functions
        self.source: dict[Var, tuple[Node, int]] = {}  # what gives a variable, and which of its values it is
        self.owner: dict[int, Region | None] = {}  # the region that an entry stands in
        self.writes: dict[Var, list[Node]] = {}  # to a container that is made here
        self.methods: dict[Var, Var] = {}  # bound methods that write: the container of each
        # What a closure needs for its effect, once it is needed itself.
        self.waiting: dict[int, list[Node]] = {}
        self.needed: set[int] = set()
        self.live: set[Var] = set()
        self.work: list[Var] = []
        self.read: list[Atom] = []  # of which the contents are needed

    # ------------------------------------------------------------------------------------------------- collecting

    def collect(
        self, block: Block, owner: Region | None, closure: Closure | None = None, tried: bool = False
    ) -> None:
        for node in block.entries:
            self.owner[id(node)] = owner
            if type(node) is Entry:
                for target in node.targets:
                    self.source[target] = node, 0
                if self.stays(node, tried):
                    self.root(node, closure)
            else:
                self.collect_region(node, closure, tried)

    def collect_region(self, node: Region, closure: Closure | None, tried: bool) -> None:
        if type(node) is Closure:
            self.source[node.target] = node, 0
            self.waiting[id(node)] = []
            # it may be called where an exception is caught
            self.collect(node.function.body, node, node, tried=True)
            return
        for i, target in enumerate(node.targets):
            self.source[target] = node, i
        if type(node) is If:
            self.collect(node.then, node, closure, tried)
            self.collect(node.orelse, node, closure, tried)
        elif type(node) is Try:
            self.root(node, closure)
            self.collect(node.body, node, closure, True)
            for handler in node.handlers:
                self.collect(handler.block, node, closure, tried)
        else:
            self.collect_bound(node, closure, tried)
            self.collect(node.body, node, closure, tried)

    def collect_bound(self, node: For | While | With, closure: Closure | None, tried: bool) -> None:
        if type(node) is With:
            self.root(node, closure)
            if node.bound:
                self.source[node.bound] = node, -1
            return
        for i, param in enumerate(node.params):
            self.source[param] = node, i
        if type(node) is While:
            self.collect(node.cond, node, closure, tried)
            return
        self.source[node.item] = node, -1
        if self.uses_up(node, (node.iterable,)):
            self.root(node, closure)

    def uses_up(self, node: Node, iterables: Iterable[Atom]) -> bool:
        """Whether to go through something is an effect. Using up an iterator made here is one if others use it."""
        for atom in iterables:
            maker = self.maker_of(atom)
            if type(atom) is Var and maker is not None and makes_iterator(maker, self.pure_functions):
                if effect_of(maker, self.pure_functions) is Effect.UNKNOWN:
                    return True
                self.writes.setdefault(atom, []).append(node)
        return False

    def maker_of(self, atom: Atom) -> Entry | None:
        """The entry that a variable of this function comes from."""
        maker = self.source[atom][0] if type(atom) is Var and atom in self.source else None
        return maker if type(maker) is Entry else None

    def stays(self, node: Entry, tried: bool) -> bool:
        effect = effect_of(node, self.pure_functions)
        if tried and node.note in (CAUGHT, *NOTES):
            return True
        if effect is Effect.TOTAL:
            return False
        if effect < Effect.WRITING:
            if effect is Effect.READING and self.is_method(node):
                return False
            if effect is not Effect.RAISING and self.uses_up(node, node.args):
                return True
            if tried and effect is Effect.RAISING:
                return True
            kept = tried or not self.protected.isdisjoint(node.targets)
            kept = kept and may_raise(node, self.pure_functions, tried)
            return kept and not self.takes_extreme(node) and not self.copies(node)
        container = self.container_of(node, effect)
        if container is None:
            return tried or not self.stores.take(node)
        self.writes.setdefault(container, []).append(node)
        return False

    def takes_extreme(self, node: Entry) -> bool:
        """Whether it takes the greatest or least item, which is there: finding its place has raised for an empty list."""
        if operation_of(node) != "getitem":
            return False
        place = self.maker_of(node.args[1])
        if place is None or callee_of(place) not in (index_of_max, index_of_min):
            return False
        return place.args[0] == node.args[0]

    def copies(self, node: Entry) -> bool:
        """Whether it is `list` or `tuple` of a container made here, which has items to go through."""
        return is_one_of(callee_of(node), (list, tuple)) and any(map(self.is_made_here, node.args))

    def is_method(self, node: Entry) -> bool:
        """Takes note of `m = getattr container 'append'`."""
        if len(node.targets) != 1 or operation_of(node) != "getattr":
            return False
        container, name = node.args[:2]
        if type(container) is not Var or type(name) is not Const or name.value not in _METHODS:
            return False
        if not self.is_made_here(container):
            return False
        self.methods[node.targets[0]] = container
        return True

    def container_of(self, node: Entry, effect: int) -> Var | None:
        """The container made here to which an entry writes and does nothing else."""
        if effect is Effect.WRITING:
            container = node.args[0]
            return container if type(container) is Var and self.is_made_here(container) else None
        return self.methods.get(node.fn) if type(node.fn) is Var else None

    def is_made_here(self, atom: Atom) -> bool:
        maker = self.maker_of(atom)
        if maker is None:
            return False
        done = operation(maker)
        return done.makes_container or (done.name == "mul" and any(map(self.is_made_here, maker.args)))

    # --------------------------------------------------------------------------------------------------- marking

    def root(self, node: Node, closure: Closure | None) -> None:
        if closure is None:
            self.need(node)
        else:
            self.waiting[id(closure)].append(node)

    def need_atoms(self, atoms: Iterable[Atom]) -> None:
        for atom in atoms:
            if type(atom) is Var and atom not in self.live:
                self.live.add(atom)
                self.work.append(atom)

    def need(self, node: Node | None) -> None:
        """An entry is needed, and so are what it reads and the regions around it."""
        while node is not None and id(node) not in self.needed:
            self.needed.add(id(node))
            if type(node) is Entry:
                self.need_atoms(node.args)
                if node.kwargs:
                    self.need_atoms(atom for _, atom in node.kwargs)
                if type(node.fn) is Var:
                    self.need_atoms((node.fn,))
                if self.stores.memory is not None:
                    self.read.extend(contents_read(node))
            elif type(node) is Closure:
                self.read_atoms(param.default for param in node.function.params if param.default)
                self.read_atoms(node.function.body.results)
                self.read.extend(node.captures)
                for inner in self.waiting[id(node)]:
                    self.need(inner)
            else:
                self.need_region(node)
            node = self.owner[id(node)]

    def read_atoms(self, atoms: Iterable[Atom | None]) -> None:
        """What atoms hold is needed, and so is what wrote it there."""
        found = [atom for atom in atoms if atom is not None]
        self.need_atoms(found)
        self.read.extend(found)

    def need_region(self, node: If | For | While | Try | With) -> None:
        if type(node) is For:
            self.read_atoms((node.iterable,))
        elif type(node) is While:
            self.read_atoms(node.cond.results)
        else:
            self.read_atoms(atoms_of(node))
        if isinstance(node, (For, While)) and node.stops:
            self.need_atoms(node.body.results[-1:])

    def run(self) -> None:
        while self.work or self.read:
            while self.read:
                for write in self.stores.needed_for(self.read.pop()):
                    self.need(write)
            if not self.work:
                return
            var = self.work.pop()
            for write in self.writes.get(var, ()):
                self.need(write)
            if var in self.source:
                node, i = self.source[var]
                self.need(node)
                if not isinstance(node, (Entry, Closure)) and i >= 0:
                    self.need_value(node, i)

    def need_value(self, node: If | For | While | Try | With, i: int) -> None:
        """One of the values that a region gives is needed: what it is computed from."""
        if type(node) is If:
            self.need_atoms((node.then.results[i], node.orelse.results[i]))
        elif type(node) is Try:
            self.need_atoms((node.body.results[i], *(handler.block.results[i] for handler in node.handlers)))
        elif type(node) is With:
            self.need_atoms((node.body.results[i],))
        else:
            self.need_atoms((node.inits[i], node.body.results[i]))
