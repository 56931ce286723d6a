"""What a call gives: the kind of its result, and which of its arguments that shares memory with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Entry, Function, Ref
from s2sad.ir.values import value

Named = tuple[tuple[str, Kind], ...]


@value(frozen=True, slots=True)
class Outcome:
    """The kind of a result, and the places of the arguments that it may share memory with, or writes to."""

    kind: Kind
    shared: tuple[int, ...] = ()
    written: tuple[int, ...] = ()


class Outside(Protocol):
    """What functions outside do when they are called as they stand."""

    def __call__(self, fn: Ref, args: tuple[Kind, ...], named: Named = ()) -> Outcome | None: ...

    def of_property(self, base: Ref, name: str) -> Kind | None: ...

    def memory_of_call(
        self, function: Any, args: tuple[Kind, ...], named: Named = ()
    ) -> tuple[frozenset[tuple[bool, int]] | None, frozenset[tuple[bool, int]]]: ...

    def method_may_write(self, name: Any) -> bool: ...

    def calls_reading(self, node: Entry) -> bool: ...

    def attributes_written(self, names: Iterable[str], functions: tuple[Function, ...]) -> set[str]: ...


class _NothingKnown:
    """Stands where functions outside aren't looked into."""

    def method_may_write(self, name: Any) -> bool:
        return False

    def calls_reading(self, node: Entry) -> bool:
        return False

    def attributes_written(self, names: Iterable[str], functions: tuple[Function, ...]) -> set[str]:
        return set(names)

    def __call__(self, fn: Ref, args: tuple[Kind, ...], named: Named = ()) -> None:
        return None

    def of_property(self, base: Ref, name: str) -> None:
        return None

    def memory_of_call(
        self, function: Any, args: tuple[Kind, ...], named: Named = ()
    ) -> tuple[frozenset[tuple[bool, int]], frozenset[tuple[bool, int]]]:
        return frozenset(), frozenset()


nothing_known = _NothingKnown()
