"""An array that is filled from one that isn't needed afterwards takes its place.

t = x @ W                              t = x @ W
h = np.empty((n, m))                   for i in range(n):
for i in range(n):                         for j in range(m):
    for j in range(m):         →               t[i, j] = np.tanh(t[i, j])
        h[i, j] = np.tanh(t[i, j])     y = t @ V
y = h @ V

What goes through memory is less. Each iteration reads its element of the old array before it writes that of the new one, and
none of another iteration; both arrays are the function's own, of one shape, and have no other name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from s2sad.analysis.lengths import symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var, blocks_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import mapped, node_reads, substitute, with_blocks
from s2sad.loops.element_loops import ELEMENTS, Place
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.parallel import is_plain, nodes_in

Places = Callable[[Atom], "Place | None"]
_NEW = (np.empty, np.empty_like)
_FRESH = (*_NEW, np.zeros, np.zeros_like)
_OF_SHAPE = (np.empty_like, np.zeros_like)


def with_reused_arrays(function: Function, arrays: LocalArrays) -> Function:
    """The function that writes arrays in the place of others."""
    return replace(function, body=_Reuse(arrays).block(function.body))


@dataclass
class Known:
    """An array that is made in a block: by which entry, and which ones use its elements or itself; in `shapes` its shape alone."""

    var: Var
    maker: Entry
    number: int
    uses: list[int] = field(default_factory=list)
    shapes: list[int] = field(default_factory=list)


class _Reuse:
    def __init__(self, arrays: LocalArrays) -> None:
        self.arrays, self.facts = arrays, arrays.facts

    def block(self, block: Block) -> Block:
        while (pair := self.pair(block)) is not None:
            old, new = pair
            self.facts.classes.unite(old.var, new.var)
            made = (with_remark(node, new.var) for node in block.entries if node is not new.maker)
            block = substitute(replace(block, entries=tuple(made)), {new.var: old.var})
            block = without_own_stores(block, old.var, self.arrays.places)
        return replace(block, entries=tuple(with_blocks(node, self.block) for node in block.entries))

    def pair(self, block: Block) -> tuple[Known, Known] | None:
        """An array of a block, and one that may take its place."""
        found = self.made_in(block)
        for new in found.values():
            loop = block.entries[new.uses[0]] if new.uses else None
            if callee_of(new.maker) not in _NEW or not isinstance(loop, For):
                continue
            for old in found.values():
                if self.ends_at(old, new, block) and self.is_filled_from(loop, new, old):
                    return old, new
        return None

    def made_in(self, block: Block) -> dict[Var, Known]:
        """The arrays of floats that a block makes."""
        found: dict[Var, Known] = {}
        for number, node in enumerate(block.entries):
            for var in node_reads(node):
                if var in found:
                    (found[var].shapes if only_shape_counts(node) else found[var].uses).append(number)
            if not isinstance(node, Entry) or len(node.targets) != 1:
                continue
            var = node.targets[0]
            if callee_of(node) in _FRESH or operation_of(node) == "matmul":
                if K.is_array(self.facts.kind(var)) and K.element(self.facts.kind(var)) == K.FLOAT:
                    found[var] = Known(var, node, number)
        return found

    def ends_at(self, old: Known, new: Known, block: Block) -> bool:
        """Whether an array, which has no other name, isn't needed after the entry that first uses another one of its shape."""
        if old is new or not old.uses or old.uses[-1] != new.uses[0] or old.var in block.results:
            return False
        if (
            set(self.facts.classes.members(old.var)) != {old.var}
            or min((*new.shapes, old.number)) < old.number
        ):
            return False
        if any(holds(node, old.var) for node in nodes_in(Block(tuple(block.entries[k] for k in old.uses)))):
            return False
        lengths = self.arrays.shapes.lengths(old.var)
        return bool(lengths) and lengths == self.arrays.shapes.lengths(new.var)

    def is_filled_from(self, loop: For, new: Known, old: Known) -> bool:
        """Whether each innermost iteration of a loop reads its element of an array, and then writes that of the other."""
        inner, items = innermost(loop)
        accesses = [
            (node.args[0], operation_of(node), self.arrays.places(node.args[1]))
            for node in inner.body.entries
            if isinstance(node, Entry)
            and operation_of(node) in ELEMENTS
            and node.args[0] in (old.var, new.var)
        ]
        uses = [
            var for node in nodes_in(Block((loop,))) for var in mentioned(node) if var in (old.var, new.var)
        ]
        forms = [("new" if var is new.var else "old", form) for var, form, _ in accesses]
        places = {place for *_, place in accesses}
        if len(uses) != len(accesses) or len(places) != 1 or not all(map(is_plain, nodes_in(loop.body))):
            return False
        (place,) = places
        own = place is not None and all(symbol(item) in place for item in items)
        first = forms.index(("new", "store")) if ("new", "store") in forms else 0
        return (
            own
            and set(forms[:first]) == {("old", "getitem")}
            and all(name == "new" for name, _ in forms[first:])
        )


def innermost(loop: For) -> tuple[For, list[Var]]:
    """The innermost loop of a nest in which each has one loop, and the items of all of them."""
    items = [loop.item]
    while len(inner := [each for each in loop.body.entries if isinstance(each, For)]) == 1:
        loop = inner[0]
        items.append(loop.item)
    return loop, items


def mentioned(node: Node) -> list[Var]:
    """The variables that an entry has, or a loop or branch beside its blocks, as often as it has them."""
    if isinstance(node, Entry):
        atoms = (*node.args, *(atom for _, atom in node.kwargs))
    else:
        atoms = tuple(atom for block in blocks_of(node) for atom in block.results)
        atoms += getattr(node, "inits", ())
    return [atom for atom in atoms if isinstance(atom, Var)]


def with_remark(node: Node, var: Var) -> Node:
    """The node, in which what writes an array says that this stands where another one was, unless it is a temporary."""
    if not isinstance(node, Entry):
        return with_blocks(node, lambda block: mapped(block, lambda each: with_remark(each, var)))
    is_store = operation_of(node) == "store" and node.args[0] == var
    is_named = var.name.split("_")[0] != "t"
    return replace(node, note=f"{var.name}, in its place") if is_store and is_named else node


def without_own_stores(block: Block, var: Var, places: Places) -> Block:
    """The block without what only writes to an element of an array what was read there, as nothing else has written since."""
    entries: list[Node] = []
    read: dict[Atom, Place | None] = {}  # the places, by what was read there
    for node in block.entries:
        name = operation_of(node)
        if not isinstance(node, Entry):
            entries.append(with_blocks(node, lambda inner: without_own_stores(inner, var, places)))
            read = {}
            continue
        place = places(node.args[1]) if name in ELEMENTS and node.args[0] == var else None
        if name == "store" and place is not None and read.get(node.args[2]) == place:
            continue
        if name == "getitem" and node.args[0] == var:
            read[node.targets[0]] = place
        elif var in mentioned(node):
            read = {}
        entries.append(node)
    return replace(block, entries=tuple(entries))


def only_shape_counts(node: Node) -> bool:
    """Whether an entry doesn't count on the elements of the array that it gets."""
    is_shape = operation_of(node) == "getattr" and node.args[1] == Const("shape")
    return callee_of(node) in _OF_SHAPE or is_shape


def holds(node: Node, var: Var) -> bool:
    """Whether an entry does more with an array than to read it, write its elements, or multiply it by a matrix."""
    is_use = operation_of(node) in (*ELEMENTS, "matmul") or only_shape_counts(node)
    is_value = operation_of(node) in ELEMENTS and var in node.args[1:]
    return var in mentioned(node) and (is_value or not is_use)
