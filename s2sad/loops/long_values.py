"""What takes long is computed before a loop whose iterations wait for each other, where it needn't wait.

for t in range(n):                     e = np.empty(n)
    s = s * np.exp(c * z[t])   →       for t in range(n):
                                           e[t] = exp(c * z[t])
                                       for t in range(n):
                                           s = s * e[t]

A machine then computes several exponentials at once. (Loop distribution with scalar expansion: Allen & Kennedy, "Optimizing
Compilers for Modern Architectures", sections 5.2 and 5.3.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import node_reads, rename
from s2sad.loops.builder import EMPTY, RANGE
from s2sad.loops.element_loops import ElementLoop, is_of_numbers
from s2sad.loops.parallel import accesses_in, is_plain, nodes_in
from s2sad.loops.ranges import both_ends, forwards
from s2sad.loops.vector_functions import vector_function, with_vector_functions

_FEW = 8
"""So few iterations aren't worth an array."""
_MAX = Ref("max", max)


def long_values_first(
    loop: ElementLoop, made: Entry, definitions: Mapping[Var, Entry], names: Names
) -> list[Node] | None:
    """A loop through a range after one that computes what takes long in all its iterations; None if nothing does."""
    if (
        loop.node.stops
        or has_few(made)
        or not has_places(made)
        or not all(map(_is_known, nodes_in(loop.node.body)))
    ):
        return None
    written = {
        access.memory
        for access in accesses_in(loop.node.body, loop.places, loop.memory)
        if access.form != "read"
    }
    long = [k for k, entry in enumerate(loop.entries) if is_long(entry) and is_free(loop, k, written)]
    return _Ahead(loop, definitions, names).done(long, made) if long else None


def has_places(made: Entry) -> bool:
    """Whether each number of a range has a place between its ends: not if it goes down by more than one, or nobody knows by how much."""
    step = made.args[2] if len(made.args) == 3 else Const(1)
    return isinstance(step, Const) and step.value >= -1


def has_few(made: Entry) -> bool:
    """Whether a range is known to have few numbers."""
    return all(isinstance(end, Const) for end in made.args) and (
        len(range(*(end.value for end in made.args))) <= _FEW
    )


def _is_known(node: Node) -> bool:
    return is_plain(node) or operation_of(node) in ("append", "take_last", "comment")


def is_long(node: Node) -> bool:
    """Whether an entry is a function that a machine does several of at once."""
    return isinstance(node, Entry) and len(node.args) == 1 and vector_function(callee_of(node)) is not None


def is_free(loop: ElementLoop, number: int, written: set) -> bool:
    """Whether an entry is computed of the item of the loop, and of elements that the loop doesn't write."""
    for each in loop.needed(number):
        entry = loop.entries[each]
        if not isinstance(entry, Entry) or not node_reads(entry).keys().isdisjoint(loop.node.params):
            return False
        if operation_of(entry) == "getitem":
            base = entry.args[0]
            if not isinstance(base, Var) or base in loop.inside or loop.memory(base) in written:
                return False
        elif not is_of_numbers(entry):
            return False
    return True


class _Ahead:
    def __init__(self, loop: ElementLoop, definitions: Mapping[Var, Entry], names: Names) -> None:
        self.loop, self.definitions, self.names = loop, definitions, names

    def done(self, long: Sequence[int], made: Entry) -> list[Node]:
        """The loop that computes the `long` entries, and the one with all the others."""
        node = self.loop.node
        before, ends = forwards(made, self.definitions, self.names)
        turns, count, length = (Var(self.names.fresh("t")) for _ in range(3))
        first, last = both_ends(ends)
        before.append(Entry((turns,), RANGE, ends))
        if first != Const(0):
            before.append(Entry((count,), op("sub"), (last, first)))
            last = count
        before.append(Entry((length,), _MAX, (last, Const(0))))
        arrays = {k: Var(self.names.fresh(f"{self.loop.entries[k].targets[0].name}_of")) for k in long}
        before += [Entry((array,), EMPTY, (length,)) for array in arrays.values()]
        return [*before, self.computing(arrays, turns, first), self.reading(node, arrays, first)]

    def computing(self, arrays: dict[int, Var], turns: Var, first: Atom) -> For:
        node = self.loop.node
        needed = sorted(set().union(*(self.loop.needed(k) for k in arrays)))
        entries: list[Node] = [self.loop.entries[k] for k in needed]
        place = self.place(node.item, first, entries)
        entries += [
            Entry((), op("store"), (array, place, self.loop.entries[k].targets[0]))
            for k, array in arrays.items()
        ]
        item = Var(self.names.fresh(node.item.name))
        body = rename(Block(tuple(entries)), self.names.fresh, {node.item: item})
        return with_vector_functions(For((), item, turns, (), (), body, loc=node.loc))

    def reading(self, node: For, arrays: dict[int, Var], first: Atom) -> For:
        entries: list[Node] = []
        place = self.place(node.item, first, entries)
        for k, entry in enumerate(self.loop.entries):
            if k in arrays:
                assert isinstance(entry, Entry)
                entry = replace(entry, fn=op("getitem"), args=(arrays[k], place))
            entries.append(entry)
        return replace(node, body=replace(node.body, entries=tuple(entries)))

    def place(self, item: Var, first: Atom, entries: list[Node]) -> Atom:
        """The number of an iteration, counted from the range's least; what computes it goes to `entries`."""
        if first == Const(0):
            return item
        target = Var(self.names.fresh("t"))
        entries.append(Entry((target,), op("sub"), (item, first)))
        return target
