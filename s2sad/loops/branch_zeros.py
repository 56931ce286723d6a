"""Zeros for what has no value in a branch, so that every variable has one kind.

if c -> t                       if c -> t
    yield x                         yield x
else                      →     else
    yield None                      yield 0.0

In the place of an array there is one without items: Numba reads what may be None with a question each time, and
doesn't compile all that is done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Ref,
    Var,
    While,
    atoms_of,
    blocks_of,
)
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import expanded, walk
from s2sad.loops.dtypes import ZEROS, dtype_of
from s2sad.loops.emission import emitted
from s2sad.runtime.loops import placed, wrapped

_IDENTITY = ("is_", "is_not", "eq", "ne", "not_")


def with_zeros(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with zeros where nobody asks whether there is a value; itself if there are none."""
    with_a_value = kinds_with_a_value(function, kind)
    asked = asked_for_none(function, with_a_value)
    changed = False

    def filled(node: Node) -> tuple[Node, ...]:
        nonlocal changed
        made = node
        if isinstance(node, If):
            made = _with_blocks_filled(node, asked, with_a_value, names, _with_zero)
        changed = changed or made is not node
        return (made,)

    made = expanded(function.body, filled)
    return replace(function, body=made) if changed else function


def with_empty_arrays(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with arrays without items where nobody asks whether there is an array."""
    with_a_value = kinds_with_a_value(function, kind)
    asked = asked_for_none(function, with_a_value)

    def filled(node: Node) -> tuple[Node, ...]:
        return (
            (_with_blocks_filled(node, asked, with_a_value, names, _with_empty),)
            if isinstance(node, If)
            else (node,)
        )

    return replace(function, body=expanded(function.body, filled))


def asked_for_none(function: Function, kind: Callable[[Atom], K.Kind]) -> set[Any]:
    """The variables of which it may count whether they are None: not in a branch by a number, where None is as good as 0."""
    found: set[Any] = set(function.body.results)
    given: list[tuple[Var, Atom]] = []
    for node in walk(function.body):
        if isinstance(node, Entry):
            name = operation_of(node)
            if name in _IDENTITY or (name is None and callee_of(node) not in (placed, wrapped)):
                found.update(node.args)
            continue
        for inner in blocks_of(node):
            if isinstance(node, If):
                given += zip(node.targets, inner.results)
            else:
                found.update(inner.results)
        is_by_number = isinstance(node, If) and kind(node.cond) in K.NUMBERS
        found.update(
            atom for atom in atoms_of(node) if isinstance(node, (If, While, For)) and not is_by_number
        )
    while more := {atom for target, atom in given if target in found and atom not in found}:
        found |= more
    return found


def kinds_with_a_value(function: Function, kind: Callable[[Atom], K.Kind]) -> Callable[[Atom], K.Kind]:
    """The kinds of variables, of those that branches give where they have a value."""
    found: dict[Atom, K.Kind] = {}

    def note(block: Block) -> None:
        for node in block.entries:
            for inner in blocks_of(node):
                note(inner)
            if isinstance(node, If):
                for target, *given in zip(node.targets, node.then.results, node.orelse.results):
                    valued = [each for each in given if not (isinstance(each, Const) and _is_nothing(each))]
                    kinds = {found.get(each) or kind(each) for each in valued}
                    if len(kinds) == 1:
                        found[target] = kinds.pop()

    note(function.body)
    return lambda atom: found.get(atom) or kind(atom)


def _with_blocks_filled(
    node: If, asked: set[Any], kind: Callable[[Atom], K.Kind], names: Names, fill: Callable[..., Block]
) -> If:
    """A branch that gives something else for what has no value in it, so that every variable has one type."""
    then, orelse = node.then, node.orelse
    for k, target in enumerate(node.targets):
        kinds = [kind(block.results[k]) for block in (orelse, then)]
        if target not in asked:
            then, orelse = (fill(each, k, of, names) for each, of in zip((then, orelse), kinds))
    same = then is node.then and orelse is node.orelse
    return node if same else replace(node, then=then, orelse=orelse)


def _with_zero(block: Block, place: int, kind: K.Kind, names: Names) -> Block:
    """The block with a zero of a kind in the place of a result that has no value."""
    given = block.results[place]
    if not isinstance(given, Const) or not _is_nothing(given):
        return block
    zeros = [ZEROS.get(field) for field in kind.fields or ()] if kind.name == "tuple" else []
    if zeros and None not in zeros:
        zero = Var(names.fresh("t"))
        made = (Entry((zero,), op("tuple_of"), tuple(each for each in zeros if each is not None)),)
        return Block((*block.entries, *made), _put(block.results, place, zero))
    number = ZEROS.get(kind)
    return block if number is None else replace(block, results=_put(block.results, place, number))


def _with_empty(block: Block, place: int, kind: K.Kind, names: Names) -> Block:
    """The block with an array without items in the place of a result that has no value, if arrays are wanted."""
    given, item = block.results[place], K.element(kind)
    if item not in ZEROS or not K.is_array(kind) or not kind.ndim:
        return block
    if not isinstance(given, Const) or not _is_nothing(given):
        return block
    made: list[Node] = []
    empty = without_items(made, names, kind)
    return Block((*block.entries, *made), _put(block.results, place, empty))


def without_items(out: list[Node], names: Names, kind: K.Kind) -> Var:
    """An array of a kind that has no items; what makes it goes to `out`."""
    lengths = (Const(0),) * (kind.ndim or 0)
    shape: Atom = lengths[0] if kind.ndim == 1 else emitted(out, names, "tuple_of", *lengths)
    return emitted(out, names, Ref("np.empty", np.empty), shape, kwargs=dtype_of(K.element(kind)))


def _put(atoms: tuple[Atom, ...], place: int, atom: Atom) -> tuple[Atom, ...]:
    return (*atoms[:place], atom, *atoms[place + 1 :])


def _is_nothing(atom: Any) -> bool:
    return atom.value is None or atom.value is UNDEFINED
