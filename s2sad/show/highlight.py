"""Python with its words in colours: as HTML by the classes k, n, s, c; Python's own tokenizer finds them."""

from __future__ import annotations

import builtins
import io
import keyword
import tokenize
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

_BUILTINS = frozenset(dir(builtins))


class Word(NamedTuple):
    """A part of a line: columns count characters from 0; `kind` is k (keyword), n (number), s, c (comment) or b."""

    line: int
    start: int
    end: int
    kind: str


def words_of(text: str) -> list[Word]:
    """The coloured words of a text, line by line (from 1); as far as it can be read as Python."""
    return [piece for word in _tokens(text) for piece in word]


def _tokens(text: str) -> Iterator[list[Word]]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            kind = _kind(token)
            if kind:
                yield list(_by_line(token, kind))
    except (tokenize.TokenError, SyntaxError):  # half a program has colours up to where it ends
        return


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        if keyword.iskeyword(token.string):
            return "k"
        return "b" if token.string in _BUILTINS else ""
    if token.type == tokenize.COMMENT:
        return "c"
    if token.type == tokenize.NUMBER:
        return "n"
    return "s" if tokenize.tok_name[token.type].startswith(("STRING", "FSTRING")) else ""


def _by_line(token: tokenize.TokenInfo, kind: str) -> Iterator[Word]:
    (first, start), (last, end) = token.start, token.end
    lines = token.string.split("\n")
    for line in range(first, last + 1):
        left = start if line == first else 0
        right = end if line == last else left + len(lines[line - first])
        yield Word(line, left, right, kind)


def highlighted(text: str) -> str:
    """A text as HTML, in colours."""
    lines = text.split("\n")
    by_line: dict[int, list[Word]] = {}
    for word in words_of(text):
        by_line.setdefault(word.line, []).append(word)
    return "\n".join(_line(line, by_line.get(i, [])) for i, line in enumerate(lines, 1))


def _line(line: str, words: list[Word]) -> str:
    out, at = [], 0
    for word in words:
        out.append(escape(line[at : word.start]))
        out.append(f'<span class="{word.kind}">{escape(line[word.start:word.end])}</span>')
        at = word.end
    return "".join([*out, escape(line[at:])])
