"""Products of columns by rows that all iterations of a loop add to a matrix are one product of matrices after it.

for t in range(n):                         for t in range(n):
    …                                          …
    for j in range(m):                         for k in range(l):
        a = z_bar[j]                               right[t, k] = h[k]
        for k in range(l):            →        for j in range(m):
            W_bar[j, k] += h[k] * a                left[t, j] = z_bar[j]
                                           W_bar = left.T @ right

That is the adjoint of a matrix that a recurrence multiplies by in each step. The whole matrix would go through the machine in each
iteration; a product of matrices is computed block by block.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from s2sad.analysis.effects import writes
from s2sad.analysis.lengths import symbol
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, node_reads, rename, with_body
from s2sad.loops.builder import EMPTY, RANGE
from s2sad.loops.dtypes import dtype_of
from s2sad.loops.element_loops import ElementLoop, is_of_numbers
from s2sad.loops.emission import emitted
from s2sad.loops.local_arrays import Local, LocalArrays, Use
from s2sad.loops.ranges import forwards, is_innermost, range_made

_MAX = Ref("max", max)


def with_products_after_loops(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose loops leave to a product after them what they would add to matrices."""
    entries: list[Node] = []
    replaced: set[int] = set()
    for node in function.body.entries:
        outer = _Outer(node, arrays, names) if isinstance(node, For) and not node.stops else None
        made = outer.done() if outer is not None else None
        if outer is None or made is None:
            entries.append(node)
        else:
            entries += made
            replaced |= outer.replaced
    return with_body(function, [node for node in entries if id(node) not in replaced])


@dataclass(frozen=True)
class Factor:
    """A number that two loops multiply, and what of the innermost one computes it."""

    atom: Atom
    computing: tuple[Node, ...]


@dataclass(frozen=True)
class Added:
    """What two loops, one in the other, add to a matrix: a number for each iteration of one times one for each of the other."""

    use: Use
    around: For
    inner: For
    left: Factor
    right: Factor
    shape: tuple[Atom, Atom]


class _Outer:
    """A loop that others are in; `replaced` are the entries that make matrices of zeros, which aren't needed any more."""

    def __init__(self, loop: For, arrays: LocalArrays, names: Names) -> None:
        self.loop, self.arrays, self.names = loop, arrays, names
        self.inside = defined_in(loop.body) | {loop.item, *loop.params}
        self.replaced: set[int] = set()
        self.before: list[Node] = []
        self.after: list[Node] = []
        self.ahead: dict[int, list[Node]] = {}
        """What goes before each loop in the body of this one, or in one of those."""

    def done(self) -> list[Node] | None:
        """The loop with what goes before and after it; None where there is nothing to be done."""
        count = self.stop(self.loop)
        gone: set[int] = set()
        if count is None:
            return None
        for local in self.arrays.found.values():
            for added in self.all_added(local):
                self.multiply(local, added, count)
                gone.add(id(added.use.node))
        if not gone:
            return None
        return [*self.before, replace(self.loop, body=self.body(self.loop.body, gone)), *self.after]

    def body(self, block: Block, gone: set[int]) -> Block:
        entries: list[Node] = []
        for node in block.entries:
            entries += self.ahead.get(id(node), ())
            if isinstance(node, For):
                node = replace(node, body=self.body(node.body, gone))
            if id(node) not in gone:
                entries.append(node)
        return replace(block, entries=tuple(entries))

    def stop(self, loop: For) -> Atom | None:
        """Where the range from 0 ends that a loop goes through in any direction, if that is known before the outer one."""
        made = range_made(self.arrays.definitions, loop.iterable)
        before, ends = forwards(made, self.arrays.definitions, self.names) if made is not None else ([], ())
        return ends[0] if len(ends) == 1 and not before and ends[0] not in self.inside else None

    # ------------------------------------------------------------------------------------------------ what is added

    def all_added(self, local: Local) -> list[Added]:
        """The products that the loop adds to an array, if it does nothing else with it but add."""
        if (
            any(self.loop is one for one in local.path)
            or len(self.arrays.facts.classes.members(local.var)) != 1
        ):
            return []
        uses = local.uses_in(self.loop)
        if any(use.form != "increase" for use in uses):
            return []
        return [added for added in (self.added(local, use) for use in uses) if added is not None]

    def added(self, local: Local, use: Use) -> Added | None:
        loops = local.loops_of(use)
        if use.form != "increase" or use.place is None or loops is None or len(loops) != 3:
            return None
        outer, around, inner = loops
        if outer is not self.loop or not (isinstance(around, For) and isinstance(inner, For)):
            return None
        if not (self.is_simple(around) and self.is_simple(inner) and is_innermost(inner)):
            return None
        shape = self.stop(around), self.stop(inner)
        if not self.arrays.fills(local, use.place, (around, inner)) or None in shape:
            return None
        made = self.arrays.definitions.get(use.node.args[2]) if isinstance(use.node, Entry) else None
        if made is None or operation_of(made) != "mul":
            return None
        for one, other in (made.args, made.args[::-1]):
            left = self.factor(one, inner, inner, {inner.item})
            right = self.factor(other, inner, around, self.changing(around, inner))
            if left is not None and right is not None:
                return Added(use, around, inner, left, right, shape)  # type: ignore[arg-type]
        return None

    def is_simple(self, loop: For) -> bool:
        return not loop.stops and not loop.params

    def changing(self, around: For, inner: For) -> set[Var]:
        """What is another thing in each iteration of the loop around an innermost one, outside of that."""
        return {around.item, *defined_in(around.body)} - {inner.item, *defined_in(inner.body)}

    def factor(self, atom: Atom, inner: For, loop: For, changing: set[Var]) -> Factor | None:
        """A number, if an innermost loop computes it of nothing that changes from one iteration of a loop to the next."""
        if atom in changing:
            return None
        elements = ElementLoop(inner, self.arrays.places, self.arrays.facts.classes.find)
        if atom not in elements.made_by:
            return Factor(atom, ())
        needed = [elements.entries[k] for k in sorted(elements.needed(elements.made_by[atom]))]  # type: ignore[index]
        for node in needed:
            is_read = operation_of(node) == "getitem" and not self.is_written_in(loop, node)
            if not (is_read or is_of_numbers(node)) or not changing.isdisjoint(node_reads(node)):
                return None
        return Factor(atom, tuple(needed))

    def is_written_in(self, loop: For, node: Node) -> bool:
        assert isinstance(node, Entry)
        find = self.arrays.facts.classes.find
        return not isinstance(node.args[0], Var) or find(node.args[0]) in set(map(find, writes(loop)))

    # --------------------------------------------------------------------------------------------- how it is multiplied

    def multiply(self, local: Local, added: Added, count: Atom) -> None:
        """Keep both factors of all iterations, and multiply them after the loop."""
        item = K.element(self.arrays.facts.kind(local.var))
        left, right = (
            self.rows(count, length, item, hint) for length, hint in zip(added.shape, ("left", "right"))
        )
        place = Var(self.names.fresh(added.inner.item.name))
        ahead = self.ahead.setdefault(id(added.around), [])
        turns = emitted(ahead, self.names, RANGE, added.shape[1])
        body = Block(self.stored(right, place, added.right, {added.inner.item: place}))
        ahead.append(For((), place, turns, (), (), body, loc=added.inner.loc))
        self.ahead.setdefault(id(added.inner), []).extend(
            self.stored(left, added.around.item, added.left, {})
        )
        assert added.use.place is not None and isinstance(added.use.node, Entry)
        if added.use.place[0] != symbol(added.around.item):
            left, right = right, left
        turned = emitted(self.after, self.names, "getattr", left, Const("T"))
        product = emitted(
            self.after, self.names, "matmul", turned, right, hint="t_bar", loc=added.use.node.loc
        )
        last = self.after[-1]
        assert isinstance(last, Entry)
        if self.begins_with(local, added.use):
            self.replaced.add(id(local.maker))
            self.after[-1] = replace(last, targets=(local.var,))
        else:
            self.after.append(Entry((), op("iadd"), (local.var, product)))

    def begins_with(self, local: Local, use: Use) -> bool:
        """Whether an array of zeros is for nothing before it is added to, and once: it may be made where it is."""
        is_shape = any(local.var in other.maker.args for other in self.arrays.found.values())
        return local.uses_in(self.loop) == [use] == local.uses[:1] and local.has_zeros and not is_shape

    def rows(self, count: Atom, length: Atom, item: K.Kind, hint: str) -> Var:
        """A new array with a row of `item`s for each iteration."""
        lengths = [emitted(self.before, self.names, _MAX, atom, Const(0)) for atom in (count, length)]
        shape = emitted(self.before, self.names, "tuple_of", *lengths)
        return emitted(self.before, self.names, EMPTY, shape, hint=hint, kwargs=dtype_of(item))

    def stored(self, rows: Var, item: Atom, factor: Factor, new: Mapping[Var, Atom]) -> tuple[Node, ...]:
        """What computes a factor and keeps it."""
        computed = rename(Block(factor.computing, (factor.atom,)), self.names.fresh, new)
        out = list(computed.entries)
        place = emitted(out, self.names, "tuple_of", self.loop.item, item)
        return (*out, Entry((), op("store"), (rows, place, *computed.results)))
