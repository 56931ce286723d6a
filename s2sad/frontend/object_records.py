"""Objects that go where they can't be followed by name: into a list that grows, or one of several at a place.

p = Particle(x, v)          p = {}, with indices for x and v as indexed containers have them
items.append(p)             items.append(p)
items[i].x += dt * v        p = items[i]; p["x"] is the place of the new value

A record is a dict of its attributes; the class is known where it is used, so that methods are inlined as ever.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from typing import Any

from s2sad.frontend.abstract_values import Chosen, Object, Sequence, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.constructors import is_set_when_made
from s2sad.frontend.followed_objects import attributes_at
from s2sad.frontend.indexed_storage import is_of_records, raw_entry, stored
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import check_kept, materialise
from s2sad.frontend.storage_entries import emit, read_at
from s2sad.frontend.syntax import traits
from s2sad.frontend.user_classes import changes_itself, is_frozen, keys_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.ir.records import field_names

TAG = "class"
"""The key by which a record tells its class, where it meets records of others; no attribute has this name."""


def may_change(lowering: Lowering, cls: type) -> bool:
    """Whether attributes of an object may be written after it was made, here or by who gets it."""
    if keys_of(cls):
        return True
    if lowering.returning and lowering.program.sites.is_looked_at:
        return False
    scope = lowering.scope.node
    written = scope is not None and traits(scope).writes_attributes
    if lowering.program.sites.is_recorded(cls):
        return True
    return not is_frozen(cls) and (written or changes_itself(cls))


def new_record(lowering: Lowering, cls: type, sites: frozenset[int], node: ast.AST, hint: str = "") -> Object:
    known = lowering.program.sites
    known.record(cls, sites)
    tag = () if sites.isdisjoint(known.tagged) else (Const(TAG), Const(known.tag_of(cls)))
    made = raw_entry(lowering, "dict_of", tag, node, hint or cls.__name__.lower(), K.indexed_kind(cls, sites))
    return Object(cls, record=made)


def attribute_sites(lowering: Lowering, record: Var, name: str) -> frozenset[int]:
    """The sites that stand for an attribute of a record, as if it were a container of its own."""
    return attributes_at(lowering, lowering.kinds[record].sites, name)


def has_attribute(lowering: Lowering, record: Var, name: str) -> bool:
    """Whether the attribute is written anywhere in the function."""
    known = lowering.program.sites.numbers
    return any(("attribute", site, name) in known for site in lowering.kinds[record].sites)


def attribute_names(lowering: Lowering, base: Object) -> list[str]:
    """The attributes of a record: the fields of a dataclass in their order, and what else is written."""
    sites = lowering.kinds[base.record].sites
    fields = field_names(base.cls) if dataclasses.is_dataclass(base.cls) else ()
    written = [
        place[2] for place in lowering.program.sites.numbers if place[0] == "attribute" and place[1] in sites
    ]
    return list(dict.fromkeys([*fields, *written]))


def record_attribute(lowering: Lowering, base: Object, name: str) -> Value | None:
    record = base.record
    if not has_attribute(lowering, record, name):
        return None

    def read() -> Value:
        return read_at(lowering, attribute_sites(lowering, record, name), record, Const(name), None, "t")

    functions = lowering.program.sites.functions_at(attribute_sites(lowering, record, name))
    if functions:
        return function_attribute(lowering, functions, read)

    default = lowering.dispatch.class_data(lowering, base.cls, name)
    if default is None or (dataclasses.is_dataclass(base.cls) and name in field_names(base.cls)):
        return lowering.dispatch.opened(lowering, read())
    if isinstance(default, Ref) and is_set_when_made(lowering, base.cls, name):
        return lowering.dispatch.opened(lowering, read())
    return choose(lowering, is_there(lowering, record, name), read, lambda: default, ast.Pass(), name)


def is_there(lowering: Lowering, record: Var, name: str) -> Var:
    """Whether an object has an attribute when the program runs."""
    return raw_entry(lowering, "is_in", (Const(name), record), None, "t", K.BOOL)


def function_attribute(lowering: Lowering, functions: tuple[Ref, ...], read: Callable[[], Value]) -> Value:
    """An attribute that is a function: the only one that it ever is, or one of several by its number."""
    if len(functions) == 1:
        return functions[0]
    return Chosen(materialise(lowering, read(), None), functions)


def set_record(lowering: Lowering, base: Object, name: str, value: Value, node: ast.AST) -> None:
    record = base.record
    sites = attribute_sites(lowering, record, name)
    known = lowering.program.sites
    value = lowering.dispatch.as_object(lowering, value, node, sites)
    if isinstance(value, Ref) and callable(value.value) and not isinstance(value.value, type):
        value = Const(known.store_function(known.root(sites), value))
        if len(known.functions_at(sites)) == 1:
            return
    elif known.functions_at(sites):
        reason = f"the attribute `{name}` is a function in one object, and something else in another"
        raise lowering.refusal(node, reason, "give all these objects a function")
    check_kept(lowering, value, node)
    item = materialise(lowering, value, node, name)
    stored(
        lowering,
        sites,
        item,
        node,
        lambda place: lowering.effect("setitem", (record, Const(name), place), node),
    )


def record_varies(lowering: Lowering, base: Object) -> bool:
    """Whether anything varies in an object of the running program, or is a container that may hold what does."""
    known, names = lowering.program.sites, attribute_names(lowering, base)
    held = [attribute_sites(lowering, base.record, name) for name in names]
    if any([known.vary_at(sites) for sites in held]):
        return True
    contents = [known.of(sites) for sites in held]
    return any(each.varied or K.holds_indexed(each.kind) for each in contents)


def holds_records(lowering: Lowering, items: Value) -> bool:
    """Whether it is a list of objects."""
    if isinstance(items, Sequence):
        return any(isinstance(item, Object) for item in items.items)
    return is_of_records(lowering, items)


def are_given(lowering: Lowering, left: Any, right: Any) -> bool:
    """Whether both values may come from the arguments, at least one of them as an object that is taken apart."""
    given = list(lowering.opened_tuples.values())
    taken_apart = [any(value is each for each in given) for value in (left, right)]
    unknown = [isinstance(value, (Var, Ref)) for value in (left, right)]
    if all(taken_apart):
        return left.cls is right.cls
    return any(taken_apart) and any(unknown)


def is_same(lowering: Lowering, name: str, left: Any, right: Any, node: ast.AST, hint: str) -> Value:
    """`a is b` for objects: records are told apart when the program runs."""
    for value in (left, right):
        if isinstance(value, Object) and value.joined:  # one of several, which the running program knows
            lowering.follow(value.sites)
            reason = "whether two objects are one is asked of an object that is another one on each path"
            raise lowering.refusal(
                node, reason, "compare what they hold, or ask before the paths come together"
            )
    one, other = (v.record if isinstance(v, Object) else v for v in (left, right))
    if left is not right and are_given(lowering, left, right):
        reason = "whether two objects are one is asked of an object that was passed, and is taken apart into its attributes"
        raise lowering.refusal(
            node, reason, "compare what they hold (`a == b`), or give them numbers or names to go by"
        )
    if one is None or other is None:
        return Const((left is right) is (name == "is_"))
    return emit(
        lowering, name, (materialise(lowering, one, node), materialise(lowering, other, node)), node, hint
    )
