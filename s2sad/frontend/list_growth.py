"""A list takes up an item: its kind grows with it, and it varies if the item does."""

from __future__ import annotations

import ast

from s2sad.frontend.branches import learn
from s2sad.frontend.indexed_storage import holds_indexed, is_indexed, sites_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.made_by_calls import follow_borrowers
from s2sad.frontend.storage_methods import put
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Var


def append(lowering: Lowering, base: Atom, item: Atom, node: ast.AST) -> None:
    if isinstance(base, Var) and is_indexed(lowering, base):
        put(lowering, base, "append", [item], node)
        return
    if holds_indexed(lowering, item):
        lowering.follow(sites_of(lowering, base))
        reason = "a list that is written is stored in one that was not made in this function"
        raise lowering.refusal(node, reason, "make the list here by `[]`, and return it")
    if item in lowering.texts and isinstance(base, Var):
        lowering.texts[base] = None
    if base in lowering.looped_over and lowering.varies(base, item):
        lowering.follow(sites_of(lowering, base))
        reason = "a list of active values grows within a loop over it"
        raise lowering.refusal(node, reason, "loop over another list, or write `while i < len(items)`")
    if lowering.varies(base, item):
        if not lowering.program.sites.changed.isdisjoint(sites_of(lowering, base)):
            lowering.follow(sites_of(lowering, base))
        if isinstance(base, Var) and K.is_array(lowering.kind(item)):
            follow_borrowers(lowering, base)
        check_append(lowering, base, node)
    if isinstance(base, Var):
        grown = K.list_kind(K.join(lowering.kinds[base].item or K.BOTTOM, lowering.kind(item)))
        learn(lowering, base, grown, lowering.varies(item))
        lowering.appended.add(base)
    lowering.note_alias(item, node)
    lowering.effect("append", (base, item), node)
    if lowering.varies(base):
        lowering.note_write(base)


def learn_item(lowering: Lowering, container: Atom, item: K.Kind) -> None:
    """Something that doesn't vary is put into a list or dict: what is read of it may be of its kind."""
    kind = lowering.kind(container)
    if isinstance(container, Var) and kind.name in ("list", "dict"):
        if K.join(kind.item or K.UNKNOWN, item) != kind.item:
            learn(lowering, container, K.Kind(kind.name, item), False)


def check_append(lowering: Lowering, base: Atom, node: ast.AST) -> None:
    """Only a list that was made here, and that nothing else refers to, takes active values as it stands."""
    if base not in lowering.born or base in lowering.aliased:
        lowering.follow(sites_of(lowering, base))
    if base not in lowering.born:
        reason = "an active value is appended to a list that was not made in this function, or not as a list"
        raise lowering.refusal(node, reason, "append to a list made here by `[]`, and return it")
    if base in lowering.aliased:
        reason = (
            "a list of active values grows that is also known by another name, or part of another container"
        )
        raise lowering.refusal(node, reason, "finish the list before it is stored or given another name")
