"""What is printed that machine code has no text for is printed by one call, which Python's interpreter does.

t = format_of s '' '.3f'
m = text_of 'loss ' t
print m                       show 'loss {:.3f}\\n' s

Numbers and texts that are known are printed as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Function, Node, Ref
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, uses_of, walk, with_body
from s2sad.loops.entry_checks import is_text
from s2sad.loops.known_literals import parts_of_format
from s2sad.runtime.loops import show
from s2sad.transform.dead import remove_dead

_SHOW = Ref("show", show)
_FIELD = re.compile(r"%(?:(%)|([-+ 0]*)(\d*)((?:\.\d+)?)([a-zA-Z]))")
_FLOATS, _WHOLE, _WORDS = "eEfFgG", "di", "rsa"

Gap = tuple[str, Atom]
"""What a text has in a place, as `str.format` has it, and the value that is shown there."""
Parts = list[str | Gap]


def with_shown_texts(function: Function, kind: Callable[[Atom], K.Kind]) -> Function:
    """The function whose prints of anything but numbers and known texts are calls of `show`."""
    texts = _Texts(function, kind)

    def shown(node: Node) -> list[Node]:
        return [texts.shown(node) if isinstance(node, Entry) and callee_of(node) is print else node]

    made = expanded(function.body, shown)
    if made == function.body:
        return function
    return remove_dead(with_body(function, made.entries, made.results))  # texts that nothing reads any more


class _Texts:
    def __init__(self, function: Function, kind: Callable[[Atom], K.Kind]) -> None:
        self.definitions, self.kind = definitions_of(function), kind
        self.read: set[Any] = {atom for node in walk(function.body) for atom in uses_of(node)}
        self.read.update(function.body.results)

    def shown(self, node: Entry) -> Entry:
        """A print as machine code has it; as it is if it isn't known what is printed."""
        words = {"sep": " ", "end": "\n", "flush": False}
        for key, atom in node.kwargs:
            if not isinstance(atom, Const) or key not in words:
                return node
            words[key] = words[key] if atom.value is None else atom.value
        if self.read.intersection(node.targets):
            return node
        if not node.kwargs and all(is_text(atom) or self.kind(atom) in K.NUMBERS for atom in node.args):
            return node
        sep, end = str(words["sep"]), str(words["end"])
        parts: Parts = []
        for k, atom in enumerate(node.args):
            more = self.parts(atom)
            if more is None:
                return node
            parts += [sep, *more] if k else more
        text = "".join(
            _escaped(part) if isinstance(part, str) else f"{{{part[0]}}}" for part in [*parts, end]
        )
        values = tuple(part[1] for part in parts if not isinstance(part, str))
        return Entry((), _SHOW, (Const(text), *values), (), node.loc)

    def parts(self, atom: Atom) -> Parts | None:
        """What a text is made of; None if it isn't known."""
        if isinstance(atom, Const):
            return [str(atom.value)]
        if self.is_value(atom):
            return [("", atom)]
        made = self.definitions.get(atom)
        if not isinstance(made, Entry) or made.kwargs:
            return None
        name, args = operation_of(made), made.args
        if callee_of(made) in (str, repr) and len(args) == 1 and self.is_value(args[0]):
            return [("!s" if callee_of(made) is str else "!r", args[0])]
        if callee_of(made) is str.format:
            return self.filled_in(args)
        if name == "text_of" or (name == "add" and self.kind(atom) == K.TEXT):
            return self.joined(args)
        if name == "format_of":
            return self.formatted(args)
        return self.by_percents(args) if name == "mod" and is_text(args[0]) else None

    def is_value(self, atom: Atom) -> bool:
        """Whether it is a number or an array, which `format` shows as Python has it."""
        kind = self.kind(atom)
        return kind in K.NUMBERS or K.is_array(kind)

    def joined(self, atoms: Sequence[Atom]) -> Parts | None:
        found = [self.parts(atom) for atom in atoms]
        return None if None in found else [part for each in found if each for part in each]

    def filled_in(self, args: Sequence[Atom]) -> Parts | None:
        """`"{} of {:.1f}".format(n, x)`"""
        text, *values = args
        parts: Parts = []
        for said, place, spec, conversion in parts_of_format(text, len(values)):
            how = (Const(conversion), Const(spec))
            more = [said] if place is None else self.formatted((values[place], *how))
            if more is None:
                return None
            parts += more
        return parts or None

    def formatted(self, args: Sequence[Atom]) -> Parts | None:
        """`f"{value!r:spec}"`"""
        value, *how = args
        if not all(isinstance(atom, Const) for atom in how):
            return None
        conversion, spec = (atom.value or "" for atom in how if isinstance(atom, Const))
        if not self.is_value(value):
            return self.parts(value) if not conversion and not spec else None
        return [(("!" + conversion if conversion else "") + (":" + spec if spec else ""), value)]

    def by_percents(self, args: Sequence[Atom]) -> Parts | None:
        """`"%.3f of %d" % (x, n)`"""
        text, given = args
        made = self.definitions.get(given)
        values = list(made.args) if made is not None and operation_of(made) == "tuple_of" else [given]
        parts: Parts = []
        place = 0
        for found in _FIELD.finditer(text.value):
            parts.append(text.value[place : found.start()])
            place = found.end()
            if found[1]:
                parts.append("%")
                continue
            if not values:
                return None
            more = self.by_percent(found, values.pop(0))
            if more is None:
                return None
            parts += more
        rest = text.value[place:]
        return None if values or "%" in rest else [*parts, rest]

    def by_percent(self, found: re.Match, value: Atom) -> Parts | None:
        """One value, as `%` shows it."""
        _, flags, width, precision, letter = found.groups()
        if letter in _WORDS:
            if not found[0].strip("%" + letter):
                return (
                    self.parts(value)
                    if letter == "s"
                    else [("!" + letter, value)] if self.is_value(value) else None
                )
            return None
        numbers = (K.INT, K.FLOAT) if letter in _FLOATS else (K.INT,) if letter in _WHOLE else ()
        if "-" in flags or self.kind(value) not in numbers or (letter in _WHOLE and precision):
            return None
        sign = "+" if "+" in flags else " " if " " in flags else ""
        filled = "0" if "0" in flags else ""
        return [(f":{sign}{filled}{width}{precision}{letter if letter in _FLOATS else 'd'}", value)]


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
