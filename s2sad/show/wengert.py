"""The Wengert list of a function as the table that text books print, and as text that can be read back."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from s2sad.compile import list_of
from s2sad.errors import refuses
from s2sad.show.explain import explained, watched
from s2sad.show.running import Subject
from s2sad.show.shown import Shown
from s2sad.show.table import Table


@dataclass(frozen=True, repr=False)
class Wengert(Shown):
    """A Wengert list: a row for each entry with its operation, partials and adjoint; at a point with the values of these.

    It prints as text, and shows itself in notebooks; `markdown()`, `latex()` and `html()` are other forms of the table.
    `ir` is the list as the compiler has it, in the text form that `s2sad opt` reads. Griewank & Walther, table 1.2.
    """

    table: Table
    subject: Subject

    @refuses
    def at(self, *args: Any, **options: Any) -> Wengert:
        """The same at these arguments; `options` are `tangents`, `cotangent`, `digits` and `iterations`.

        Raises what `s2sad.explain` raises.
        """
        return listed(self.subject.at(args), **options)

    @property
    def title(self) -> str:  # type: ignore[override]
        return self.table.title

    @property
    def tables(self) -> tuple[Table, ...]:
        return (self.table,)

    @functools.cached_property
    def ir(self) -> str:
        """The list as text: `t = mul x y  # line 3: x * y`, with loops and branches as blocks."""
        return list_of(self.subject.function, self.subject.call, self.subject.rules)

    def as_data(self) -> dict[str, Any]:
        """For programs that read it."""
        return {"title": self.table.title, "table": self.table.as_data(), "ir": self.ir}


def listed(
    subject: Subject,
    tangents: Sequence | None = None,
    cotangent: Any = None,
    digits: int = 6,
    iterations: int = 3,
) -> Wengert:
    """The Wengert list of a function; see `views.wengert`."""
    return Wengert(
        explained(subject, watched(subject, tangents, cotangent, digits, iterations)).table, subject
    )
