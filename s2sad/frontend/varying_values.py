"""Whether a value varies: what it holds counts too."""

from __future__ import annotations

from typing import Any

from s2sad.frontend.abstract_values import Object
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.indexed_storage import holds_indexed, is_indexed
from s2sad.frontend.known_contents import contents_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.object_records import record_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Var


def any_varies(lowering: Lowering, values: list[Any]) -> bool:
    if any([type(value) is Var and value in lowering.varied for value in values]):
        return True
    return any([value_varies(lowering, value) for value in values])


def value_varies(lowering: Lowering, value: Any) -> bool:
    """Whether a value varies; of a variable that doesn't it is noted that somebody asked."""
    if type(value) is Const:
        return False
    if type(value) is Var and value in lowering.varied:
        return True
    return any(part_varies(lowering, each) for each in contents_of(lowering, [value]))


def part_varies(lowering: Lowering, part: Any) -> bool:
    """Whether a value varies, apart from what it holds."""
    if isinstance(part, Var):
        if part in lowering.varied:
            return True
        lowering.taken_for_fixed.add(part)
    if isinstance(part, Object) and part.record is not None and record_varies(lowering, part):
        return True
    if is_of_several(lowering, part):
        return True
    if is_indexed(lowering, part):
        known, sites = lowering.program.sites, lowering.kinds[part].sites
        return known.vary_at(sites) or K.holds_indexed(known.of(sites).kind)
    return holds_indexed(lowering, part)
