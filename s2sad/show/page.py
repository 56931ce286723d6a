"""Both sources as HTML: code in nested marks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from s2sad.ir.nodes import Location
from s2sad.show.highlight import words_of
from s2sad.show.html import STYLE
from s2sad.show.origins import Excerpt, Files, Link, Span

_STYLE = """\
.s2sad-beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px; }
.s2sad-beside section { border: 1px solid var(--line); border-radius: 6px; background: var(--paper);
  margin-bottom: 12px; }
.s2sad-beside h2 { font-size: 12px; font-weight: 600; margin: 0; padding: 6px 12px; color: var(--soft);
  background: var(--shade); border-bottom: 1px solid var(--line); }
.s2sad-beside pre { margin: 0; padding: 8px 0; line-height: 1.5; }
.s2sad-beside .line { display: block; padding: 0 12px 0 4.2em; text-indent: -4.2em; white-space: pre-wrap;
  overflow-wrap: anywhere; min-height: 1.5em; }
.s2sad-beside .line::before { content: attr(data-line); display: inline-block; width: 3.2em; margin-right: 1em;
  text-align: right; text-indent: 0; color: var(--soft); user-select: none; }
.s2sad-beside .line.touched { background: var(--shade); box-shadow: inset 3px 0 var(--name); }
.s2sad-beside [data-o] { border-radius: 3px; }
.s2sad-beside [data-o].on { background: var(--mark); }
.s2sad-beside [data-o].here { outline: 1px solid var(--name); }
"""
_SCRIPT = """\
(() => {
  const box = document.currentScript.parentElement;
  let pinned = false;
  const mark = (target) => {
    box.querySelectorAll('.on, .here, .touched').forEach((e) => e.classList.remove('on', 'here', 'touched'));
    if (!target) return;
    target.classList.add('here');
    const side = target.closest('.side');
    box.querySelectorAll(`[data-o="${target.dataset.o}"]`).forEach((e) => {
      e.classList.add('on');
      e.closest('.line').classList.add('touched');
    });
    box.querySelectorAll('.side').forEach((other) => {
      const first = other !== side && other.querySelector('.on');
      if (first) first.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  };
  box.addEventListener('mouseover', (event) => { if (!pinned) mark(event.target.closest('[data-o]')); });
  box.addEventListener('mouseleave', () => { if (!pinned) mark(null); });
  box.addEventListener('click', (event) => {
    const target = event.target.closest('[data-o]');
    pinned = target !== null && !(pinned && target.classList.contains('here'));
    mark(target);
  });
})();
"""


class Mark(NamedTuple):
    """A part of one line that belongs to a place; columns count from 0."""

    start: int
    end: int
    place: int


def both_sides(excerpts: Sequence[Excerpt], source: str, links: Sequence[Link]) -> str:
    """The two sides, as a fragment of HTML with its style and script."""
    places = {origin: i for i, origin in enumerate(dict.fromkeys(link.origin for link in links))}
    theirs = "\n".join(_excerpt(excerpt, places) for excerpt in excerpts)
    lines = source.splitlines()
    spans = [(link.span, places[link.origin]) for link in links]
    ours = _section("the derivative", lines, 1, _by_line(spans, lines, 1))
    return (
        f'<div class="s2sad"><style>{STYLE}{_STYLE}</style><div class="s2sad-beside">\n'
        f'<div class="side">{theirs}</div>\n<div class="side">{ours}</div>\n'
        f"<script>{_SCRIPT}</script></div></div>"
    )


def _excerpt(excerpt: Excerpt, places: dict[Location, int]) -> str:
    files = Files()
    spans: list[tuple[Span, int]] = []
    for origin, place in places.items():
        span = files.span(origin) if origin.file == excerpt.file else None
        if span is not None:
            spans.append((span, place))
    where = f"{file_name(excerpt.file)}, line {excerpt.first}"
    title = f"{excerpt.name}: {where}" if excerpt.name else where
    return _section(title, excerpt.lines, excerpt.first, _by_line(spans, excerpt.lines, excerpt.first))


def file_name(file: str) -> str:
    """A file as people know it; a cell of a notebook has no name."""
    cell = re.match(r"<ipython-input-(\d+)-", file)
    if cell:
        return f"In [{cell[1]}]"
    return "a cell" if "ipykernel_" in file else os.path.basename(file)


def _by_line(spans: Iterable[tuple[Span, int]], lines: Sequence[str], first: int) -> dict[int, list[Mark]]:
    """The marks of each line; a part of several lines has one on each."""
    found: dict[int, list[Mark]] = {}
    for span, place in spans:
        for line in range(span.line, span.end_line + 1):
            if not first <= line < first + len(lines):
                continue
            text = lines[line - first]
            start = span.start if line == span.line else len(text) - len(text.lstrip())
            end = span.end if line == span.end_line else len(text)
            if start < end:
                found.setdefault(line, []).append(Mark(start, end, place))
    return found


def _section(title: str, lines: Sequence[str], first: int, marks: dict[int, list[Mark]]) -> str:
    words: dict[int, list[tuple[int, int, str]]] = {}
    for word in words_of("\n".join(_dedented(lines))):
        shift = _indent(lines)
        words.setdefault(word.line + first - 1, []).append((word.start + shift, word.end + shift, word.kind))
    shown = [
        f'<span class="line" data-line="{number}">{marked(text, marks.get(number, []), words.get(number, []))}</span>'
        for number, text in enumerate(lines, first)
    ]
    return f"<section><h2>{escape(title)}</h2><pre>{''.join(shown)}</pre></section>"


def _indent(lines: Sequence[str]) -> int:
    return min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)


def _dedented(lines: Sequence[str]) -> list[str]:
    shift = _indent(lines)
    return [line[shift:] for line in lines]


def marked(text: str, marks: Sequence[Mark], words: Sequence[tuple[int, int, str]]) -> str:
    """A line in nested marks, with its words in colours."""
    unique = sorted(set(marks), key=lambda mark: (mark.start, -mark.end))
    events = [(mark.start, mark.end, f'<span data-o="{mark.place}">') for mark in unique]
    events += [(start, end, f'<span class="{kind}">') for start, end, kind in words]
    events.sort(key=lambda event: (event[0], -event[1]))
    out: list[str] = []
    open_: list[int] = []
    at = 0

    def go_to(column: int) -> None:
        nonlocal at
        while open_ and open_[-1] <= column:
            end = open_.pop()
            out.append(escape(text[at:end]) + "</span>")
            at = max(at, end)
        out.append(escape(text[at:column]))
        at = max(at, column)

    for start, end, tag in events:
        go_to(start)
        open_.append(min([end, *open_]))
        out.append(tag)
    go_to(len(text))
    return "".join(out)
