"""What the reverse sweep takes out of a list has the name with which the forward sweep put it there.

t = tuple_of quotient_1 e           saved.append((quotient_1, e))
append saved t                →     …
for item in backwards               for quotient_1, e in reversed(saved):
    a, b = unpack item
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from s2sad.ir.nodes import Atom, Block, Entry, For, Function, Var, blocks_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import walk


def saved_pairs(function: Function) -> list[tuple[Var, Var]]:
    """The variables that are put into lists, each with one that is taken out of there by a loop."""
    made: dict[Atom, Entry] = {}
    put: dict[Atom, tuple[Atom, ...]] = {}
    for node in walk(function.body):
        if type(node) is not Entry:
            continue
        made.update(dict.fromkeys(node.targets, node))
        if operation_of(node) == "append" and node.args[0] not in put:
            put[node.args[0]] = _values(node.args[1], made)
    found: dict[Var, Var] = {}
    _pair(function.body, made, put, found)
    return [(saved, taken) for taken, saved in found.items()]


def _values(atom: Atom, made: Mapping[Atom, Entry]) -> tuple[Atom, ...]:
    """What is put into a list by one call: the items of a tuple, or one value."""
    entry = made.get(atom)
    return entry.args if entry is not None and operation_of(entry) == "tuple_of" else (atom,)


def _pair(
    block: Block, made: Mapping[Atom, Entry], put: Mapping[Atom, tuple[Atom, ...]], found: dict[Var, Var]
) -> None:
    """Note what the loops of a block take, the outer ones first: a list may hold lists."""
    for node in block.entries:
        if type(node) is For:
            for source, item in _streams(node, made):
                saved = found.get(source, source) if isinstance(source, Var) else source
                values = put.get(saved, ())
                taken = (item,) if len(values) == 1 else _unpacked(item, node.body)
                if len(taken) == len(values):
                    found.update((out, value) for out, value in zip(taken, values) if type(value) is Var)
        for inner in blocks_of(node):
            _pair(inner, made, put, found)


def _streams(loop: For, made: Mapping[Atom, Entry]) -> Iterator[tuple[Atom, Var]]:
    """The lists that a loop goes through backwards, and what holds the item of each."""
    iterable = made.get(loop.iterable)
    if iterable is None:
        return
    if callee_of(iterable) is reversed:
        yield iterable.args[0], loop.item
    elif callee_of(iterable) is zip:
        for part, item in zip(iterable.args, _unpacked(loop.item, loop.body)):
            entry = made.get(part)
            if entry is not None and callee_of(entry) is reversed:
                yield entry.args[0], item


def _unpacked(item: Var, body: Block) -> tuple[Var, ...]:
    for node in body.entries:
        if type(node) is Entry and operation_of(node) == "unpack" and node.args[0] == item:
            return node.targets
    return ()
