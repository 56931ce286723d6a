"""Containers that are followed as plain lists and dicts of the items themselves, for what can't follow them.

return xs        [values[k] for k in xs]
f(d)             f of the keys of a dict, where it goes through what it gets
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from s2sad.frontend import storage_programs
from s2sad.frontend.container_classes import is_mapping
from s2sad.frontend.indexed_storage import (
    holds_indexed,
    is_indexed,
    is_of_records,
    item_kind,
    key_kind,
    raw_entry,
    unmixed,
)
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.user_classes import is_transparent
from s2sad.ir import kinds as K
from s2sad.ir.changed_kinds import without_sites
from s2sad.ir.nodes import Atom, Const, Ref, Var

_LIST = Ref("list", list)
_FROZEN: dict[type | None, Any] = {
    tuple: storage_programs.tuple_frozen,
    Sequence: storage_programs.either_frozen,
}


def gone_too_far(lowering: Lowering, cls: type, node: ast.AST | None) -> Exception:
    """An object goes where it can't be followed; a record may tell what it stands for, and the way out."""
    lowering.follow(lowering.makers)
    unknown = f"an object of the class `{cls.__name__}` with active attributes", "pass its attributes"
    name, hint = getattr(cls, "s2sad_way_out", unknown)
    return lowering.refusal(node, f"{name} goes where it can't be followed", hint)


def frozen(lowering: Lowering, atom: Atom, node: ast.AST | None) -> Atom:
    """What holds indexed containers as lists and dicts of the items themselves."""
    if not holds_indexed(lowering, atom):
        return atom
    kind = unmixed(lowering, lowering.kind(atom), node)
    if is_transparent(kind.cls) and kind.name == "indexed":
        raise gone_too_far(lowering, kind.cls or type(None), node)
    if kind.name == "tuple":
        parts = tuple(
            frozen(
                lowering,
                (
                    raw_entry(lowering, "getitem", (atom, Const(i)), node, "t", part)
                    if K.holds_indexed(part)
                    else lowering.plain_entry("getitem", (atom, Const(i)), node, kind=part)
                ),
                node,
            )
            for i, part in enumerate(kind.fields or ())
        )
        return lowering.dispatch.emit(lowering, "tuple_of", parts, node)
    of_dict = is_mapping(lowering, atom, node)
    of_list = _FROZEN.get(kind.cls, storage_programs.list_frozen)
    program = storage_programs.dict_frozen if of_dict else of_list
    made = lowering.dispatch.materialise(
        lowering, lowering.dispatch.run_program(lowering, program, [atom], node), node
    )
    if is_of_records(lowering, made):  # nothing stands for them outside
        raise gone_too_far(lowering, item_kind(lowering, made).cls or type(None), node)
    if isinstance(made, Var):
        lowering.kinds[made] = without_sites(lowering.kinds[made])
    return made


def keys_or_frozen(lowering: Lowering, atom: Atom, node: ast.AST | None) -> Atom:
    """What a function gets that goes through its arguments: of a dict it sees the keys."""
    if is_indexed(lowering, atom) and is_mapping(lowering, atom, node):
        return raw_entry(lowering, _LIST, (atom,), node, "keys", K.list_kind(key_kind(lowering, atom)))
    return frozen(lowering, atom, node)
