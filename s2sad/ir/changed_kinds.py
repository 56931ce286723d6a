"""Kinds of which something is left out, or said anew.

with_floats         list[int] as list[float]        of a differentiated argument
without_sites       a container as it is known outside of the function that is lowered
grown_within        a container that holds one of which more is known by now
"""

from __future__ import annotations

from dataclasses import replace

from s2sad.ir import kinds as K


def with_floats(kind: K.Kind) -> K.Kind:
    """The kind of a differentiated container: ints among its numbers count as floats."""
    if kind == K.INT:
        return K.FLOAT
    if kind.name not in K.CONTAINERS:
        return kind
    fields = tuple(map(with_floats, kind.fields)) if kind.fields is not None else None
    return replace(kind, item=with_floats(kind.item) if kind.item else None, fields=fields)


def with_unknown_items(kind: K.Kind) -> K.Kind:
    """The kind of a container that is empty: no loop gets anything of it, but what it does has to mean something."""
    return replace(kind, item=K.UNKNOWN, key=K.UNKNOWN if kind.key == K.BOTTOM else kind.key)


def of_one_kind(kind: K.Kind) -> K.Kind:
    """The kind of a list of which only is known what all of its items are; any other kind as it is."""
    return K.list_kind(kind.item or K.BOTTOM) if kind.name == "list" and kind.fields is not None else kind


def without_classes(kind: K.Kind) -> K.Kind:
    """The kind of the tuples that stand for objects."""
    if not K.holds_objects(kind):
        return kind
    fields = None if kind.fields is None else tuple(map(without_classes, kind.fields))
    return replace(kind, item=without_classes(kind.item) if kind.item else None, fields=fields, cls=None)


def without_most_ranks(kind: K.Kind) -> K.Kind:
    """A kind of which nothing is said of how many axes there are at most where their number isn't known."""
    fields = tuple(map(without_most_ranks, kind.fields)) if kind.fields is not None else None
    return replace(kind, item=without_most_ranks(kind.item) if kind.item else None, fields=fields, most=None)


def without_sites(kind: K.Kind) -> K.Kind:
    """The kind as it is known outside of the function that is lowered."""
    if not K.sites_in(kind):
        return kind
    fields = None if kind.fields is None else tuple(map(without_sites, kind.fields))
    item = without_sites(kind.item) if kind.item else None
    return replace(kind, item=item, fields=fields, sites=frozenset())


def grown_within(kind: K.Kind, grown: K.Kind) -> K.Kind:
    """The kind of what may be, or hold, a list or dict of which more is known by now: `grown`, of the same sites.

    What a container holds that may hold itself isn't known.
    """
    if K.sites_in(kind).isdisjoint(grown.sites):
        return kind
    if kind.sites.isdisjoint(grown.sites):
        fields = None if kind.fields is None else tuple([grown_within(part, grown) for part in kind.fields])
        return replace(kind, item=grown_within(kind.item, grown) if kind.item else None, fields=fields)
    joined = K.join(kind, grown)
    holds_itself = joined.item and not K.sites_in(joined.item).isdisjoint(grown.sites)
    return replace(joined, item=K.UNKNOWN, fields=None, keys=None) if holds_itself else joined
