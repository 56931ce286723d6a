"""Indices that a loop counts, or reads from arrays that it doesn't write, are checked before it: the least and the greatest of them.

for i in range(n):                            check_places(1, n, m, 0)      where n > 0
    t = placed(i + 1, m, 0)            →      for i in range(n):
    s += x[t]                                     s += x[i + 1]

for k in range(n):                            least, most = 0, -1
    t = placed(idx[k], m, 0)                  for k in range(n):
    s += x[t]                          →          least, most = min(least, idx[k]), max(most, idx[k])
                                              check_places(least, most, m, 0)
                                              for k in range(n):
                                                  s += x[wrapped(idx[k], m)]

What is read of an array that is written, or computed of floats, is checked where it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

from s2sad.analysis.inequalities import is_at_least
from s2sad.analysis.lengths import plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.names import Names
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Function, If, Node, Ref, Var, blocks_of, targets_of
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import defined_in, free_vars, node_reads, rename, substitute, walk, with_blocks
from s2sad.loops.beside_loops import Around, BesideLoops
from s2sad.loops.emission import emitted, moved
from s2sad.loops.index_checks import CHECK_PLACE, CHECK_PLACES, CHECKS, NO_PLACES
from s2sad.loops.index_extremes import AFFINE, Indices, canonical, factors_of
from s2sad.loops.local_arrays import LocalArrays
from s2sad.loops.raised_checks import raised, written_in
from s2sad.loops.ranges import both_ends, limits_of, range_made
from s2sad.runtime.loops import check_places, placed, wrapped
from s2sad.transform.dead import remove_dead

_WRAPPED = Ref("wrapped", wrapped)
_COMPARED = ("lt", "le", "gt", "ge", "eq", "ne", "not_")
_LIMIT = 30  # entries that a check takes


def with_early_checks(function: Function, arrays: LocalArrays, names: Names) -> Function:
    """The function that checks before loops what it can check there."""
    if not any(callee_of(node) in (placed, *CHECKS) for node in walk(function.body)):
        return function
    checks = _Checks(arrays, names)
    body = checks.block(function.body, [], ())
    return remove_dead(replace(function, body=substitute(body, checks.same)))


@dataclass(frozen=True)
class Level:
    """A block that is gone through, of `node`; `entries` are what it has become so far, `around` is known of items there."""

    node: Node | None
    block: Block
    entries: list[Node]
    around: Around
    seen: dict[Block, tuple[Atom, Atom]] = field(default_factory=dict)
    checked: set[Block] = field(default_factory=set)


class _Checks:
    def __init__(self, arrays: LocalArrays, names: Names) -> None:
        self.arrays, self.names = arrays, names
        self.beside = BesideLoops(arrays, names)
        self.written: set[object] = set()
        self.same: dict[Atom, Atom] = {}

    def block(self, block: Block, levels: list[Level], around: Around, node: Node | None = None) -> Block:
        """A block without the checks that stand before loops around; those of its own loops stand before these."""
        level = Level(node, block, [], around)
        for each in block.entries:
            if isinstance(each, Entry):
                level.entries.extend(self.entry(each, [*levels, level]))
                continue
            if node is None:
                self.written = written_in(each, self.arrays)
            within = (*self.beside.bounds(each), *around)
            change = partial(self.block, levels=[*levels, level], around=within, node=each)
            level.entries.append(with_blocks(each, change))
        return raised(Block(tuple(level.entries), block.results), self.arrays)

    def entry(self, node: Entry, levels: list[Level]) -> list[Node]:
        """An entry of a block, without what has been checked before loops."""
        around = levels[-1].around
        if callee_of(node) is check_places:
            return [] if self.is_early(node, Indices(node.args[0], node.args[1]), levels) else [node]
        if callee_of(node) is not placed or not self.is_early(
            node, Indices(node.args[0], node.args[0]), levels
        ):
            return [node]
        index, length = node.args[:2]
        known = self.arrays.length(index)
        if known is None or not is_at_least(known, 0, around):
            return [replace(node, fn=_WRAPPED, args=(index, length))]
        self.same[node.targets[0]] = index
        return []

    # ------------------------------------------------------------------------------------------- from inside to outside

    def is_early(self, node: Entry, found: Indices, levels: list[Level]) -> bool:
        """Whether indices are checked before a loop at least, by what is put there."""
        landing = None
        while any(isinstance(level.node, For) for level in levels):
            level = levels.pop()
            is_known = node.args[-2] not in defined_in(level.block) and not may_end(level.block)
            if not is_known or not self.take(found, level):
                break
            if isinstance(level.node, If):
                found.under(level.node.cond, level.block is level.node.then, self.names)
            elif not isinstance(level.node, For) or not self.over(found, level.node, node, levels[-1].around):
                break
            else:
                landing = levels[-1], replace(found)
        if landing is None:
            return False
        self.put(node, *landing)
        return True

    def put(self, node: Entry, level: Level, found: Indices) -> None:
        """Check the least and the greatest of indices; those that are computed already aren't once more."""
        if not found.conds:
            form = canonical(found.block)
            if form in level.seen:
                found.entries, (found.least, found.most) = (), level.seen[form]
            level.seen[form] = found.least, found.most
        ends = (found.least,) if found.least == found.most else (found.least, found.most)
        check = CHECK_PLACE if len(ends) == 1 else CHECK_PLACES
        made = found.checked(Entry((), check, (*ends, *node.args[-2:]), (), node.loc))
        form = canonical(Block(tuple(made), ()))
        if form not in level.checked:
            level.checked.add(form)
            level.entries.extend(made)

    def take(self, found: Indices, level: Level) -> bool:
        """Compute what is needed of a block before the indices; False for what can't be computed before the loops."""
        block, condition = self.with_needed(found.block, level), self.with_needed(found.condition, level)
        if block is None or condition is None or len(block.entries) + len(condition.entries) > _LIMIT:
            return False
        found.computed(block)
        found.before, found.conds = condition.entries, condition.results
        return True

    def with_needed(self, block: Block, level: Level) -> Block | None:
        """A block after what it needs of another one; None if that can't be computed before the loops."""
        made: dict[Atom, Node] = {target: node for node in level.entries for target in targets_of(node)}
        block = substitute(block, self.same)
        needed: list[Node] = []
        waiting: list[Atom] = list(free_vars(block))
        while waiting:
            node = made.get(waiting.pop())
            if node is None or any(node is one for one in needed):
                continue
            if not self.may_go(node):
                return None
            needed.append(node)
            waiting += [self.same.get(var, var) for var in node_reads(node)]
        entries = [node for node in level.entries if any(node is one for one in needed)]
        whole = substitute(Block((*entries, *block.entries), block.results), self.same)
        return rename(whole, self.names.fresh)

    def may_go(self, node: Node) -> bool:
        """Whether an entry computes integers or truths of such, or reads them from what no loop around writes."""
        if isinstance(node, If) or (isinstance(node, For) and node.inits == NO_PLACES):
            return all(self.may_go(each) for block in blocks_of(node) for each in block.entries)
        if not isinstance(node, Entry) or node.kwargs:
            return False
        kind, name, callee = self.arrays.facts.kind, operation_of(node), callee_of(node)
        if name == "getitem":
            array = node.args[0]
            return K.element(kind(array)) in (K.INT, K.BOOL) and not self.is_written(array)
        if name == "tuple_of" or callee in (range, placed, wrapped):
            return True
        if name in ("mod", "floordiv"):
            return isinstance(node.args[1], Const) and all(kind(atom) == K.INT for atom in node.args)
        known = name in (*AFFINE, *_COMPARED) or callee in (min, max)
        return known and all(kind(atom) in (K.INT, K.BOOL) for atom in node.args)

    def is_written(self, array: Atom) -> bool:
        return not isinstance(array, Var) or self.arrays.facts.classes.find(array) in self.written

    def over(self, found: Indices, loop: For, node: Entry, around: Around) -> bool:
        """The indices of all iterations of a loop; False for what isn't known of all before it."""
        made = range_made(self.arrays.definitions, loop.iterable)
        step = made.args[2] if made is not None and len(made.args) == 3 else Const(1)
        if (
            made is None
            or loop.stops
            or not found.reads.isdisjoint(loop.params)
            or not isinstance(step, Const)
        ):
            return False
        reads_elements = any(operation_of(each) == "getitem" for each in found.before)
        if loop.item in free_vars(found.condition) or reads_elements:
            found.chosen(self.names)
        if loop.item in found.reads:
            factors = factors_of(found.entries, loop.item)
            if factors is None or limits_of(made, self.arrays.length) is None:
                found.chosen(self.names)
                found.scan(loop, self.names)
                return True
            first, stop = both_ends(made.args)
            out: list[Node] = []
            last = moved(out, self.names, stop, -step.value)
            ends = (first, last) if step.value > 0 else (last, first)
            found.at_ends(loop.item, ends, factors, self.names)
            found.entries = (*out, *found.entries)
        if not self.beside.has_iterations(loop, around) and not self.is_harmless(node, loop, around):
            out = list(found.before)
            is_some = emitted(out, self.names, "lt" if step.value > 0 else "gt", *both_ends(made.args))
            found.before, found.conds = tuple(out), (is_some, *found.conds)
        return True

    def is_harmless(self, node: Entry, loop: For, around: Around) -> bool:
        """Whether the ends of the indices that a loop counts lie within their axis also if the loop has no iteration."""
        index, length = self.arrays.length(node.args[0]), self.arrays.length(node.args[-2])
        limits = self.beside.limits(loop)
        if index is None or length is None or limits is None or dict(index.terms).get(loop.item) != 1:
            return False
        first = plus(plus(index, symbol(loop.item), -1), limits.low)
        return is_at_least(first, 0, around) and is_at_least(plus(length, first, -1), 0, around)


def may_end(block: Block) -> bool:
    """Whether it may raise an error of the program's own."""
    return any(operation_of(node) == "raise_" for node in walk(block))
