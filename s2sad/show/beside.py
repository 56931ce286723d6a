"""The user's source and the emitted source side by side.

On a terminal, every line of the derivative stands beside the line of the function that it belongs to. As HTML, both are
whole, and what the pointer is on is marked on both sides.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from s2sad.compiled import Compiled
from s2sad.ir.nodes import Location
from s2sad.show.cells import Code, Row
from s2sad.show.html import page
from s2sad.show.origins import Excerpt, Files, Link, emitted_with_links
from s2sad.show.page import both_sides
from s2sad.show.shown import Shown
from s2sad.show.table import Table

_HOW = "Point at code to see what belongs to it on the other side; a click keeps it."


@dataclass(frozen=True, repr=False)
class Beside(Shown):
    """A function and its derivative side by side; `str()` is for terminals, `html()` a page that needs nothing else."""

    title: str
    excerpts: tuple[Excerpt, ...]
    source: str
    links: tuple[Link, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        return (Table(self.title, ("line", "function", "derivative"), tuple(self._rows())),)

    def html(self) -> str:
        """A page, self-contained: pointing at code marks what belongs to it on the other side."""
        return page(self.title, self._repr_html_(), _HOW)

    def as_data(self) -> dict[str, Any]:
        """For programs that read it."""
        return {"title": self.title, "lines": self.tables[0].as_data(), "source": self.source}

    def _repr_html_(self) -> str:
        return both_sides(self.excerpts, self.source, self.links)

    # ------------------------------------------------------------------------------------------------- rows

    def places(self) -> dict[int, list[tuple[str, int]]]:
        """The user's lines that each line of the derivative belongs to, the statement's own first."""
        found: dict[int, list[tuple[str, int]]] = {}
        for link in sorted(self.links, key=lambda link: not link.is_statement):
            for line in range(link.span.line, link.span.end_line + 1):
                place = link.origin.file, link.origin.line
                if place not in found.setdefault(line, []):
                    found[line].append(place)
        return found

    def _rows(self) -> list[Row]:
        places, rows = self.places(), []
        texts = {
            (excerpt.file, excerpt.first + i): text
            for excerpt in self.excerpts
            for i, text in enumerate(excerpt.lines)
        }
        last: tuple[str, int] | None = None
        for number, text in enumerate(self.source.splitlines(), 1):
            belongs = [place for place in places.get(number, []) if place in texts]
            new = [place for place in belongs if place != last]
            rows.append(self._row(new[0] if new else None, texts, text))
            rows += [self._row(place, texts, "") for place in new[1:]]
            last = belongs[0] if belongs and len(belongs) == 1 else None
        return rows

    def _row(self, place: tuple[str, int] | None, texts: dict[tuple[str, int], str], text: str) -> Row:
        if place is None:
            return Row(("", Code(""), Code(text)))
        return Row((self._name(*place), Code(texts[place]), Code(text)))

    def _name(self, file: str, line: int) -> str:
        return str(line) if file == self.excerpts[0].file else f"{os.path.basename(file)}:{line}"


def side_by_side(title: str, compiled: Compiled) -> Beside:
    """A derivative beside the function that it is of, with the functions of the user's that it calls."""
    source, links = emitted_with_links(compiled.module, compiled.loaded.style)
    files = Files()
    main = compiled.primal.main.loc
    locations: list[Location] = [*([main] if main else []), *(link.origin for link in links)]
    excerpts = {excerpt: None for loc in locations if (excerpt := files.excerpt(loc)) is not None}
    first, others = list(excerpts)[:1], list(excerpts)[1:]
    others.sort(key=lambda excerpt: (excerpt.file != first[0].file, excerpt.file, excerpt.first))
    return Beside(title, (*first, *others), source, tuple(links))
