"""Entries about containers that may be written: each tells where it makes one, and what reads one gets its items.

xs = list_of a b            a list, or a container of places if its site is followed
y = getitem xs 0            of places: the value that the place is of
z = np.sum xs               of places: the sum of a list of the values
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from s2sad.frontend.places import Places
from s2sad.ir import kinds as K
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Entry, Ref, Var
from s2sad.ir.operations import FUNCTIONS, op, operation_of

_DISPLAYS = ("list_of", "dict_of")
_JOINING = ("add", "or_", "iadd", "ior")
_REPEATING = ("mul", "imul")
_MAKERS = (list, dict, sorted)
# What may be done to a container of places as it stands: it doesn't look at the items, or hands them on.
_PASSING = (
    *(FUNCTIONS[name] for name in ("not_", "is_", "is_not", "dup", "getattr")),
    *(len, bool, id, iter, reversed, enumerate, zip, type, isinstance, callable, hasattr),
)
_COPYING = (list, dict, copy.copy, copy.deepcopy)
_READING = frozenset(
    "builtins math cmath numpy statistics operator itertools functools logging warnings s2sad".split()
)
_BISECTING = ("bisect", "bisect_left", "bisect_right")


class PlaceEntries(Places):
    """Mixin: what `emit` does differently where containers may be written."""

    def emit(
        self,
        fn: Any,
        args: tuple[Atom, ...],
        node: ast.AST | None,
        hint: str = "t",
        kwargs: tuple[tuple[str, Atom], ...] = (),
        kind: Kind | None = None,
        varied: bool | None = None,
    ) -> Var:
        fn = op(fn) if isinstance(fn, str) else fn
        if any(map(self.holds_places, (*args, *(atom for _, atom in kwargs)))):
            return self.of_places(fn, args, node, hint, kwargs, kind, varied)
        name = operation_of(Entry((), fn, ()))
        if not self.is_maker(fn, name, args):
            return super().emit(fn, args, node, hint, kwargs, kind, varied)
        sites = self.site(node, hint)
        followed = self.program.sites.is_followed(sites)
        if followed and name in _DISPLAYS:
            return self.display_of_places(name, args, node, hint, sites)  # type: ignore[arg-type]
        if followed and name is not None:
            for atom in args:
                self.follow(self.kind(atom).sites)
        made = super().emit(fn, args, node, hint, kwargs, kind, varied)
        if self.kinds[made].name not in ("list", "dict"):
            return made
        if followed:
            return self.placed(made, sites, node, hint)  # type: ignore[return-value]
        self.kinds[made] = K.replace(self.kinds[made], sites=sites)
        return made

    def is_maker(self, fn: Any, name: str | None, args: tuple[Atom, ...]) -> bool:
        """Whether an entry makes a new list or dict."""
        if name == "getitem":
            return self.kind(args[1]) == K.SLICE and self.kind(args[0]).name == "list"
        if name is not None:
            return name in _DISPLAYS or name in ("add", "mul", "or_")
        return isinstance(fn, Ref) and any(fn.value is maker for maker in _MAKERS)

    def of_places(
        self,
        fn: Any,
        args: tuple[Atom, ...],
        node: ast.AST | None,
        hint: str,
        kwargs: tuple[tuple[str, Atom], ...],
        kind: Kind | None,
        varied: bool | None,
    ) -> Var:
        """An entry that has containers of places among what it reads."""
        for atom in args:
            self.unmixed(self.kind(atom), node)
        name = operation_of(Entry((), fn, ()))
        if name == "tuple_of":
            kind = K.tuple_kind(tuple(map(self.kind, args)))
            return super().emit(fn, args, node, hint, kwargs, kind, varied)
        if name in _DISPLAYS:
            sites = self.site(node, hint)
            self.follow(sites)
            return self.display_of_places(name, args, node, hint, sites)  # type: ignore[arg-type]
        if name == "getitem":
            if not self.is_places(args[0]):
                return super().emit(fn, args, node, hint, kwargs, kind, varied)
            return self.read_item(args[0], args[1], node, hint)
        made = self.joined(name, args, node, hint) or self.copied(fn, args, node, hint)
        if made is not None:
            return made
        if self.passes(fn, name, args, node):
            return super().emit(fn, args, node, hint, kwargs, kind, varied=False)
        self.check_reader(fn, name, node)
        by_keys = isinstance(fn, Ref) and getattr(fn.value, "__module__", "") in ("builtins", "itertools")
        plain = self.keys_or_frozen if by_keys and not self.is_shown(fn) else self.frozen
        args = tuple(plain(atom, node) for atom in args)
        kwargs = tuple((key, plain(atom, node)) for key, atom in kwargs)
        return self.emit(fn, args, node, hint, kwargs, kind, varied)

    def is_shown(self, fn: Ref) -> bool:
        return any(fn.value is function for function in (print, str, repr, format))

    def read_item(self, container: Atom, index: Atom, node: ast.AST | None, hint: str) -> Var:
        kind = self.kind(container)
        if self.kind(index) == K.SLICE:
            return self.raw("getitem", (container, index), node, hint, kind)
        return self.read_at(kind.sites, container, index, node, hint)

    def read_at(
        self, sites: frozenset[int], container: Atom, index: Atom, node: ast.AST | None, hint: str
    ) -> Var:
        place = self.raw("getitem", (container, index), node, "k", self.raw_kind(sites))
        return self.value_of(sites, place, node, hint)  # type: ignore[return-value]

    def joined(self, name: str | None, args: tuple[Atom, ...], node: ast.AST | None, hint: str) -> Var | None:
        """`xs + ys`, `xs * n`, `table | other`"""
        if name in _REPEATING:
            container = args[0] if self.is_places(args[0]) else args[1]
            kind = self.kind(container)
            sites = kind.sites | self.site(node, hint)
            self.program.sites.root(sites)
            return self.raw(name, args, node, hint, K.replace(kind, sites=sites))
        if name not in _JOINING:
            return None
        parts = []
        for atom in args:
            kind = self.kind(atom)
            if kind.name in ("list", "dict"):
                self.follow(K.sites_in(kind))
                atom = self.placed(atom, kind.sites or self.site(node, hint), node)
            parts.append(atom)
        kind = self.unmixed(K.join(*map(self.kind, parts)), node)
        self.program.sites.root(kind.sites)
        return self.raw(name, tuple(parts), node, hint, kind)

    def copied(self, fn: Any, args: tuple[Atom, ...], node: ast.AST | None, hint: str) -> Var | None:
        """`list(xs)`, `dict(table)`, `copy.copy(xs)`"""
        if not isinstance(fn, Ref) or len(args) != 1 or not self.is_places(args[0]):
            return None
        if not any(fn.value is function for function in _COPYING):
            return None
        if fn.value is list and self.is_mapping(args[0], node):
            return self.raw(fn, args, node, hint, K.list_kind(K.UNKNOWN))
        kind = self.kind(args[0])
        cls = fn.value if isinstance(fn.value, type) else kind.cls
        return self.raw(fn, args, node, hint, K.places_kind(cls, kind.sites))

    def passes(self, fn: Any, name: str | None, args: tuple[Atom, ...], node: ast.AST | None) -> bool:
        if not isinstance(fn, Ref):
            return False
        if name in ("is_in", "not_in"):
            return self.is_places(args[1]) and self.is_mapping(args[1], node)
        return any(fn.value is function for function in _PASSING)

    def check_reader(self, fn: Any, name: str | None, node: ast.AST | None) -> None:
        """What gets the items in a list of its own must not be meant to change the list."""
        value = fn.value if isinstance(fn, Ref) else None
        module = (getattr(value, "__module__", None) or "").partition(".")[0]
        if name is not None or module in _READING or getattr(value, "__name__", "") in _BISECTING:
            return
        is_error = isinstance(value, type) and issubclass(value, BaseException)
        if value is not None and (is_error or self.program.has_rule(value, None, ())):
            return
        what = f"`{fn.path}`" if isinstance(fn, Ref) else "a function known only at run time"
        reason = f"{what} gets a list or dict that is written, and may write to it as well"
        raise self.refusal(node, reason, "pass it a copy: `list(items)`, as a tuple or array")

    def unpacked(self, value: Atom, kinds: list[Kind], node: ast.AST | None, starred: int = -1) -> list[Var]:
        if not self.is_places(value):
            return super().unpacked(value, kinds, node, starred)
        sites = self.kind(value).sites
        rest, raw = K.places_kind(list, sites), self.raw_kind(sites)
        targets = super().unpacked(
            value, [rest if i == starred else raw for i in range(len(kinds))], node, starred
        )
        return [
            target if i == starred else self.value_of(sites, target, node)  # type: ignore[misc]
            for i, target in enumerate(targets)
        ]
