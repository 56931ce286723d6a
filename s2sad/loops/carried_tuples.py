"""Tuples that loops carry, and that branches give, as variables of their own for each item.

for i in r with s = (a, b) -> t         for i in r with s_0 = a, s_1 = b -> t_0, t_1
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, If, Var, While
from s2sad.ir.operations import op
from s2sad.ir.rewrite import substitute
from s2sad.loops.item_facts import ItemFacts


def with_parts_carried(facts: ItemFacts, node: For | While) -> tuple[For | While, list[Entry]]:
    """The loop with the items of tuples that it carries as variables of their own, and what makes tuples of these after it."""
    after: list[Entry] = []
    place = 0
    while place < len(node.params):
        fields = _fields(facts.kind(node.params[place]))
        if fields is None:
            place += 1
            continue
        params, targets = (
            [facts.fresh(var, field) for field in fields] for var in (node.params[place], node.targets[place])
        )
        after.insert(0, Entry((node.targets[place],), op("tuple_of"), tuple(targets), (), node.loc))
        node = _with_parts(facts, node, place, params, targets)
    return node, after


def _fields(kind: K.Kind) -> tuple[K.Kind, ...] | None:
    return kind.fields if kind.name == "tuple" and kind.fields else None


def _spliced(old: tuple, place: int, new: Sequence) -> tuple:
    return (*old[:place], *new, *old[place + 1 :])


def _with_parts(
    facts: ItemFacts, node: For | While, place: int, params: list[Var], targets: list[Var]
) -> For | While:
    param, count = node.params[place], len(params)
    whole = Entry((param,), op("tuple_of"), tuple(params), (), node.loc)
    inits, reads = _parts(facts, facts.atom(node.inits[place]), count)
    facts.out += reads
    results, ends = _parts(facts, node.body.results[place], count)
    body = Block((whole, *node.body.entries, *ends), _spliced(node.body.results, place, results))
    made = replace(
        node,
        params=_spliced(node.params, place, params),
        inits=_spliced(node.inits, place, inits),
        targets=_spliced(node.targets, place, targets),
        body=body,
    )
    if isinstance(made, While):
        again = facts.fresh(param, facts.kind(param))
        first = Entry((again,), op("tuple_of"), tuple(params), (), node.loc)
        cond = substitute(made.cond, {param: again})
        made = replace(made, cond=Block((first, *cond.entries), cond.results))
    return made


def with_parts_given(facts: ItemFacts, node: If) -> tuple[If, list[Entry]]:
    """The branch that gives the items of tuples, and what makes tuples of these after it."""
    after: list[Entry] = []
    place = 0
    while place < len(node.targets):
        target = node.targets[place]
        fields = _fields(facts.kind(target))
        if fields is None:
            place += 1
            continue
        targets = [facts.fresh(target, field) for field in fields]
        after.insert(0, Entry((target,), op("tuple_of"), tuple(targets), (), node.loc))
        blocks = []
        for block in (node.then, node.orelse):
            results, ends = _parts(facts, block.results[place], len(fields))
            blocks.append(Block((*block.entries, *ends), _spliced(block.results, place, results)))
        node = replace(node, targets=_spliced(node.targets, place, targets), then=blocks[0], orelse=blocks[1])
    return node, after


def _parts(facts: ItemFacts, atom: Atom, count: int) -> tuple[list[Atom], list[Entry]]:
    """The items of a tuple, and what reads them; those of no value have none."""
    if isinstance(atom, Const):
        items = atom.value if isinstance(atom.value, tuple) else (atom.value,) * count
        return [Const(item) for item in items], []
    fields = facts.kind(atom).fields or (K.UNKNOWN,) * count
    reads = [
        Entry((facts.fresh(atom, field),), op("getitem"), (atom, Const(k))) for k, field in enumerate(fields)
    ]
    return [read.targets[0] for read in reads], reads
