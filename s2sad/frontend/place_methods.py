"""Methods of containers of places, and calls that make lists, dicts and deques.

xs.insert(0, v)             xs.insert(0, k), the place k of v
table.get(key, d)           the value of table[key] if the key is in it, otherwise d
xs.sort(key=f)              Python that does the same, item by item
"""

from __future__ import annotations

import ast
import collections
import copy
from collections.abc import Callable
from typing import Any

from s2sad.frontend import place_programs
from s2sad.frontend.records import Records
from s2sad.frontend.values import Function, Sequence, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var

AS_THEY_ARE = frozenset("reverse clear copy rotate move_to_end".split())
_READERS = frozenset("get copy index count keys values items".split())
_DEEP_COPY = Ref("copy.deepcopy", copy.deepcopy)
CLASSES = (list, dict, collections.deque, collections.OrderedDict, collections.defaultdict)


class PlaceMethods(Records):
    def run_program(self, program: Any, args: list[Value], node: ast.AST | None) -> Value:
        """Write out one of the programs, as often as containers are nested in each other."""
        fn = self.function_of(program, node)  # type: ignore[arg-type]
        return self.inline(fn, dict(zip((arg.arg for arg in fn.node.args.args), args)), node, "t")

    def place_method(
        self, base: Var, name: str, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
    ) -> Value:
        """A method of a container of places."""
        if name in AS_THEY_ARE:
            atoms = tuple(self.materialise(argument, node) for argument in args)
            kind = self.kind(base) if name == "copy" else K.NONE
            made = self.raw_method(base, name, atoms, node, kind)
            return made if name == "copy" else Const(None)
        found = getattr(self, f"place_{name}", None)
        if found is None or (kwargs and name not in ("sort", "update")):
            reason = f"the method `{name}` of a container that is written and holds active values"
            raise self.refusal(
                node, reason, "write it with methods like append, insert and pop, or as a loop"
            )
        return (
            found(base, args, kwargs, node, hint) if name in ("sort", "update") else found(base, args, node)
        )

    @classmethod
    def has_method(cls, name: str) -> bool:
        """Whether containers that are written and hold active values have this method."""
        return name in AS_THEY_ARE or hasattr(cls, f"place_{name}")

    def followed_method(self, base: Atom, name: str, args: list[Any], kwargs: dict) -> None:
        """A method that writes to a list or dict which holds active values, or comes to: it is followed."""
        sites = self.sites_of(base)
        every = [*args, *kwargs.values()]
        plain_append = name == "append" and self.kind(base).name == "list"
        if not sites or name in _READERS:
            return
        if any(map(self.holds_places, every)) or (
            not plain_append and (self.varies(base) or any(map(self.value_varies, every)))
        ):
            self.follow(sites)

    # ---------------------------------------------------------------------------------------------- lists

    def put(self, base: Var, name: str, before: tuple[Atom, ...], item: Any, node: ast.AST) -> Value:
        def put(place: Atom) -> None:
            if name == "append":
                self.effect("append", (base, place), node)
            else:
                self.raw_method(base, name, (*before, place), node, K.NONE)

        self.stored(self.kinds[base].sites, self.materialise(item, node), node, put)
        return Const(None)

    def place_append(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.put(base, "append", (), args[0], node)

    def place_appendleft(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.put(base, "appendleft", (), args[0], node)

    def place_insert(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.put(base, "insert", (self.materialise(args[0], node),), args[1], node)

    def place_extend(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        items = args[0]
        if self.is_places(items) and not self.is_mapping(items, node):
            self.program.sites.root(self.kind(base).sites | self.kind(items).sites)
            self.raw_method(base, "extend", (items,), node, K.NONE)
            return Const(None)
        return self.run_program(place_programs.put_items, [base, items], node)

    def place_extendleft(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.run_program(place_programs.put_left, [base, args[0]], node)

    def taken(self, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
        atoms = tuple(self.materialise(argument, node) for argument in args)
        sites = self.kinds[base].sites
        return self.value_of(sites, self.raw_method(base, name, atoms, node, self.raw_kind(sites)), node)

    def place_pop(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        if len(args) < 2:
            return self.taken(base, "pop", args, node)
        return self.if_there(base, args, lambda: self.taken(base, "pop", args[:1], node), node)

    def place_popleft(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.taken(base, "popleft", args, node)

    def place_remove(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.run_program(place_programs.remove_item, [base, *args], node)

    def place_index(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.asked(base, "index", args, node)

    def place_count(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.asked(base, "count", args, node)

    def asked(self, base: Atom, name: str, args: list[Any], node: ast.AST) -> Value:
        """A method that compares items: it is asked of a list of them."""
        items = self.frozen(base, node)
        cls = tuple if self.kind(items).name == "tuple" else list
        method = Ref(f"{cls.__name__}.{name}", getattr(cls, name))
        atoms = tuple(self.materialise(argument, node) for argument in args)
        return self.emit(method, (items, *atoms), node, varied=False, kind=K.INT)

    def place_sort(self, base: Var, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Value:
        key, reverse = kwargs.get("key", Const(None)), kwargs.get("reverse", Const(False))
        return self.run_program(place_programs.sort_in_place, [base, key, reverse], node)

    # ---------------------------------------------------------------------------------------------- dicts

    def if_there(self, base: Var, args: list[Any], then: Callable[[], Value], node: ast.AST) -> Value:
        key = self.materialise(args[0], node)
        default = args[1] if len(args) > 1 else Const(None)
        found = self.raw("is_in", (key, base), node, "t", K.BOOL)
        return self.choose(found, then, lambda: default, node, "t")

    def place_get(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        key = self.materialise(args[0], node)
        return self.if_there(base, [key, *args[1:]], lambda: self.read_item(base, key, node, "t"), node)

    def place_setdefault(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        key = self.materialise(args[0], node)
        self.set_missing(base, key, lambda: args[1] if len(args) > 1 else Const(None), node)
        return self.read_item(base, key, node, "t")

    def set_missing(self, base: Var, key: Atom, make: Callable[[], Value], node: ast.AST) -> None:
        def fill() -> None:
            self.set_item(base, key, self.materialise(make(), node), node)

        missing = self.raw("not_in", (key, base), node, "t", K.BOOL)
        self.split(missing, fill, lambda: None, node)

    def set_item(self, base: Var, key: Atom, item: Atom, node: ast.AST) -> None:
        sites = self.kinds[base].sites
        self.program.sites.store_key(self.program.sites.root(sites), self.kind(key))
        self.stored(sites, item, node, lambda place: self.effect("setitem", (base, key, place), node))

    def fill_in(self, container: Atom, key: Atom, node: ast.AST) -> None:
        """Reading a `defaultdict` puts the default where there is nothing."""
        if not self.is_places(container) or self.kind(container).cls is not collections.defaultdict:
            return
        factories = [self.factories[site] for site in self.kind(container).sites if site in self.factories]
        if len(factories) != 1:
            reason = "a name stands for dicts with different defaults, and they are written"
            raise self.refusal(node, reason, "give them names of their own")
        assert isinstance(container, Var)
        self.set_missing(container, key, lambda: self.call(factories[0], [], {}, node, "t"), node)

    def place_popitem(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        sites = self.kinds[base].sites
        kind, keys = self.raw_kind(sites), self.key_kind(base)
        pair = self.raw_method(base, "popitem", (), node, K.tuple_kind((keys, kind)))
        key = self.raw("getitem", (pair, Const(0)), node, "key", keys)
        raw = self.raw("getitem", (pair, Const(1)), node, "k", kind)
        return Sequence((key, self.value_of(sites, raw, node)))

    def place_update(self, base: Var, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Value:
        self.put_arguments(base, args, kwargs, node)
        return Const(None)

    def put_arguments(self, base: Var, args: list[Any], kwargs: dict[str, Value], node: ast.AST) -> None:
        """`base.update(*args, **kwargs)`, with keywords that may be known only at run time."""
        for other in args:
            self.put_all(base, other, node)
        self.put_all(base, Table({name: value for name, value in kwargs.items() if name != "**"}), node)
        if "**" in kwargs:
            self.put_all(base, kwargs["**"], node, is_dict=True)

    def put_all(self, base: Var, other: Value, node: ast.AST, is_dict: bool = False) -> None:
        """`base.update(other)`"""
        if isinstance(other, Table):
            for key, value in other.items.items():
                self.put_item(base, Const(key), value, node)
        elif self.is_places(other) and self.is_mapping(other, node):  # type: ignore[arg-type]
            self.program.sites.root(self.kind(base).sites | self.kind(other).sites)  # type: ignore[arg-type]
            self.raw_method(base, "update", (other,), node, K.NONE)  # type: ignore[arg-type]
        else:
            is_dict = is_dict or (isinstance(other, Var) and self.kind(other).name == "dict")
            program = place_programs.put_table if is_dict else place_programs.put_pairs
            self.run_program(program, [base, other], node)

    def place_keys(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.raw_method(base, "keys", (), node, K.UNKNOWN)

    def place_values(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.run_program(place_programs.values_of, [base], node)

    def place_items(self, base: Var, args: list[Any], node: ast.AST) -> Value:
        return self.run_program(place_programs.items_of, [base], node)

    def iterated_places(self, value: Value, node: ast.AST) -> Value:
        """What a program gets that goes through a container: of a dict the keys."""
        if isinstance(value, Table):
            return Sequence(tuple(map(Const, value.items)), "list")
        if isinstance(value, Var) and self.kind(value).name == "dict":
            kind = K.list_kind(K.iterated(self.kind(value)))
            return self.emit(Ref("list", list), (value,), node, kind=kind, varied=False)
        if isinstance(value, Var) and self.is_places(value) and self.is_mapping(value, node):
            return self.keys_or_frozen(value, node)
        return value

    def method_of_places(
        self, value: Any, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
    ) -> Value | None:
        """`list.append(xs, v)`: a method that was taken from its class, or kept as a value."""
        if not args or not isinstance(args[0], Var) or not self.is_places(args[0]):
            return None
        name = getattr(value, "__name__", "")
        if getattr(value, "__objclass__", None) not in CLASSES:
            return None
        return self.place_method(args[0], name, args[1:], kwargs, node, hint)

    # --------------------------------------------------------------------------------- made by their class

    def container_made(
        self, value: Any, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
    ) -> Value | None:
        """`deque(...)`, `defaultdict(...)`, `dict(...)` of active items; None for any other call."""
        if value is copy.deepcopy and len(args) == 1 and not kwargs:
            return self.deep_copy(args[0], node, hint)
        if value == dict.fromkeys:
            return self.made_from_keys(value, args, node, hint)
        if not any(value is cls for cls in CLASSES):
            return None
        every = [*args, *kwargs.values()]
        active = any(self.holds_places(a) or self.value_varies(a) for a in every)
        if value is dict and "**" not in kwargs and all(isinstance(argument, Table) for argument in args[:1]):
            return Table({**(args[0].items if args else {}), **kwargs}) if len(args) < 2 else None
        if value is list and not args:
            return Sequence((), "list")
        if value is list or (value is dict and not active):
            return None
        sites = self.site(node, hint)
        if not self.program.sites.is_followed(sites):
            if active:
                self.follow(sites)
            made = self.plain_call(Ref(value.__name__, value), args, kwargs, node, hint)
            self.made_at[made] = sites  # type: ignore[index]
            return made
        if value is collections.deque:
            return self.deque_made(args, kwargs, sites, node, hint)
        return self.dict_made(value, args, kwargs, sites, node, hint)

    def deep_copy(self, value: Value, node: ast.AST, hint: str) -> Value | None:
        """`copy.deepcopy(items)`: of places, what copies them; None for what isn't a list or dict."""
        if not isinstance(value, (Sequence, Table, Var)):
            return None
        base = self.materialise(value, node)
        kind = self.kind(base)
        if kind.name in ("list", "dict") and self.varies(base):
            self.follow(K.sites_in(kind))
        return self.emit(_DEEP_COPY, (base,), node, hint) if self.is_places(base) else None

    def made_from_keys(self, value: Any, args: list[Any], node: ast.AST, hint: str) -> Value:
        """`dict.fromkeys(keys, item)`"""
        keys, item = [*args, Const(None)][:2]
        sites = self.site(node, hint)
        if self.any_varies([keys, item]) or self.holds_places(keys) or self.holds_places(item):
            self.follow(sites)
        if self.program.sites.is_followed(sites):
            made = self.raw("dict_of", (), node, hint, K.places_kind(dict, sites))
            self.run_program(place_programs.put_same, [made, keys, item], node)
            return made
        made = self.plain_call(Ref("dict.fromkeys", value), args, {}, node, hint)  # type: ignore[assignment]
        self.made_at[made] = sites
        return made

    def deque_made(
        self, args: list[Any], kwargs: dict, sites: frozenset[int], node: ast.AST, hint: str
    ) -> Value:
        longest = self.materialise(
            [*args, Const(None)][1] if len(args) > 1 else kwargs.get("maxlen", Const(None)), node
        )
        empty = self.raw("tuple_of", (), node, "t", K.tuple_kind(()))
        ref = Ref("collections.deque", collections.deque)
        made = self.raw(ref, (empty, longest), node, hint, K.places_kind(collections.deque, sites))
        if args:
            self.run_program(place_programs.put_items, [made, args[0]], node)
        return made

    def dict_made(
        self, cls: type, args: list[Any], kwargs: dict, sites: frozenset[int], node: ast.AST, hint: str
    ) -> Value:
        kind = K.places_kind(cls, sites)
        if cls is collections.OrderedDict:
            made = self.raw(Ref("collections.OrderedDict", cls), (), node, hint, kind)
        else:  # what defaults are is known here
            made = self.raw("dict_of", (), node, hint, kind)
        if cls is collections.defaultdict and args and args[0] != Const(None):
            self.factories.update((site, args[0]) for site in sites)
        self.put_arguments(made, args[1:] if cls is collections.defaultdict else args, kwargs, node)
        return made

    # ------------------------------------------------------------------------- defined with the other calls

    def put_item(self, container: Atom, index: Atom, value: Value, node: ast.AST) -> None:
        raise AssertionError

    def plain_call(
        self, fn: Any, args: list[Any], kwargs: dict, node: ast.AST, hint: str, varied: bool | None = None
    ) -> Value:
        raise AssertionError

    def call_function(self, fn: Function, args: list[Any], kwargs: dict, node: Any, hint: str) -> Value:
        raise AssertionError

    def call(
        self, function: Value, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
    ) -> Value:
        raise AssertionError

    def any_varies(self, values: list[Any]) -> bool:
        raise AssertionError
