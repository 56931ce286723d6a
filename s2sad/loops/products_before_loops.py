"""Rows of one matrix that a loop multiplies by another matrix, one after the other, are multiplied at once before the loop.

for i in range(m):                         turned = A.T
    p = A[:, i] @ B[:, i + 1:]      →      products = turned @ B
                                           for i in range(m):
                                               p = products[i, i + 1:]

The adjoint of that is two products of matrices. Only where the loop takes all rows, but one or two, and at least half of the
other matrix, and writes to neither.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.analysis.effects import writes
from s2sad.analysis.lengths import Length, number, plus, symbol
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import defined_in, definitions_of, with_blocks, with_body
from s2sad.loops.emission import emitted
from s2sad.loops.ranges import limits_of, range_made

_FEW = 2  # rows that the loop may leave out


@dataclass(frozen=True)
class Factor:
    """What a product takes of a matrix: of the axis `kept`, that it doesn't sum over, one item, a slice, or all (None)."""

    matrix: Var
    kept: int
    part: Atom | None


def with_products_before_loops(function: Function, facts: Facts, shapes: Shapes, names: Names) -> Function:
    """The function whose loops read the rows of products that were computed before them."""
    definitions = definitions_of(function)

    def block(inner: Block) -> Block:
        entries: list[Node] = []
        for node in inner.entries:
            node = node if isinstance(node, Entry) else with_blocks(node, block)
            if isinstance(node, For) and not node.stops:
                entries += _Loop(node, definitions, facts, shapes, names).moved()
            else:
                entries.append(node)
        return replace(inner, entries=tuple(entries))

    return with_body(function, block(function.body).entries)


class _Loop:
    """A loop: `inside` is what it makes, and `written` are the classes of arrays that it writes to."""

    def __init__(
        self, loop: For, definitions: dict[Any, Entry], facts: Facts, shapes: Shapes, names: Names
    ) -> None:
        self.loop, self.definitions, self.facts = loop, definitions, facts
        self.shapes, self.names = shapes, names
        self.inside = {*defined_in(loop.body), loop.item, *loop.params}
        self.written = set(map(facts.classes.find, writes(loop)))

    def moved(self) -> list[Node]:
        """The loop, after the products that it takes rows of."""
        before: list[Node] = []
        entries = [made for node in self.loop.body.entries for made in self.of_entry(node, before)]
        return [*before, replace(self.loop, body=replace(self.loop.body, entries=tuple(entries)))]

    def of_entry(self, node: Node, before: list[Node]) -> list[Node]:
        """What stands for an entry in the loop; what is computed before it goes to `before`."""
        factors = self.factors(node) if isinstance(node, Entry) and is_product(node) else None
        if factors is None or not isinstance(node, Entry):
            return [node]
        row, rest = factors
        rows, others = self.whole(row, 0, before), self.whole(rest, 1, before)
        product = emitted(before, self.names, "matmul", rows, others, hint="products", loc=node.loc)
        inside: list[Node] = []
        place: Atom = self.loop.item
        if rest.part is not None:
            place = emitted(inside, self.names, "tuple_of", place, rest.part, loc=node.loc)
        return [*inside, replace(node, fn=op("getitem"), args=(product, place), kwargs=())]

    def whole(self, factor: Factor, kept: int, before: list[Node]) -> Var:
        """The matrix, turned so that the axis that isn't summed over is this one."""
        if factor.kept == kept:
            return factor.matrix
        return emitted(before, self.names, "getattr", factor.matrix, Const("T"), hint="turned")

    def factors(self, node: Entry) -> tuple[Factor, Factor] | None:
        """The row and the matrix that are multiplied; None where that isn't to be done before the loop."""
        one, other = node.args
        for row, matrix in (
            (self.row(one), self.matrix(other, 1)),
            (self.row(other), self.matrix(one, 0)),
        ):
            if row is not None and matrix is not None and not self.is_written(node.targets[0]):
                summed = [self.length(each.matrix, 1 - each.kept) for each in (row, matrix)]
                return (row, matrix) if summed[0] == summed[1] else None
        return None

    def row(self, atom: Atom) -> Factor | None:
        """The row or the column of a matrix that each iteration takes another one of."""
        base, parts = self.parts(atom)
        if base is None or self.loop.item not in parts or not any(part is None for part in parts):
            return None
        kept = parts.index(self.loop.item)
        limits = limits_of(range_made(self.definitions, self.loop.iterable), self.shapes.integers.of)
        if limits is None or not is_about(limits.low, number(0)):
            return None
        return Factor(base, kept, self.loop.item) if is_about(limits.high, self.length(base, kept)) else None

    def matrix(self, atom: Atom, kept: int) -> Factor | None:
        """A matrix of which all, or from a row or column on that is another one in each iteration, is multiplied."""
        base, parts = (atom, (None, None)) if self.is_the_same(atom) else self.parts(atom)
        if not isinstance(base, Var) or parts[1 - kept] is not None:
            return None
        part = parts[kept]
        return (
            Factor(base, kept, part) if part is None or self.is_half(part, self.length(base, kept)) else None
        )

    def parts(self, atom: Atom) -> tuple[Var | None, tuple[Atom | None, ...]]:
        """The matrix that an index takes something of, and what of its axes; None for all of an axis."""
        made = self.made(atom)
        if made is None or operation_of(made) != "getitem" or not self.is_the_same(made.args[0]):
            return None, ()
        base, index = made.args
        display = self.made(index)
        is_tuple = display is not None and operation_of(display) == "tuple_of"
        parts = display.args if display is not None and is_tuple else (index, None)
        if len(parts) != 2:
            return None, ()
        found = tuple(None if part is None or self.is_all(part) else part for part in parts)
        return (base, found) if isinstance(base, Var) else (None, ())

    def is_half(self, part: Atom, length: Length) -> bool:
        """Whether a part of an axis that the loop goes through, on average, is half of it: `i + 1:` or `:i`."""
        made = self.made(part)
        if made is None or operation_of(made) != "slice" or made.args[2] != Const(None):
            return False
        limits = limits_of(range_made(self.definitions, self.loop.iterable), self.shapes.integers.of)
        ends = [end for end in made.args[:2] if end != Const(None)]
        integer = self.shapes.integers.of(ends[0]) if len(ends) == 1 else None
        if limits is None or integer is None or not is_about(limits.high, length):
            return False
        return is_about(integer, symbol(self.loop.item))

    def is_all(self, part: Atom) -> bool:
        made = self.made(part)
        return made is not None and operation_of(made) == "slice" and set(made.args) == {Const(None)}

    def is_the_same(self, atom: Atom) -> bool:
        """Whether an atom is a matrix that the loop neither makes nor writes to."""
        is_matrix = self.facts.kind(atom) == K.array_kind(K.FLOAT, 2)
        return is_matrix and isinstance(atom, Var) and atom not in self.inside and not self.is_written(atom)

    def is_written(self, array: Var) -> bool:
        return self.facts.classes.find(array) in self.written

    def made(self, atom: Atom | None) -> Entry | None:
        return self.definitions.get(atom) if isinstance(atom, Var) else None

    def length(self, matrix: Var, axis: int) -> Length:
        found = self.shapes.lengths(matrix)
        return symbol((matrix, axis)) if found is None else found[axis]


def is_product(node: Entry) -> bool:
    of_two = operation_of(node) == "matmul" or callee_of(node) in (np.matmul, np.dot)
    return of_two and len(node.args) == 2 and len(node.targets) == 1 and not node.kwargs


def is_about(one: Length, other: Length) -> bool:
    """Whether two integers are known to differ by a few at most."""
    difference = plus(one, other, -1)
    return not difference.terms and abs(difference.number) <= _FEW
