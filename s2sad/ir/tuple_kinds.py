"""Kinds of tuples that come under one name with lists that are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from s2sad.ir.kinds import ORDERED, Kind


def beside_tuple(kind: Kind) -> Kind | None:
    """The kind of a list that is written, or of a tuple in its place that holds places as well; None if it is no list."""
    if kind.name != "indexed" or kind.cls not in ORDERED:
        return None
    return kind if kind.cls is tuple else replace(kind, cls=Sequence)


def is_plain_tuple(kind: Kind) -> bool:
    """Whether it is the kind of a tuple of no class of its own."""
    return kind.name == "tuple" and kind.cls is None and not kind.may_be_none


def of_tuple_and_list(one: Kind, other: Kind) -> Kind | None:
    """The kind of a tuple of places or of a list that is written, by those of a tuple and of the list; None for any others."""
    for plain, written in ((one, other), (other, one)):
        if is_plain_tuple(plain):
            return beside_tuple(written)
    return None
