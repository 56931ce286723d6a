"""What is asked of several things at once, and is known only where it is known of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def all_known(found: Iterable[T | None]) -> list[T] | None:
    """The list of what was found; None if one of it wasn't."""
    known: list[T] = []
    for each in found:
        if each is None:
            return None
        known.append(each)
    return known
