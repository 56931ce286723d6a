"""Partials times adjoints where arrays are broadcast.

y = mul x a             →       t = mul a y_bar
                                x_bar = unbroadcast t x                 where broadcasting is possible
s = np.sum x axis=1
x = mul u v             →       u_bar = mul v s_bar[:, None]            a sum's adjoint is spread by the product
"""

from __future__ import annotations

import numpy as np

from s2sad.ad.containers import Containers
from s2sad.ad.masks import is_square, is_sum_of_squares
from s2sad.ad.reverse import AT_LOCATION
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.runtime.broadcasting import unbroadcast
from s2sad.runtime.reductions import unreduce

COPY = Ref("np.copy", np.copy)
UNBROADCAST = Ref("unbroadcast", unbroadcast)
_SUM = Ref("np.sum", np.sum)
SINGULAR = frozenset(
    (np.divide, np.reciprocal, np.power, np.float_power, np.log, np.log2, np.log10, np.log1p, np.arctanh)
)
"""What has infinite partials where it is infinite itself: that counts if another value is chosen there."""


class ArrayProducts(Containers):
    def is_array(self, atom: Atom) -> bool:
        """Whether it is an array, or may be one: its adjoint has its shape."""
        kind = self.facts.kind(atom)
        return K.is_array(kind) or (self.context.arrays and kind in (K.UNKNOWN, K.OBJECT))

    def has_rank(self, atom: Atom) -> bool:
        """Whether it is an array for sure, and no number."""
        kind = self.facts.kind(atom)
        return K.is_array(kind) and bool(kind.ndim)

    def array_products(
        self, node: Entry, args: list[Atom], pairs: list[tuple[Atom, Atom, Atom]], singular: bool
    ) -> list[tuple[Atom, Atom]]:
        """Partials times adjoints, in the shapes of the arguments."""
        callee = self.context.callee(node, tuple(map(self.facts.kind, node.args)))
        unbounded = self.has_unbounded(node)
        products = []
        for atom, part, bar in pairs:
            bar = self.column(part, bar)
            number = self.number_everywhere(bar)
            if unbounded and not isinstance(part, Const) and (self.is_array(part) or self.is_array(bar)):
                amount = self.product(atom, part, bar if number is None else number, True)
            elif number is not None:
                amount = self.uniform_product(node, atom, part, number, bar)
            elif isinstance(part, Const):  # the fewer numbers are multiplied by it
                products.append((atom, self.product(atom, part, self.fitted(bar, atom, args), False)))
                continue
            else:
                amount = self.guarded_product(atom, part, bar, singular, singular or callee in SINGULAR)
            products.append((atom, self.fitted(amount, atom, args)))
        return products

    def has_unbounded(self, node: Entry) -> bool:
        """Whether the adjoint of what an entry gives may be infinite: times a partial that is zero it is zero."""
        return any(self.memory_class(target) in self.masks.unbounded for target in node.targets)

    def pass_unbounded(self, node: Entry) -> None:
        """What may be infinite goes on to the arguments; where a square is zero so is its partial, and it ends."""
        if not self.masks.unbounded or is_square(node) or is_sum_of_squares(node, self.facts):
            return
        changed = node.targets or tuple(atom for atom in node.args[:1] if isinstance(atom, Var))
        if any(self.memory_class(var) in self.masks.unbounded for var in changed):
            self.masks.unbounded.update(map(self.memory_class, map(self.root, node.args)))

    def uniform_product(self, node: Entry, atom: Atom, part: Atom, number: Atom, bar: Atom) -> Atom:
        """The product with an adjoint that is the same number everywhere, as that of a sum: a number if it can be."""
        if number == Const(1.0) and self.is_array(part) and self.shapes.of(part) is None:
            return self.product(atom, part, bar, False)
        if self.facts.kind(part) in K.NUMBERS:
            return bar if part == Const(1.0) else self.spread(self.product(atom, part, number, False), bar)
        if self.shapes.of(part) is not None and self.shapes.of(part) == self.shapes.of(node.targets[0]):
            return self.kept(part) if number == Const(1.0) else self.product(atom, part, number, False)
        return self.product(atom, part, bar, False)

    def guarded_product(self, atom: Atom, part: Atom, bar: Atom, singular: bool, infinite: bool) -> Atom:
        """partial * adjoint, where it matters with a zero that is stronger than an infinity."""
        if not self.is_array(bar) and not self.is_array(part):
            return self.product(atom, part, bar, singular)
        if self.masks.is_mask(part):
            return self.product(atom, bar, part, True)
        poisons = infinite or self.masks.may_be_infinite(part)
        return self.product(atom, part, bar, poisons and self.masks.may_vanish(bar))

    def number_everywhere(self, bar: Atom) -> Atom | None:
        """The number of which an adjoint consists, or None."""
        made = self.made(bar)
        if made is None or not isinstance(made.fn, Ref) or made.fn.value is not unreduce:
            return None
        return made.args[0] if self.facts.kind(made.args[0]) in K.NUMBERS else None

    def column(self, part: Atom, bar: Atom) -> Atom:
        """The adjoint of a sum along an axis, with an axis of one item, if it is spread by the product with a partial."""
        made = self.made(bar)
        if made is None or not isinstance(made.fn, Ref) or made.fn.value is not unreduce:
            return bar
        amount, shape, axis, keepdims = made.args
        whole = self.made(shape)
        like = whole.args[0] if whole is not None and operation_of(whole) == "getattr" else None
        if like is None or self.shapes.of(part) is None or self.shapes.of(part) != self.shapes.of(like):
            return bar
        rank = self.facts.kind(like).ndim
        if keepdims == Const(True):
            return amount
        if keepdims != Const(False) or not isinstance(axis, Const) or type(axis.value) is not int:
            return bar
        if not rank or self.facts.kind(amount).ndim != rank - 1:
            return bar
        whole_axis = self.emit("slice", (Const(None),) * 3, "t", K.SLICE)
        index = [Const(None) if i == axis.value % rank else whole_axis for i in range(rank)]
        where = self.emit("tuple_of", tuple(index), "t", K.tuple_kind((K.UNKNOWN,) * rank))
        return self.emit("getitem", (amount, where))

    def spread(self, number: Atom, bar: Atom) -> Atom:
        """Another number in the shape of an adjoint that consists of one."""
        made = self.shapes.definitions[bar]  # type: ignore[index]
        return self.emit(made.fn, (number, *made.args[1:]), "t")

    def kept(self, atom: Atom) -> Atom:
        """A value of the forward sweep as an adjoint: a copy if it is one that is written in place."""
        if self.later.is_outside(atom) or (isinstance(atom, Var) and self.facts.classes.is_written(atom)):
            return self.emit(COPY, (atom,), "t")
        return atom

    def fitted(self, amount: Atom, atom: Atom, others: list[Atom]) -> Atom:
        """An adjoint in the shape of its primal, which may have been broadcast with the other arguments."""
        shape = self.shapes.of(atom)
        if shape is not None and all(self.shapes.of(other) in (None, shape) for other in others):
            return amount
        if not any(self.is_array(other) and other != atom for other in others):
            if self.is_array(atom) or not self.is_array(amount):
                return amount
        amount = self.before_fitting(amount)
        if self.facts.kind(atom) in K.NUMBERS:
            if not K.is_array(self.facts.kind(amount)) or not self.has_rank(amount):
                return (
                    self.emit(UNBROADCAST, (amount, atom), self.bar_hint(atom))
                    if self.is_array(amount)
                    else amount
                )
            return self.emit(_SUM, (amount,), self.bar_hint(atom), note=AT_LOCATION)
        kind, element = self.facts.kind(atom), K.element(self.facts.kind(amount))
        if self.may_be_complex(amount):
            element = K.COMPLEX
        if K.is_array(kind) and element in (K.INT, K.BOOL, K.COMPLEX):
            kind = K.array_kind(element, kind.ndim)
        return self.emit(UNBROADCAST, (amount, atom), self.bar_hint(atom), kind, AT_LOCATION)

    def before_fitting(self, amount: Atom) -> Atom:
        """What an adjoint was before it was summed to the shape of a value, which is to be summed further.

        Not if that is a value of the forward sweep that is overwritten, or a part of a shadow, which may be cleared in
        between: it has been read where it was as it was.
        """
        source = amount
        made = self.made(source)
        while made is not None and operation_of(made) == "dup":
            source = made.args[0]
            made = self.made(source)
        if made is None or source in self.accumulated or callee_of(made) is not unbroadcast:
            return amount
        if isinstance(made.args[0], Var) and self.facts.classes.is_written(made.args[0]):
            return amount
        if self.is_of_shadow(made.args[0]):
            return amount
        self.shared.add(made.args[0])
        return self.before_fitting(made.args[0])

    def is_of_shadow(self, atom: Atom) -> bool:
        """Whether an adjoint is a shadow, or lies in the memory of one."""
        made = self.made(atom)
        if made is not None and operation_of(made) in ("dup", "getitem"):
            return self.is_of_shadow(made.args[0])
        return atom in self.shadows.values()

    def made(self, atom: Atom) -> Entry | None:
        """The entry that makes a variable, of either sweep."""
        return self.shapes.definitions.get(atom) if isinstance(atom, Var) else None
