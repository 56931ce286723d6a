"""Containers in the reverse sweep: a list, tuple or dict has a shadow, which is written in place.

    y = getitem xs i        →       add_at xs_bar i y_bar
    append xs v             →       v_bar = take_last xs_bar

A shadow comes to be where the reverse sweep first meets the container, that is after the container's last use, when
it has its final length. An item that is itself a container has the item of the shadow as its shadow.
"""

from __future__ import annotations

from collections.abc import Callable

from s2sad.ad.apply_rule import gradients_of
from s2sad.ad.by_rule import ByRule
from s2sad.ad.reverse import AT_LOCATION
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.array_kinds import is_ufunc_at
from s2sad.ir.complex_kinds import real_or_complex
from s2sad.ir.nodes import Atom, Const, Entry, Node, Ref, Var
from s2sad.ir.operation import Form
from s2sad.ir.operations import callee_of, operation
from s2sad.rules.declare import Gradient

_COPIES = (list, tuple)


class Containers(ByRule):
    views: dict[Var, Entry]

    def structural(self, name: str | None, node: Entry) -> Callable[[Entry], list[Node] | None] | None:
        """What reverses an entry that puts values into containers or takes them out, or None."""
        if name is None:
            if is_ufunc_at(callee_of(node)):
                return self.reverse_at
            copies = isinstance(node.fn, Ref) and any(node.fn.value is kind for kind in _COPIES)
            return self.reverse_copy if copies and node.args else None
        if operation(node).form is Form.AUGMENTED and not node.targets:
            return self.reverse_update
        if name in ("add", "iadd") and self.is_container(node.targets[0]):
            return self.reverse_join
        if name == "mul" and self.is_container(node.targets[0]):
            return self.reverse_repeat
        return {
            "tuple_of": self.reverse_display,
            "list_of": self.reverse_display,
            "dict_of": self.reverse_dict,
            "getitem": self.reverse_getitem,
            "unpack": self.reverse_unpack,
            "append": self.reverse_append,
            "setitem": self.reverse_setitem,
            "store": self.reverse_store,
            "increase": self.reverse_increase,
            "getattr": self.reverse_getattr,
            "on_adjoint": self.reverse_on_adjoint,
            "root_of": self.reverse_root,
        }.get(name)

    # --------------------------------------------------------------------------------------------- shadows

    def shadow(self, var: Var) -> Atom:
        """The shadow of a container, made here if there is none yet."""
        if var not in self.bars:
            view = self.views.get(var)
            hint = self.bar_hint(var)
            kind = self.facts.kind(var)
            if view is not None and self.is_active(view.args[0]):
                base = self.shadow(view.args[0])  # type: ignore[arg-type]
                self.bars[var] = self.emit("getitem", (base, view.args[1]), hint, kind)
            elif K.flat(kind) and (var in self.definitions or var in self.params):
                zero = self.emit("list_of", (Const(0.0),), "t", K.list_kind(K.FLOAT))
                length = self.emit(Ref("len", len), (var,), "t", K.INT)
                self.bars[var] = self.emit("mul", (zero, length), hint, K.list_kind(K.FLOAT))
            else:
                self.bars[var] = self.emit("shadow_of", (var,), hint, kind)
        return self.bars[var]

    def contribute_shadow(self, atom: Var, amount: Atom, own: bool) -> None:
        view = self.views.get(atom)
        own = own and self.facts.kind(amount) != K.UNKNOWN  # zero, where the value is None on one path
        if atom not in self.bars and own and view is None:
            self.bars[atom] = amount
        else:
            self.effect("merge", self.shadow(atom), amount)

    # --------------------------------------------------------------------------------- building containers

    def reverse_display(self, node: Entry) -> None:
        bar = self.take(node.targets[0])
        if bar is None:
            return
        for i, atom in enumerate(node.args):
            if self.is_active(self.root(atom)):
                self.contribute(atom, self.part(bar, Const(i), atom), own=False)

    def part(self, bar: Atom, index: Atom, atom: Atom) -> Var:
        return self.emit("getitem", (bar, index), self.bar_hint(atom), self.held_kind(atom), AT_LOCATION)

    def held_kind(self, atom: Atom) -> K.Kind:
        """The kind of an adjoint in a shadow: beside complex numbers that of a real one may have become complex."""
        kind = self.facts.kind(atom)
        return real_or_complex(kind) if self.has_complex and K.element(kind) == K.FLOAT else kind

    def reverse_dict(self, node: Entry) -> None:
        bar = self.take(node.targets[0])
        if bar is None:
            return
        for key, atom in zip(node.args[::2], node.args[1::2]):
            if self.is_active(self.root(atom)):
                self.contribute(atom, self.part(bar, key, atom), own=False)

    def reverse_copy(self, node: Entry) -> None:
        """`list(xs)`, `tuple(xs)`"""
        bar = self.take(node.targets[0])
        if bar is not None:
            self.contribute(node.args[0], bar)

    def reverse_join(self, node: Entry) -> None:
        """`xs + ys`: the shadow is cut in two."""
        bar = self.take(node.targets[0])
        if bar is None:
            return
        one, other = node.args
        length = self.length_of(one, other, bar)
        for atom, ends in ((one, (Const(None), length)), (other, (length, Const(None)))):
            if self.is_active(atom):
                part = self.emit("slice", (*ends, Const(None)), "t", K.SLICE)
                cut = self.emit(
                    "getitem", (bar, part), self.bar_hint(atom), self.facts.kind(atom), AT_LOCATION
                )
                self.contribute(atom, cut)

    def length_of(self, one: Atom, other: Atom, bar: Atom) -> Atom:
        """How long the first of two joined lists was; the list itself may have grown since, its shadow not."""
        if self.is_active(one):
            return self.emit(Ref("len", len), (self.shadow(one),), "t", K.INT)  # type: ignore[arg-type]
        whole = self.emit(Ref("len", len), (bar,), "t", K.INT)
        rest = self.emit(Ref("len", len), (self.shadow(other),), "t", K.INT)  # type: ignore[arg-type]
        return self.emit("sub", (whole, rest), "t", K.INT)

    def reverse_repeat(self, node: Entry) -> None:
        """`xs * n`: the adjoints of all the copies are added."""
        bar = self.take(node.targets[0])
        if bar is None:
            return
        items = node.args[0] if self.is_container(node.args[0]) else node.args[1]
        if not self.is_active(items) or not K.flat(self.facts.kind(items)):
            reason = "a list of active values that aren't numbers is repeated"
            raise UnsupportedValue(reason, "build it with a comprehension", node.loc)
        assert isinstance(items, Var)
        self.effect("merge_repeated", self.shadow(items), bar)

    # ------------------------------------------------------------------------------------- reading, writing

    def reverse_getitem(self, node: Entry) -> None:
        target = node.targets[0]
        container, index = node.args
        bar = self.take(target)
        if bar is None or target in self.views or not self.is_active(container):
            return
        assert isinstance(container, Var)
        if self.facts.kind(index) == K.SLICE:
            self.effect("merge_slice", self.shadow(container), index, bar)
        else:
            self.effect(self.adding(target), self.shadow(container), index, bar)

    def adding(self, item: Atom) -> str:
        """What adds the adjoint of an item to a shadow: one whose kind isn't known may be a container."""
        kind = self.facts.kind(item)
        return "add_at" if kind in K.NUMBERS or K.is_array(kind) else "merge_at"

    def reverse_unpack(self, node: Entry) -> None:
        container, before, after = node.args
        bars = [self.take(target) for target in node.targets]
        if not self.is_active(container) or all(bar is None for bar in bars):
            return
        assert isinstance(container, Var) and isinstance(before, Const)
        shadow = self.shadow(container)
        count = len(node.targets)
        for i, (target, bar) in enumerate(zip(node.targets, bars)):
            if bar is None:
                continue
            starred = after != Const(None) and i == before.value
            if starred or self.is_container(target):
                self.store_part(shadow, i, count, starred, bar)
            else:
                place = i if after == Const(None) or i < before.value else i - count
                self.effect(self.adding(target), shadow, Const(place), bar)

    def store_part(self, shadow: Atom, i: int, count: int, starred: bool, bar: Atom) -> None:
        if starred:
            end = Const(i + 1 - count if i + 1 < count else None)
            part = self.emit("slice", (Const(i), end, Const(None)), "t", K.SLICE)
            self.effect("merge_slice", shadow, part, bar)
        else:
            inner = self.emit("getitem", (shadow, Const(i)), "t", K.OBJECT)
            self.effect("merge", inner, bar)

    def reverse_append(self, node: Entry) -> None:
        container, item = node.args
        if not self.is_active(container):
            return
        assert isinstance(container, Var)
        kind = self.held_kind(item)
        # Even if nothing reads the list after this: what reads it before finds its shadow as long as it was then.
        bar = self.emit("take_last", (self.shadow(container),), self.bar_hint(item), kind, AT_LOCATION)
        self.contribute(item, bar)

    def reverse_setitem(self, node: Entry) -> None:
        container, _, item = node.args  # a key is never active: it may only be taken out of something that is
        if self.is_active(container) or self.is_active(item) or self.is_object_class(container):
            reason = "an active value is written into a container"
            raise UnsupportedValue(reason, "build a new list in place of writing into one", node.loc)

    def is_object_class(self, atom: Atom) -> bool:
        """Whether it may be an array that has a shadow, without being known to be one."""
        if not self.shadows or not isinstance(atom, Var):
            return False
        return any(member in self.shadows for member in self.facts.classes.members(atom))

    def reverse_store(self, node: Entry) -> None:
        raise AssertionError  # defined with the arrays

    def reverse_increase(self, node: Entry) -> None:
        raise AssertionError  # defined with the arrays

    def reverse_on_adjoint(self, node: Entry) -> list[Node]:
        raise AssertionError  # defined with the injections

    def reverse_root(self, node: Entry) -> list[Node] | None:
        raise AssertionError  # defined with the calls

    def reverse_at(self, node: Entry) -> None:
        raise AssertionError  # defined with the arrays

    def reverse_update(self, node: Entry) -> None:
        raise AssertionError  # defined with the arrays

    def reverse_getattr(self, node: Entry) -> None:
        bar = self.take(node.targets[0])
        base, name, *_ = node.args
        if bar is None or not self.is_active(self.root(base)):
            return
        if name == Const("real"):
            self.contribute(base, self.made_real(bar))
        elif name == Const("imag"):
            turned = (Const(-1j), self.made_real(bar))
            self.contribute(base, self.emit("mul", turned, self.bar_hint(base), K.COMPLEX, AT_LOCATION))
        else:
            raise UnsupportedValue(
                f"the attribute {name} of an active value", "pass the number itself", node.loc
            )

    # ------------------------------------------------------------------------------------ rules on sequences

    def by_gradient(self, node: Entry, rule: Gradient, bar: Atom | None) -> None:
        if bar is None:
            return
        args = [self.root(atom) for atom in node.args]
        kinds = tuple(map(self.facts.kind, args))
        lists = gradients_of(rule, kinds, args, node.targets[0], self.emitter(node.loc))
        if rule.signature.variadic:
            for i, atom in enumerate(args):
                if self.is_active(atom):
                    partial = self.emit("getitem", (lists[0], Const(i)), "t")
                    self.contribute(atom, self.product(atom, partial, bar, False))
            return
        for atom, partials in zip(args, lists):
            if self.is_active(atom):
                kind = K.list_kind(K.FLOAT)
                amount = self.emit("scaled", (bar, partials), self.bar_hint(atom), kind, AT_LOCATION)
                self.contribute(atom, amount)
