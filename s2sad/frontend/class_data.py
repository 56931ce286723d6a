"""Attributes that an object has on some paths only: from its class, or not at all.

class Options:                  o = Options()           gain = None         what the class has, as if the object had it
    gain = None                 if y > 0:         →     if y > 0:
                                    o.gain = 0.5            gain = 0.5
                                if o.gain is None: …    if gain is None: …

An attribute that is written elsewhere than where the object is made starts as what the class has. If the class has
nothing, and `hasattr` or `getattr` with a default asks for it, a flag among the names tells whether it is there. Which
attributes these are is learned when the function is lowered, and it is lowered again with that (`sites`).
"""

from __future__ import annotations

import ast
from typing import Any

from s2sad.frontend.array_calls import ArrayCalls
from s2sad.frontend.chosen import UNDEFINED_ATOM
from s2sad.frontend.sites import Restart
from s2sad.frontend.values import Object, Value, is_literal
from s2sad.ir.nodes import Const, Ref


class ClassData(ArrayCalls):
    def class_has(self, cls: type, name: str) -> bool:
        return any(name in vars(base) for base in cls.__mro__)

    def class_data(self, cls: type, name: str) -> Value | None:
        """What a class has by a name, if that is plain data: no function, property or other descriptor."""
        found = self.lookup(cls, name)
        if is_literal(found) and self.class_has(cls, name):
            return Const(found)
        plain = found is not None and not callable(found) and not hasattr(type(found), "__get__")
        return Ref(f"{cls.__name__}.{name}", found) if plain else None

    def begin(self, made: Object) -> Object:
        """A new object, with what its class has for the attributes that are written on some paths only."""
        for name in self.program.sites.written.get(made.cls, ()):
            default = self.class_data(made.cls, name)
            if default is not None:
                self.env[(id(made), name)] = default
            elif not self.class_has(made.cls, name):
                self.env[(id(made), name)] = UNDEFINED_ATOM
                if (made.cls, name) in self.program.sites.asked:
                    self.env[(id(made), flag_of(name))] = Const(False)
        self.objects.append(made)
        return made

    def comes_to_have(self, base: Object, name: str) -> None:
        """Take note of an attribute that is about to be written, and that the object may have had or not."""
        known = (id(base), name) in self.env or name in base.fields
        if not known and base.block is not self.out:
            names = self.program.sites.written.setdefault(base.cls, {})
            if name not in names:
                names[name] = None
                raise Restart
        if (id(base), flag_of(name)) in self.env:
            self.env[(id(base), flag_of(name))] = Const(True)

    def has_attribute_now(self, base: Any, name: str, cls: type) -> Value:
        """`hasattr(base, name)`."""
        if self.class_has(cls, name):
            return Const(True)
        sites = self.program.sites
        if (cls, name) not in sites.asked:
            sites.asked.add((cls, name))
            if name in sites.written.get(cls, ()):
                raise Restart
        if isinstance(base, Object) and base.record is not None:
            known = self.has_attribute(base.record, name)
            return self.is_there(base.record, name) if known else Const(False)
        flag = self.own_attribute(base, flag_of(name)) if isinstance(base, Object) else None
        return Const(self.own_attribute(base, name) is not None) if flag is None else flag

    def attribute_or(
        self, base: Any, name: str, cls: type, otherwise: Value, node: ast.AST, hint: str
    ) -> Value:
        """`getattr(base, name, otherwise)`."""

        def read() -> Value:
            return self.object_attribute(base, name, node, hint)

        return self.choose(self.has_attribute_now(base, name, cls), read, lambda: otherwise, node, hint)

    def check_there(self, base: Value, name: str, node: ast.AST) -> None:
        """Where exceptions are caught, an attribute that may be missing isn't read."""
        if not self.catching or not isinstance(base, Object) or self.class_has(base.cls, name):
            return
        written = name in self.program.sites.written.get(base.cls, ())
        if written and self.has_attribute_now(base, name, base.cls) != Const(True):
            reason = (
                f"the attribute `{name}`, which is missing on some paths, is read where exceptions are caught"
            )
            raise self.refusal(node, reason, "set it in the constructor")

    def check_written(self, base: Object, node: ast.AST) -> None:
        """Its attributes are asked for by name: each has to be there on every path, or on none."""
        unsure = [*self.program.sites.written.get(base.cls, ())]
        if unsure:
            reason = f"the attributes of an object are asked for, which has `{unsure[0]}` on some paths only"
            raise self.refusal(node, reason, "set it in the constructor")

    def own_attribute(self, base: Value, name: str) -> Value | None:
        raise AssertionError  # defined with the objects


def flag_of(name: str) -> str:
    """The name that tells whether an object has an attribute."""
    return f"%has_{name}"


def is_flag(name: str) -> bool:
    return name.startswith("%has_")
