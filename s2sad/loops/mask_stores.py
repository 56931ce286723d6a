"""What is written where a mask is true, and is computed of what is there, element by element, is chosen for each element.

t = getitem x m                        t = mul x 0.5
s = mul t 0.5                 →        s = np.where m t x
store x m s                            store x … s

That is one loop, without an array of what is chosen, and without counting. `np.where` computes one of the two alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from s2sad.analysis.effects import is_pure, reads_memory
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import with_blocks, with_body
from s2sad.loops.elementwise import is_elementwise
from s2sad.loops.emission import emitted

_WHERE = Ref("np.where", np.where)


def with_mask_stores(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function that writes whole arrays where it wrote what a mask chooses of them."""

    def block(inner: Block) -> Block:
        entries: list[Node] = []
        for number, node in enumerate(inner.entries):
            made = None
            if operation_of(node) in ("store", "increase"):
                made = _Store(inner.entries[: number + 1], kind, names).whole()
            entries += made or [node if isinstance(node, Entry) else with_blocks(node, block)]
        return replace(inner, entries=tuple(entries))

    return with_body(function, block(function.body).entries)


class _Store:
    """The last of some entries, which writes to an array."""

    def __init__(self, entries: tuple[Node, ...], kind: Callable[[Atom], K.Kind], names: Names) -> None:
        self.kind, self.names = kind, names
        store = entries[-1]
        assert isinstance(store, Entry)
        self.store = store
        self.array, self.mask, self.value = store.args[:3]
        last = next((k for k in range(len(entries) - 2, -1, -1) if not is_quiet(entries[k])), -1)
        since = [node for node in entries[last + 1 : -1] if isinstance(node, Entry)]
        self.made = {node.targets[0]: node for node in since if len(node.targets) == 1}
        self.out: list[Node] = []
        self.done: dict[Atom, Atom | None] = {}

    def whole(self) -> list[Node] | None:
        """The entries that write the whole array; None if what is written isn't computed of elements that the mask chooses."""
        of_array, of_mask = self.kind(self.array), self.kind(self.mask)
        if not is_array_of(of_array, K.FLOAT) or not is_array_of(of_mask, K.BOOL):
            return None
        if of_array.ndim != of_mask.ndim or not K.is_array(self.kind(self.value)):
            return None
        found = self.full(self.value)
        if found is None:
            return None
        if operation_of(self.store) == "increase":
            found = self.emit(op("add"), self.array, found)
        chosen = self.emit(_WHERE, self.mask, found, self.array)
        whole = replace(self.store, fn=op("store"), args=(self.array, Const(...), chosen))
        return [*self.out, whole]

    def full(self, atom: Atom) -> Atom | None:
        """What is computed for all elements, in the place of those that the mask chooses; None if that isn't known."""
        if self.kind(atom) in K.NUMBERS:
            return atom
        if atom not in self.done:
            self.done[atom] = self.computed(atom)
        return self.done[atom]

    def computed(self, atom: Atom) -> Atom | None:
        made = self.made.get(atom) if isinstance(atom, Var) else None
        if made is None:
            return None
        if operation_of(made) == "getitem":
            base, mask = made.args
            of_base = self.kind(base)
            is_chosen = K.is_array(of_base) and of_base.ndim == self.kind(self.mask).ndim
            return base if is_chosen and self.is_same(mask, self.mask) else None
        if not is_elementwise(made) or made.kwargs:
            return None
        args = [self.full(arg) for arg in made.args]
        if any(arg is None for arg in args):
            return None
        return self.emit(made.fn, *(arg for arg in args if arg is not None))  # type: ignore[arg-type]

    def is_same(self, one: Atom, other: Atom) -> bool:
        """Whether two masks are one, or computed in the same way with nothing written in between."""
        if one == other:
            return True
        first, second = (self.made.get(each) if isinstance(each, Var) else None for each in (one, other))
        if first is None or second is None or first.fn != second.fn or first.kwargs or second.kwargs:
            return False
        return (
            is_elementwise(first)
            and len(first.args) == len(second.args)
            and all(map(self.is_same, first.args, second.args))
        )

    def emit(self, fn: Ref, *args: Atom) -> Var:
        return emitted(self.out, self.names, fn, *args, loc=self.store.loc)


def is_array_of(kind: K.Kind, item: K.Kind) -> bool:
    return K.is_array(kind) and K.element(kind) == item and bool(kind.ndim)


def is_quiet(node: Node) -> bool:
    """Whether an entry writes nothing."""
    return isinstance(node, Entry) and (is_pure(node) or reads_memory(node))
