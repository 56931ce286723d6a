"""Loops over items that are known one by one: what they go through, and whether machine code can index it."""

from __future__ import annotations

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, For, Node
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import walk
from s2sad.loops.item_facts import ItemFacts, Items
from s2sad.loops.known_values import open_outside
from s2sad.loops.whole_loops import MOST_TIMES, is_about_containers, items_here


def items_of(facts: ItemFacts, iterable: Atom) -> list[Atom] | None:
    """What a loop goes through; None for what isn't known, or is much."""
    open_outside(facts, iterable)
    if iterable in facts.ranges:
        numbers = facts.ranges[iterable]
        return [Const(number) for number in numbers] if len(numbers) <= MOST_TIMES else None
    if facts.live is not None and facts.live.is_live(iterable):
        return items_here(facts, facts.live.objects[iterable], facts.live)
    items = facts.known.get(iterable)
    if items is None or len(items.atoms) > MOST_TIMES:
        return None
    return list(items.atoms) if items.keys is None else [Const(key) for key in items.keys]


def must_be_written_out(facts: ItemFacts, node: For) -> bool:
    """Whether machine code can't index what a loop goes through, or reads by its number."""
    if facts.live is not None and is_about_containers(facts, node):
        return True
    through = facts.known.get(facts.atom(node.iterable))
    if through is not None and not _can_be_indexed(facts, through):
        return True
    return any(_reads_apart(facts, inner) for inner in walk(node.body))


def _reads_apart(facts: ItemFacts, node: Node) -> bool:
    """Whether an entry reads an item by what each iteration has another one of, of a dict or of what machine code can't index."""
    if not isinstance(node, Entry) or operation_of(node) != "getitem":
        return False
    if isinstance(facts.atom(node.args[1]), Const):
        return False
    made, items = facts.definitions.get(node.args[0]), facts.known.get(facts.atom(node.args[0]))
    is_dict = made is not None and operation_of(made) == "dict_of"
    return is_dict or (items is not None and not _can_be_indexed(facts, items))


def _can_be_indexed(facts: ItemFacts, items: Items) -> bool:
    """Whether it holds numbers only."""
    return items.keys is None and all(facts.kind(atom) in K.NUMBERS for atom in items.atoms)
