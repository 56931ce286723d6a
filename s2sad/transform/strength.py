"""Cheaper ways to write adjoints, for values that are used once.

    t = truediv 1.0 y                       x_bar = truediv z_bar y
    x_bar = mul t z_bar           →
    u = neg v                               u = mul v b
    w = mul u b                             w = neg u
    t = truediv a y                         t = truediv b y
    w = mul t b                             w = mul a t
    c_bar = pow x 2                         c_bar = mul x x
    add_at xs_bar i a                       s = add a b
    add_at xs_bar i b                       add_at xs_bar i s

Rounding changes by this, so values of the user's own function are left as they are. Quotients with one divisor come to
look alike, and signs come to where a sum takes them up; the other passes do the rest.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from s2sad.analysis.effects import effect_of
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, Function, Node, Var, atoms_of, blocks_of
from s2sad.ir.operation import Effect
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, node_reads, walk, with_blocks, with_body
from s2sad.transform.memory import Memory
from s2sad.transform.memory_cache import Memories

_ONE = (Const(1.0), Const(1))


def reduce_strength(
    function: Function,
    *,
    exact: frozenset[Var],
    pure_functions: frozenset[str] = frozenset(),
    memories: Memories | None = None,
    turns: bool = True,
) -> Function:
    """The function with its adjoint code written more cheaply; the same object if there is nothing to do.

    Quotients with numerators of their own are turned only where `turns` says so: once more would turn them back.
    """
    passing = _Strength(function, exact, memories or Memories(pure_functions), turns)
    body = passing.block(function.body)
    return with_body(function, body.entries) if passing.changed else function


class _Strength:
    def __init__(self, function: Function, exact: frozenset[Var], memories: Memories, turns: bool) -> None:
        self.function = function
        self.turns = turns
        self.memories = memories
        self.exact = exact
        self.changed = False
        self.names: Names | None = None
        read: list[Atom] = list(function.body.results)
        for node in walk(function.body):
            read += atoms_of(node)
            for inner in blocks_of(node):
                read += inner.results
        self.uses: Counter[Atom] = Counter([atom for atom in read if type(atom) is Var])

    def block(self, block: Block) -> Block:
        made: dict[Atom, int] = {}
        out: list[Node | None] = []
        stores: dict[tuple[Atom, Atom], int] = {}
        for node in block.entries:
            if type(node) is Entry:
                self.entry(node, made, out, stores)
            else:
                stores.clear()
                out.append(with_blocks(node, self.block))
        return Block(tuple(node for node in out if node is not None), block.results)

    def entry(self, node: Entry, made: dict, out: list, stores: dict) -> None:
        name = operation_of(node)
        if name == "add_at" and node.args[0] not in self.exact:
            self.store(node, out, stores)
            return
        if stores and name != "add_at":
            self.forget(node, stores)
        if len(node.targets) == 1 and node.targets[0] not in self.exact:
            if name == "mul":
                self.product(node, made, out)
                return
            if name == "pow" and node.args[1] in (Const(2), Const(2.0)):
                node = Entry(node.targets, op("mul"), (node.args[0], node.args[0]), (), node.loc, node.note)
                self.changed = True
        self.add(node, made, out)

    def add(self, node: Entry, made: dict, out: list) -> None:
        if len(node.targets) == 1:
            made[node.targets[0]] = len(out)
        out.append(node)

    def product(self, node: Entry, made: dict, out: list, done: Atom | None = None) -> None:
        """`(a / y) * b` as `a * (b / y)`, `(-a) * b` as `-(a * b)`; `done` is such a quotient already."""
        for one, other in (node.args, node.args[::-1]):
            inner = self.used_here(one, made, out) if one != done else None
            if inner is None:
                continue
            name = operation_of(inner)
            if name == "truediv" and inner.args[1] != other:
                if self.turns or inner.args[0] in _ONE:
                    self.quotient(node, inner, other, made[one], made, out)
                    return
                sign = self.used_here(inner.args[0], made, out)
                if sign is not None and operation_of(sign) == "neg":
                    out[made[inner.args[0]]] = out[made[one]] = None
                    self.add(replace(inner, args=(sign.args[0], inner.args[1])), made, out)
                    self.negative(node, sign, (other, one), made, out)
                    return
            if name == "neg":
                out[made[one]] = None
                self.negative(node, inner, (inner.args[0], other), made, out)
                return
        self.add(node, made, out)

    def used_here(self, atom: Atom, made: dict, out: list) -> Entry | None:
        """The quotient or change of sign that makes a value which is used once, if it could as well be made here."""
        place = made.get(atom, -1)
        if place < 0 or self.uses[atom] != 1 or atom in self.exact:
            return None
        inner = out[place]
        if operation_of(inner) not in ("truediv", "neg"):
            return None
        between = [entry for entry in out[place + 1 :] if entry is not None]
        return inner if all([self.keeps_its_value(each, between) for each in inner.args]) else None

    def negative(self, node: Entry, sign: Entry, factors: tuple[Atom, Atom], made: dict, out: list) -> None:
        """A product of which the sign of one factor is taken, under the name that this had."""
        self.changed = True
        self.add(Entry(sign.targets, op("mul"), factors, (), sign.loc), made, out)
        self.add(Entry(node.targets, op("neg"), sign.targets, (), node.loc, node.note), made, out)

    @functools.cached_property
    def memory(self) -> Memory | None:
        return self.memories.where_written(self.function)

    def keeps_its_value(self, atom: Atom, between: Iterable[Node]) -> bool:
        """Whether it can be read later as well: what is written in place in between may hold another value then."""
        if self.memory is None or type(atom) is not Var or not self.memory.may_be_written(atom):
            return True
        return not any(self.memory.may_change(node, atom) for node in between)

    def quotient(self, node: Entry, inner: Entry, other: Atom, place: int, made: dict, out: list) -> None:
        above, below = inner.args
        out[place] = None
        self.changed = True
        if above in _ONE:
            self.add(Entry(node.targets, op("truediv"), (other, below), (), node.loc, node.note), made, out)
            return
        self.add(Entry(inner.targets, op("truediv"), (other, below), (), inner.loc), made, out)
        again = Entry(node.targets, op("mul"), (above, inner.targets[0]), (), node.loc, node.note)
        self.product(again, made, out, inner.targets[0])

    # ----------------------------------------------------------------------------------------------- stores

    def store(self, node: Entry, out: list, stores: dict) -> None:
        """Two additions to one place, with nothing between them that reads it, become one."""
        container, index, amount = node.args
        key = container, index
        place = stores.get(key)
        following = [] if place is None else [entry for entry in out[place:] if entry is not None]
        if place is not None and all(
            self.keeps_its_value(a, following) for a in (following[0].args[2], amount)
        ):
            before = following[0]
            total = self.fresh("t")
            out[place] = None
            self.changed = True
            out.append(Entry((total,), op("add"), (before.args[2], amount), (), node.loc))
            node = Entry((), node.fn, (container, index, total), (), node.loc, node.note)
        stores[key] = len(out)
        out.append(node)

    def forget(self, node: Entry, stores: dict) -> None:
        """An entry that may read a container: what was added to it before has to be there."""
        if effect_of(node) >= Effect.WRITING:
            stores.clear()
            return
        reads = node_reads(node)
        for key in [key for key in stores if self.may_read(reads, key[0])]:
            del stores[key]

    def may_read(self, reads: Iterable[Var], container: Atom) -> bool:
        return self.memory is None or any(self.memory.overlap(var, container) for var in reads)

    def fresh(self, hint: str) -> Var:
        if self.names is None:
            self.names = Names(var.name for var in defined_in(self.function.body))
            self.names.reserve(param.var.name for param in self.function.params)
        return Var(self.names.fresh(hint))
