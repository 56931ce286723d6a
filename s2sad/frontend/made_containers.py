"""Lists, dicts and deques that a call of their class makes, where they are followed.

collections.deque(xs, 3)          the last three items of `xs`
array.array("d", xs)              a list of the floats in `xs`
dict.fromkeys(keys, 0.0)          a dict of zeros
copy.deepcopy(xs)                 new containers, of the same values
"""

from __future__ import annotations

import array
import ast
import collections
import copy
from dataclasses import replace
from typing import Any

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import Sequence, Table, Value
from s2sad.frontend.call import Call
from s2sad.frontend.container_arguments import reach
from s2sad.frontend.indexed_storage import (
    holds_indexed,
    is_indexed,
    item_kind,
    raw_entry,
    site,
)
from s2sad.frontend.inlining import run_program
from s2sad.frontend.keyed_dicts import contents, entries_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_methods import CLASSES, put_arguments
from s2sad.frontend.varying_values import any_varies, value_varies
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var

_COPIES = (copy.copy, copy.deepcopy)
_DEEP_COPY = Ref("copy.deepcopy", copy.deepcopy)


def container_made(lowering: Lowering, value: Any, call: Call) -> Value | None:
    """`deque(...)`, `defaultdict(...)`, `dict(...)` of active items; None for any other call."""
    args, kwargs = call.args, call.kwargs
    if value in _COPIES and len(args) == 1 and not kwargs and is_flat(args[0]):
        value = dict
    if value is copy.deepcopy and len(args) == 1 and not kwargs:
        return deep_copy(lowering, args[0], call.node, call.hint)
    if value == dict.fromkeys:
        return made_from_keys(lowering, value, call)
    active = any(holds_indexed(lowering, a) or value_varies(lowering, a) for a in call.values)
    if value is array.array:
        return array_made(lowering, call, active)
    if not any(value is cls for cls in CLASSES):
        return None
    sites = site(lowering, call.node, call.hint)
    if value is dict:
        opens = active or lowering.program.sites.is_followed(sites)
        args = [entries_of(lowering, a, call.node) if opens else contents(lowering, a) for a in args]
    if value is dict and "**" not in kwargs and all(isinstance(argument, Table) for argument in args[:1]):
        named = {key: lowering.dispatch.as_item(lowering, item, call.node) for key, item in kwargs.items()}
        return Table({**(args[0].items if args else {}), **named}) if len(args) < 2 else None
    if value is list and not args:
        return Sequence((), "list")
    copies = len(args) == 1 and is_from_outside(lowering, args[0])  # which may be filled in here
    if value is list or (value is dict and not active and not copies):
        return None
    call = replace(call, args=args)
    if not lowering.program.sites.is_followed(sites):
        if active:
            lowering.follow(sites)
        made = lowering.dispatch.plain_call(lowering, Ref(value.__name__, value), call)
        lowering.made_at[made] = sites
        return made
    if value is collections.deque:
        return deque_made(lowering, sites, call)
    return dict_made(lowering, value, sites, call)


def is_from_outside(lowering: Lowering, value: Value) -> bool:
    """Whether it lives outside, or is a dict of the running program, or may be one."""
    known = lowering.kind(value) if isinstance(value, Var) else K.BOTTOM
    return isinstance(value, Ref) or known.name == "dict" or K.is_opaque(known)


def is_flat(value: Value) -> bool:
    """Whether it is a dict that lives outside, of numbers and texts: a deep copy is a copy."""
    if not isinstance(value, Ref) or type(value.value) is not dict:
        return False
    return all(isinstance(item, (int, float, complex, str, type(None))) for item in value.value.values())


def array_made(lowering: Lowering, call: Call, active: bool) -> Value | None:
    """`array.array("d", items)` as a list, where active numbers come into it; None for other numbers than floats."""
    if call.kwargs or call.args[:1] != [Const("d")]:
        return None
    sites = site(lowering, call.node, call.hint)
    if active or lowering.program.sites.is_followed(sites):
        items = replace(call, args=call.args[1:])
        return lowering.dispatch.call_constant(lowering, Ref("list", list), items)
    made = lowering.dispatch.plain_call(lowering, Ref("array.array", array.array), call)
    lowering.made_at[made] = sites
    return made


def deep_copy(lowering: Lowering, value: Value, node: ast.AST, hint: str) -> Value | None:
    """`copy.deepcopy(items)`: of an indexed one, what copies its indices; None for what isn't a list or dict."""
    if not isinstance(value, (Sequence, Table, Var)):
        return None
    base = materialise(lowering, value, node)
    kind = lowering.kind(base)
    if kind.name in ("list", "dict") and lowering.varies(base):
        lowering.follow(K.sites_in(kind))
    if not is_indexed(lowering, base):
        return None
    held = reach(lowering, [lowering.kind(base)])
    if not any(K.is_array(lowering.program.sites.of(frozenset((root,))).kind) for root in held):
        return emit(lowering, _DEEP_COPY, (base,), node, hint)
    # What copies indices leaves the arrays as they are.
    if not K.is_array(item_kind(lowering, base)) or lowering.kind(base).cls is not list:
        reason = "a deep copy of arrays in a dict, in objects or in lists of lists"
        raise lowering.refusal(
            node, reason, "copy the arrays one by one: `[[x.copy() for x in row] for row in rows]`"
        )
    return run_program(lowering, storage_programs.copies_of_arrays, [base], node)


def made_from_keys(lowering: Lowering, value: Any, call: Call) -> Value:
    """`dict.fromkeys(keys, item)`"""
    node, hint = call.node, call.hint
    keys, item = [*call.args, Const(None)][:2]
    sites = site(lowering, node, hint)
    if any_varies(lowering, [keys, item]) or holds_indexed(lowering, keys) or holds_indexed(lowering, item):
        lowering.follow(sites)
    if lowering.program.sites.is_followed(sites):
        made = raw_entry(lowering, "dict_of", (), node, hint, K.indexed_kind(dict, sites))
        run_program(lowering, storage_programs.put_same, [made, keys, item], node)
        return made
    made = lowering.dispatch.plain_call(lowering, Ref("dict.fromkeys", value), replace(call, kwargs={}))
    lowering.made_at[made] = sites
    return made


def deque_made(lowering: Lowering, sites: frozenset[int], call: Call) -> Value:
    args, node = call.args, call.node
    most = args[1] if len(args) > 1 else call.kwargs.get("maxlen", Const(None))
    longest = materialise(lowering, most, node)
    empty = raw_entry(lowering, "tuple_of", (), node, "t", K.tuple_kind(()))
    ref = Ref("collections.deque", collections.deque)
    kind = K.indexed_kind(collections.deque, sites)
    made = raw_entry(lowering, ref, (empty, longest), node, call.hint, kind)
    if args:
        run_program(lowering, storage_programs.put_items, [made, args[0]], node)
    return made


def dict_made(lowering: Lowering, cls: type, sites: frozenset[int], call: Call) -> Value:
    args, node = call.args, call.node
    kind = K.indexed_kind(cls, sites)
    if cls is collections.OrderedDict:
        made = raw_entry(lowering, Ref("collections.OrderedDict", cls), (), node, call.hint, kind)
    else:  # what defaults are is known here
        made = raw_entry(lowering, "dict_of", (), node, call.hint, kind)
    if cls is collections.defaultdict and args and args[0] != Const(None):
        lowering.factories.update((site, args[0]) for site in sites)
    put_arguments(lowering, made, replace(call, args=args[1:] if cls is collections.defaultdict else args))
    return made
