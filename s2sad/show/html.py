"""Tables as HTML: a fragment with its own style, that stands in notebooks, and a whole page.

A notebook has a style of its own for tables: it puts text to the right, and takes spaces together. So what each cell needs
stands in the cell itself.
"""

from __future__ import annotations

from html import escape

from s2sad.show.cells import Cell, Code, Formula, Grid, Joined, Number, Row
from s2sad.show.highlight import highlighted

STYLE = """\
.s2sad { --ink: #1f2328; --soft: #656d76; --line: #d0d7de; --shade: #f6f8fa; --mark: #fff3bf; --paper: #ffffff;
  --key: #8250df; --name: #0550ae; --text: #0a3069; --note: #6e7781; font-size: 13px; color: var(--ink);
  background: var(--paper); padding: 4px; }
.s2sad svg { background: #ffffff; max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { .s2sad { --ink: #e6edf3; --soft: #8d96a0; --line: #30363d; --shade: #161b22;
  --mark: #4d3800; --paper: #0d1117; --key: #d2a8ff; --name: #79c0ff; --text: #a5d6ff; --note: #8b949e; } }
.s2sad table { border-collapse: collapse; margin: 0.5em 0 1em; background: var(--paper); color: var(--ink); }
.s2sad caption { text-align: left; font-weight: 600; padding: 0.3em 0; color: var(--ink); }
.s2sad th, .s2sad td { text-align: left; padding: 2px 10px; border-bottom: 1px solid var(--line);
  vertical-align: top; background: transparent; }
.s2sad th { color: var(--soft); font-weight: 600; }
.s2sad td.number { font-variant-numeric: tabular-nums; }
.s2sad tr.section td { color: var(--soft); font-style: italic; background: var(--shade); }
.s2sad code, .s2sad pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: none;
  color: var(--ink); padding: 0; }
.s2sad td code, .s2sad pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.s2sad summary { cursor: pointer; color: var(--soft); margin: 0.3em 0; }
.s2sad .k { color: var(--key); } .s2sad .n { color: var(--name); } .s2sad .s { color: var(--text); }
.s2sad .c { color: var(--note); font-style: italic; } .s2sad p { color: var(--soft); margin: 0.2em 0; }
"""


_PAGE_STYLE = """\
body { margin: 24px; font-family: system-ui, sans-serif; background: #ffffff; color: #1f2328; }
@media (prefers-color-scheme: dark) { body { background: #0d1117; color: #e6edf3; } }
h1 { font-size: 18px; } p.how { font-size: 13px; opacity: 0.75; }
"""


def page(title: str, body: str, how: str = "") -> str:
    """A whole page, which needs nothing else; `how` says what one can do on it."""
    remark = f'<p class="how">{escape(how)}</p>\n' if how else ""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_PAGE_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n{remark}{body}\n</body>\n</html>\n"
    )


def fragment(*parts: str) -> str:
    """Parts of a page in a box with the style that they need."""
    return f'<div class="s2sad"><style>{STYLE}</style>\n' + "\n".join(parts) + "\n</div>"


_TEXT = "text-align: left; white-space: pre-wrap"


def table_in_html(table: Grid) -> str:
    """A `<table>`."""
    head = "".join(f'<th style="{_TEXT}">{escape(column)}</th>' for column in table.columns)
    body = "\n".join(_row(row, len(table.columns)) for row in table.rows)
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in table.remarks)
    title = f"<caption>{escape(table.title)}</caption>" if table.title else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table>{remarks}"


def _row(row: Row, columns: int) -> str:
    first = f"{_TEXT}; padding-left: {10 + 14 * row.level}px" if row.level else _TEXT
    if row.is_heading:
        text = escape(str(row.cells[0]))
        return f'<tr class="section"><td colspan="{columns}" style="{first}">{text}</td></tr>'
    cells = [_cell(cell, first if i == 0 else _TEXT) for i, cell in enumerate(row.cells)]
    return f"<tr>{''.join(cells)}</tr>"


def _cell(cell: Cell, style: str) -> str:
    kind = ' class="number"' if isinstance(cell, Number) else ""
    return f'<td{kind} style="{style}">{_content(cell)}</td>'


def _content(cell: Cell) -> str:
    if isinstance(cell, Joined):
        return "".join(map(_content, cell.parts))
    if isinstance(cell, (Formula, Code)):
        return f"<code>{highlighted(str(cell))}</code>"
    return escape(str(cell))
