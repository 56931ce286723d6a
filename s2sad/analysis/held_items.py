"""Which lists of values aren't needed, as all containers of their places can hold the values: numbers, or arrays.

k = len values              An array that is overwritten tells its shape (`ad.overwritten_items`): so there has to be one
setitem body 'x' k          before the first write that isn't where the object is made.
append values v
"""

from __future__ import annotations

from s2sad.analysis.aliases import Facts
from s2sad.analysis.item_places import PLAIN, ItemPlaces, NeedsPlaces, slot, stores
from s2sad.analysis.surroundings import Surroundings, entry_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Function, Var
from s2sad.ir.operations import operation_of
from s2sad.ir.rewrite import node_reads


def places_in(function: Function, facts: Facts) -> list[ItemPlaces]:
    """The lists of values that aren't needed, as all containers of their places can hold the values themselves."""
    lists = [entry_of(node, "list_of") for node in function.body.entries]
    made = [node.targets[0] for node in lists if node is not None and not node.args]
    memories = [
        var for var in made if facts.varies(var) and (is_of_numbers(facts, var) or is_of_arrays(facts, var))
    ]
    around = Surroundings.of(function) if memories else Surroundings()
    found = []
    for memory in memories:
        places = ItemPlaces(memory, around, facts)
        try:
            places.find()
            places.check(function.body.results)
            if not is_of_numbers(facts, memory):
                check_arrays(places)
        except NeedsPlaces:
            continue
        if places.renamed:
            found.append(places)
    return found


def is_of_numbers(facts: Facts, memory: Var) -> bool:
    return facts.kind(memory).item == K.FLOAT


def is_of_arrays(facts: Facts, memory: Var) -> bool:
    """Whether it is a list of arrays of floats."""
    item = facts.kind(memory).item or K.UNKNOWN
    return K.is_array(item) and K.element(item) == K.FLOAT


def check_arrays(places: ItemPlaces) -> None:
    """Where an array is overwritten there is one already, which is read for its shape; none is taken off, or repeated."""
    if any(True for _ in places.pops()):
        raise NeedsPlaces
    about, made = places.about(), places.around.made
    inside = {item for node in about for container, _, item in stores(node) if container in places.holders}
    for atom in places.holders | (inside - places.places):
        name = operation_of(made[atom]) if atom in made else None
        if name == "mul" or (name == "dict_of" and not is_set_at_once(places, atom)):
            raise NeedsPlaces


def is_set_at_once(places: ItemPlaces, record: Atom) -> bool:
    """Whether an object gets the arrays where it is made, before anything else is done with it."""
    missing = set(places.slots)
    for node in places.around.after(places.around.made[record]):
        write = entry_of(node, "setitem")
        if write is not None and write.args[0] == record:
            missing.discard(slot(write.args[1]))
        elif record in node_reads(node):
            break
    return not missing


def inert_reads(found: list[ItemPlaces]) -> frozenset[Var]:
    """What is read from the holders, is none of the places, and doesn't vary."""
    every: set[Var] = set()
    for one in found:
        for node in one.about():
            every.update(item for container, _, item in one.reads(node) if container in one.holders)
    places = frozenset().union(*(one.places for one in found))
    facts = found[0].facts
    return frozenset(
        item for item in every - places if facts.kind(item).name in PLAIN and not facts.varies(item)
    )
