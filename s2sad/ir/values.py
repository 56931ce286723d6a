"""How the small values are declared that the compiler makes by the thousand: entries, atoms, kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as value
else:
    from dataclasses import dataclass

    def value(frozen, slots=False, eq=True):
        """As `dataclass`. That one is frozen is left to mypy: what Python does for it doubles the time of making one."""
        return dataclass(slots=slots, eq=eq, unsafe_hash=eq)


__all__ = ["value"]
