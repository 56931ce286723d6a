"""Loops over places, pairs and products are loops within loops.

for p in np.ndindex(n, m)                      for i in range(n):
    …                                    →         for j in range(m):
                                                       p = tuple_of i j

for p in combinations(range(n), 2)       →     for i in range(n):
                                                   for j in range(i + 1, n):
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, Node, Ref, Var
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import definitions_of, expanded, uses_of, walk, with_blocks

_RANGE, _LEN = Ref("range", range), Ref("len", len)
_NESTED = (np.ndindex, itertools.combinations, itertools.product, itertools.pairwise)


@dataclass
class Nest:
    """The loops that take the place of one: what is computed before all of them, and the items of the innermost.

    Each goes through an iterable, which entries of its own make, within the loops before it.
    """

    before: list[Entry] = field(default_factory=list)
    levels: list[tuple[Var, list[Entry], Atom]] = field(default_factory=list)
    reads: list[Entry] = field(default_factory=list)
    items: list[Atom] = field(default_factory=list)


def with_nested_ranges(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function whose loops over places, pairs and products go along one axis each, where these are known."""
    if not any(isinstance(node, Entry) and callee_of(node) in _NESTED for node in walk(function.body)):
        return function
    nests = _Nests(definitions_of(function), kind, names)

    def nested(node: Node) -> tuple[Node, ...]:
        nest = nests.of(node) if isinstance(node, For) and not node.stops else None
        return (node,) if nest is None else (*nest.before, *_loops(node, nest, names))  # type: ignore[arg-type]

    made = replace(function, body=expanded(function.body, nested))
    read = {atom for node in walk(made.body) for atom in uses_of(node)}

    def is_read(node: Node) -> bool:
        return callee_of(node) not in _NESTED or node.targets[0] in read

    return replace(made, body=_kept(made.body, is_read))


def _kept(block: Block, is_kept: Callable[[Node], bool]) -> Block:
    entries = [
        with_blocks(node, lambda inner: _kept(inner, is_kept)) for node in block.entries if is_kept(node)
    ]
    return replace(block, entries=tuple(entries))


@dataclass(frozen=True)
class _Nests:
    """What is known of the iterables of a function."""

    definitions: dict[Any, Entry]
    kind: Callable[[Atom], K.Kind]
    names: Names

    def of(self, node: For) -> Nest | None:
        made = self.definitions.get(node.iterable)
        callee = callee_of(made) if made is not None else None
        if made is None or callee not in _NESTED:
            return None
        if callee is np.ndindex:
            return self.places(made)
        if callee is itertools.pairwise:
            return self.neighbours(made)
        return self.pairs(made) if callee is itertools.combinations else self.products(made)

    def new(self, entries: list[Entry], hint: str, fn: Ref, *args: Atom) -> Var:
        target = Var(self.names.fresh(hint))
        entries.append(Entry((target,), fn, args))
        return target

    def places(self, made: Entry) -> Nest | None:
        """`np.ndindex`: a loop for each length, if these are known one by one."""
        nest = Nest()
        shape = made.args[0] if len(made.args) == 1 else None
        of = self.definitions.get(shape) if isinstance(shape, Var) else None
        if shape is None or self.kind(shape) == K.INT:
            lengths = list(made.args)
        elif of is not None and operation_of(of) == "tuple_of":
            lengths = list(of.args)
        elif self.kind(shape).name == "tuple" and self.kind(shape).fields is not None:
            places = range(len(self.kind(shape).fields or ()))
            lengths = [self.new(nest.before, "n", op("getitem"), shape, Const(k)) for k in places]
        else:
            return None
        for length in lengths:
            self.level(nest, [], self.new(nest.before, "t", _RANGE, length))
        return nest if lengths else None

    def level(self, nest: Nest, entries: list[Entry], through: Atom) -> Var:
        index = Var(self.names.fresh("i"))
        nest.levels.append((index, entries, through))
        nest.items.append(index)
        return index

    def pairs(self, made: Entry) -> Nest | None:
        """`combinations`: each loop begins behind the item of the one around it."""
        many = made.args[1] if len(made.args) == 2 and not made.kwargs else None
        if not isinstance(many, Const) or type(many.value) is not int or many.value < 1:
            return None
        nest = Nest()
        through, of = self.definitions.get(made.args[0]), made.args[0]
        is_range = through is not None and callee_of(through) is range and len(through.args) < 3
        if is_range and through is not None:
            first, last = (Const(0), *through.args)[-2:]
        elif K.is_array(self.kind(of)):
            first, last = Const(0), self.new(nest.before, "n", _LEN, of)
        else:
            return None
        for _ in range(many.value):
            entries: list[Entry] = []
            if nest.levels:
                first = self.new(entries, "first", op("add"), nest.levels[-1][0], Const(1))
            self.level(nest, entries, self.new(entries, "t", _RANGE, first, last))
        if not is_range:
            nest.items = [self.new(nest.reads, "item", op("getitem"), of, index) for index in nest.items]
        return nest

    def neighbours(self, made: Entry) -> Nest | None:
        """`pairwise` of a range."""
        through = self.definitions.get(made.args[0])
        if through is None or callee_of(through) is not range or len(through.args) > 2:
            return None
        nest = Nest()
        first, last = (Const(0), *through.args)[-2:]
        last = self.new(nest.before, "last", op("sub"), last, Const(1))
        index = self.level(nest, [], self.new(nest.before, "t", _RANGE, first, last))
        nest.items.append(self.new(nest.reads, "following", op("add"), index, Const(1)))
        return nest

    def products(self, made: Entry) -> Nest | None:
        """`product`: a loop for each of the ranges and arrays."""
        named = dict(made.kwargs)
        many = named.pop("repeat", Const(1))
        if named or not isinstance(many, Const) or type(many.value) is not int or not made.args:
            return None
        nest = Nest()
        for of in made.args * many.value:
            through = self.definitions.get(of)
            if through is not None and callee_of(through) is range:
                self.level(nest, [], of)
            elif K.is_array(self.kind(of)):
                length = self.new(nest.before, "n", _LEN, of)
                index = self.level(nest, [], self.new(nest.before, "t", _RANGE, length))
                nest.items[-1] = self.new(nest.reads, "item", op("getitem"), of, index)
            else:
                return None
        return nest if nest.levels else None


def _loops(node: For, nest: Nest, names: Names) -> tuple[Node, ...]:
    """The loop as one within the other, the last of the nest innermost."""
    place = Entry((node.item,), op("tuple_of"), tuple(nest.items), (), node.loc)
    loop = replace(node, body=replace(node.body, entries=(*nest.reads, place, *node.body.entries)))
    index, entries, through = nest.levels[-1]
    for outer in reversed(nest.levels[:-1]):
        params = tuple(Var(names.fresh(param.name)) for param in node.params)
        targets = tuple(Var(names.fresh(target.name)) for target in node.targets)
        inner = replace(loop, targets=targets, item=index, iterable=through, inits=params, note="")
        loop = replace(node, params=params, body=Block((*entries, inner), targets))
        index, entries, through = outer
    return (*entries, replace(loop, item=index, iterable=through))
