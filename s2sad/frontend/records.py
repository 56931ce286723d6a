"""Objects that go where they can't be followed by name: into a list that grows, or one of several at a place.

p = Particle(x, v)          p = {}, with places for x and v as containers of places have them
items.append(p)             items.append(p)
items[i].x += dt * v        p = items[i]; p["x"] is the place of the new value

A record is a dict of its attributes; the class is known where it is used, so that methods are inlined as ever.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from typing import Any

from s2sad.frontend.classes import changes_itself, is_frozen, is_transparent
from s2sad.frontend.inlining import Inlining
from s2sad.frontend.values import Chosen, Object, Sequence, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.ir.records import field_names


class Records(Inlining):
    def opened_record(self, value: Value) -> Value:
        """A variable that holds a record as the object that it is."""
        if not isinstance(value, Var) or not self.is_places(value):
            return value
        cls = self.kinds[value].cls
        return Object(cls, record=value) if is_transparent(cls) else value  # type: ignore[arg-type]

    def may_change(self, cls: type) -> bool:
        """Whether attributes of an object may be written after it was made."""
        scope = self.scope.node
        written = scope is not None and self.program.writes_attributes(scope)
        if cls in self.program.sites.recorded:
            return True
        return not is_frozen(cls) and (written or changes_itself(cls))

    def new_record(self, cls: type, sites: frozenset[int], node: ast.AST) -> Object:
        self.program.sites.grown = self.program.sites.grown or cls not in self.program.sites.recorded
        self.program.sites.recorded.add(cls)
        made = self.raw("dict_of", (), node, cls.__name__.lower(), K.places_kind(cls, sites))
        return Object(cls, record=made)

    def attribute_sites(self, record: Var, name: str) -> frozenset[int]:
        """The sites that stand for an attribute of a record, as if it were a container of its own."""
        at = self.program.sites.at
        return frozenset().union(*(at(("attribute", site, name)) for site in self.kinds[record].sites))

    def has_attribute(self, record: Var, name: str) -> bool:
        """Whether the attribute is written anywhere in the function."""
        known = self.program.sites.numbers
        return any(("attribute", site, name) in known for site in self.kinds[record].sites)

    def attribute_names(self, base: Object) -> list[str]:
        """The attributes of a record: the fields of a dataclass in their order, and what else is written."""
        sites = self.kinds[base.record].sites
        fields = field_names(base.cls) if dataclasses.is_dataclass(base.cls) else ()
        written = [
            place[2] for place in self.program.sites.numbers if place[0] == "attribute" and place[1] in sites
        ]
        return list(dict.fromkeys([*fields, *written]))

    def record_attribute(self, base: Object, name: str) -> Value | None:
        record = base.record
        if not self.has_attribute(record, name):
            return None

        def read() -> Value:
            return self.read_at(self.attribute_sites(record, name), record, Const(name), None, name)

        functions = self.program.sites.functions_at(self.attribute_sites(record, name))
        if functions:
            return self.function_attribute(functions, read)

        default = self.class_data(base.cls, name)
        if default is None or (dataclasses.is_dataclass(base.cls) and name in field_names(base.cls)):
            return self.opened_record(read())
        return self.choose(self.is_there(record, name), read, lambda: default, ast.Pass(), name)

    def is_there(self, record: Var, name: str) -> Var:
        """Whether an object has an attribute when the program runs."""
        return self.raw("is_in", (Const(name), record), None, "t", K.BOOL)

    def class_data(self, cls: type, name: str) -> Value | None:
        raise AssertionError  # defined with the objects

    def function_attribute(self, functions: tuple[Ref, ...], read: Callable[[], Value]) -> Value:
        """An attribute that is a function: the only one that it ever is, or one of several by its number."""
        if len(functions) == 1:
            return functions[0]
        return Chosen(self.materialise(read(), None), functions)

    def set_record(self, base: Object, name: str, value: Value, node: ast.AST) -> None:
        record = base.record
        sites = self.attribute_sites(record, name)
        known = self.program.sites
        if isinstance(value, Ref) and callable(value.value) and not isinstance(value.value, type):
            value = Const(known.store_function(known.root(sites), value))
            if len(known.functions_at(sites)) == 1:
                return
        elif known.functions_at(sites):
            reason = f"the attribute `{name}` is a function in one object, and something else in another"
            raise self.refusal(node, reason, "give all these objects a function")
        item = self.materialise(value, node, name)
        self.stored(
            sites, item, node, lambda place: self.effect("setitem", (record, Const(name), place), node)
        )

    def record_varies(self, base: Object) -> bool:
        sites = self.program.sites
        names = self.attribute_names(base)
        return any(sites.of(self.attribute_sites(base.record, name)).varied for name in names)

    def holds_records(self, items: Value) -> bool:
        """Whether it is a list of objects."""
        if isinstance(items, Sequence):
            return any(isinstance(item, Object) for item in items.items)
        if not isinstance(items, Var) or not self.is_places(items):
            return False
        held = self.program.sites.of(self.kinds[items].sites).kind
        return held.name == "places" and is_transparent(held.cls)

    def is_same(self, name: str, left: Any, right: Any, node: ast.AST, hint: str) -> Value:
        """`a is b` for objects: records are told apart when the program runs."""
        for value in (left, right):
            if isinstance(value, Object) and value.joined:  # one of several, which the running program knows
                self.follow(value.sites)
                reason = "whether two objects are one is asked of an object that is another one on each path"
                raise self.refusal(
                    node, reason, "compare what they hold, or ask before the paths come together"
                )
        one, other = (v.record if isinstance(v, Object) else v for v in (left, right))
        if one is None or other is None:
            return Const((left is right) is (name == "is_"))
        return self.emit(name, (self.materialise(one, node), self.materialise(other, node)), node, hint)
