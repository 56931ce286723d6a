"""A derivative in a notebook: its source in colours, and what else there is to see, folded up."""

from __future__ import annotations

from html import escape

from s2sad.compiled import Compiled
from s2sad.errors import DifferentiationError
from s2sad.ir.rewrite import walk
from s2sad.show.beside import side_by_side
from s2sad.show.explain import explained, graphed, watched
from s2sad.show.highlight import highlighted
from s2sad.show.html import fragment, table_in_html
from s2sad.show.running import Subject

_MOST = 300  # entries, of which tables and graphs are a help


def derivative_in_html(title: str, compiled: Compiled, subject: Subject) -> str:
    """The source; below it both sources side by side, the table of entries, and the computation graph."""
    code = highlighted(compiled.loaded.source.rstrip("\n"))
    parts = [
        f"<p>{escape(title)}</p><pre>{code}</pre>",
        _folded("beside the function", side_by_side(title, compiled)._repr_html_()),
    ]
    if sum(1 for _ in walk(compiled.primal.main.body)) > _MOST:
        return fragment(*parts)
    try:
        seen = watched(subject, None, None, 6, 3)
    except DifferentiationError:  # what is shown then is all that there is
        return fragment(*parts)
    table = explained(subject, seen).table
    parts.append(_folded("entries", table_in_html(table)))
    return fragment(*parts, _folded("graph", graphed(subject, seen)._repr_html_()))


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{content}</details>"
