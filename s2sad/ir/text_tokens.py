"""The words of the text form: what `printer` and `parser` have to agree on, a line at a time."""

from __future__ import annotations

import ast
import builtins
import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from s2sad.ir.nodes import UNDEFINED, Const, Location, Var

LITERAL_WORDS = {
    "None": None,
    "True": True,
    "False": False,
    "Ellipsis": ...,
    "undefined": UNDEFINED,
    "inf": float("inf"),
    "nan": float("nan"),
    "infj": complex(0.0, float("inf")),
    "nanj": complex(0.0, float("nan")),
}

_STRING = r"""b?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_QUOTES = "'\""
_WORD = re.compile(
    rf"""\s*(?P<word>{_STRING}|\([-+]?(?:\d|inf|nan)[^\s(),]*j\)|->|[(),:=]|[^\s(),:=#'"]+)"""
    r"""|\s*(?P<comment>\#.*)|\s+|(?P<bad>.)"""
)
_REMARK = re.compile(
    rf"""\#\s*(?:(?P<inner>function\ )?(?:file\ (?P<file>{_STRING})\ )?line\ (?P<line>\d+)(?::(?P<column>\d+))?:
    |(?P<nowhere>function\ nowhere)(?=\s*$))?\s*(?P<text>{_STRING}(?=\s*(?:\#|$))|[^#]*)""",
    re.VERBOSE,
)
_LIKE_LOCATION = re.compile(r"""(function )?(line \d|file ['"])|function nowhere""")


class ParseError(ValueError):
    """A text that is none of the Wengert list's; `line` and `text` are the line's number and what it says."""

    def __init__(self, message: str, line: int, text: str) -> None:
        super().__init__(f"line {line}: {message}: {text.strip()!r}")
        self.line = line
        self.text = text


class Line:
    """A line as words, taken one after the other."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.indent = len(text) - len(text.lstrip())
        self.words: list[str] = []
        self.comment = ""
        self.at = 0
        for match in _WORD.finditer(text):
            if match["bad"]:
                raise self.error(f"{match['bad']} is out of place")
            if match["word"]:
                self.words.append(match["word"])
            self.comment = match["comment"] or self.comment

    def error(self, message: str) -> ParseError:
        return ParseError(message, self.number, self.text)

    def peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.words[at] if at < len(self.words) else ""

    def take(self) -> str:
        if self.at == len(self.words):
            raise self.error("the line is not complete")
        self.at += 1
        return self.words[self.at - 1]

    def accept(self, word: str) -> bool:
        found = self.peek() == word
        self.at += found
        return found

    def expect(self, word: str) -> None:
        if not self.accept(word):
            raise self.error(
                f"{word!r} expected before {self.peek()!r}" if self.peek() else f"{word!r} expected"
            )

    def end(self) -> None:
        if self.peek():
            raise self.error(f"{self.peek()!r} is out of place")

    def var(self) -> Var:
        word = self.take()
        if not word.isidentifier():
            raise self.error(f"{word!r} is not a name")
        return Var(word)

    def vars(self) -> tuple[Var, ...]:
        found = [self.var()]
        while self.accept(","):
            found.append(self.var())
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Remarks:
    """A line's comment: an entry's note and location, and the location of the function that a closure holds.

    `file` is the file that was named last, here or before.
    """

    note: str
    loc: Location | None
    inner: Location | None
    file: str


def read_remarks(comment: str, file: str) -> Remarks:
    """What a comment says; a location that names no file is in `file`."""
    note = ""
    loc: Location | None = None
    inner: list[Location | None] = []
    for match in _REMARK.finditer(comment):
        if match["nowhere"]:
            inner = [None]
        elif match["line"]:
            file = ast.literal_eval(match["file"]) if match["file"] else file
            found = Location(file, int(match["line"]), int(match["column"] or 0), _unquoted(match["text"]))
            if match["inner"]:
                inner = [found]
            else:
                loc = found
        else:
            note = _unquoted(match["text"])
    return Remarks(note, loc, inner[0] if inner else loc, file)


def _unquoted(text: str) -> str:
    return ast.literal_eval(text) if text[:1] in _QUOTES and text else text.rstrip()


def quoted(text: str) -> str:
    """The text of a comment; as a string literal if it could not be told from what stands around it."""
    is_bare = (
        text and text == text.strip() and text.isprintable() and "#" not in text and text[0] not in _QUOTES
    )
    return text if is_bare else repr(text)


def quoted_note(note: str) -> str:
    """As `quoted`, for a remark that stands where a location could."""
    return repr(note) if _LIKE_LOCATION.match(note) else quoted(note)


def literal(word: str) -> Const | None:
    """The constant that a word is; None if it is none, ValueError if it begins like one."""
    if word in LITERAL_WORDS:
        return Const(LITERAL_WORDS[word])
    if word[-1] in _QUOTES:
        return Const(ast.literal_eval(word))
    if word[0] not in "0123456789+-.(":
        return None
    for kind in (int, float):
        try:
            return Const(kind(word))
        except ValueError:
            continue
    return Const(complex(word))


def is_named(word: str, *scopes: Mapping[str, object]) -> bool:
    """Whether a name without dots means something outside of the function."""
    return any(word in scope for scope in scopes) or hasattr(builtins, word)


def resolve(path: str, *scopes: Mapping[str, object]) -> object:
    """The object that a path means: in the scopes, else in builtins, else in a module; LookupError if none."""
    for scope in scopes:
        if path in scope:
            return scope[path]
    head, *attributes = path.split(".")
    for names in (*scopes, vars(builtins)):
        if head in names:
            return _attribute(names[head], attributes)
    return _imported(head, attributes)


def _attribute(value: object, attributes: list[str]) -> object:
    for name in attributes:
        if not hasattr(value, name):
            raise LookupError(name)
        value = getattr(value, name)
    return value


def _imported(path: str, attributes: list[str]) -> object:
    try:
        value: object = importlib.import_module(path)
    except ImportError:
        raise LookupError(path) from None
    for at, name in enumerate(attributes):
        path = f"{path}.{name}"
        if not hasattr(value, name):
            return _imported(path, attributes[at + 1 :])
        value = getattr(value, name)
    return value
