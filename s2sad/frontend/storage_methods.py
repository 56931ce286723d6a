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

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import Chosen, Sequence, Table, Value, View
from s2sad.frontend.branches import choose, split
from s2sad.frontend.indexed_storage import (
    frozen,
    holds_places,
    is_mapping,
    is_places,
    key_kind,
    keys_or_frozen,
    raw_entry,
    raw_kind,
    raw_method,
    site,
    sites_of,
    stored,
    value_of,
)
from s2sad.frontend.inlining import function_of, inline
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.storage_entries import emit, read_item
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var

AS_THEY_ARE = frozenset("reverse clear copy rotate move_to_end".split())
_READERS = frozenset("get copy index count keys values items".split())
_DEEP_COPY = Ref("copy.deepcopy", copy.deepcopy)
CLASSES = (list, dict, collections.deque, collections.OrderedDict, collections.defaultdict)


def run_program(lowering: Lowering, program: Any, args: list[Value], node: ast.AST | None) -> Value:
    """Write out one of the programs, as often as containers are nested in each other."""
    fn = function_of(lowering, program, node)  # type: ignore[arg-type]
    return inline(lowering, fn, dict(zip((arg.arg for arg in fn.node.args.args), args)), node, "t")


def place_method(
    lowering: Lowering,
    base: Var,
    name: str,
    args: list[Any],
    kwargs: dict[str, Value],
    node: ast.AST,
    hint: str,
) -> Value:
    """A method of a container of places."""
    if name in AS_THEY_ARE:
        atoms = tuple(materialise(lowering, argument, node) for argument in args)
        kind = lowering.kind(base) if name == "copy" else K.NONE
        made = raw_method(lowering, base, name, atoms, node, kind)
        return made if name == "copy" else Const(None)
    found = METHODS.get(name)
    if found is None or (kwargs and name not in ("sort", "update")):
        reason = f"the method `{name}` of a container that is written and holds active values"
        raise lowering.refusal(
            node, reason, "write it with methods like append, insert and pop, or as a loop"
        )
    return (
        found(lowering, base, args, kwargs, node, hint)
        if name in ("sort", "update")
        else found(lowering, base, args, node)
    )


def has_method(name: str) -> bool:
    """Whether containers that are written and hold active values have this method."""
    return name in AS_THEY_ARE or name in METHODS


def followed_method(lowering: Lowering, base: Atom, name: str, args: list[Any], kwargs: dict) -> None:
    """A method that writes to a list or dict which holds active values, or comes to: it is followed."""
    sites = sites_of(lowering, base)
    every = [*args, *kwargs.values()]
    plain_append = name == "append" and lowering.kind(base).name == "list"
    if not sites or name in _READERS:
        return
    if any(holds_places(lowering, each) for each in every) or (
        not plain_append
        and (lowering.varies(base) or any(lowering.dispatch.value_varies(lowering, each) for each in every))
    ):
        lowering.follow(sites)


# ---------------------------------------------------------------------------------------------- lists


def put(
    lowering: Lowering, base: Var, name: str, before: tuple[Atom, ...], item: Any, node: ast.AST
) -> Value:
    def put(place: Atom) -> None:
        if name == "append":
            lowering.effect("append", (base, place), node)
        else:
            raw_method(lowering, base, name, (*before, place), node, K.NONE)

    stored(lowering, lowering.kinds[base].sites, materialise(lowering, item, node), node, put)
    return Const(None)


def place_append(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return put(lowering, base, "append", (), args[0], node)


def place_appendleft(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return put(lowering, base, "appendleft", (), args[0], node)


def place_insert(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return put(lowering, base, "insert", (materialise(lowering, args[0], node),), args[1], node)


def place_extend(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    items = args[0]
    if is_places(lowering, items) and not is_mapping(lowering, items, node):
        lowering.program.sites.root(lowering.kind(base).sites | lowering.kind(items).sites)
        raw_method(lowering, base, "extend", (items,), node, K.NONE)
        return Const(None)
    return run_program(lowering, storage_programs.put_items, [base, items], node)


def place_extendleft(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return run_program(lowering, storage_programs.put_left, [base, args[0]], node)


def taken(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    atoms = tuple(materialise(lowering, argument, node) for argument in args)
    sites = lowering.kinds[base].sites
    return value_of(
        lowering, sites, raw_method(lowering, base, name, atoms, node, raw_kind(lowering, sites)), node
    )


def place_pop(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    if len(args) < 2:
        return taken(lowering, base, "pop", args, node)
    return if_there(lowering, base, args, lambda: taken(lowering, base, "pop", args[:1], node), node)


def place_popleft(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return taken(lowering, base, "popleft", args, node)


def place_remove(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return run_program(lowering, storage_programs.remove_item, [base, *args], node)


def place_index(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return asked(lowering, base, "index", args, node)


def place_count(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return asked(lowering, base, "count", args, node)


def asked(lowering: Lowering, base: Atom, name: str, args: list[Any], node: ast.AST) -> Value:
    """A method that compares items: it is asked of a list of them."""
    items = frozen(lowering, base, node)
    cls = tuple if lowering.kind(items).name == "tuple" else list
    method = Ref(f"{cls.__name__}.{name}", getattr(cls, name))
    atoms = tuple(materialise(lowering, argument, node) for argument in args)
    return emit(lowering, method, (items, *atoms), node, varied=False, kind=K.INT)


def place_sort(
    lowering: Lowering, base: Var, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    key, reverse = kwargs.get("key", Const(None)), kwargs.get("reverse", Const(False))
    return run_program(lowering, storage_programs.sort_in_place, [base, key, reverse], node)


# ---------------------------------------------------------------------------------------------- dicts


def if_there(
    lowering: Lowering, base: Var, args: list[Any], then: Callable[[], Value], node: ast.AST
) -> Value:
    key = materialise(lowering, args[0], node)
    default = args[1] if len(args) > 1 else Const(None)
    found = raw_entry(lowering, "is_in", (key, base), node, "t", K.BOOL)
    return choose(lowering, found, then, lambda: default, node, "t")


def place_get(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    key = materialise(lowering, args[0], node)
    return if_there(lowering, base, [key, *args[1:]], lambda: read_item(lowering, base, key, node, "t"), node)


def place_setdefault(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    key = materialise(lowering, args[0], node)
    set_missing(lowering, base, key, lambda: args[1] if len(args) > 1 else Const(None), node)
    return read_item(lowering, base, key, node, "t")


def set_missing(lowering: Lowering, base: Var, key: Atom, make: Callable[[], Value], node: ast.AST) -> None:
    def fill() -> None:
        set_item(lowering, base, key, materialise(lowering, make(), node), node)

    missing = raw_entry(lowering, "not_in", (key, base), node, "t", K.BOOL)
    split(lowering, missing, fill, lambda: None, node)


def set_item(lowering: Lowering, base: Var, key: Atom, item: Atom, node: ast.AST) -> None:
    sites = lowering.kinds[base].sites
    lowering.program.sites.store_key(lowering.program.sites.root(sites), lowering.kind(key))
    stored(lowering, sites, item, node, lambda place: lowering.effect("setitem", (base, key, place), node))


def fill_in(lowering: Lowering, container: Atom, key: Atom, node: ast.AST) -> None:
    """Reading a `defaultdict` puts the default where there is nothing."""
    if not is_places(lowering, container) or lowering.kind(container).cls is not collections.defaultdict:
        return
    factories = [
        lowering.factories[site] for site in lowering.kind(container).sites if site in lowering.factories
    ]
    if len(factories) != 1:
        reason = "a name stands for dicts with different defaults, and they are written"
        raise lowering.refusal(node, reason, "give them names of their own")
    assert isinstance(container, Var)
    set_missing(
        lowering,
        container,
        key,
        lambda: lowering.dispatch.call_value(lowering, factories[0], [], {}, node, "t"),
        node,
    )


def place_popitem(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    sites = lowering.kinds[base].sites
    kind, keys = raw_kind(lowering, sites), key_kind(lowering, base)
    pair = raw_method(lowering, base, "popitem", (), node, K.tuple_kind((keys, kind)))
    key = raw_entry(lowering, "getitem", (pair, Const(0)), node, "key", keys)
    raw = raw_entry(lowering, "getitem", (pair, Const(1)), node, "k", kind)
    return Sequence((key, value_of(lowering, sites, raw, node)))


def place_update(
    lowering: Lowering, base: Var, args: list[Any], kwargs: dict, node: ast.AST, hint: str
) -> Value:
    put_arguments(lowering, base, args, kwargs, node)
    return Const(None)


def put_arguments(
    lowering: Lowering, base: Var, args: list[Any], kwargs: dict[str, Value], node: ast.AST
) -> None:
    """`base.update(*args, **kwargs)`, with keywords that may be known only at run time."""
    for other in args:
        put_all(lowering, base, other, node)
    put_all(lowering, base, Table({name: value for name, value in kwargs.items() if name != "**"}), node)
    if "**" in kwargs:
        put_all(lowering, base, kwargs["**"], node, is_dict=True)


def put_all(lowering: Lowering, base: Var, other: Value, node: ast.AST, is_dict: bool = False) -> None:
    """`base.update(other)`"""
    if isinstance(other, Table):
        for key, value in other.items.items():
            lowering.dispatch.put_item(lowering, base, Const(key), value, node)
    elif is_places(lowering, other) and is_mapping(lowering, other, node):  # type: ignore[arg-type]
        lowering.program.sites.root(lowering.kind(base).sites | lowering.kind(other).sites)  # type: ignore[arg-type]
        raw_method(lowering, base, "update", (other,), node, K.NONE)  # type: ignore[arg-type]
    else:
        is_dict = is_dict or (isinstance(other, Var) and lowering.kind(other).name == "dict")
        program = storage_programs.put_table if is_dict else storage_programs.put_pairs
        run_program(lowering, program, [base, other], node)


def place_keys(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return raw_method(lowering, base, "keys", (), node, K.UNKNOWN)


def place_values(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return viewed(lowering, View(Ref("values_of", storage_programs.values_of), (base,)), node)


def place_items(lowering: Lowering, base: Var, args: list[Any], node: ast.AST) -> Value:
    return viewed(lowering, View(Ref("items_of", storage_programs.items_of), (base,)), node)


def viewed(lowering: Lowering, view: View | Chosen, node: ast.AST) -> Value:
    """A list of what a view of a dict shows now; a name that it is given stands for the view."""
    if isinstance(view, View):
        made: Any = run_program(lowering, view.function.value, list(view.args), node)  # type: ignore[union-attr]
    else:
        made = lowering.dispatch.call_value(lowering, view, [], {}, node, "t")
    if isinstance(made, Var):
        lowering.views[made] = view
    return made


def iterated_places(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """What a program gets that goes through a container: of a dict the keys."""
    if isinstance(value, Table):
        return Sequence(tuple(map(Const, value.items)), "list")
    if isinstance(value, Var) and lowering.kind(value).name == "dict":
        kind = K.list_kind(K.iterated(lowering.kind(value)))
        return emit(lowering, Ref("list", list), (value,), node, kind=kind, varied=False)
    if isinstance(value, Var) and is_places(lowering, value) and is_mapping(lowering, value, node):
        return keys_or_frozen(lowering, value, node)
    return value


def method_of_places(
    lowering: Lowering, value: Any, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
) -> Value | None:
    """`list.append(xs, v)`: a method that was taken from its class, or kept as a value."""
    if not args or not isinstance(args[0], Var) or not is_places(lowering, args[0]):
        return None
    name = getattr(value, "__name__", "")
    if getattr(value, "__objclass__", None) not in CLASSES:
        return None
    return place_method(lowering, args[0], name, args[1:], kwargs, node, hint)


# --------------------------------------------------------------------------------- made by their class


def container_made(
    lowering: Lowering, value: Any, args: list[Any], kwargs: dict[str, Value], node: ast.AST, hint: str
) -> Value | None:
    """`deque(...)`, `defaultdict(...)`, `dict(...)` of active items; None for any other call."""
    if value is copy.deepcopy and len(args) == 1 and not kwargs:
        return deep_copy(lowering, args[0], node, hint)
    if value == dict.fromkeys:
        return made_from_keys(lowering, value, args, node, hint)
    if not any(value is cls for cls in CLASSES):
        return None
    every = [*args, *kwargs.values()]
    active = any(holds_places(lowering, a) or lowering.dispatch.value_varies(lowering, a) for a in every)
    if value is dict and "**" not in kwargs and all(isinstance(argument, Table) for argument in args[:1]):
        return Table({**(args[0].items if args else {}), **kwargs}) if len(args) < 2 else None
    if value is list and not args:
        return Sequence((), "list")
    if value is list or (value is dict and not active):
        return None
    sites = site(lowering, node, hint)
    if not lowering.program.sites.is_followed(sites):
        if active:
            lowering.follow(sites)
        made = lowering.dispatch.plain_call(lowering, Ref(value.__name__, value), args, kwargs, node, hint)
        lowering.made_at[made] = sites  # type: ignore[index]
        return made
    if value is collections.deque:
        return deque_made(lowering, args, kwargs, sites, node, hint)
    return dict_made(lowering, value, args, kwargs, sites, node, hint)


def deep_copy(lowering: Lowering, value: Value, node: ast.AST, hint: str) -> Value | None:
    """`copy.deepcopy(items)`: of places, what copies them; None for what isn't a list or dict."""
    if not isinstance(value, (Sequence, Table, Var)):
        return None
    base = materialise(lowering, value, node)
    kind = lowering.kind(base)
    if kind.name in ("list", "dict") and lowering.varies(base):
        lowering.follow(K.sites_in(kind))
    return emit(lowering, _DEEP_COPY, (base,), node, hint) if is_places(lowering, base) else None


def made_from_keys(lowering: Lowering, value: Any, args: list[Any], node: ast.AST, hint: str) -> Value:
    """`dict.fromkeys(keys, item)`"""
    keys, item = [*args, Const(None)][:2]
    sites = site(lowering, node, hint)
    if (
        lowering.dispatch.any_varies(lowering, [keys, item])
        or holds_places(lowering, keys)
        or holds_places(lowering, item)
    ):
        lowering.follow(sites)
    if lowering.program.sites.is_followed(sites):
        made = raw_entry(lowering, "dict_of", (), node, hint, K.places_kind(dict, sites))
        run_program(lowering, storage_programs.put_same, [made, keys, item], node)
        return made
    made = lowering.dispatch.plain_call(lowering, Ref("dict.fromkeys", value), args, {}, node, hint)  # type: ignore[assignment]
    lowering.made_at[made] = sites
    return made


def deque_made(
    lowering: Lowering, args: list[Any], kwargs: dict, sites: frozenset[int], node: ast.AST, hint: str
) -> Value:
    longest = materialise(
        lowering, [*args, Const(None)][1] if len(args) > 1 else kwargs.get("maxlen", Const(None)), node
    )
    empty = raw_entry(lowering, "tuple_of", (), node, "t", K.tuple_kind(()))
    ref = Ref("collections.deque", collections.deque)
    made = raw_entry(lowering, ref, (empty, longest), node, hint, K.places_kind(collections.deque, sites))
    if args:
        run_program(lowering, storage_programs.put_items, [made, args[0]], node)
    return made


def dict_made(
    lowering: Lowering,
    cls: type,
    args: list[Any],
    kwargs: dict,
    sites: frozenset[int],
    node: ast.AST,
    hint: str,
) -> Value:
    kind = K.places_kind(cls, sites)
    if cls is collections.OrderedDict:
        made = raw_entry(lowering, Ref("collections.OrderedDict", cls), (), node, hint, kind)
    else:  # what defaults are is known here
        made = raw_entry(lowering, "dict_of", (), node, hint, kind)
    if cls is collections.defaultdict and args and args[0] != Const(None):
        lowering.factories.update((site, args[0]) for site in sites)
    put_arguments(lowering, made, args[1:] if cls is collections.defaultdict else args, kwargs, node)
    return made


METHODS: dict[str, Callable[..., Value]] = {
    "append": place_append,
    "appendleft": place_appendleft,
    "insert": place_insert,
    "extend": place_extend,
    "extendleft": place_extendleft,
    "pop": place_pop,
    "popleft": place_popleft,
    "remove": place_remove,
    "index": place_index,
    "count": place_count,
    "sort": place_sort,
    "get": place_get,
    "setdefault": place_setdefault,
    "popitem": place_popitem,
    "update": place_update,
    "keys": place_keys,
    "values": place_values,
    "items": place_items,
}
"""The methods that change what a container holds, or read it."""
