"""Objects of the user's classes that live outside, such as constants of a class, where they meet others that are followed.

total = Vector.ZERO             the attributes of `Vector.ZERO`, read where the two come together
for p in points:
    total = total + p
"""

from __future__ import annotations

from types import MemberDescriptorType
from typing import Any

from s2sad.frontend.abstract_values import Snapshot, Value
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.user_classes import is_named_tuple, is_transparent
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref
from s2sad.ir.static_lookup import plain_attribute
from s2sad.ir.value_kinds import kind_of


def lives_outside(value: Any) -> bool:
    """Whether it is an object of the user's with numbers as attributes, such as a constant of its class."""
    held = (
        attributes_outside(value) if is_transparent(type(value)) and not is_named_tuple(type(value)) else {}
    )
    return bool(held) and all(kind_of(each) in K.NUMBERS for each in held.values())


def attributes_outside(value: Any) -> dict[str, Any]:
    """What an object that lives outside holds, in its dict and its slots."""
    found = dict(getattr(value, "__dict__", {}))
    held = (each for base in type(value).__mro__ for each in vars(base).items())
    slots = (name for name, each in held if isinstance(each, MemberDescriptorType))
    found.update((name, plain_attribute(value, name)) for name in slots)
    return dict(sorted(found.items()))


def snapshot_outside(lowering: Lowering, value: Ref) -> Snapshot:
    """The attributes of an object that lives outside, as they are now."""
    fields: dict[str, Value] = {}
    for name, held in attributes_outside(value.value).items():
        lowering.program.assumed.attribute(value.value, value.path, value.scope, name)
        fields[name] = emit(lowering, "getattr", (value, Const(name)), None, name, kind=kind_of(held))
    return Snapshot(type(value.value), fields)
