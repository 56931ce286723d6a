"""Containers without places: they hold what has its places there, and a list of objects is a list for each attribute.

Arrays that are written in place have shadows in containers of the same structure. A dict of attributes would hold these and
the adjoints of numbers; where one stays, such arrays keep their places.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from s2sad.analysis.aliases import Facts
from s2sad.analysis.held_items import places_in
from s2sad.analysis.item_places import ItemPlaces
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Function
from s2sad.ir.rewrite import variables_of
from s2sad.transform.columns import with_columns
from s2sad.transform.items_in_place import with_items_in_place
from s2sad.transform.zips_by_index import has_zips, with_zips_by_index


def without_places(
    function: Function, facts: Facts, names: Callable[[], Names], only_columns: bool = False
) -> tuple[Function, frozenset[Atom], frozenset[Atom]]:
    """The function with such containers, these, and what is read from them under keys that hold nothing that varies.

    With `only_columns` all but attributes of objects in lists keep their places.
    """
    names = functools.cache(names)
    function, found = _by_index(function, facts, names)
    found = [each for each in found if each.is_of_attributes or not only_columns]
    while found or not only_columns:
        made, holders, inert = held(function, facts, found, names)
        in_dicts = {
            atom for atom in variables_of(made) if atom in holders and facts.kind(atom).name == "dict"
        }
        kept = [
            each
            for each in found
            if in_dicts.isdisjoint(each.holders) or not (only_columns or is_written(each, facts))
        ]
        if len(kept) == len(found):
            return made, holders, inert
        found = kept
    return function, frozenset(), frozenset()


def _by_index(
    function: Function, facts: Facts, names: Callable[[], Names]
) -> tuple[Function, list[ItemPlaces]]:
    """The containers of a function that need no places, and the function: with loops by index, if it has more of them so."""
    found = places_in(function, facts)
    if not has_zips(function):
        return function, found
    changed = with_zips_by_index(function, facts, names())
    more = places_in(changed, facts)
    return (changed, more) if len(more) > len(found) else (function, found)


def is_written(places: ItemPlaces, facts: Facts) -> bool:
    return facts.classes.is_written(places.memory)


def held(
    function: Function, facts: Facts, found: list[ItemPlaces], names: Callable[[], Names]
) -> tuple[Function, frozenset[Atom], frozenset[Atom]]:
    """The function in which containers hold the values of these lists."""
    function, holders, inert = with_items_in_place(function, facts, found, names)
    function, holders = with_columns(function, holders, names)
    return function, holders, inert
