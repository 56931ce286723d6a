"""A number that becomes an array in a loop is an array full of this number from the start.

total = 0.0                               total = np.full_like(A[0], 0.0)
for i in range(n):               →        for i in range(n):
    total = total + A[i]                      total = total + A[i]

That is the same as long as the loop only computes with it element by element. The first iteration is copied for its shape alone,
and nothing stays of the copy. Where it isn't sure that an iteration makes it an array, the program asks after the loop.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Union

import numpy as np

from s2sad.analysis.effects import effect_of
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Ref, Var, While, blocks_of
from s2sad.ir.notes import OF_SHAPE
from s2sad.ir.operation import Effect
from s2sad.ir.operations import callee_of, op, operation, operation_of
from s2sad.ir.rewrite import defined_in, free_vars, rename, walk, with_blocks
from s2sad.loops.elementwise import is_elementwise
from s2sad.runtime.loops import check_is_array

_FULL, _CHECK = Ref("np.full_like", np.full_like), Ref("check_is_array", check_is_array)
_FLOAT = Ref("float", float)
_MOST_STARTS = 20
Loop = Union[For, While]


class _NoStart(Exception):
    """It isn't known what array a number becomes."""


def with_array_starts(function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> Function:
    """The function with arrays in the place of numbers that become arrays; itself where there is nothing to change."""
    starts = _Starts(function, kind, names)

    def block(inner: Block) -> Block:
        return replace(inner, entries=tuple(made for node in inner.entries for made in entry(node)))

    def entry(node: Node) -> tuple[Node, ...]:
        if isinstance(node, (For, While)):
            try:
                made = starts.of_loop(node)
            except _NoStart:
                made = None
            if made is not None:
                return made
        return (node,) if isinstance(node, Entry) else (with_blocks(node, block),)

    body = block(function.body)
    return replace(function, body=body) if starts.count else function


class _Starts:
    def __init__(self, function: Function, kind: Callable[[Atom], K.Kind], names: Names) -> None:
        self.kind, self.names, self.count = kind, names, 0
        self.makers: dict[Atom, tuple[Node, int]] = {}
        self.params: dict[Atom, tuple[Loop, int]] = {}
        self.items: dict[Atom, For] = {}
        for node in walk(function.body):
            self.makers.update((target, (node, k)) for k, target in enumerate(getattr(node, "targets", ())))
            if isinstance(node, (For, While)):
                self.params.update((param, (node, k)) for k, param in enumerate(node.params))
            if isinstance(node, For):
                self.items[node.item] = node

    def fresh(self, hint: str) -> Var:
        return Var(self.names.fresh(hint))

    def changes(self, atom: Atom) -> bool:
        """Whether it is a number at first, and an array later."""
        kind = self.kind(atom)
        return K.is_array(kind) and kind.ndim is None and kind.most is not None

    def of_loop(self, loop: Loop) -> tuple[Node, ...] | None:
        """The loop with what comes before and after it; None if no number becomes an array in it."""
        places = [
            k
            for k, (param, init) in enumerate(zip(loop.params, loop.inits))
            if self.changes(param) and self.kind(init) in (K.INT, K.FLOAT) and not self.changes(init)
        ]
        if not places or self.count >= _MOST_STARTS:
            return None
        self.check_uses(loop)
        loop = with_blocks(loop, self.with_new_values)  # type: ignore[assignment]
        first = _FirstIteration(self, loop)
        inits = list(loop.inits)
        for k in places:
            like = first.copy(self.source(loop.body.results[k], frozenset((loop.params[k],))))
            start = self.fresh(loop.params[k].name)
            dtype = (("dtype", _FLOAT),) if K.element(self.kind(loop.params[k])) == K.FLOAT else ()
            first.out.append(Entry((start,), _FULL, (like, inits[k]), dtype, loop.loc))
            inits[k] = start
        self.count += 1
        made: Loop = replace(loop, inits=tuple(inits))
        if all(self.is_made(loop, k) for k in places):
            return (*first.out, made)
        flags = _Flags(self, [loop.params[k] for k in places])
        made, after = flags.loop(made)
        return (*first.out, made, *(Entry((), _CHECK, (flag,), (), loop.loc) for flag in after))

    def check_uses(self, loop: Loop) -> None:
        """Raises _NoStart unless what changes is only computed with, element by element."""
        for block in blocks_of(loop):
            for node in walk(block):
                if isinstance(node, Entry):
                    fits = not any(map(self.changes, node.args)) or is_known_for_both(node)
                elif isinstance(node, If):
                    fits = not self.changes(node.cond)
                else:
                    fits = isinstance(node, While) or (
                        isinstance(node, For) and not self.changes(node.iterable)
                    )
                if not fits:
                    raise _NoStart
        if isinstance(loop, While) and any(map(self.changes, loop.cond.results)):
            raise _NoStart
        self.check_names(loop)

    def check_names(self, loop: Loop) -> None:
        """Raises _NoStart if what is written in place may have another name."""
        nodes = [node for block in blocks_of(loop) for node in walk(block)]
        written = [
            atom
            for node in nodes
            if isinstance(node, Entry) and operation(node).plain
            for atom in (*node.targets, node.args[0])
            if self.changes(node.args[0])
        ]
        if not written:
            return
        blocks = [*blocks_of(loop), *(block for node in nodes for block in blocks_of(node))]
        given = Counter(atom for block in blocks for atom in block.results)
        given.update(atom for node in nodes if isinstance(node, (For, While)) for atom in node.inits)
        read = Counter(atom for node in nodes if isinstance(node, Entry) for atom in node.args)
        changed = [atom for atom in given if self.changes(atom)]
        if any(given[atom] > 1 for atom in (*written, *changed)):
            raise _NoStart
        for node in nodes:
            if isinstance(node, Entry) and operation(node).plain and self.changes(node.args[0]):
                if read[node.args[0]] + given[node.args[0]] > 1:
                    raise _NoStart

    def with_new_values(self, block: Block) -> Block:
        """The block with `t = t + x` for `t += x`, where nobody else knows the array `t`."""

        def entry(node: Node) -> Node:
            if not isinstance(node, Entry):
                return with_blocks(node, self.with_new_values)
            plain = operation(node).plain
            return replace(node, fn=op(plain)) if plain and self.changes(node.args[0]) else node

        return replace(block, entries=tuple(map(entry, block.entries)))

    def source(self, atom: Atom, before: frozenset[Atom]) -> Var:
        """The variable whose shape is that of the array which a number becomes."""
        if not isinstance(atom, Var):
            raise _NoStart
        if K.is_array(self.kind(atom)) and not self.changes(atom):
            return atom
        if atom in before:
            raise _NoStart
        before |= {atom}
        node, k = self.makers.get(atom) or self.params.get(atom) or (None, 0)
        if isinstance(node, (For, While)):
            return self.source(node.body.results[k], before)
        if isinstance(node, If):
            try:
                return self.source(node.then.results[k], before)
            except _NoStart:
                return self.source(node.orelse.results[k], before)
        raise _NoStart

    def is_made(self, loop: Loop, place: int) -> bool:
        """Whether it is sure that a loop makes an array of what it carries at a place."""
        if not isinstance(loop, For) or not self.is_sure(loop.body.results[place]):
            return False
        made = self.makers.get(loop.iterable)
        ends = made[0].args if made is not None and isinstance(made[0], Entry) else ()
        is_range = made is not None and isinstance(made[0], Entry) and callee_of(made[0]) is range
        known = all(isinstance(end, Const) for end in ends)
        return is_range and known and len(range(*[end.value for end in ends])) > 0

    def is_sure(self, atom: Atom) -> bool:
        """Whether it is an array at the end of each iteration."""
        node, k = self.makers.get(atom, (None, 0))
        if isinstance(node, (For, While)):
            return self.is_made(node, k)
        if isinstance(node, If):
            return self.is_sure(node.then.results[k]) and self.is_sure(node.orelse.results[k])
        return K.is_array(self.kind(atom)) and not self.changes(atom)


def is_known_for_both(node: Entry) -> bool:
    """Whether an entry gives the same of a number and of an array that is full of it."""
    return is_elementwise(node) or bool(operation(node).plain) or callee_of(node) in (np.where, np.clip)


class _FirstIteration:
    """Copies what a variable is made of in the first iteration of a loop, for its shape."""

    def __init__(self, starts: _Starts, loop: Loop) -> None:
        self.starts, self.out = starts, list[Node]()
        self.inside = {var for block in blocks_of(loop) for var in defined_in(block)}
        self.inside.update(loop.params, (loop.item,) if isinstance(loop, For) else ())
        self.copies: dict[Atom, Atom] = {}

    def copy(self, atom: Atom) -> Atom:
        if atom not in self.inside:
            return atom
        if atom not in self.copies:
            self.copies[atom] = self.made(atom)
        return self.copies[atom]

    def made(self, atom: Atom) -> Atom:
        if atom in self.starts.params:
            loop, k = self.starts.params[atom]
            return self.copy(loop.inits[k])
        if atom in self.starts.items:
            return self.first(self.starts.items[atom])
        node, k = self.starts.makers.get(atom, (None, 0))
        if isinstance(node, Entry):
            return self.entry(node, k)
        if node is None or not all(_is_pure(each) for block in blocks_of(node) for each in walk(block)):
            raise _NoStart
        values = {var: self.copy(var) for var in free_vars(Block((node,)))}
        copied = rename(Block((node,)), self.starts.names.fresh, values).entries[0]
        self.out.append(copied)
        return copied.targets[k]

    def entry(self, node: Entry, place: int) -> Atom:
        if not _is_pure(node):
            raise _NoStart
        plain = operation(node).plain
        args = tuple(map(self.copy, node.args))
        kwargs = tuple((key, self.copy(value)) for key, value in node.kwargs)
        targets = tuple(self.starts.fresh(target.name) for target in node.targets)
        fn = op(plain) if plain else node.fn
        note = OF_SHAPE if operation_of(node) == "getitem" else node.note
        self.out.append(replace(node, fn=fn, targets=targets, args=args, kwargs=kwargs, note=note))
        return targets[place]

    def first(self, loop: For) -> Atom:
        """The first item of what a loop goes through."""
        made, _ = self.starts.makers.get(loop.iterable, (None, 0))
        if not isinstance(made, Entry) or callee_of(made) is not range:
            raise _NoStart
        return Const(0) if len(made.args) == 1 else self.copy(made.args[0])


def _is_pure(node: Node) -> bool:
    if isinstance(node, Entry):
        return effect_of(node) <= Effect.FRESH or bool(operation(node).plain)
    return isinstance(node, (For, While, If))


class _Flags:
    """Carries, beside each number that becomes an array, whether it has become one."""

    def __init__(self, starts: _Starts, carried: list[Var]) -> None:
        self.starts, self.flags = starts, dict.fromkeys(carried, Const(False))
        self.of: dict[Atom, Atom] = {}

    def flag(self, atom: Atom) -> Atom:
        if atom in self.of:
            return self.of[atom]
        return Const(K.is_array(self.starts.kind(atom)) and not self.starts.changes(atom))

    def loop(self, loop: Loop) -> tuple[Loop, list[Atom]]:
        """The loop that carries flags, and these after it."""
        changing = [k for k, param in enumerate(loop.params) if self.starts.changes(param)]
        inits = [
            self.flag(loop.inits[k]) if loop.params[k] not in self.flags else Const(False) for k in changing
        ]
        params = [self.starts.fresh("is_array") for _ in changing]
        targets = [self.starts.fresh("is_array") for _ in changing]
        self.of.update((loop.params[k], param) for k, param in zip(changing, params))
        body = self.block(loop.body, changing, len(loop.params))
        made = replace(
            loop,
            params=(*loop.params, *params),
            inits=(*loop.inits, *inits),
            targets=(*loop.targets, *targets),
            body=body,
        )
        self.of.update((loop.targets[k], target) for k, target in zip(changing, targets))
        return made, [flag for k, flag in zip(changing, targets) if loop.params[k] in self.flags]

    def block(self, block: Block, changing: list[int], count: int) -> Block:
        entries = tuple(map(self.node, block.entries))
        flags = tuple(self.flag(block.results[k]) for k in changing)
        return Block(entries, (*block.results[:count], *flags, *block.results[count:]))

    def node(self, node: Node) -> Node:
        if isinstance(node, (For, While)) and any(map(self.starts.changes, node.params)):
            return self.loop(node)[0]
        if not isinstance(node, If) or not any(map(self.starts.changes, node.targets)):
            return node if isinstance(node, Entry) else with_blocks(node, self.nested)
        changing = [k for k, target in enumerate(node.targets) if self.starts.changes(target)]
        targets = [self.starts.fresh("is_array") for _ in changing]
        then, orelse = (self.block(each, changing, len(node.targets)) for each in (node.then, node.orelse))
        self.of.update((node.targets[k], target) for k, target in zip(changing, targets))
        return replace(node, targets=(*node.targets, *targets), then=then, orelse=orelse)

    def nested(self, block: Block) -> Block:
        return replace(block, entries=tuple(map(self.node, block.entries)))
