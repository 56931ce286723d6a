"""Tuples, lists and dicts whose items are known one by one are taken apart; loops over such items are written out.

for w, b in layers:               h = np.tanh(w0 @ h + b0)
    h = np.tanh(w @ h + b)   →    h = np.tanh(w1 @ h + b1)

Machine code has arrays and numbers only. A loop over numbers that are indexed stays a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.analysis.effects import checks_apart, effect_of
from s2sad.errors import TooLong, UnsupportedSyntax
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import (
    Atom,
    Block,
    Const,
    Entry,
    For,
    Function,
    If,
    Node,
    Try,
    Var,
    While,
    With,
    blocks_of,
)
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import substitute_node, with_blocks, with_body
from s2sad.loops.carried_tuples import with_parts_carried, with_parts_given
from s2sad.loops.item_facts import ItemFacts, Items
from s2sad.loops.known_values import called_value, known_value, unpacked
from s2sad.loops.known_writes import forget_written, note_write
from s2sad.loops.loops_of_items import items_of, must_be_written_out
from s2sad.loops.rewritten_calls import rewritten
from s2sad.loops.state import WITHOUT
from s2sad.loops.unread_containers import without_unread
from s2sad.loops.whole_loops import done_here, is_about_containers, iterations_of, with_literals


def taken_apart(
    function: Function, kind: Callable[[Atom], K.Kind], names: Names, whole: bool = False
) -> Function:
    """The function that reads items of containers that it knows as what they are.

    If it is to be taken apart as a `whole`, loops that do anything with containers are written out where that can be done.
    """
    facts = ItemFacts(function, kind, names, whole)
    for param in function.params:
        _open(facts, param.var, kind(param.var))
    results = _entries(facts, function.body)
    return without_unread(with_body(function, facts.out, results))


def _open(facts: ItemFacts, var: Var, kind: K.Kind) -> None:
    """A parameter that holds several values: they are read at the beginning."""
    if not kind.fields or kind.name not in ("tuple", "dict"):
        return
    places = list(range(len(kind.fields))) if kind.keys is None else list(kind.keys)
    parts: list[Atom] = []
    for place, field in zip(places, kind.fields):
        part = facts.emit("getitem", var, Const(place), hint=_hint(var, place))
        facts.kinds[part] = field
        _open(facts, part, field)
        parts.append(facts.atoms.get(part, part))
    form = "tuple_of" if kind.keys is None else "dict_of"
    items = Items(form, parts, None if kind.keys is None else places)
    whole = facts.emit(form, *items.literal(), hint=var.name)
    facts.kinds[whole] = kind
    facts.known[whole], facts.atoms[var] = items, whole


def _hint(var: Var, place: Any) -> str:
    return place if isinstance(place, str) and place.isidentifier() else f"{var.name}_{place}"


# ------------------------------------------------------------------------------------------------------- entries


def _entries(facts: ItemFacts, block: Block) -> tuple[Atom, ...]:
    """The entries of a block are gone through; what it gives."""
    for node in block.entries:
        _node(facts, node)
    return tuple(map(facts.atom, block.results))


def _block(facts: ItemFacts, block: Block) -> Block:
    """A block that may not run, or several times: what it does to containers was forgotten before."""
    outer, facts.out = facts.out, []
    known = {var: items.copied() for var, items in facts.known.items()}
    results = _entries(facts, block)
    made, facts.out = Block(tuple(facts.out), results), outer
    facts.known = known
    return made


def _node(facts: ItemFacts, node: Node) -> None:
    facts.left -= 1
    if facts.left < 0:
        raise TooLong("the loops over items that differ are too long to be written out", WITHOUT, node.loc)
    if checks_apart(node):  # of the arguments themselves
        facts.out.append(node)
    elif isinstance(node, Entry):
        _entry(facts, node)
    elif isinstance(node, If):
        _branch(facts, node)
    elif isinstance(node, (For, While)):
        _loop(facts, node)
    elif isinstance(node, With) and _is_quiet(node, facts.managers.get(node.manager)):
        facts.out = [each for each in facts.out if each is not facts.managers[node.manager]]
        facts.atoms.update(zip(node.targets, _entries(facts, node.body)))
    elif isinstance(node, Try) and (given := _known_results(facts, node.body)) is not None:
        facts.atoms.update(zip(node.targets, given))
    else:
        forget_written(facts, blocks_of(node))
        _emit_region(facts, node)


def _known_results(facts: ItemFacts, block: Block) -> tuple[Atom, ...] | None:
    """What the body of a `try` gives if it only reads what is known, which raises nothing."""
    if facts.live is not None:
        return None
    made = _block(facts, block)
    return None if made.entries else made.results


def _is_quiet(node: With, made: Node | None) -> bool:
    """Whether a context only says what NumPy does about errors, which machine code doesn't tell of."""
    if made is None or not isinstance(made, Entry) or callee_of(made) is not np.errstate or node.bound:
        return False
    return all(isinstance(atom, Const) and atom.value in ("ignore", "warn") for _, atom in made.kwargs)


def _entry(facts: ItemFacts, node: Entry) -> None:
    made = substitute_node(node, facts.atoms)
    assert isinstance(made, Entry)
    if callee_of(made) is np.errstate:
        facts.managers[made.targets[0]] = made
    if facts.live is not None and done_here(facts, made, facts.live):
        return
    if not _is_resolved(facts, made):
        facts.out.append(made if facts.live is None else with_literals(facts, made, facts.live))


def _is_resolved(facts: ItemFacts, node: Entry) -> bool:
    """Whether an entry is about what is known of containers, and needn't stand in the list."""
    facts.definitions.update((target, node) for target in node.targets)
    if len(node.targets) == 1 and (given := called_value(facts, node)) is not None:
        facts.atoms[node.targets[0]] = given
        return True
    if effect_of(node) >= Effect.WRITING and node.args:
        if rewritten(facts, node) is not None:
            return True
        note_write(facts, node)
        return False
    if len(node.targets) != 1:
        return unpacked(facts, node)
    if _is_display(facts, node):
        return False
    value = known_value(facts, node)
    if value is not None:
        facts.atoms[node.targets[0]] = value
    return value is not None


def _is_display(facts: ItemFacts, node: Entry) -> bool:
    """Whether an entry makes a container, a slice or a range; what it holds is remembered, if it is known."""
    name, target = operation_of(node), node.targets[0]
    constants = [atom.value for atom in node.args if isinstance(atom, Const)]
    is_constant = len(constants) == len(node.args)
    if name in ("tuple_of", "list_of"):
        facts.known[target] = Items(name, list(node.args))
    elif name == "dict_of":
        keys, atoms = node.args[::2], list(node.args[1::2])
        if all(isinstance(key, Const) for key in keys):
            facts.known[target] = Items(name, atoms, [key.value for key in keys if isinstance(key, Const)])
    elif name == "slice" and is_constant:
        facts.slices[target] = slice(*constants)
    elif callee_of(node) is range and is_constant and all(type(each) is int for each in constants):
        facts.ranges[target] = range(*constants)
    else:
        return False
    return True


# ------------------------------------------------------------------------------------------------------- regions


def _branch(facts: ItemFacts, node: If) -> None:
    cond = facts.atom(node.cond)
    if isinstance(cond, Const):
        chosen = node.then if cond.value else node.orelse
        facts.atoms.update(zip(node.targets, _entries(facts, chosen)))
        return
    node, after = with_parts_given(facts, node)
    forget_written(facts, (node.then, node.orelse))
    then, orelse = _block(facts, node.then), _block(facts, node.orelse)
    facts.out.append(replace(node, cond=cond, then=then, orelse=orelse))
    for entry in after:
        _node(facts, entry)


def _loop(facts: ItemFacts, given: For | While) -> None:
    node, after = with_parts_carried(facts, given)
    rest: For | While | None = node
    if isinstance(node, While):
        if facts.live is not None and is_about_containers(facts, node):
            rest = iterations_of(facts, node, lambda block: _entries(facts, block))
    elif not node.stops or facts.live is not None:
        items = items_of(facts, facts.atom(node.iterable))
        if items is not None and must_be_written_out(facts, node):
            _write_out(facts, node, items)
            rest = None
    if rest is not None:
        forget_written(facts, blocks_of(rest))
        _emit_region(facts, rest)
    for entry in after:
        _node(facts, entry)


def _write_out(facts: ItemFacts, node: For, items: Sequence[Atom]) -> None:
    carried = [facts.atom(atom) for atom in node.inits]
    for item in items:
        body = facts.copy_of(node.body, {node.item: item, **dict(zip(node.params, carried))})
        carried = list(_entries(facts, body))
        if node.stops:
            stop = carried.pop()
            if not isinstance(stop, Const):
                raise UnsupportedSyntax("a loop whose end isn't known before it runs", WITHOUT, node.loc)
            if stop.value:
                break
    facts.atoms.update(zip(node.targets, carried))


def _emit_region(facts: ItemFacts, node: Node) -> None:
    made = substitute_node(with_blocks(node, lambda inner: Block((), ())), facts.atoms)
    made = made if facts.live is None else with_literals(facts, made, facts.live)
    inner = iter([_block(facts, each) for each in blocks_of(node)])
    facts.out.append(with_blocks(made, lambda _: next(inner)))
