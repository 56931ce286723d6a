"""On a terminal: in colours by `rich` where it is installed and the terminal has them, else as plain text.

NO_COLOR (https://no-color.org) turns colours off.
"""

from __future__ import annotations

import sys
from typing import IO, Any, Protocol

from s2sad.show.cells import Code, Formula, Grid, Number, indented, width

_NARROW = 10  # a column that isn't wider than this stays as it is
_LEADS = " │├└─"  # what stands in front of code: spaces, and the lines of a tree


class Shown(Protocol):
    """What can be printed, and what it is made of."""

    @property
    def tables(self) -> tuple[Grid, ...]: ...


def console_for(file: IO[str]) -> Any:
    """A console of rich for a terminal; None where there is no terminal, or no rich."""
    if not file.isatty():
        return None
    try:
        from rich.console import Console
    except ImportError:
        return None
    return Console(file=file, highlight=False, soft_wrap=True)


def show(shown: Shown, file: IO[str] | None = None, console: Any = None) -> None:
    """Print something that has tables, as well as the place where it is printed can."""
    file = file or sys.stdout
    console = console or console_for(file)
    if console is None:
        print(shown, file=file)
        return
    for table in shown.tables:
        console.print(in_rich(table))
        for remark in table.remarks:
            console.print(remark, style="dim", markup=False)
        console.print()


def in_rich(table: Grid) -> Any:
    """A table of rich's."""
    from rich.syntax import Syntax
    from rich.table import Table as RichTable
    from rich.text import Text

    code = Syntax("", "python", theme="ansi_dark", background_color="default")
    out = RichTable(title=table.title, title_justify="left", box=None, header_style="dim", pad_edge=False)
    for i, column in enumerate(table.columns):
        longest = max([len(column), *(width(indented(row, i)) for row in table.rows if not row.is_heading)])
        # Rich makes columns narrower where there is no room for all: then long ones are folded, and nothing is cut off.
        out.add_column(column, overflow="fold", min_width=min(longest, _NARROW))
    for row in table.rows:
        if row.is_heading:
            text = "  " * row.level + str(row.cells[0])
            out.add_row(Text(text, style="italic cyan"), *[""] * (len(table.columns) - 1))
            continue
        cells = []
        for i, cell in enumerate(row.cells):
            text = indented(row, i)
            if isinstance(cell, (Formula, Code)):
                shown = text.lstrip(_LEADS)
                cells.append(Text(text[: len(text) - len(shown)]) + _stripped(code.highlight(shown.strip())))
            else:
                cells.append(Text(text, style="green" if isinstance(cell, Number) else ""))
        out.add_row(*cells)
    return out


def _stripped(text: Any) -> Any:
    text.rstrip()
    return text
