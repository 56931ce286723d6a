"""An adjoint that is added to zeros starts with what is added, where that is known to have its shape and type.

x_bar = np.zeros_like x                 x_bar = mul 2 x
y = mul 2 x                      →
iadd x_bar y

`x_bar += x` twice is `x_bar = 2.0 * x`, and the adjoint of a sum starts with ones.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.rewrite import node_reads, with_body
from s2sad.transform.dead import remove_dead

_COPY = Ref("np.copy", np.copy)
_ONES_LIKE = Ref("np.ones_like", np.ones_like)
_FULL_LIKE = Ref("np.full_like", np.full_like)


def begin_with_first(function: Function, ranked: frozenset[Var], exact: frozenset[Var]) -> Function:
    """The function without such zeros, of the variables in `ranked`: those that hold an array that has axes.

    Only in the outermost block, where what is written in place in the forward sweep has its adjoint made. `exact` are
    the variables of the user's own function.
    """
    entries = list(function.body.entries)
    for zeros in function.body.entries:
        if isinstance(zeros, Entry) and callee_of(zeros) is np.zeros_like and zeros.targets[0] in ranked:
            started = _started(entries, zeros, function.body.results)
            entries = entries if started is None else started
    if len(entries) == len(function.body.entries):
        return function
    return remove_dead(with_body(function, entries, function.body.results), exact=exact)


def _started(entries: list[Node], zeros: Entry, results: tuple[Atom, ...]) -> list[Node] | None:
    """The entries with the sum that is first added to in place of the zeros; None if it has to start with zeros."""
    sum_, like = zeros.targets[0], zeros.args[0]
    place = next((i for i, node in enumerate(entries) if sum_ in node_reads(node)), -1)
    first = entries[place] if place >= 0 else None
    if not isinstance(first, Entry) or operation_of(first) != "iadd" or first.targets:
        return None
    if first.args[0] != sum_ or first.args[1] == sum_:
        return None
    amount, end = first.args[1], place + 1
    if amount == like:
        while end < len(entries) and _adds(entries[end], sum_, like):
            end += 1
        made = _times(end - place, sum_, like, first)
        return [*_without(entries[:place], zeros), made, *entries[end:]]
    if _is_number(amount):
        made = _filled(sum_, like, amount, first)
        return [*_without(entries[:place], zeros), made, *entries[end:]]
    source = _maker(entries, amount)
    found = None if source is None or amount in results else _as_start(source, sum_, like)
    if found is None or sum(amount in node_reads(node) for node in entries) > 1:
        return None
    found = replace(found, loc=first.loc, note=first.note)
    before = [found if node is source else node for node in _without(entries[:place], zeros)]
    return [*before, *entries[end:]]


def _maker(entries: list[Node], atom: Atom) -> Entry | None:
    for node in entries:
        if isinstance(node, Entry) and atom in node.targets:
            return node
    return None


def _without(entries: list[Node], one: Entry) -> list[Node]:
    return [node for node in entries if node is not one]


def _adds(node: Node, sum_: Var, amount: Atom) -> bool:
    return operation_of(node) == "iadd" and isinstance(node, Entry) and node.args == (sum_, amount)


def _filled(sum_: Var, like: Atom, amount: Atom, first: Entry) -> Entry:
    """An array that is one number everywhere."""
    if amount == Const(1.0):
        return Entry((sum_,), _ONES_LIKE, (like,), (), first.loc, first.note)
    return Entry((sum_,), _FULL_LIKE, (like, amount), (), first.loc, first.note)


def _times(count: int, sum_: Var, like: Atom, first: Entry) -> Entry:
    if count == 1:
        return Entry((sum_,), _COPY, (like,), (), first.loc, first.note)
    return Entry((sum_,), op("mul"), (Const(float(count)), like), (), first.loc, first.note)


def _as_start(source: Entry, sum_: Var, like: Atom) -> Entry | None:
    """What gives an amount as a new array of the shape and type of another; None if it isn't known to do that."""
    if source.kwargs or len(source.targets) != 1:
        return None
    same = all(atom == like or _is_number(atom) for atom in source.args) and like in source.args
    return replace(source, targets=(sum_,)) if operation(source).elementwise and same else None


def _is_number(atom: Atom) -> bool:
    return isinstance(atom, Const) and type(atom.value) in (int, float)
