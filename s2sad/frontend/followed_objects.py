"""Objects that come into lists: they are followed, as records whose attributes are containers of one item each.

bodies = [Body(x), Body(y)]         both are records from the next attempt on, with one list of values
bodies[i % 2].step(h)               for each attribute
"""

from __future__ import annotations

from s2sad.frontend.abstract_values import Object, Sequence, Snapshot
from s2sad.frontend.lowering import Lowering


def follow_objects_in(lowering: Lowering, display: Sequence, own: frozenset[int]) -> None:
    """Objects that may change, and the list that they come into, are followed at once: they are records then."""
    objects = [part for part in display.items if isinstance(part, (Object, Snapshot))]
    objects = [o for o in objects if is_without_record(o) and lowering.dispatch.may_change(lowering, o.cls)]
    known, held = lowering.program.sites, dict[str, frozenset[int]]()
    for each in objects:
        known.record(each.cls, each.sites)
        is_here = isinstance(each, Object)
        for name in lowering.dispatch.attributes_of(lowering, each) if is_here else each.fields:
            held[name] = held.get(name, frozenset()) | attributes_at(lowering, each.sites, name)
    for sites in held.values():  # they come under one name
        known.root(sites)
    if objects:
        lowering.follow(own.union(*(each.sites for each in objects)))


def attributes_at(lowering: Lowering, sites: frozenset[int], name: str) -> frozenset[int]:
    """The sites that stand for an attribute of the objects that are made at some."""
    return frozenset().union(*(lowering.program.sites.at(("attribute", each, name)) for each in sites))


def is_without_record(value: Object | Snapshot) -> bool:
    return isinstance(value, Snapshot) or value.record is None
