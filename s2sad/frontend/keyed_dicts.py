"""Dicts that are written, and whose keys are known: objects, whose attributes are the keys.

state = {"m": np.zeros(n), "t": 0}          m = np.zeros(n); t = 0
state["t"] += 1                      →      t = t + 1
for key in ("m", "t"): state[key] …         as often as there are keys

Each key has a kind of its own, as attributes have; such a dict in a list that grows is a record. One that is asked for what
isn't known (a key of the running program, a new key, `del`) is an indexed container from the next attempt on.
"""

from __future__ import annotations

import ast
import functools
import keyword
from collections.abc import Iterator
from typing import Any

from s2sad.frontend.abstract_values import Object, Scope, Table, Value
from s2sad.frontend.container_classes import give_up_keys
from s2sad.frontend.dict_views import VIEWS, is_used_at_once
from s2sad.frontend.indexed_storage import site
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import is_spread
from s2sad.frontend.object_records import new_record
from s2sad.frontend.outside_dicts import items_outside
from s2sad.frontend.syntax import all_nodes
from s2sad.frontend.user_classes import keys_of
from s2sad.ir.nodes import Const

KEYS = "s2sad_keys"
"""The attribute of all such dicts that has their keys."""
_COMPUTED = (ast.IfExp, ast.BinOp, ast.Call, ast.JoinedStr)
_MOST_KEYS = 32


class Keyed:
    """What dicts do whose keys are known, as Python that is lowered like the user's own."""

    s2sad_keys: tuple[str, ...] = ()

    def __getitem__(self, key: Any) -> Any:
        return getattr(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        setattr(self, key, value)

    def __contains__(self, key: Any) -> Any:
        return key in self.s2sad_keys

    def __len__(self) -> int:
        return len(self.s2sad_keys)

    def __iter__(self) -> Any:
        return iter(self.s2sad_keys)

    def keys(self) -> Any:
        return self.s2sad_keys

    def values(self) -> Iterator[Any]:
        for key in self.s2sad_keys:
            yield getattr(self, key)

    def items(self) -> Iterator[Any]:
        for key in self.s2sad_keys:
            yield key, getattr(self, key)

    def get(self, key: Any, default: Any = None) -> Any:
        return getattr(self, key) if key in self.s2sad_keys else default

    def setdefault(self, key: Any, default: Any = None) -> Any:
        return getattr(self, key)

    def update(self, *others: Any, **named: Any) -> None:
        for other in others:
            for key in other:
                setattr(self, key, other[key])
        for key in named:
            setattr(self, key, named[key])

    def copy(self) -> Any:
        return {**self}


@functools.lru_cache(maxsize=256)
def class_of_keys(keys: tuple[str, ...]) -> type:
    """The class of the dicts with these keys."""
    return type("dict", (Keyed,), {KEYS: keys})


def keyed_object(
    lowering: Lowering, table: Table, node: ast.AST | None, hint: str, holder: Scope | None = None
) -> Object | None:
    """A dict as an object, if it is one that is written and its keys are known to stay these; None for any other.

    `holder` is the function that calls it `hint`.
    """
    sites, dicts = lowering.program.sites, site(lowering, node, hint)
    if not sites.by_keys or not sites.is_followed(dicts):
        return None
    if len(table.items) > _MOST_KEYS or not all(map(is_name, table.items)):
        return None
    holder = holder or lowering.scope
    if not table.items and not (is_spread(holder, hint) or is_filled_by_name(holder.node, hint)):
        return None
    if sites.guesses and has_computed_keys(holder.node, hint):
        return None
    own = sites.at((id(node) if node else None, hint, tuple(lowering.called_at), "by keys"))
    if sites.is_plain(own, (id(node) if node else None, hint)):
        return None
    cls = class_of_keys(tuple(table.items))
    if sites.is_followed(own) or sites.is_passed_on(cls):
        made = new_record(lowering, cls, own, node or ast.Pass(), hint if hint != "t" else "table")
    else:
        made = Object(cls, dict(table.items), sites=own, block=lowering.out)
    sites.have_keyed = True
    sites.guess_instead(dicts, own)
    lowering.objects.append(made)
    for key, value in table.items.items():
        lowering.dispatch.set_attribute(lowering, made, key, value, node or ast.Pass(), anyway=True)
    return made


def read_only(table: Table) -> Object | None:
    """A dict that nothing writes to, and that holds objects, as an object, whose methods give these as they are."""
    if len(table.items) > _MOST_KEYS or not all(map(is_name, table.items)):
        return None
    return Object(class_of_keys(tuple(table.items)), dict(table.items), joined=True)


@functools.lru_cache(maxsize=1024)
def is_filled_by_name(function: ast.AST | None, name: str) -> bool:
    """Whether what a function calls so gets items there, and all by keys that are written out."""
    nodes = all_nodes(function) if function is not None else ()
    stores = [n for n in nodes if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load)]
    keys = [n.slice for n in stores if isinstance(n.value, ast.Name) and n.value.id == name]
    return bool(keys) and all(isinstance(key, ast.Constant) for key in keys)


def has_computed_keys(function: ast.AST | None, name: str) -> bool:
    """Whether an item of what a function calls so is asked for by a key that is computed where it stands."""
    nodes = all_nodes(function) if function is not None else ()
    read = [n for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)]
    return any(n.value.id == name and isinstance(n.slice, _COMPUTED) for n in read)  # type: ignore[attr-defined]


def is_name(key: Any) -> bool:
    """Whether a key can be the name of an attribute: no record has one of the class's own, or a keyword."""
    return type(key) is str and key.isidentifier() and not keyword.iskeyword(key) and not hasattr(Keyed, key)


def contents(lowering: Lowering, value: Value) -> Value:
    """What a dict holds now, if it is an object; any other value as it is."""
    if not isinstance(value, Object) or keys_of(value.cls) is None:
        return value
    held = lowering.dispatch.attributes_of(lowering, value)
    return Table({key: held[key] for key in keys_now(value)})


def entries_of(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """What a dict holds now, if it is an object or lives outside and has texts as keys; any other value as it is."""
    held = contents(lowering, value)
    items = items_outside(lowering, held, node)
    return held if items is None else Table(dict(items))


def keys_now(base: Object) -> tuple[str, ...]:
    """The keys of a dict, in their order: those that it was made with, and those that came after."""
    own = keys_of(base.cls) or ()
    return own if base.record is not None else (*own, *(key for key in base.fields if key not in own))


def check_key(lowering: Lowering, base: Any, name: Value, sets: bool, node: ast.AST) -> None:
    """A key of a dict has to be one that is known; otherwise it is no object from the next attempt on.

    A new one comes where the dict was made, so that all that follows finds it.
    """
    if not isinstance(base, Object) or keys_of(base.cls) is None:
        return
    if base.joined and len(keys_now(base)) > len(keys_of(base.cls) or ()) + 1:  # in an order that isn't known
        give_up_keys(lowering, base.sites, node)
    if isinstance(name, Const) and name.value in keys_now(base):
        return
    is_there = base.record is None and base.block is lowering.out and not lowering.catching
    if not sets or not is_there or not isinstance(name, Const) or not is_name(name.value):
        give_up_keys(lowering, sites_of_object(lowering, base), node)
    base.fields[name.value] = Const(None)


def check_whole(lowering: Lowering, value: Value, node: ast.AST) -> None:
    """A dict is asked for what only one of the running program can tell."""
    if isinstance(value, Object) and keys_of(value.cls) is not None:
        give_up_keys(lowering, sites_of_object(lowering, value), node)


def check_view(lowering: Lowering, base: Object, node: ast.Attribute) -> None:
    """A view that isn't gone through at once shows what is written later: the dict is no object from the next attempt on."""
    if keys_of(base.cls) is None or node.attr not in VIEWS or is_used_at_once(lowering.scope.node, node):
        return
    sites = sites_of_object(lowering, base)
    if sites:
        give_up_keys(lowering, sites, node)


def sites_of_object(lowering: Lowering, base: Object) -> frozenset[int]:
    return base.sites if base.record is None else lowering.kinds[base.record].sites
