"""Two products of matrices that are added to one array, of which the second has one factor transposed, are one product.

A_bar_T = A_bar.T                          s = np.empty_like(c_bar)
A_bar_T += c_bar @ A.T                     for i in range(n):
A_bar += A @ c_bar              →              for j in range(n):
                                                   s[i, j] = c_bar[i, j] + c_bar[j, i]
                                           A_bar += A @ s

That is the adjoint of `A.T @ A`, as of a covariance: a product takes n times as long as the sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from s2sad.analysis.aliases import Facts
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import definitions_of, with_blocks, with_body
from s2sad.loops.fusion import count_uses

_RANGE, _LIKE = Ref("range", range), Ref("np.empty_like", np.empty_like)


@dataclass(frozen=True)
class Factor:
    """A matrix, or its transpose."""

    base: Atom
    turned: bool

    def transposed(self) -> Factor:
        return Factor(self.base, not self.turned)


@dataclass(frozen=True)
class Addition:
    """The product of two matrices that is added to an array, by its entries; the array itself is not turned."""

    array: Atom
    left: Factor
    right: Factor
    product: Entry
    added: Entry


def with_product_sums(function: Function, facts: Facts, names: Names) -> Function:
    """The function whose products that differ in a transpose are one."""
    return with_body(function, _ProductSums(function, facts, names).block(function.body).entries)


class _ProductSums:
    def __init__(self, function: Function, facts: Facts, names: Names) -> None:
        self.facts, self.names = facts, names
        self.definitions, self.counts = definitions_of(function), count_uses(function)

    def block(self, block: Block) -> Block:
        entries: list[Node] = []
        run: list[Entry] = []
        for node in (*block.entries, None):
            if isinstance(node, Entry) and operation_of(node) in ("getattr", "matmul", "iadd", "comment"):
                run.append(node)
                continue
            entries += self.in_run(run)
            run = []
            if node is not None:
                entries.append(with_blocks(node, self.block))
        return replace(block, entries=tuple(entries))

    def in_run(self, run: list[Entry]) -> list[Node]:
        """Products and sums of whole matrices one after the other, with one in the place of two that go together."""
        found = [each for each in map(partial(self.addition, run), run) if each is not None]
        written = {self.memory(each.args[0]) for each in run if operation_of(each) == "iadd"}
        read = {self.memory(atom) for each in run if operation_of(each) == "matmul" for atom in each.args}
        if not written.isdisjoint(read):
            return list(run)
        new: dict[int, list[Node]] = {}
        for k, second in enumerate(found):
            for first in (*found[:k], *self.beginning(run, second)):
                if first.array == second.array and not {id(first.added), id(second.added)} & new.keys():
                    new.update(self.together(first, second))
        return [each for entry in run for each in new.get(id(entry), [entry])]

    def beginning(self, run: Sequence[Entry], second: Addition) -> Iterator[Addition]:
        """The product that an array is, before anything else is added to it."""
        product = self.made(second.array)
        uses = [entry for entry in run if second.array in (*entry.args, *entry.targets)]
        if len(uses) > 1 and uses[0] is product and uses[1] is second.added and self.is_product(product):
            left, right = map(self.factor, product.args)
            yield Addition(second.array, left, right, product, product)

    def memory(self, atom: Atom) -> Atom:
        return self.facts.classes.find(atom) if isinstance(atom, Var) else atom

    def made(self, atom: Atom) -> Entry | None:
        return self.definitions.get(atom) if isinstance(atom, Var) else None

    def addition(self, run: Sequence[Entry], entry: Entry) -> Addition | None:
        """The product that an entry adds to an array, where nothing else reads it."""
        if operation_of(entry) != "iadd" or not self.is_matrix(entry.args[0]):
            return None
        target, given = map(self.factor, entry.args)
        product = self.made(given.base)
        if product is None or not self.is_product(product) or not any(product is each for each in run):
            return None
        if any(self.counts[var] != 1 for var in (given.base, entry.args[1]) if isinstance(var, Var)):
            return None
        left, right = map(self.factor, product.args)
        if target.turned != given.turned:
            left, right = right.transposed(), left.transposed()
        return Addition(target.base, left, right, product, entry)

    def is_product(self, entry: Entry) -> bool:
        return operation_of(entry) == "matmul" and all(map(self.is_matrix, entry.args))

    def is_matrix(self, atom: Atom) -> bool:
        kind = self.facts.kind(atom)
        return K.is_array(kind) and kind.ndim == 2 and kind.item == K.FLOAT

    def factor(self, atom: Atom) -> Factor:
        made = self.made(atom)
        if made is None or operation_of(made) != "getattr" or made.args[1] != Const("T"):
            return Factor(atom, False)
        return self.factor(made.args[0]).transposed()

    def together(self, first: Addition, second: Addition) -> dict[int, list[Node]]:
        """What stands for the entries of two additions, if one product is as much as both."""
        if first.left == second.left and first.right == second.right.transposed():
            base, is_left = second.right.base, False
        elif first.right == second.right and first.left == second.left.transposed():
            base, is_left = second.left.base, True
        else:
            return {}
        total, before = self.with_transpose(base)
        same = self.emitted(second.right if is_left else second.left, before)
        args = (total, same) if is_left else (same, total)
        is_first = first.added is first.product
        product = replace(first.product if is_first else second.product, args=args)
        added = replace(second.added, args=(second.array, product.targets[0]))
        return {
            id(first.product): [],
            id(first.added): [],
            id(second.product): [*before, product],
            id(second.added): [] if is_first else [added],
        }

    def emitted(self, factor: Factor, out: list[Node]) -> Atom:
        if not factor.turned:
            return factor.base
        target = Var(self.names.fresh("t"))
        out.append(Entry((target,), op("getattr"), (factor.base, Const("T"))))
        return target

    def with_transpose(self, base: Atom) -> tuple[Var, list[Node]]:
        """The sum of a matrix and its transpose, and what computes it."""
        hints = ("shape", "n", "t", "t_bar", "i", "j", *["t"] * 6)
        shape, length, turns, total, i, j, one, other, here, there, both, place = (
            Var(self.names.fresh(hint)) for hint in hints
        )
        body = (
            Entry((here,), op("tuple_of"), (i, j)),
            Entry((there,), op("tuple_of"), (j, i)),
            Entry((one,), op("getitem"), (base, here)),
            Entry((other,), op("getitem"), (base, there)),
            Entry((both,), op("add"), (one, other)),
            Entry((place,), op("tuple_of"), (i, j)),
            Entry((), op("store"), (total, place, both)),
        )
        inner = For((), j, turns, (), (), Block(body))
        return total, [
            Entry((total,), _LIKE, (base,)),
            Entry((shape,), op("getattr"), (base, Const("shape"))),
            Entry((length,), op("getitem"), (shape, Const(0))),
            Entry((turns,), _RANGE, (length,)),
            For((), i, turns, (), (), Block((inner,))),
        ]
