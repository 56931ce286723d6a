"""`copy.copy` and `copy.deepcopy`: of objects attribute by attribute, so that nothing of the call is left.

q = copy.deepcopy(p)        q.x = p.x; q.items = copy.deepcopy(p.items)
"""

from __future__ import annotations

import ast
import copy
import functools
from typing import Any

import numpy as np

from s2sad.frontend.abstract_values import Object, Sequence, Value
from s2sad.frontend.branches import choose
from s2sad.frontend.call import Call
from s2sad.frontend.container_arguments import reach
from s2sad.frontend.indexed_storage import holds_indexed, is_indexed, site
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_containers import deep_copy
from s2sad.frontend.object_records import new_record, set_record
from s2sad.frontend.object_variables import attributes_of
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.varying_values import value_varies
from s2sad.ir import kinds as K
from s2sad.ir.all_known import all_known
from s2sad.ir.changed_kinds import without_sites
from s2sad.ir.nodes import Const, Ref, Var

_COPY = Ref("np.copy", np.copy)
_LIST = Ref("list", list)
_DEEPCOPY = Ref("copy.deepcopy", copy.deepcopy)
_SHALLOW = Ref("copy.copy", copy.copy)


def duplicate(
    lowering: Lowering, value: Any, deep: bool, memo: dict[Any, Value | None], node: ast.AST
) -> Value | None:
    """`copy.copy` and `copy.deepcopy` of what is known to be a number, list, array or object; None for another."""
    if isinstance(value, Object):
        return copied_object(lowering, value, deep, memo, node)
    if isinstance(value, Const):
        return value
    if isinstance(value, Sequence):
        if not deep:
            return value
        copies = [duplicate(lowering, item, deep, memo, node) for item in value.items]
        items: list[Value] | None = all_known(copies)
        return None if items is None else Sequence(tuple(items), value.kind, value.names, value.cls)
    if not isinstance(value, Var):
        return None
    if not deep:
        return copied_variable(lowering, value, deep, node)
    if value not in memo:
        memo[value] = copied_variable(lowering, value, deep, node)
        check_apart(lowering, value, memo, node)
    return memo[value]


def check_apart(lowering: Lowering, value: Var, memo: dict[Any, Value | None], node: ast.AST) -> None:
    """What is copied part by part, and written then, has no list in two of them that aren't known to be one."""
    for other, made in memo.items():
        is_written = holds_indexed(lowering, made) or holds_indexed(lowering, memo[value])
        if isinstance(other, Var) and other != value and is_written and may_meet(lowering, value, other):
            reason = "what is copied may hold one list, dict or object in two places"
            raise lowering.refusal(node, reason, "copy what it holds one by one")


def may_meet(lowering: Lowering, one: Var, other: Var) -> bool:
    """Whether two values may hold one container or object, by where these are made, and by what they are known to hold."""
    kinds = lowering.kind(one), lowering.kind(other)
    held = [{*K.sites_in(kind)} for kind in kinds], [{*reach(lowering, [kind])} for kind in kinds]
    return any(not a.isdisjoint(b) for a, b in held)


def copied_variable(lowering: Lowering, value: Var, deep: bool, node: ast.AST) -> Value | None:
    kind = lowering.kind(value)
    if kind in K.NUMBERS or kind in (K.TEXT, K.NONE):
        return value
    if is_indexed(lowering, value):
        return deep_copy(lowering, value, node, "t") if deep else emit(lowering, _SHALLOW, (value,), node)
    if K.is_array(kind):
        copied = functools.partial(lowering.dispatch.call_constant, lowering, _COPY, Call(node, [value]))
        if not kind.may_be_none:
            return copied()
        missing = emit(lowering, "is_", (value, Const(None)), node)
        return choose(lowering, missing, lambda: Const(None), copied, node, "t")
    if kind.name == "list" and (not deep or kind.item in K.NUMBERS):
        return emit(lowering, _LIST, (value,), node)
    if deep and kind.name in ("list", "dict") and not lowering.varies(value):
        return emit(lowering, _DEEPCOPY, (value,), node, kind=without_sites(kind))
    return None


def copied_object(
    lowering: Lowering, value: Object, deep: bool, memo: dict[Any, Value | None], node: ast.AST
) -> Value | None:
    if value.record is not None:
        return duplicate(lowering, value.record, deep, memo, node)
    if id(value) in memo:
        return memo[id(value)]
    known = attributes_of(lowering, value)
    made = memo[id(value)] = new_copy(lowering, value, known, node)
    for name, item in known.items():
        part = duplicate(lowering, item, deep, memo, node) if deep else item
        if part is None and (value_varies(lowering, item) or is_indexed(lowering, item)):
            reason = f"the attribute `{name}` of an object is copied, and what it is isn't known"
            raise lowering.refusal(node, reason, "copy what the attributes hold one by one")
        if part is None:
            part = item if not isinstance(item, Var) else emit(lowering, _DEEPCOPY, (item,), node)
        if made.record is not None:
            set_record(lowering, made, name, part, node)
        else:
            lowering.env[(id(made), name)] = part
    return made


def new_copy(lowering: Lowering, value: Object, known: dict[str, Value], node: ast.AST) -> Object:
    """The copy that is to get the attributes: a record, if it goes where it can't be followed by name."""
    sites = site(lowering, node, "copy")
    if lowering.program.sites.is_followed(sites) or lowering.program.sites.is_passed_on(value.cls):
        made = new_record(lowering, value.cls, sites, node)
    else:
        made = Object(value.cls, dict(known), sites=sites)
    lowering.objects.append(made)
    return made
