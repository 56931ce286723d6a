"""Iterations of a loop that goes through short inner loops in turn go through these in blocks, side by side.

for i in range(n):                         for first in range(0, n, 32):
    for j in range(m):                         rows = range(min(n - first, 32))
        t[j] = x[i] * w[j]                     for j in range(m):
    s = 0.0                       →                for row in rows:
    for j in range(m):                                 t[j, row] = x[first + row] * w[j]
        s += np.exp(t[j])                      for row in rows:
    y[i] = s                                       s[row] = 0.0
                                               for j in range(m):
                                                   for row in rows:
                                                       s[row] += np.exp(t[j, row])
                                               …

A machine does several iterations of the inner loops at once, and of a few there aren't several. What an iteration knows alone is
an array by rows of the block. Where inner loops turn out to be long, the loop stays as it is. (Strip mining, interchange, and
expansion of scalars: Allen & Kennedy, "Optimizing Compilers for Modern Architectures", chapter 5.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Ref, Var, targets_of
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import defined_in, expanded, node_reads, rename, substitute_node, walk, with_body
from s2sad.loops.builder import EMPTY, RANGE
from s2sad.loops.dtypes import dtype_of
from s2sad.loops.element_loops import ELEMENTS, divides
from s2sad.loops.emission import emitted
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.private_rows import Rows, private_rows
from s2sad.loops.ranges import forwards, range_made
from s2sad.loops.vector_functions import with_vector_functions

_ROWS = 32
_LONG = 32  # iterations of an inner loop
_FLOATS = (K.FLOAT, K.UNKNOWN)
"""What functions that are written out give counts as unknown."""
_MIN, _MAX = Ref("min", min), Ref("max", max)


def goes_through_inner_loops(function: Function) -> bool:
    """Whether an outermost loop goes through several inner loops in turn."""
    outer = [node for node in function.body.entries if isinstance(node, For)]
    return any(sum(isinstance(each, For) for each in node.body.entries) > 1 for node in outer)


def with_row_blocks(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function whose outermost loops go through short inner loops in blocks of rows."""
    entries: list[Node] = []
    for node in function.body.entries:
        made = in_blocks(node, arrays, names) if isinstance(node, For) else None
        entries += made or [node]
    return with_body(function, entries)


def in_blocks(loop: For, arrays: LocalArrays, names: Names) -> list[Node] | None:
    rows = private_rows(loop, arrays)
    return None if rows is None else _Blocks(loop, rows, arrays, names).done()


def with_quotients_before(loop: For) -> For:
    """The loop that divides what stays the same in an inner loop before it: as long as that is one number, a machine does so by itself."""
    entries: list[Node] = []
    for node in loop.body.entries:
        quotients = _unmoved_quotients(node) if isinstance(node, For) else {}
        entries += [*quotients.values(), *_without(node, quotients)]
    return replace(loop, body=replace(loop.body, entries=tuple(entries)))


def _unmoved_quotients(inner: For) -> dict[int, Entry]:
    inside = defined_in(inner.body) | {inner.item}
    nodes = (node for node in walk(inner.body) if isinstance(node, Entry) and divides(node))
    return {id(node): node for node in nodes if inside.isdisjoint(node_reads(node))}


def _without(node: Node, gone: dict[int, Entry]) -> tuple[Node, ...]:
    return (
        expanded(Block((node,)), lambda each: () if id(each) in gone else (each,)).entries
        if gone
        else (node,)
    )


class _Blocks:
    """A loop in blocks. `held` are the arrays of what an iteration knows alone, `out` is what is done for a block."""

    def __init__(self, loop: For, rows: Rows, arrays: LocalArrays, names: Names) -> None:
        self.loop, self.rows, self.arrays, self.names = with_quotients_before(loop), rows, arrays, names
        self.given = loop
        self.first, self.each = Var(names.fresh("first")), Var(names.fresh("rows"))
        self.makers: list[Node] = []
        self.out: list[Node] = []
        self.held: dict[Var, Var] = {}
        self.private = {var: Var(names.fresh(var.name)) for var in rows}
        self.varying = {loop.item, *loop.params}
        for node in loop.body.entries:
            if not (isinstance(node, Entry) and callee_of(node) is range):
                self.varying |= {*targets_of(node)}

    def done(self) -> list[Node] | None:
        """The loop in blocks where its inner loops are short, and as it is elsewhere; None if that can't be."""
        made = range_made(self.arrays.definitions, self.loop.iterable)
        if made is None or (len(made.args) == 3 and made.args[2] != Const(-1)):
            return None
        out, ends = forwards(made, self.arrays.definitions, self.names)
        kinds = {self.arrays.facts.kind(var) for var in self.kept()}
        if len(ends) != 1 or not kinds <= {*_FLOATS, K.BOOL} or self.has_complex():
            return None
        longest = self.longest(out)
        if isinstance(longest, Const):
            return [*out, *self.blocks(ends[0], self.loop.targets)] if longest.value <= _LONG else None
        is_short = emitted(out, self.names, "le", longest, Const(_LONG))
        targets = tuple(Var(self.names.fresh(target.name)) for target in self.loop.targets)
        then = Block(tuple(self.blocks(ends[0], targets)), targets)
        (other,) = rename(Block((self.given,)), self.names.fresh).entries
        return [
            *out,
            If(self.loop.targets, is_short, then, Block((other,), targets_of(other)), self.loop.loc),
        ]

    def has_complex(self) -> bool:
        return any(K.element(kind) == K.COMPLEX for kind in self.arrays.facts.kinds.values())

    def longest(self, out: list[Node]) -> Atom:
        """The number of iterations of the longest inner loop."""
        stops = {self.stop(node): None for node in self.loop.body.entries if isinstance(node, For)}
        longest, *others = stops
        for stop in others:
            longest = emitted(out, self.names, _MAX, longest, stop)
        return longest

    def stop(self, inner: For) -> Atom:
        made = range_made(self.arrays.definitions, inner.iterable)
        assert made is not None
        return made.args[0]

    # ------------------------------------------------------------------------------------------------ what is kept

    def kept(self) -> list[Var]:
        """What an iteration has to keep: what others of its parts read, and what inner loops carry."""
        parts = self.parts()
        kept = [param for node in self.loop.body.entries if isinstance(node, For) for param in node.params]
        made = {var: k for k, part in enumerate(parts) for node in part for var in targets_of(node)}
        read = [(k, var) for k, part in enumerate(parts) for node in part for var in node_reads(node)]
        read += [(len(parts), var) for var in self.loop.body.results if isinstance(var, Var)]
        kept += [var for k, var in read if made.get(var, k) != k]
        return list(dict.fromkeys(kept))

    def parts(self) -> list[list[Node]]:
        """The inner loops, and what stands between them; what they go through is known before all."""
        parts: list[list[Node]] = [[]]
        for node in self.loop.body.entries:
            if isinstance(node, For):
                parts += [[node], []]
            elif callee_of(node) is not range and operation_of(node) != "comment":
                parts[-1].append(node)
        return parts

    def hold(self, var: Var) -> Var:
        """The array of what a variable is in each row of a block."""
        if var not in self.held:
            kind = self.arrays.facts.kind(var)
            made = Var(self.names.fresh(var.name))
            self.makers.append(Entry((made,), EMPTY, (Const(_ROWS),), dtype_of(kind)))
            self.held[var] = made
        return self.held[var]

    # ------------------------------------------------------------------------------------------------- the blocks

    def blocks(self, stop: Atom, targets: tuple[Var, ...]) -> list[Node]:
        """The loop through all blocks, which gives its results to `targets`, and the arrays that it keeps values in."""
        kept = set(self.kept())
        ranges = [node for node in self.loop.body.entries if callee_of(node) is range]
        left = emitted(self.out, self.names, "sub", stop, self.first)
        count = emitted(self.out, self.names, _MIN, left, Const(_ROWS))
        self.out += [Entry((self.each,), RANGE, (count,)), *ranges]
        zeros: dict[Any, Atom] = dict.fromkeys(self.loop.params, Const(0.0))
        for part in self.parts():
            nodes = [substitute_node(node, zeros) for node in part]
            if nodes and isinstance(nodes[0], For):
                self.inner(nodes[0])
            elif nodes:
                self.out += self.of_rows(
                    nodes, {var: var for node in nodes for var in targets_of(node) if var in kept}
                )
        params = [Var(self.names.fresh(param.name)) for param in self.loop.params]
        totals = [self.total(param, result) for param, result in zip(params, self.loop.body.results)]
        before: list[Node] = [*self.made_rows(), *self.makers]
        blocks = emitted(before, self.names, RANGE, Const(0), stop, Const(_ROWS))
        body = Block(tuple(self.out), tuple(totals))
        made = replace(
            self.loop, targets=targets, item=self.first, iterable=blocks, params=tuple(params), body=body
        )
        return [*before, made]

    def made_rows(self) -> list[Node]:
        """The private arrays, with a place for each row of a block."""
        out: list[Node] = []
        for var, local in self.rows.items():
            made = self.arrays.definitions.get(local.maker.args[0])
            is_tuple = made is not None and operation_of(made) == "tuple_of"
            lengths = made.args if made is not None and is_tuple else local.maker.args[:1]
            shape = emitted(out, self.names, "tuple_of", *lengths, Const(_ROWS))
            out.append(replace(local.maker, targets=(self.private[var],), args=(shape,)))
        return out

    def inner(self, loop: For) -> None:
        """An inner loop, each iteration of which goes through all rows of the block."""
        begin = {param: init for param, init in zip(loop.params, loop.inits)}
        self.out += self.of_rows([], begin)
        for param, target in zip(loop.params, loop.targets):
            self.held[target] = self.hold(param)
        fixed, varying = self.apart(loop)
        body = [*fixed, *self.of_rows(varying, dict(zip(loop.params, loop.body.results)))]
        self.out.append(replace(loop, targets=(), params=(), inits=(), body=Block(tuple(body), ())))

    def apart(self, loop: For) -> tuple[list[Node], list[Node]]:
        """What is the same in all rows, and what isn't."""
        varying = self.varying | set(loop.params)
        written = {access.args[0] for access in walk(self.loop.body) if operation_of(access) in ELEMENTS[1:]}
        fixed: list[Node] = []
        rest: list[Node] = []
        for node in loop.body.entries:
            is_fixed = isinstance(node, Entry) and bool(node.targets) and varying.isdisjoint(node_reads(node))
            if is_fixed and not (operation_of(node) == "getitem" and node.args[0] in written):
                fixed.append(node)
            else:
                rest.append(node)
                varying |= set(targets_of(node))
        return fixed, rest

    def total(self, param: Var, result: Atom) -> Atom:
        """What is carried from block to block: the sum of all rows is added to it."""
        assert isinstance(result, Var)
        row, sum_, total = Var(self.names.fresh("row")), *(
            Var(self.names.fresh(param.name)) for _ in range(2)
        )
        body: list[Node] = []
        value = emitted(body, self.names, "getitem", self.held[result], row)
        added = emitted(body, self.names, "add", sum_, value)
        self.out.append(For((total,), row, self.each, (sum_,), (Const(0.0),), Block(tuple(body), (added,))))
        return emitted(self.out, self.names, "add", param, total, hint=param.name)

    # --------------------------------------------------------------------------------------------- through the rows

    def of_rows(self, nodes: Sequence[Node], kept: dict[Var, Atom]) -> list[Node]:
        """A loop that does some entries for each row of a block, and keeps some values by the variables that they are of."""
        if not nodes and not kept:
            return []
        row = Var(self.names.fresh("row"))
        out: list[Node] = []
        after: list[Node] = []
        sums: list[tuple[Var, Var, Var]] = []
        known = self.read(nodes, kept, row, out)
        for node in nodes:
            node = substitute_node(node, known)
            if isinstance(node, Entry) and operation_of(node) in ELEMENTS:
                self.element(node, row, out, after, sums)
            else:
                out.append(node)
        for var, atom in kept.items():
            value = known.get(atom, atom) if isinstance(atom, Var) else atom
            out.append(Entry((), op("store"), (self.hold(var), row, value)))
        body = Block(tuple(out), tuple(added for _, added, _ in sums))
        loop = For(
            tuple(total for _, _, total in sums),
            row,
            self.each,
            tuple(param for param, _, _ in sums),
            tuple(Const(0.0) for _ in sums),
            body,
        )
        return [with_vector_functions(loop), *after]

    def read(
        self, nodes: Sequence[Node], kept: dict[Var, Atom], row: Var, out: list[Node]
    ) -> dict[Any, Atom]:
        """What an iteration knows from its parts before, by the names that it has in this one."""
        made = {var for node in nodes for var in targets_of(node)}
        read = [var for node in nodes for var in node_reads(node)]
        read += [atom for atom in kept.values() if isinstance(atom, Var)]
        known: dict[Any, Atom] = {}
        for var in dict.fromkeys(read):
            if var is self.loop.item:
                known[var] = emitted(out, self.names, "add", self.first, row, hint=var.name)
            elif isinstance(var, Var) and var in self.held and var not in made:
                known[var] = emitted(out, self.names, "getitem", self.held[var], row, hint=var.name)
        return known

    def element(
        self, node: Entry, row: Var, out: list[Node], after: list[Node], sums: list[tuple[Var, Var, Var]]
    ) -> None:
        """An element that an entry reads or writes; what all rows add to it is added to a number, and to it after them."""
        base, place, *rest = node.args
        if isinstance(base, Var) and base in self.private:
            made = self.arrays.definitions.get(place)
            is_tuple = made is not None and operation_of(made) == "tuple_of"
            parts = made.args if made is not None and is_tuple else (place,)
            index = emitted(out, self.names, "tuple_of", *parts, row)
            out.append(replace(node, args=(self.private[base], index, *rest)))
        elif self.is_sum(node) and place not in {var for each in out for var in targets_of(each)}:
            param, added, total = (Var(self.names.fresh("t")) for _ in range(3))
            out.append(Entry((added,), op("add"), (param, rest[0]), (), node.loc))
            after.append(replace(node, args=(base, place, total)))
            sums.append((param, added, total))
        else:
            out.append(node)

    def is_sum(self, node: Entry) -> bool:
        """Whether an entry adds to an element of an array of floats."""
        kind = self.arrays.facts.kind(node.args[0])
        return operation_of(node) == "increase" and K.is_array(kind) and K.element(kind) == K.FLOAT
