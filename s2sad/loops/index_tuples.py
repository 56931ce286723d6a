"""Tuples that are nothing but indices of arrays: `x[np.arange(n), labels]`."""

from __future__ import annotations

from collections.abc import Callable

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Entry, Function, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import uses_of, walk

INDEXED = ("getitem", "setitem", "store", "increase")
"""Operations of arrays at the index that they get second."""


def index_tuples(function: Function, kind: Callable[[Atom], K.Kind]) -> frozenset[Var]:
    """The tuples whose every use is that an array is read or written there."""
    made: set[Var] = set()
    other: set[Atom] = set(function.body.results)
    for node in walk(function.body):
        uses = list(uses_of(node))
        if isinstance(node, Entry) and operation_of(node) in INDEXED and K.is_array(kind(node.args[0])):
            uses.remove(node.args[1])
        elif operation_of(node) == "tuple_of" and isinstance(node, Entry):
            made.update(node.targets)
        other.update(uses)
    return frozenset(made - other)
