"""Attributes that an object has on some paths only: from its class, or not at all.

class Options:                  o = Options()           gain = None         what the class has, as if the object had it
    gain = None                 if y > 0:         →     if y > 0:
                                    o.gain = 0.5            gain = 0.5
                                if o.gain is None: …    if gain is None: …

An attribute that is written elsewhere than where the object is made starts as what the class has. If the class has
nothing, and `hasattr` or `getattr` with a default asks for it, a flag among the names tells whether it is there. Which
attributes these are is learned when the function is lowered, and it is lowered again with that (`allocation_sites`).
"""

from __future__ import annotations

import ast
from types import MemberDescriptorType
from typing import Any

from s2sad.frontend.abstract_values import Object, Value, is_literal
from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.branches import choose
from s2sad.frontend.function_unions import UNDEFINED_ATOM
from s2sad.frontend.imports import raise_now
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_records import has_attribute, is_there
from s2sad.frontend.user_classes import keys_of
from s2sad.ir.nodes import Const, Ref


def class_has(cls: type, name: str) -> bool:
    """Whether a class has something by a name; one of its `__slots__` is but a place for what its objects may have."""
    found = next((vars(base) for base in cls.__mro__ if name in vars(base)), None)
    return found is not None and not isinstance(found[name], MemberDescriptorType)


def class_data(lowering: Lowering, cls: type, name: str) -> Value | None:
    """What a class has by a name, if that is plain data: no function, property or other descriptor."""
    found = lowering.lookup(cls, name)
    if is_literal(found) and class_has(cls, name):
        return Const(found)
    plain = found is not None and not callable(found) and not hasattr(type(found), "__get__")
    return Ref(f"{cls.__name__}.{name}", found) if plain else None


def begin(lowering: Lowering, made: Object) -> Object:
    """A new object, with what its class has for the attributes that are written on some paths only."""
    for name in lowering.program.sites.written_of(made.cls):
        default = class_data(lowering, made.cls, name)
        if default is not None:
            lowering.env[(id(made), name)] = default
        elif not class_has(made.cls, name):
            lowering.env[(id(made), name)] = UNDEFINED_ATOM
            if (made.cls, name) in lowering.program.sites.asked:
                lowering.env[(id(made), flag_of(name))] = Const(False)
    lowering.objects.append(made)
    return made


def comes_to_have(lowering: Lowering, base: Object, name: str) -> None:
    """Take note of an attribute that is about to be written, and that the object may have had or not."""
    known = (id(base), name) in lowering.env or name in base.fields
    if not known and base.block is not lowering.out:
        names = lowering.program.sites.written_of(base.cls)
        if name not in names:  # this attempt goes on, and looks for others
            names[name] = None
            lowering.program.sites.grown = True
    if (id(base), flag_of(name)) in lowering.env:
        lowering.env[(id(base), flag_of(name))] = Const(True)


def has_attribute_now(lowering: Lowering, base: Any, name: str, cls: type, node: ast.AST) -> Value:
    """`hasattr(base, name)`."""
    if class_has(cls, name):
        return Const(True)
    sites = lowering.program.sites
    if (cls, name) not in sites.asked:
        sites.asked.add((cls, name))
        if name in sites.written_of(cls):
            raise Restart
    if class_has(cls, "__getattr__") and lowering.dispatch.own_attribute(lowering, base, name) is None:
        reason = f"whether an object has `{name}` is asked, and `__getattr__` of its class tells that"
        raise lowering.refusal(node, reason, "set the attribute in the constructor")
    if isinstance(base, Object) and base.record is not None:
        known = has_attribute(lowering, base.record, name)
        return is_there(lowering, base.record, name) if known else Const(False)
    flag = (
        lowering.dispatch.own_attribute(lowering, base, flag_of(name)) if isinstance(base, Object) else None
    )
    return Const(lowering.dispatch.own_attribute(lowering, base, name) is not None) if flag is None else flag


def attribute_or(
    lowering: Lowering, base: Any, name: str, cls: type, otherwise: Value, node: ast.AST, hint: str
) -> Value:
    """`getattr(base, name, otherwise)`."""

    def read() -> Value:
        return lowering.dispatch.object_attribute(lowering, base, name, node, hint)

    return choose(
        lowering, has_attribute_now(lowering, base, name, cls, node), read, lambda: otherwise, node, hint
    )


def check_there(lowering: Lowering, base: Value, name: str, node: ast.AST) -> None:
    """Where exceptions are caught, an attribute that may be missing isn't read."""
    if not lowering.catching or not isinstance(base, Object) or class_has(base.cls, name):
        return
    written = name in lowering.program.sites.written_of(base.cls)
    if written and has_attribute_now(lowering, base, name, base.cls, node) != Const(True):
        reason = (
            f"the attribute `{name}`, which is missing on some paths, is read where exceptions are caught"
        )
        raise lowering.refusal(node, reason, "set it in the constructor")


def is_caught(lowering: Lowering, base: Any, name: str, node: ast.AST) -> bool:
    """AttributeError is raised where exceptions are caught, and nothing writes an attribute by this name.

    A dict whose keys are known has more methods than the class that stands for it.
    """
    if not lowering.catching or name in lowering.program.sites.written_of(base.cls):
        return False
    if keys_of(base.cls) is not None:
        return False
    if isinstance(base, Object) and base.record is not None and has_attribute(lowering, base.record, name):
        return False
    raise_now(lowering, AttributeError(f"{base.cls.__name__!r} object has no attribute {name!r}"), node)
    return True


def check_written(lowering: Lowering, base: Object, node: ast.AST) -> None:
    """Its attributes are asked for by name: each has to be there on every path, or on none."""
    unsure = [*lowering.program.sites.written_of(base.cls)]
    if unsure:
        reason = f"the attributes of an object are asked for, which has `{unsure[0]}` on some paths only"
        raise lowering.refusal(node, reason, "set it in the constructor")


def flag_of(name: str) -> str:
    """The name that tells whether an object has an attribute."""
    return f"%has_{name}"


def is_flag(name: str) -> bool:
    return name.startswith("%has_")
