"""What is known of a value before the program runs, as a record; `kinds` has those without parts, and what is asked of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2sad.ir.values import value


@value(frozen=True, slots=True, eq=False)
class Kind:
    """`item` is the kind of what a list, tuple or dict holds, joined; `fields` those of a tuple, one by one.

    An array has the kind of its elements as `item`, and its rank `ndim`. One of unknown rank has at `least` so many axes,
    and may be a number as well if these are none; it has at `most` so many, if that is known. What `may_be_none` is an
    array, list or dict, or None as yet. A tuple of unknown length has at `least` so many items.
    An object of which it is known what it was made with has the kind of a dict of its attributes as `item`.
    A tuple may stand for an object, of the user's class `cls`: it has the attributes in their order. An object of a
    library's has its class as `cls`, if that tells what it does. A dict has
    `fields` if its `keys` are known, and otherwise their kind as `key` if that is. A dtype has the kind of its numbers
    as `item`. While a function is lowered, `sites` tell where a container may have been made.
    """

    name: str
    item: Kind | None = None
    fields: tuple[Kind, ...] | None = None
    ndim: int | None = None
    cls: type | None = None
    keys: tuple[Any, ...] | None = None
    sites: frozenset[int] = frozenset()
    key: Kind | None = None
    most: int | None = None
    least: int = 0
    may_be_none: bool = False

    # Analyses do little else than to compare kinds, most of which are scalars that differ by name.
    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not Kind or self.name != other.name:
            return False
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.name, self.ndim))

    def _parts(self) -> tuple[Any, ...]:
        return (
            self.item,
            self.fields,
            self.ndim,
            self.cls,
            self.keys,
            self.sites,
            self.key,
            self.most,
            self.least,
            self.may_be_none,
        )

    def __str__(self) -> str:
        if self.may_be_none:
            return f"{replace(self, may_be_none=False)} or None"
        if self.name == "array":
            return f"array[{self.item}{'' if self.ndim is None else f', {self.ndim}'}]"
        if self.name == "indexed":
            return self.cls.__name__ if self.cls else "container"
        if self.fields is not None:
            return f"{self.name}[{', '.join(map(str, self.fields))}]"
        return f"{self.name}[{self.item}]" if self.item else self.name


class SeveralClasses:
    """Stands as the class of tuples that are objects of several classes of the user's: of which one isn't known."""
