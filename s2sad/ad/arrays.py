"""Arrays in the reverse sweep.

    y = mul x a             →       t = mul a y_bar                         as for numbers, and summed to the shape of x
                                    x_bar = unbroadcast t x                 where broadcasting is possible
    y = np.sum x axis=0     →       x_bar = unreduce y_bar (shape x) 0      by the rule of the function
    y = getitem x i         →       x_bar = np.zeros_like x
                                    increase x_bar i y_bar                  where parts of an array are read

The adjoint of an array is an array of its shape. It is a buffer of its own, which is accumulated into in place, as soon
as something was added to it, or a part of it was read; before that it may be any array that is at hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from s2sad.ad.apply_rule import array_rule_results
from s2sad.ad.array_products import COPY, UNBROADCAST, ArrayProducts
from s2sad.ad.masks import is_sum_of_squares
from s2sad.ad.reverse import AT_LOCATION
from s2sad.ad.same_memory import may_lie_in
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import outcome_of
from s2sad.ir.index_kinds import Index, index_form
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import op, operation_of
from s2sad.rules.declare import Adjoint, Bilinear, Linear
from s2sad.runtime.broadcasting import broadcast_like, finite, unbroadcast
from s2sad.runtime.indexing import increase_at, last_written
from s2sad.runtime.reductions import unreduce

_GIVE_PARTS = ("getitem", "unpack", "dup", None)
ZEROS_LIKE = Ref("np.zeros_like", np.zeros_like)
ADD_AT = Ref("np.add.at", np.add.at)
INCREASE_AT = Ref("increase_at", increase_at)
LAST_WRITTEN = Ref("last_written", last_written)
FINITE = Ref("finite", finite)
ARRAY = Ref("np.array", np.array)
ASARRAY = Ref("np.asarray", np.asarray)
_RESHAPE = Ref("np.reshape", np.reshape)


class Arrays(ArrayProducts):
    # ------------------------------------------------------------------------------------------------ adjoints

    def contribute_array(self, atom: Var, amount: Atom) -> None:
        amount = self.with_dtype(atom, amount)
        if atom not in self.shadows and self.bars.get(atom) in (None, Const(0.0)):
            # A shadow changes on the way back, and what gets it, or a part of it, now keeps what it is now.
            if may_lie_in(self, amount, set(self.shadows.values()) - self.ended):
                amount = self.emit(COPY, (amount,), self.bar_hint(atom))
        if atom in self.shadows:
            self.out.append(Entry((), op("iadd"), (self.shadows[atom], amount), (), self.loc, AT_LOCATION))
            return
        old = self.bars.get(atom)
        if old is None or old == Const(0.0):
            self.bars[atom] = amount
            if self.is_fresh(amount):
                self.owned.add(amount)  # type: ignore[arg-type]
        elif self.may_be_container(atom):
            self.bars[atom] = self.emit("accumulate", (old, amount), self.bar_hint(atom), K.OBJECT)
        elif old in self.owned:
            added = self.number_everywhere(amount) or amount
            self.out.append(Entry((), op("iadd"), (old, added), (), self.loc, AT_LOCATION))
            self.accumulated.add(old)
        else:
            made = self.emit("add", (old, amount), self.bar_hint(atom), note=AT_LOCATION)
            self.bars[atom] = made
            if self.has_rank(made):
                self.owned.add(made)
        # What two adjoints share is nobody's own.
        if amount in self.given:
            self.owned.discard(amount)  # type: ignore[arg-type]
        self.given.add(amount)

    def with_dtype(self, atom: Var, amount: Atom) -> Atom:
        """An adjoint to which any other can be added: an array of ints or bools would cut off what is added to it."""
        wanted, given = K.element(self.facts.kind(atom)), K.element(self.facts.kind(amount))
        if not K.is_array(self.facts.kind(amount)) or given in (wanted, K.COMPLEX):
            return amount
        if given not in (K.INT, K.BOOL) and wanted != K.COMPLEX:
            return amount
        dtype = Ref("complex", complex) if wanted == K.COMPLEX else Ref("float", float)
        return self.emit(ASARRAY, (amount, dtype), self.bar_hint(atom))

    def as_floats(self, atom: Atom) -> Atom:
        kind = self.facts.kind(atom)
        if not K.is_array(kind) or K.element(kind) not in (K.INT, K.BOOL):
            return atom
        return self.emit(ASARRAY, (atom, Ref("float", float)), "t")

    def is_fresh(self, amount: Atom) -> bool:
        """Whether an adjoint is an array that was made just now, and that nothing else refers to."""
        if not isinstance(amount, Var) or not self.has_rank(amount):
            return False
        if amount in self.owned:
            return True
        for node in reversed(self.out[-8:]):
            if isinstance(node, Entry) and amount in node.targets:
                return self.makes_array(node)
        return False

    def makes_array(self, node: Entry) -> bool:
        name = operation_of(node)
        if not isinstance(node.fn, Ref) or name in ("dup", "getattr", "unpack", "tuple_of"):
            return False
        if node.fn.value is unbroadcast:
            return node.args[0] not in self.shared and self.is_fresh(node.args[0])
        if any(node.fn.value is function for function in (unreduce, np.broadcast_to, broadcast_like)):
            return False
        args = [(atom, self.facts.kind(atom)) for atom in node.args]
        named = [(key, (atom, self.facts.kind(atom))) for key, atom in node.kwargs]
        return not outcome_of(name, node.fn.value, args, named).shared and name != "getitem"

    def buffer(self, var: Var) -> Atom:
        """The adjoint of an array as an array of its own, which may be written in place."""
        if var in self.shadows:
            return self.shadows[var]
        bar = self.bars.get(var)
        if self.may_be_container(var):
            bar = self.container_buffer(var, bar)
        elif bar is None or bar == Const(0.0):
            bar = self.zeros_like(var)
        elif bar not in self.owned:
            bar = self.emit(COPY, (bar,), self.bar_hint(var))
        self.bars[var] = bar
        self.accumulated.add(bar)
        self.owned.add(bar)  # type: ignore[arg-type]
        return bar

    def may_be_container(self, var: Atom) -> bool:
        """Whether it may be a list, tuple or dict: its kind isn't known, and it isn't the result of an operation."""
        if self.facts.kind(var) not in (K.UNKNOWN, K.OBJECT):
            return False
        made = self.definitions.get(var) if isinstance(var, Var) else None
        return made is None or not isinstance(made.fn, Ref) or operation_of(made) in _GIVE_PARTS

    def container_buffer(self, var: Var, bar: Atom | None) -> Atom:
        """The adjoint of what may be an array, list, tuple or dict as a shadow of its own."""
        if bar is not None and bar in self.owned:
            return bar
        self.saved.add(var)
        shadow = self.emit("shadow_of", (var,), self.bar_hint(var), K.OBJECT)
        if bar is None or bar == Const(0.0):
            return shadow
        return self.emit("accumulate", (shadow, bar), self.bar_hint(var), K.OBJECT)

    def zeros_like(self, var: Atom) -> Var:
        kind = self.facts.kind(var)
        fn: Any = ZEROS_LIKE if K.is_array(kind) else "zeros_like"
        if isinstance(var, Var):
            self.saved.add(var)  # it may have been assigned on one path only, and has to be bound here
        return self.emit(fn, (var,), self.bar_hint(var), kind)

    def nothing(self, var: Var) -> Atom:
        """The adjoint of what nothing depends on."""
        return self.zeros_like(var) if self.is_array(var) else Const(0.0)

    # --------------------------------------------------------------------------------------- parts of arrays

    def reverse_getitem(self, node: Entry) -> None:
        container, index = node.args
        if self.is_active(index) and not self.is_container(container) and node.targets[0] in self.bars:
            raise UnsupportedValue(
                "an active value is used as an index", "use numbers that are constant", node.loc
            )
        if self.facts.kind(container) in K.NUMBERS:
            bar = self.take(node.targets[0])
            if bar is not None:
                self.contribute(container, self.emit(UNBROADCAST, (bar, container), self.bar_hint(container)))
            return
        if not self.is_array(container):
            super().reverse_getitem(node)
            return
        target = node.targets[0]
        if self.is_part(target) or not self.is_active(container):
            return
        bar = self.take(target)
        if bar is None:
            return
        if self.shapes.only_adds_axes(index):
            shape = self.emit("getattr", (container, Const("shape")), "t")
            self.contribute(container, self.emit(_RESHAPE, (bar, shape), self.bar_hint(container)))
        else:
            self.increase(self.buffer(container), index, bar, self.may_be_container(container))  # type: ignore[arg-type]

    def is_part(self, var: Var) -> bool:
        """Whether its shadow is a part of another one, which has everything already."""
        return var in self.shadows and var not in self.objects.new

    def increase(self, buffer: Atom, index: Atom, amount: Atom, of_any: bool = False) -> None:
        """Add to a part of an adjoint, `of_any` kind; an index that occurs several times counts each time."""
        form = Index.UNKNOWN if of_any else index_form(self.facts.kind(index))
        if form is Index.GATHER:
            self.out.append(Entry((), ADD_AT, (buffer, index, amount), (), self.loc, AT_LOCATION))
        elif form is Index.UNKNOWN:
            self.out.append(Entry((), INCREASE_AT, (buffer, index, amount), (), self.loc, AT_LOCATION))
        else:
            self.effect("increase", buffer, index, amount)

    def reverse_unpack(self, node: Entry) -> None:
        container = node.args[0]
        if not self.is_array(container) or not self.is_active(container):
            super().reverse_unpack(node)
            return
        _, before, after = node.args
        count = len(node.targets)
        for i, target in enumerate(node.targets):
            bar = None if self.is_part(target) else self.take(target)
            if bar is None:
                continue
            place: Atom = Const(i if after == Const(None) or i < before.value else i - count)  # type: ignore[union-attr]
            if after != Const(None) and i == before.value:  # type: ignore[union-attr]
                ends = (Const(i), Const(i + 1 - count if i + 1 < count else None), Const(None))
                place = self.emit("slice", ends, "t", K.SLICE)
                bar = self.emit(ARRAY, (bar,), "t")
            self.increase(self.buffer(container), place, bar, self.may_be_container(container))  # type: ignore[arg-type]

    def reverse_copy(self, node: Entry) -> None:
        """`list(A)`, `tuple(A)`: the adjoint of an array is an array."""
        if not K.is_array(self.facts.kind(node.args[0])):
            super().reverse_copy(node)
            return
        bar = self.take(node.targets[0])
        if bar is not None:
            self.contribute(node.args[0], self.emit(ARRAY, (bar,), self.bar_hint(node.args[0])))

    def reverse_getattr(self, node: Entry) -> None:
        base, name, *_ = node.args
        if not self.is_array(base):
            super().reverse_getattr(node)
            return
        target = node.targets[0]
        if self.is_part(target):
            return
        bar = self.take(target)
        if bar is None or not self.is_active(base):
            return
        if name == Const("imag"):
            bar = self.emit("mul", (Const(-1j), self.made_real(bar)), self.bar_hint(base))
        elif name in (Const("T"), Const("mT")):
            bar = self.emit("getattr", (bar, name), self.bar_hint(base))
        elif name == Const("real"):
            bar = self.made_real(bar)
        else:
            super().reverse_getattr(node)
        self.contribute(base, bar)

    # ------------------------------------------------------------------------------------------------- rules

    def by_array_rule(self, node: Entry, rule: Linear | Bilinear | Adjoint, bars: list[Atom | None]) -> None:
        """The cotangents that a rule gives to the arguments that it is about."""
        filled = [self.nothing(t) if bar is None else bar for t, bar in zip(node.targets, bars)]
        emitter = self.emitter(node.loc)
        outputs = isinstance(rule, Adjoint) and rule.outputs
        split = outputs and len(node.targets) > 1
        out_bar = emitter.together(filled) if split else filled[0]
        if self.has_unbounded(node) and is_sum_of_squares(node, self.facts):
            out_bar = self.emit(FINITE, (out_bar,))
        given: list[tuple[str, Atom]] = [(name, self.root(atom)) for name, atom in node.kwargs]
        args = [self.root(atom) for atom in node.args]
        if isinstance(rule, Bilinear) and self.facts.kind(out_bar) in K.NUMBERS:
            args = [
                self.as_floats(atom) for atom in args
            ]  # else 1.0 times an array of ints may become that array
        if isinstance(rule, Adjoint):
            out = emitter.together(node.targets) if split else node.targets[0]
            given.append(("out", out))
        wanted = self.wanted(rule, args, dict(given))
        if not wanted:
            return
        amounts = array_rule_results(
            rule.define,
            [out_bar, *args],
            given,
            self.facts.kind,
            list(wanted),
            len(rule.wrt),
            emitter,
            hints=[self.bar_hint(atom) for atom in wanted.values()],
        )
        for place, amount in zip(wanted, amounts):
            atom = wanted[place]
            if amount == Const(None):
                self.refuse(node, [(rule.wrt[place], atom)])
                continue
            if self.is_container(atom) and isinstance(amount, Var):
                self.facts.kinds[amount] = self.facts.kind(atom)
            self.contribute(atom, amount)

    def wanted(self, rule: Any, args: list[Atom], named: dict[str, Atom]) -> dict[int, Atom]:
        """The active arguments that a rule gives cotangents of, by their place among these."""
        names = rule.signature.names
        found: dict[int, Atom] = {}
        for place, name in enumerate(rule.wrt):
            at = names.index(name) if name in names else len(args)
            atom = args[at] if at < len(args) else named.get(name)
            if atom is not None and self.is_active(atom):
                found[place] = atom
        return found
