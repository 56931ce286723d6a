"""Methods of indexed containers, and calls that make lists, dicts and deques.

xs.insert(0, v)             xs.insert(0, k), the index k of v
table.get(key, d)           the value of table[key] if the key is in it, otherwise d
xs.sort(key=f)              Python that does the same, item by item
"""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import Chosen, Member, Object, Sequence, Table, Value, View
from s2sad.frontend.branches import split
from s2sad.frontend.call import Call
from s2sad.frontend.container_classes import check_no_keys, is_mapping
from s2sad.frontend.frozen_storage import frozen, keys_or_frozen
from s2sad.frontend.indexed_storage import (
    holds_indexed,
    is_indexed,
    is_of_records,
    key_kind,
    raw_entry,
    raw_kind,
    raw_method,
    sites_of,
    stored,
    value_of,
)
from s2sad.frontend.inlining import run_program
from s2sad.frontend.keyed_dicts import entries_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise, materialise_item
from s2sad.frontend.storage_entries import emit, read_item
from s2sad.frontend.varying_values import any_varies, value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var

AS_THEY_ARE = frozenset("reverse clear copy rotate move_to_end".split())
_READERS = frozenset("get copy index count keys values items".split())
CLASSES = (list, dict, collections.deque, collections.OrderedDict, collections.defaultdict)


def indexed_method(lowering: Lowering, base: Var, name: str, call: Call) -> Value:
    """A method of an indexed container."""
    check_no_keys(lowering, base, call.node)
    if name in AS_THEY_ARE:
        atoms = tuple(materialise(lowering, argument, call.node) for argument in call.args)
        kind = lowering.kind(base) if name == "copy" else K.NONE
        made = raw_method(lowering, base, name, atoms, call.node, kind)
        return made if name == "copy" else Const(None)
    if name == "update":
        put_arguments(lowering, base, call)
        return Const(None)
    own = _METHODS.get(name) if not call.kwargs and not (name == "pop" and len(call.args) > 1) else None
    if own is not None:
        return own(lowering, base, name, call.args, call.node)
    program = storage_programs.METHODS.get(name)
    if program is None or (call.kwargs and name != "sort"):
        reason = f"the method `{name}` of a container that is written and holds active values"
        raise lowering.refusal(
            call.node, reason, "write it with methods like append, insert and pop, or as a loop"
        )
    if name in ("get", "pop") and call.args:  # the key is one object, however often it is read
        call = replace(call, args=[materialise(lowering, call.args[0], call.node), *call.args[1:]])
    return run_program(lowering, program, [base, *call.args], call.node, call.kwargs)


def followed_method(lowering: Lowering, base: Atom, name: str, call: Call) -> None:
    """A method that writes to a list or dict which holds active values, or comes to: it is followed."""
    sites = sites_of(lowering, base)
    plain_append = name == "append" and lowering.kind(base).name == "list"
    asks = name in _READERS and not (name == "get" and any_varies(lowering, call.args[1:]))
    if not sites or asks:
        return
    if any(holds_indexed(lowering, each) or is_record(each) for each in call.values) or (
        not plain_append
        and (lowering.varies(base) or any(value_varies(lowering, each) for each in call.values))
    ):
        lowering.follow(sites)
    elif not plain_append:
        lowering.program.sites.changed |= sites


def is_record(value: Any) -> bool:
    """Whether it is an object that a record of the running program stands for."""
    return isinstance(value, Object) and value.record is not None


# ------------------------------------------------------------------------------- what takes or gives items


def put(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    """`xs.append(item)`, `xs.appendleft(item)`, `xs.insert(i, item)`"""
    before = tuple(materialise(lowering, argument, node) for argument in args[:-1])

    def put_place(place: Atom) -> None:
        if name == "append":
            lowering.effect("append", (base, place), node)
        else:
            raw_method(lowering, base, name, (*before, place), node, K.NONE)

    sites = lowering.kinds[base].sites
    stored(lowering, sites, materialise_item(lowering, args[-1], node, sites), node, put_place)
    return Const(None)


def extend(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    items = args[0]
    if is_indexed(lowering, items) and not is_mapping(lowering, items, node):
        lowering.program.sites.root(lowering.kind(base).sites | lowering.kind(items).sites)
        raw_method(lowering, base, "extend", (items,), node, K.NONE)
        return Const(None)
    return run_program(lowering, storage_programs.put_items, [base, items], node)


def taken(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    """`xs.pop()`, `xs.popleft()`"""
    atoms = tuple(materialise(lowering, argument, node) for argument in args)
    sites = lowering.kinds[base].sites
    raw = raw_method(lowering, base, name, atoms, node, raw_kind(lowering, sites))
    return value_of(lowering, sites, raw, node)


def asked(lowering: Lowering, base: Atom, name: str, args: list[Any], node: ast.AST) -> Value:
    """A method that compares items: it is asked of a list of them; objects are compared one by one."""
    if is_of_records(lowering, base) and len(args) == 1:
        program = storage_programs.place_of if name == "index" else storage_programs.count_of
        return run_program(lowering, program, [base, args[0]], node)
    items = frozen(lowering, base, node)
    cls = tuple if lowering.kind(items).name == "tuple" else list
    method = Ref(f"{cls.__name__}.{name}", getattr(cls, name))
    atoms = tuple(materialise(lowering, argument, node) for argument in args)
    return emit(lowering, method, (items, *atoms), node, varied=False, kind=K.INT)


def set_item(lowering: Lowering, base: Var, key: Atom, item: Atom, node: ast.AST) -> None:
    check_no_keys(lowering, base, node)
    sites = lowering.kinds[base].sites
    lowering.program.sites.store_key(lowering.program.sites.root(sites), lowering.kind(key))
    stored(lowering, sites, item, node, lambda place: lowering.effect("setitem", (base, key, place), node))


def fill_in(lowering: Lowering, container: Atom, key: Atom, node: ast.AST) -> None:
    """Reading a `defaultdict` puts the default where there is nothing."""
    if not is_indexed(lowering, container) or lowering.kind(container).cls is not collections.defaultdict:
        return
    sites, known = lowering.kind(container).sites, lowering.factories
    factories = [known[site] for site in sites if site in known]
    if len(factories) != 1:
        reason = "a name stands for dicts with different defaults, and they are written"
        raise lowering.refusal(node, reason, "give them names of their own")
    run_program(lowering, storage_programs.fill_in, [container, key, factories[0]], node)


def set_default(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    """`table.setdefault(key, default)`, where the default is made only if it is needed"""
    key, default, *_ = materialise(lowering, args[0], node), *args[1:], Const(None)

    def fill() -> None:
        sites = lowering.kinds[base].sites
        set_item(lowering, base, key, materialise_item(lowering, default, node, sites), node)

    split(lowering, emit(lowering, "not_in", (key, base), node), fill, lambda: None, node)
    return read_item(lowering, base, key, node, "t")


def last_item(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    """`table.popitem()`"""
    sites = lowering.kinds[base].sites
    kind, keys = raw_kind(lowering, sites), key_kind(lowering, base)
    pair = raw_method(lowering, base, "popitem", (), node, K.tuple_kind((keys, kind)))
    key = raw_entry(lowering, "getitem", (pair, Const(0)), node, "key", keys)
    raw = raw_entry(lowering, "getitem", (pair, Const(1)), node, "k", kind)
    return Sequence((key, value_of(lowering, sites, raw, node)))


def put_arguments(lowering: Lowering, base: Var, call: Call) -> None:
    """`base.update(*args, **kwargs)`, with keywords that may be known only at run time."""
    kwargs, node = call.kwargs, call.node
    for other in call.args:
        put_all(lowering, base, other, node)
    put_all(lowering, base, Table({name: value for name, value in kwargs.items() if name != "**"}), node)
    if "**" in kwargs:
        put_all(lowering, base, kwargs["**"], node, is_dict=True)


def put_all(lowering: Lowering, base: Var, other: Value, node: ast.AST, is_dict: bool = False) -> None:
    """`base.update(other)`"""
    other = entries_of(lowering, other, node)
    if isinstance(other, Table):
        for key, value in other.items.items():
            lowering.dispatch.put_item(lowering, base, Const(key), value, node)
    elif isinstance(other, Var) and is_indexed(lowering, other) and is_mapping(lowering, other, node):
        lowering.program.sites.root(lowering.kind(base).sites | lowering.kind(other).sites)
        raw_method(lowering, base, "update", (other,), node, K.NONE)
    else:
        is_dict = is_dict or (isinstance(other, Var) and lowering.kind(other).name == "dict")
        program = storage_programs.put_table if is_dict else storage_programs.put_pairs
        run_program(lowering, program, [base, other], node)


def keys(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    return raw_method(lowering, base, "keys", (), node, K.UNKNOWN)


def view_of(lowering: Lowering, base: Var, name: str, args: list[Any], node: ast.AST) -> Value:
    """`table.values()`, `table.items()`"""
    program = VIEWS[name]
    return viewed(lowering, View(Ref(program.__name__, program), (base,)), node)


def viewed(lowering: Lowering, view: View | Chosen, node: ast.AST) -> Value:
    """A list of what a view of a dict shows now; a name that it is given stands for the view."""
    if isinstance(view, View):
        made: Any = run_program(lowering, view.function.value, list(view.args), node)
    else:
        made = lowering.dispatch.call_value(lowering, view, Call(node, []))
    if isinstance(made, Var):
        lowering.views[made] = view
    return made


def keys_or_itself(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """What a program gets that goes through a container: of a dict the keys."""
    if isinstance(value, Table):
        return Sequence(tuple(map(Const, value.items)), "list")
    if isinstance(value, Var) and lowering.kind(value).name == "dict":
        kind = K.list_kind(K.iterated(lowering.kind(value)))
        return emit(lowering, Ref("list", list), (value,), node, kind=kind, varied=False)
    if isinstance(value, Var) and is_indexed(lowering, value) and is_mapping(lowering, value, node):
        return keys_or_frozen(lowering, value, node)
    return value


def method_of_class(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """`list.append(xs, v)`: a method that was taken from its class, or kept as a value."""
    args = call.args
    cls = getattr(value, "__objclass__", None)
    if not args or not isinstance(args[0], Var) or not any(cls is each for each in CLASSES):
        return None
    if is_indexed(lowering, args[0]):
        return indexed_method(lowering, args[0], value.__name__, replace(call, args=args[1:]))
    if lowering.kinds[args[0]].name != getattr(cls, "__name__", ""):
        return None
    return lowering.dispatch.call_value(
        lowering, Member(args[0], value.__name__), Call(call.node, args[1:], call.kwargs)
    )


PUTTING = ("append", "appendleft", "insert")
VIEWS = {"values": storage_programs.values_of, "items": storage_programs.items_of}
_METHODS: dict[str, Callable[..., Value]] = {
    **dict.fromkeys(PUTTING, put),
    **dict.fromkeys(("pop", "popleft"), taken),
    **dict.fromkeys(("index", "count"), asked),
    **dict.fromkeys(VIEWS, view_of),
    "extend": extend,
    "setdefault": set_default,
    "popitem": last_item,
    "keys": keys,
}
"""Methods that change what a container holds, or read it, and are no programs."""
METHODS = frozenset((*AS_THEY_ARE, *_METHODS, *storage_programs.METHODS, "update"))
"""The methods that containers have which are written and hold active values."""
