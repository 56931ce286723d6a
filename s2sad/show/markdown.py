"""Tables as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from s2sad.show.cells import Cell, Code, Formula, Grid, Joined


def table_in_markdown(table: Grid) -> str:
    """A table of Markdown; headings are rows in bold."""
    out = [f"**{_escaped(table.title)}**", ""] if table.title else []
    out += [_line(table.columns), _line(["---"] * len(table.columns))]
    for row in table.rows:
        if row.is_heading:
            cells = [f"**{_escaped(str(row.cells[0]))}**", *[""] * (len(table.columns) - 1)]
        else:
            cells = [_cell(cell) for cell in row.cells]
        out.append(_line(cells))
    for remark in table.remarks:
        out += ["", _escaped(remark)]
    return "\n".join(out) + "\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(cell: Cell) -> str:
    if isinstance(cell, Joined):
        return "".join(map(_cell, cell.parts))
    text = str(cell)
    if isinstance(cell, (Formula, Code)) and text:
        return f"`{text}`".replace("|", "\\|")
    return _escaped(text)


def _escaped(text: str) -> str:
    """Text that Markdown leaves as it is."""
    return "".join(f"\\{letter}" if letter in "\\`*_|<>[]#" else letter for letter in text)
