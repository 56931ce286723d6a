"""Tangents of operations on containers: the same operation on tangents, at the places that hold what moves.

append xs v     →     append xs v
                      append xs_dot v_dot
"""

from __future__ import annotations

import copy
from dataclasses import replace

from s2sad.ad.tangents import COPY, Tangents
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.ir.operation import Form
from s2sad.ir.operations import op, operation, operation_of
from s2sad.runtime.shaping import numbers_like
from s2sad.runtime.structure import copy_of

NUMBERS_LIKE = Ref("numbers_like", numbers_like)
# What a list is made by that takes up active items only later.
_OF_NUMBERS = tuple(map(Const, ("T", "mT", "real", "imag")))
DISPLAYS = ("list_of", "dict_of", "tuple_of", "shadow_of", "zeros_like", "mul")
COPIES = (list, tuple, reversed, copy_of, copy.copy)


class TangentOperations(Tangents):
    def by_operation(self, name: str, node: Entry) -> bool:
        """Operations on containers, and on what holds tangents in its own structure."""
        if name in ("store", "increase"):
            self.stored(name, node)
            return True
        if operation(node).form is Form.AUGMENTED and not node.targets:
            self.updated(name, node)
            return True
        if name in ("tuple_of", "list_of"):
            self.out.append(node)
            self.set(node.targets[0], name, tuple(map(self.tangent, node.args)))
            return True
        if name == "dict_of":
            self.out.append(node)
            values = [self.tangent(a) if i % 2 else a for i, a in enumerate(node.args)]
            self.set(node.targets[0], name, tuple(values))
            return True
        if name == "on_adjoint":
            self.out.append(Entry(node.targets, node.fn, node.args[:1], (), node.loc))
            self.dots[node.targets[0]] = self.tangent(node.args[0])
            return True
        if name == "root_of":
            self.out.append(node)
            self.root(node)
            return True
        if name == "check_real":
            self.out.append(node)
            return True
        if name in ("shadow_of", "zeros_like"):
            self.out.append(node)
            self.set(node.targets[0], node.fn, node.args)
            return True
        if name in ("inner", "scaled"):
            self.out.append(node)
            self.bilinear(node)
            return True
        if name in ("add", "iadd", "mul") and self.facts.kind(node.targets[0]).name in K.CONTAINERS:
            self.out.append(node)
            self.joined(name, node)
            return True
        places = operation(node).linear
        if not places:
            return False
        self.out.append(node)
        if not node.targets and not any(self.is_active(a) for i, a in enumerate(node.args) if i in places):
            return True
        if name == "getattr" and node.args[1] not in _OF_NUMBERS:  # of an object, which has no tangent
            self.set(node.targets[0], "zeros_like", node.targets)
            return True
        args = tuple(self.tangent(a) if i in places else a for i, a in enumerate(node.args))
        targets = tuple(self.dot(t) if self.is_active(t) else self.unused() for t in node.targets)
        self.out.append(Entry(targets, node.fn, args, (), node.loc))
        return True

    def root(self, node: Entry) -> None:
        raise AssertionError  # defined with the calls

    def stored(self, name: str, node: Entry) -> None:
        """`A[i] = v` sets the tangent there, and `A[i] += v` adds to it."""
        self.out.append(node)
        array, index, item = node.args
        if self.is_active(item) or name == "store":
            dot = self.tangent(item) if self.is_active(item) else Const(0.0)
            self.out.append(replace(node, args=(self.tangent(array), index, dot)))

    def updated(self, name: str, node: Entry) -> None:
        """`x += v`, `x *= v` and so on, with x as it is before, or after that."""
        array, item = node.args
        dot, active = self.tangent(array), self.is_active(item)
        kind = self.facts.kind(array)
        if name == "imul":
            term = self.emit("mul", (array, self.tangent(item)), kind) if active else None
            self.effect("imul", dot, item)
            if term is not None:
                self.effect("iadd", dot, term)
            self.out.append(node)
            return
        # A divisor that is a part of the array itself is needed as it was before.
        divisor = item
        if name == "itruediv" and self.overlaps.may_overlap(array, Const(...), item):
            divisor = self.emit(COPY, (item,), self.facts.kind(item))
        self.out.append(node)
        if name in ("iadd", "isub") and active:
            self.effect(name, dot, self.tangent(item))
        elif name == "itruediv":
            if active:
                self.effect("isub", dot, self.emit("mul", (array, self.tangent(item)), kind))
            self.effect("itruediv", dot, divisor)

    def effect(self, name: str, *args: Atom) -> None:
        self.out.append(Entry((), op(name), args, (), self.loc))

    def make_complex(self, node: Entry) -> None:
        """The tangent of a complex array, made of real ones, has to take up complex numbers if the array is written to."""
        reads = [atom for atom in (*node.args, *(atom for _, atom in node.kwargs)) if self.is_active(atom)]
        is_complex = all(K.element(self.facts.kind(atom)) == K.COMPLEX for atom in reads)
        for target in filter(self.is_active, node.targets):
            element = K.element(self.facts.kind(target))
            if element in (K.FLOAT, K.INT, K.BOOL) or (is_complex and element == K.COMPLEX):
                continue
            if K.is_array(self.facts.kind(target)) and self.facts.classes.is_written(target):
                made = self.emit(NUMBERS_LIKE, (self.dots[target], target), self.facts.kind(target))
                self.dots[target] = made

    def joined(self, name: str, node: Entry) -> None:
        """`xs + ys`, and `xs * n` with a number that doesn't move."""
        args = node.args
        if name == "mul":
            moved = tuple(self.tangent(a) if self.facts.kind(a).name in K.CONTAINERS else a for a in args)
        else:
            moved = tuple(map(self.tangent, args))
        self.set(node.targets[0], node.fn, moved)

    def bilinear(self, node: Entry) -> None:
        """`inner(p, d)` and `scaled(c, p)`: linear in each of the two."""
        one, other = node.args
        terms: list[Atom] = []
        if self.is_active(one):
            terms.append(self.emit(node.fn, (self.tangent(one), other)))
        if self.is_active(other):
            terms.append(self.emit(node.fn, (one, self.tangent(other))))
        if len(terms) == 1:
            self.dots[node.targets[0]] = terms[0]
        else:
            self.set(node.targets[0], "add" if operation_of(node) == "inner" else "accumulate", tuple(terms))
