"""Enumerations: their members are constants, which stay what they are.

Phase(0.9)            Phase.ICE
for phase in Phase    for phase in (Phase.ICE, Phase.WATER)
"""

from __future__ import annotations

import enum
from typing import Any

from s2sad.frontend.abstract_values import Sequence, Value
from s2sad.ir.nodes import Const, Ref

_MANY = 64
_BY_VALUE = (object.__eq__, int.__eq__, str.__eq__, float.__eq__)


def member_of(cls: Ref, args: list[Any]) -> Ref | None:
    """The member of an enumeration with a value that is known; None if there is none, which the running program says."""
    if not isinstance(cls.value, enum.EnumMeta) or len(args) != 1 or not isinstance(args[0], Const):
        return None
    try:
        return _ref(cls, cls.value(args[0].value))
    except ValueError:
        return None


def members_of(value: Value) -> Sequence | None:
    """The members of an enumeration, in order; None for anything else."""
    if not isinstance(value, Ref) or not isinstance(value.value, enum.EnumMeta):
        return None
    members: list[Any] = list(value.value)[: _MANY + 1]
    found = [_ref(value, member) for member in members]
    return Sequence(tuple(filter(None, found))) if all(found) and len(found) <= _MANY else None


def is_member(value: Value) -> bool:
    """Whether it is a member of an enumeration without a comparison of its own."""
    return (
        isinstance(value, Ref)
        and isinstance(value.value, enum.Enum)
        and type(value.value).__eq__ in _BY_VALUE
    )


def _ref(cls: Ref, member: Any) -> Ref | None:
    """The member by its name; flags that are joined have none."""
    known = getattr(cls.value, "__members__", {}).get(member.name) is member
    return Ref(f"{cls.path}.{member.name}", member, cls.scope) if known else None
