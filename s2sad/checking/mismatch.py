"""What disagrees, and whose fault it may be."""

from __future__ import annotations

from dataclasses import dataclass

from s2sad.ir.nodes import Location


@dataclass(frozen=True)
class Mismatch:
    """Two values that should be the same, what they are of, and where the second one comes from."""

    mode: str
    order: int
    what: str
    found: float
    wanted: float
    source: str


@dataclass(frozen=True)
class Suspect:
    """An entry whose adjoint is wrong: as text, what to do about it, where it is, and what disagrees."""

    entry: str
    advice: str
    location: Location | None
    mismatch: Mismatch
