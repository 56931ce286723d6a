"""Containers that are written: in place of active items they hold the places of these in a list that only grows.

    xs[i] = v                   k = len(values)
                                values.append(v)
                                xs[i] = k
    y = xs[j]             →     y = values[xs[j]]
    xs.insert(0, xs.pop())      xs.insert(0, xs.pop())

A place is an int, so that a list, dict or deque of places is data like any other, whatever is done to it and however
many names it has; only the list of values is active, and what was appended to it stays. Which containers are written
is learned when the function is lowered, and it is lowered again with that (`sites`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from s2sad.errors import UnsupportedValue
from s2sad.frontend import place_programs
from s2sad.frontend.builder import Builder
from s2sad.frontend.classes import is_transparent
from s2sad.frontend.sites import Contents, Restart
from s2sad.frontend.values import Object, Sequence, Snapshot, Value
from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref, Var
from s2sad.ir.operations import op

_DISPLAYS = {"list_of": list, "dict_of": dict}
_LIST = Ref("list", list)

_FEW, _MANY = 8, 24


class Places(Builder):
    def __init__(self, program: Any) -> None:
        super().__init__(program)
        self.memories: dict[int, Var] = {}
        self.given: set[Var] = set()  # those of them that are parameters
        self.factories: dict[int, Value] = {}  # what makes the defaults of a defaultdict, by its site
        self.made_at: dict[Atom, frozenset[int]] = {}  # sites of what has no kind of its own: deques

    # ----------------------------------------------------------------------------------------- where made

    def site(self, node: ast.AST | None, hint: str) -> frozenset[int]:
        """The site of a container that is made at a node, in the functions that are being written out."""
        sites = self.program.sites
        found = sites.at((id(node) if node else None, hint, tuple(self.called_at)))
        if self.is_expected(hint):
            sites.followed |= found
        return found

    def is_expected(self, hint: str) -> bool:
        """Whether a container will be written, as many before, each of which had all lowered anew."""
        restarts = self.program.sites.restarts
        if restarts > _FEW and hint in self.program.stored_names(self.scope.node):
            return True
        return restarts > _MANY and hint in self.scope.locals and not self.program.calls.is_own(self.scope)

    def sites_of(self, atom: Atom) -> frozenset[int]:
        return self.made_at.get(atom) or self.kind(atom).sites

    def taken_from(self, container: Atom, item: Atom) -> Atom:
        """What is in a container that isn't followed may not be known: then who writes to it follows the container."""
        if container in self.made_at or self.kind(item) in (K.UNKNOWN, K.BOTTOM):
            self.made_at[item] = self.sites_of(container)
        return item

    def follow(self, sites: frozenset[int]) -> None:
        """Lower the function again, with the containers of these sites followed, if they aren't already."""
        if self.program.sites.follow(sites):
            self.program.sites.restarts += 1
            raise Restart

    def follow_objects_in(self, display: Sequence, node: ast.AST | None, hint: str) -> None:
        """Objects that may change, and the list that they come into, are followed at once."""
        objects = [part for part in display.items if isinstance(part, (Object, Snapshot))]
        sites = [o.sites for o in objects if self.is_without_record(o) and self.may_change(o.cls)]
        if sites:
            own = self.site(node, hint) if display.kind == "list" else frozenset()
            self.follow(own.union(*sites))

    def is_without_record(self, value: Object | Snapshot) -> bool:
        return isinstance(value, Snapshot) or value.record is None

    def is_followed_next(self, container: Atom, index: Atom, item: K.Kind) -> bool:
        """Whether a list or dict that is written is followed in the next attempt; this one looks for others like it."""
        kind, known = self.kind(container), self.program.sites
        if kind.name not in ("list", "dict") or not kind.sites or K.holds_places(item):
            return False
        if known.follow(kind.sites):
            known.restarts += 1
            known.again = True
        if not known.again:
            return False
        keys = K.join(K.iterated(kind), self.kind(index)) if kind.name == "dict" else K.BOTTOM
        known.expect(kind.sites, Contents(K.join(kind.item or K.BOTTOM, item), True, keys))
        self.learn(container, kind, True)
        return True

    def has_followed(self, kind: Kind) -> bool:
        """Whether a list or dict of this kind, or one in it, has to become a container of places."""
        return self.program.sites.is_followed(K.sites_in(kind))

    def is_places(self, value: Any) -> bool:
        return isinstance(value, Var) and self.kinds.get(value, K.UNKNOWN).name == "places"

    def holds_places(self, value: Any) -> bool:
        return isinstance(value, Var) and K.holds_places(self.kinds.get(value, K.UNKNOWN))

    def is_mapping(self, container: Atom, node: ast.AST | None) -> bool:
        cls = self.kind(container).cls
        if cls is None:
            reason = "a name stands for containers of different classes, and they are written"
            raise self.refusal(node, reason, "give them names of their own")
        return issubclass(cls, dict)

    def unmixed(self, kind: Kind, node: ast.AST | None) -> Kind:
        """A written container under one name with another one: then the other one is followed as well."""
        parts = (kind.item or K.BOTTOM,) if kind.fields is None else kind.fields
        if any(map(K.is_mixed, (kind, *parts))):
            self.follow(K.sites_in(kind))
            raise self.mixed(node)
        return kind

    def mixed(self, node: ast.AST | None) -> Exception:
        reason = "a name stands for a list or dict that is written, and elsewhere for something else"
        return self.refusal(node, reason, "give them names of their own", UnsupportedValue)

    # --------------------------------------------------------------------------------------------- values

    def memory(self, root: int) -> Var:
        """The list of the values of a class of containers; it is made at the start of the function."""
        if root not in self.memories:
            made = Var(self.names.fresh(self.program.sites.name_of(root)))
            self.kinds[made] = K.list_kind(self.program.sites.contents[root].kind)
            self.varied.add(made)
            self.born[made] = 0
            self.memories[root] = made
        return self.memories[root]

    def whole(self) -> tuple[Node, ...]:
        """The entries of the function, with the lists of values at the start."""
        own = (memory for memory in self.memories.values() if memory not in self.given)
        made = (Entry((memory,), op("list_of"), ()) for memory in own)
        return (*made, *self.out)

    def stored(
        self, sites: frozenset[int], item: Atom, node: ast.AST | None, put: Callable[[Atom], None]
    ) -> None:
        """Put what stands for an item into a container of these sites: its place, or what isn't active as it is.

        The value follows once this has not raised an exception.
        """
        known = self.program.sites
        item = self.placed_within(item, node)
        root = known.root(sites)
        held = known.store(root, self.kind(item), self.varies(item))
        self.unmixed(held.kind, node)
        if not held.varied:
            put(item)
            return
        memory = self.memory(root)
        put(self.raw(Ref("len", len), (memory,), node, "k", K.INT))
        self.effect("append", (memory, item), node)
        self.written_at.append((self.out, len(self.out), memory))

    def raw_kind(self, sites: frozenset[int]) -> Kind:
        """The kind of what the containers of these sites hold."""
        held = self.program.sites.of(sites)
        return K.INT if held.varied else held.kind

    def key_kind(self, container: Atom) -> Kind:
        """The kind of the keys of a dict of places."""
        held = self.program.sites.of(self.kind(container).sites)
        return held.keys if held.keys != K.BOTTOM else K.UNKNOWN

    def value_of(self, sites: frozenset[int], raw: Atom, node: ast.AST | None, hint: str = "t") -> Atom:
        """The item that something taken out of a container of these sites stands for."""
        root = self.program.sites.root(sites)
        held = self.program.sites.of(sites)
        if not held.varied:
            return raw
        kind = self.unmixed(held.kind, node)
        return super().emit("getitem", (self.memory(root), raw), node, hint, kind=kind, varied=True)

    def raw(
        self, fn: Any, args: tuple[Atom, ...], node: ast.AST | None, hint: str, kind: Kind, kwargs: tuple = ()
    ) -> Var:
        """An entry about containers of places as they stand."""
        return super().emit(fn, args, node, hint, kwargs, kind=kind, varied=False)

    def raw_method(
        self, container: Atom, name: str, atoms: tuple[Atom, ...], node: ast.AST | None, kind: Kind
    ) -> Var:
        """A call of a method of the container of places itself."""
        self.writes += 1
        method = self.raw("getattr", (container, Const(name)), node, "t", K.FUNCTION)
        return self.raw(method, atoms, node, "t" if kind != K.INT else "k", kind)

    # ------------------------------------------------------------------------------- made, and made plain

    def display_of_places(
        self, name: str, args: tuple[Atom, ...], node: ast.AST | None, hint: str, sites: frozenset[int]
    ) -> Var:
        """`[a, b]`, `{k: a}` as a container of places."""
        made = Var(self.names.fresh(hint))
        self.kinds[made] = K.places_kind(_DISPLAYS[name], sites)
        step = 1 if name == "list_of" else 2
        items: list[Atom] = []
        for i, atom in enumerate(args):
            if i % step == step - 1:
                self.stored(sites, atom, node, items.append)
            else:
                self.program.sites.store_key(self.program.sites.root(sites), self.kind(atom))
                items.append(atom)
        self.out.append(Entry((made,), op(name), tuple(items), (), self.location(node)))
        return made

    def placed(self, plain: Atom, sites: frozenset[int], node: ast.AST | None, hint: str = "t") -> Atom:
        """A list or dict as a new container of places."""
        kind = self.kind(plain)
        if kind.name == "dict" and kind.keys is not None and kind.fields is not None:
            parts = [
                (Const(key), super(Places, self).emit("getitem", (plain, Const(key)), node, kind=part))
                for key, part in zip(kind.keys, kind.fields)
            ]
            return self.display_of_places(
                "dict_of", tuple(a for pair in parts for a in pair), node, hint, sites
            )
        made = self.display_of_places("list_of" if kind.name == "list" else "dict_of", (), node, hint, sites)
        put = place_programs.put_items if kind.name == "list" else place_programs.put_table
        self.run_program(put, [made, plain], node)
        return made

    def placed_within(self, item: Atom, node: ast.AST | None) -> Atom:
        """An item that is stored; of a list or dict it has to be told as well who writes to it."""
        kind = self.kind(item)
        if kind.name == "tuple" and K.sites_in(kind) and self.varies(item):
            self.follow(K.sites_in(kind))
        if kind.name not in ("list", "dict"):
            return item
        if kind.sites and self.has_followed(kind):
            self.follow(K.sites_in(kind))
            return self.placed(item, kind.sites, node)
        if self.varies(item):
            self.follow(K.sites_in(kind))
            reason = "a list or dict of active values is stored in a container that is written"
            raise self.refusal(node, reason, "store a copy: `list(items)`", UnsupportedValue)
        return item

    def entered(self, value: Value, hint: str) -> Value:
        """An argument: as a container of places if the function writes to it, so that the caller's stays as it was."""
        if not isinstance(value, Var) or not self.has_followed(self.kinds[value]):
            return value
        kind = self.kinds[value]
        if kind.name == "tuple":
            parts = [
                super(Places, self).emit("getitem", (value, Const(i)), None, hint, kind=part)
                for i, part in enumerate(kind.fields or ())
            ]
            return Sequence(tuple(self.entered(part, hint) for part in parts), cls=kind.cls)
        self.follow(K.sites_in(kind))
        return self.placed(value, kind.sites, self.scope.node, hint)

    def sited(self, kind: Kind, path: tuple[Any, ...]) -> Kind:
        """The kind of an argument, with a site for each container in it."""
        if kind.name not in K.CONTAINERS:
            return kind
        item = self.sited(kind.item, (*path, "item")) if kind.item else None
        fields = None
        if kind.fields is not None:
            fields = tuple(self.sited(part, (*path, i)) for i, part in enumerate(kind.fields))
        sites = self.program.sites.at(path) if kind.name != "tuple" else frozenset()
        return K.replace(kind, item=item, fields=fields, sites=sites)

    def frozen(self, atom: Atom, node: ast.AST | None) -> Atom:
        """What holds containers of places as lists and dicts of the items themselves."""
        if not self.holds_places(atom):
            return atom
        kind = self.unmixed(self.kind(atom), node)
        if is_transparent(kind.cls) and kind.name == "places":
            name = kind.cls.__name__  # type: ignore[union-attr]
            reason = f"an object of the class `{name}` with active attributes goes where it can't be followed"
            raise self.refusal(node, reason, "pass its attributes")
        if kind.name == "tuple":
            parts = tuple(
                self.frozen(
                    (
                        self.raw("getitem", (atom, Const(i)), node, "t", part)
                        if K.holds_places(part)
                        else super(Places, self).emit("getitem", (atom, Const(i)), node, kind=part)
                    ),
                    node,
                )
                for i, part in enumerate(kind.fields or ())
            )
            return self.emit("tuple_of", parts, node)
        of_dict = self.is_mapping(atom, node)
        program = place_programs.dict_frozen if of_dict else place_programs.list_frozen
        made = self.materialise(self.run_program(program, [atom], node), node)
        if isinstance(made, Var):
            self.kinds[made] = K.without_sites(self.kinds[made])
        return made

    def keys_or_frozen(self, atom: Atom, node: ast.AST | None) -> Atom:
        """What a function gets that goes through its arguments: of a dict it sees the keys."""
        if self.is_places(atom) and self.is_mapping(atom, node):
            return self.raw(_LIST, (atom,), node, "keys", K.list_kind(self.key_kind(atom)))
        return self.frozen(atom, node)

    # ------------------------------------------------------------------------- defined with the functions

    def run_program(self, program: Any, args: list[Value], node: ast.AST | None) -> Value:
        raise AssertionError

    def learn(self, var: Any, kind: Kind, varied: bool) -> None:
        raise AssertionError
