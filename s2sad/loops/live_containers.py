"""Containers of constants, as they are while the list is gone through: places in other lists, keys, and texts.

q = collections.deque t None           t = ()                            a deque with nothing in it
append q 0                                                               0 is in it
m = getattr q 'popleft'                its method
k = m                                  k is 0, and nothing is in it

A list that stays has nothing of them.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

from s2sad.analysis.effects import effect_of
from s2sad.errors import UnsupportedSyntax
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref, Var
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, operation, operation_of
from s2sad.loops.drawn_numbers import is_generator, is_seeded, is_table, plain
from s2sad.loops.state import WITHOUT

_MAKERS = (collections.deque, collections.OrderedDict, collections.Counter, list, tuple, dict)
_THROUGH = (zip, enumerate, reversed, sorted, len, sum, min, max, any, all, iter)
_NUMBERS = (float, int, bool, str)
_OPERATORS = (
    "getitem setitem delitem append is_in not_in is_ is_not eq ne lt le gt ge add sub mul mod floordiv neg not_ format_of text_of"
).split()
_CONTAINERS = (list, tuple, dict, collections.deque)
_METHODS = (
    "append appendleft pop popleft extend extendleft insert remove index count reverse rotate clear copy sort "
    "keys values items get setdefault update popitem move_to_end join split upper lower startswith endswith"
).split()
_LITERALS = (int, float, bool, str, type(None))


class NotLive(Exception):
    """Something isn't known before the program runs."""


def not_known(node: Node) -> UnsupportedSyntax:
    """The refusal of an entry that needs a container which isn't live."""
    return UnsupportedSyntax("a container that isn't known before the program runs", WITHOUT, node.loc)


class LiveContainers:
    """The containers of constants by their variables; those of `known` items are taken over when a method is called or an item deleted.

    `constants_of` gives the container that a variable is if all its items are constants, else None.
    """

    def __init__(self, constants_of: Callable[[Atom], Any]) -> None:
        self.constants_of = constants_of
        self.objects: dict[Atom, Any] = {}

    def value(self, atom: Any) -> Any:
        """What an atom is while the list is gone through; raises NotLive."""
        if isinstance(atom, Const) and (is_literal(atom.value) or isinstance(atom.value, (tuple, slice))):
            return atom.value
        if atom in self.objects:
            return self.objects[atom]
        if isinstance(atom, Ref) and any(atom.value is each for each in _NUMBERS):
            return atom.value
        found = self.constants_of(atom)
        if found is None:
            raise NotLive
        return found

    def is_live(self, atom: Any) -> bool:
        return atom in self.objects

    def of(self, node: Entry) -> Any:
        """What an entry gives, which has been done; raises NotLive if it can't be done here."""
        if isinstance(node.fn, Var):
            function = self.objects.get(node.fn)
            if function is None:
                raise NotLive
            return self.call(function, node)
        name, callee = operation_of(node), callee_of(node)
        if name == "getattr":
            return self.method(node.args[0], node.args[1])
        if is_table(callee) or is_seeded(callee, [getattr(atom, "value", None) for atom in _given(node)]):
            return self.call(callee, node)
        if name == "delitem" and not self.is_live(node.args[0]):
            self.objects[node.args[0]] = self.value(node.args[0])
        if name in _OPERATORS:
            about = [atom for atom in node.args if self.is_live(atom)]
            is_text = name in ("format_of", "text_of") or any(
                isinstance(atom, Const) and type(atom.value) is str for atom in node.args
            )
            if not about and not (is_text and name not in ("setitem", "append")):
                raise NotLive
            return self.call(_append if name == "append" else operation(node).function, node)
        is_maker = any(callee is each for each in (*_MAKERS, *_THROUGH))
        if is_maker and (node.args or node.kwargs or callee in _MAKERS):
            return self.call(callee, node)
        if not node.args and any(callee is each for each in _NUMBERS):
            return callee()
        raise NotLive

    def written(self, node: Any) -> bool:
        """Whether an entry may change a container of constants."""
        if not isinstance(node, Entry):
            return False
        if operation_of(node) == "getattr" and isinstance(node.args[1], Const):
            owner = node.args[0]
            if is_generator(self.objects.get(owner)):
                return True
            is_known = owner in self.objects or self.constants_of(owner) is not None
            return is_known and node.args[1].value in _METHODS
        writes = bool(node.args) and effect_of(node) >= Effect.WRITING and self.is_live(node.args[0])
        return writes or self.is_live(node.fn)

    def method(self, owner: Atom, name: Atom) -> Any:
        if isinstance(name, Const) and is_generator(self.objects.get(owner)):
            return getattr(self.objects[owner], name.value)
        if not isinstance(name, Const) or name.value not in _METHODS:
            raise NotLive
        if owner not in self.objects:
            found = self.value(owner)
            if isinstance(owner, Const):
                return getattr(found, name.value)
            self.objects[owner] = found
        return getattr(self.objects[owner], name.value)

    def call(self, function: Any, node: Entry) -> Any:
        args = [self.value(atom) for atom in node.args]
        kwargs = {key: self.value(atom) for key, atom in node.kwargs}
        try:
            made = function(*args, **kwargs)
        except Exception:  # the program is to raise it
            raise NotLive from None
        if isinstance(made, (zip, enumerate, reversed, *_VIEWS)) or type(made).__name__.endswith("iterator"):
            return list(made)
        return plain(made)


def _given(node: Entry) -> list[Atom]:
    return [*node.args, *(atom for _, atom in node.kwargs)]


_VIEWS: tuple[type, ...] = type({}.keys()), type({}.values()), type({}.items())


def _append(container: Any, item: Any) -> None:
    container.append(item)


def is_literal(value: Any) -> bool:
    return type(value) in _LITERALS


def is_container(value: Any) -> bool:
    return type(value) in (*_CONTAINERS, range, collections.OrderedDict, collections.Counter)
