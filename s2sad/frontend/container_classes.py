"""Of which class a written container is: what is done to a dict whose keys were known needs a dict of the running program."""

from __future__ import annotations

import ast

from s2sad.frontend.allocation_sites import Restart
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.user_classes import keys_of
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom


def check_no_keys(lowering: Lowering, container: Atom, node: ast.AST | None) -> None:
    """What is done to a dict whose keys were known needs a dict of the running program."""
    kind = lowering.kind(container)
    if kind.name == "indexed" and (keys_of(kind.cls) is not None or may_have_keys(lowering, kind)):
        give_up_keys(lowering, kind.sites, node)


def may_have_keys(lowering: Lowering, kind: Kind) -> bool:
    """Whether it is the kind of what is a dict of known keys on one path, and another container on another."""
    known = lowering.program.sites
    return kind.cls is None and any(
        keys_of(known.class_at.get(site)) is not None for site in kind.sites - known.plain
    )


def give_up_keys(lowering: Lowering, sites: frozenset[int], node: ast.AST | None) -> None:
    """From the next attempt on dicts that are made at these sites are indexed containers."""
    known = lowering.program.sites
    if not sites or sites <= known.plain:
        raise lowering.refusal(node, "a dict of known keys is used as a whole", "write the keys out")
    known.give_up_keys(sites)
    known.restarts += 1
    raise Restart


def is_mapping(lowering: Lowering, container: Atom, node: ast.AST | None) -> bool:
    """Whether a written container is a dict, and no list."""
    check_no_keys(lowering, container, node)
    cls = lowering.kind(container).cls
    if cls is None:
        reason = "a name stands for containers of different classes, and they are written"
        raise lowering.refusal(node, reason, "give them names of their own")
    return issubclass(cls, dict)
