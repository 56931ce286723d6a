"""A table that shows itself, in all forms."""

from __future__ import annotations

from dataclasses import dataclass

from s2sad.show.cells import Grid
from s2sad.show.shown import Shown


@dataclass(frozen=True, repr=False)
class Table(Grid, Shown):
    """It prints as text, and shows itself at a prompt and in notebooks."""

    @property
    def tables(self) -> tuple[Grid, ...]:
        return (self,)
