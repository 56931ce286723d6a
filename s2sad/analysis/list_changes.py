"""What may happen to lists: which are written to, kept by something else, or given to what may do so.

t = sum xs              nothing
append path xs          path keeps xs, which stays as it is if everything is written by its own name
setitem xs 0 a          xs changes
y = @f xs               nothing, if f only reads
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from s2sad.analysis.effects import effect_of
from s2sad.analysis.lists_of_loops import changed_or_kept
from s2sad.analysis.plain_lists import READERS
from s2sad.ir.nodes import Atom, Closure, Entry, For, FunctionRef, If, Node, While, atoms_of, targets_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import CALL, callee_of, is_one_of, items_put, operation, operation_of
from s2sad.ir.rewrite import uses_of

_NEW_ARRAYS = (
    np.zeros,
    np.ones,
    np.empty,
    np.full,
    np.array,
    np.copy,
    np.zeros_like,
    np.ones_like,
    np.empty_like,
)
_SAME = ("is_", "is_not")
_READERS = (*READERS, sorted, any, all, bool, range, isinstance, type)
_OF_ONE = (min, max)
_LIBRARIES = (math.__name__, np.__name__)


@dataclass(frozen=True)
class ListSummary:
    """What a function of the module does to lists: the places of parameters that it only `reads`.

    If it gives a new list, or tuple, of known length, that is its `length`, and `made` the operation that makes one.
    """

    reads: frozenset[int] = frozenset()
    length: int | None = None
    made: str = "list_of"


Calls = Mapping[str, ListSummary]
NO_CALLS: Calls = {}


def summary_for(entry: Entry, calls: Calls) -> ListSummary | None:
    """What is known of the function of the module that an entry calls."""
    return calls.get(entry.fn.name) if type(entry.fn) is FunctionRef and not entry.kwargs else None


def changed(
    nodes: Collection[Node],
    watched: Collection[Atom],
    filled: Collection[Atom],
    calls: Calls,
    strict: bool = False,
) -> Iterator[Atom]:
    """What is written to, kept by something else, given to what may do so, or compared as the object that it is.

    Of entries only those count that get something `watched`. A list that is `filled` by a loop is complete after it. What is kept
    stays as it is where everything is written by its own name, but for a `strict` answer.
    """
    stays: bool | None = None
    for node in nodes:
        if type(node) is Entry:
            if node.kwargs or any(atom in watched for atom in node.args):
                put = items_put(node)
                if put and stays is None:
                    stays = not strict and writes_by_name(nodes)
                yield from changed_by(node, filled, put if stays else (), calls)
        elif isinstance(node, While):
            yield from node.cond.results
        elif type(node) is Closure:
            yield from node.captures
        elif not isinstance(node, (For, If)):
            yield from uses_of(node)
            yield from targets_of(node)


def writes_by_name(nodes: Collection[Node]) -> bool:
    """Whether all that is written to is made in sight, and written by its own name: what is kept in a container stays as it is."""
    new = {
        node.targets[0]
        for node in nodes
        if type(node) is Entry and makes_new(node) and len(node.targets) == 1
    }
    entries = [(effect_of(node), node) for node in nodes if type(node) is Entry]
    return not any(type(node) is Closure for node in nodes) and not any(
        effect is Effect.UNKNOWN or (effect is Effect.WRITING and node.args[0] not in new)
        for effect, node in entries
    )


def makes_new(node: Entry) -> bool:
    """Whether an entry makes a list, a dict, or an array that nothing else has."""
    return operation_of(node) in ("list_of", "dict_of") or is_one_of(callee_of(node), _NEW_ARRAYS)


def changed_by(
    entry: Entry, filled: Collection[Atom], kept: Collection[Atom], calls: Calls
) -> Iterator[Atom]:
    """What an entry may change, keep, or tell from another object; what is only `kept` stays as it is."""
    summary, name = summary_for(entry, calls), operation_of(entry)
    if summary is not None:
        yield from (atom for place, atom in enumerate(entry.args) if place not in summary.reads)
    elif name in _SAME or (operation(entry) is CALL and not only_reads(entry)):
        yield from atoms_of(entry)
    else:
        yield from (atom for atom in changed_or_kept(entry) if atom not in kept)
        if name == "append" and entry.args[0] not in filled:
            yield entry.args[0]


def only_reads(entry: Entry) -> bool:
    """Whether a call of Python's, or of a library of mathematics, keeps nothing of the lists that it gets."""
    callee: Any = callee_of(entry)
    if effect_of(entry) >= Effect.WRITING:
        return False
    if is_one_of(callee, _READERS) or (is_one_of(callee, _OF_ONE) and len(entry.args) == 1):
        return True
    return (
        isinstance(callee, np.ufunc) or (getattr(callee, "__module__", "") or "").split(".")[0] in _LIBRARIES
    )
