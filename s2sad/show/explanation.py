"""What `explain` returns: tables that show themselves in a terminal, a notebook, a paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from s2sad.show.shown import Shown
from s2sad.show.table import Table


@dataclass(frozen=True, repr=False)
class Explanation(Shown):
    """A derivative at a point, or its formulas.

    `table` has a row for every entry of the Wengert list, `forward` and `reverse` the steps of the two sweeps in their
    order; below the last stands what comes out. It prints as text; `markdown()`, `latex()` and `html()` give the same
    in these forms, `show()` prints it in colours where the terminal has them. Each of the tables can do this by itself.
    """

    title: str
    table: Table
    forward: Table
    reverse: Table

    @property
    def tables(self) -> tuple[Table, ...]:
        return self.table, self.forward, self.reverse

    def as_data(self) -> dict[str, Any]:
        """For programs that read it."""
        names = ("table", "forward", "reverse")
        return {"title": self.title, **{name: getattr(self, name).as_data() for name in names}}
