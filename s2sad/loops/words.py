"""Emitting what an entry is in other words, for which there are loops."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import op
from s2sad.ir.rewrite import substitute_node
from s2sad.loops.item_facts import ItemFacts
from s2sad.runtime.linalg import singular_values
from s2sad.runtime.loops import check_length

_OWN_NAMES = (len, list, range, min, max, check_length, singular_values)


class Words:
    """Emits what an entry is in other words."""

    def __init__(self, facts: ItemFacts, node: Entry) -> None:
        self.facts, self.node = facts, node
        self.named = dict(node.kwargs)

    def argument(self, place: int, name: str, default: Any = None) -> Any:
        return self.node.args[place] if len(self.node.args) > place else self.named.get(name, Const(default))

    def constant(self, atom: Atom) -> Any:
        """The number, text or sequence that an atom is; None for what isn't known."""
        return atom.value if isinstance(atom, Const) else self.facts.constants(atom)

    def kind(self, atom: Atom) -> K.Kind:
        return self.facts.kind(atom)

    def rank(self, atom: Atom) -> int | None:
        kind = self.facts.kind(atom)
        return kind.ndim if K.is_array(kind) else 0 if kind in K.NUMBERS else None

    def emit(self, fn: Any, *args: Atom, kind: K.Kind = K.UNKNOWN, **kwargs: Atom) -> Var:
        target = self.facts.fresh(self.node.targets[0] if self.node.targets else Const(None), kind)
        self.put((target,), fn, args, tuple(kwargs.items()))
        return target

    def with_argument(self, old: Atom, new: Atom) -> Var:
        """The entry as it is, with another argument."""
        (given,) = self.node.targets
        target = self.facts.fresh(given, self.kind(given))
        changed = substitute_node(self.node, {old: new})
        assert isinstance(changed, Entry)
        self.facts.out.append(replace(changed, targets=(target,)))
        return target

    def effect(self, fn: Any, *args: Atom) -> None:
        self.put((), fn, args, ())

    def put(self, targets: tuple[Var, ...], fn: Any, args: tuple[Atom, ...], kwargs: tuple[Any, ...]) -> None:
        prefix = "" if fn in _OWN_NAMES else "math." if fn is math.hypot else "np."
        named = (
            op(fn)
            if isinstance(fn, str)
            else fn if isinstance(fn, Ref) else Ref(f"{prefix}{fn.__name__}", fn)
        )
        self.facts.out.append(Entry(targets, named, args, kwargs, self.node.loc))

    def sequence(self, form: str, *atoms: Atom) -> Atom:
        return self.facts.new(self.node, form, list(atoms))

    def length(self, array: Atom, axis: int) -> Var:
        return self.emit("getitem", self.emit("getattr", array, Const("shape")), Const(axis), kind=K.INT)
