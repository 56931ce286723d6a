"""Branches in the reverse sweep.

    if c -> y               if c -> y, t_1                  if c -> x_bar
        t = f x                 t = f x                         x_bar_1 = mul t_1 y_bar
        y = mul t x     →       yield y t               …       yield x_bar_1
    else                    else                            else
        yield x                 yield x undefined               yield y_bar

What the reverse branch reads of the forward branch is handed out of it. The condition is a variable that is still
there, or one that an enclosing loop saves as any other.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from s2sad.ad.arrays import buffer, container_buffer
from s2sad.ad.contributions import contribute, has_rank, may_be_container, shadow_of_container, zeros_like
from s2sad.ad.late_shadows import with_late_shadows
from s2sad.ad.repeats import with_repeats
from s2sad.ad.sweep import Sweep
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Entry,
    For,
    Handler,
    If,
    Node,
    Try,
    Var,
    While,
    With,
    blocks_of,
)
from s2sad.ir.operations import callee_of, op, operation_of
from s2sad.ir.rewrite import defined_in, free_vars, node_reads, substitute, walk

# --------------------------------------------------------------------------------------------- captures

Branch = tuple[list[Node], list[Node], dict[Atom, Atom]]
"""Forward entries, reverse entries, and the adjoints at the start of a branch."""


def capturing(sweep: Sweep, node: Node) -> list[Var]:
    """The active numbers of the blocks around that a region reads; containers among them get their shadows."""
    numbers: dict[Var, None] = {}
    parts, carried = read_in_parts(sweep, node), only_carried(node)
    for var in node_reads(node):
        root = sweep.root(var)
        if not isinstance(root, Var) or root not in sweep.active:
            continue
        if sweep.is_container(root):
            if var not in carried:
                shadow_of_container(sweep, root)
        elif has_rank(sweep, root) or (root in parts and K.is_array(sweep.facts.kind(root))):
            if var not in carried:
                buffer(sweep, root)
        elif root not in sweep.shadows:
            if root in parts and may_be_container(sweep, root):  # it may be a number as well
                sweep.bars[root] = bar = container_buffer(sweep, root, sweep.bars.get(root))
                sweep.owned.add(bar)
            numbers[root] = None
    return list(numbers)


def only_carried(node: Node) -> set[Atom]:
    """What a loop begins with and doesn't read otherwise: its adjoint is complete when that of the loop is."""
    if not isinstance(node, (For, While)):
        return set()
    read: set[Atom] = {atom for block in blocks_of(node) for atom in free_vars(block)}
    if isinstance(node, For):
        read.add(node.iterable)
    return {atom for atom in node.inits if atom not in read and node.inits.count(atom) == 1}


def read_in_parts(sweep: Sweep, node: Node) -> set[Atom]:
    """What a region takes items of, arrays of whatever rank among them: their adjoints are added to in place."""
    return {
        sweep.root(inner.args[0])
        for block in blocks_of(node)
        for inner in walk(block)
        if operation_of(inner) in ("getitem", "unpack")
    }


def take_targets(sweep: Sweep, targets: Sequence[Var]) -> list[Atom | None]:
    """The adjoints of a region's results; a container that has none yet has an empty shadow."""
    for target in targets:
        if target in sweep.active and sweep.is_container(target):
            shadow_of_container(sweep, target)
    return [sweep.take(target) for target in targets]


def reverse_block(sweep: Sweep, block: Block, bars: list[Atom | None]) -> Branch:
    """Reverse a branch on its own: its forward entries, its reverse entries, the adjoints at its start."""
    out, kept, snapshots = sweep.out, dict(sweep.bars), dict(sweep.snapshots)
    sweep.out = []
    for atom, bar in zip(block.results, bars):
        if bar is not None:
            contribute(sweep, atom, bar, own=False)
    forward = sweep.block(block)
    reverse, ended = sweep.out, sweep.bars
    sweep.out, sweep.bars, sweep.snapshots = out, kept, snapshots
    return forward, reverse, ended


def merge_bars(sweep: Sweep, captured: list[Var], sides: list[Branch]) -> tuple[list[Var], list[list[Atom]]]:
    """Targets for the adjoints that branches have changed, and what each branch yields for them."""
    targets: list[Var] = []
    results: list[list[Atom]] = [[] for _ in sides]
    for var in captured:
        before = sweep.bars.get(var)
        after = [bars.get(var) for _, _, bars in sides]
        if all(bar == before for bar in after):
            continue
        kind = sweep.facts.kind(var)
        target = sweep.new(sweep.bar_hint(var), kind)
        targets.append(target)
        for result, bar, (_, entries, _) in zip(results, after, sides):
            result.append(zero_at_end(sweep, var, entries) if bar is None else bar)
        sweep.bars[var] = target
    return targets, results


def zero_at_end(sweep: Sweep, var: Var, entries: list[Node]) -> Atom:
    """The adjoint that a branch leaves of what it assigned anew: that of an array of whatever rank has its shape."""
    if not K.is_array(sweep.facts.kind(var)):
        return Const(0.0)
    out, sweep.out = sweep.out, entries
    zero = zeros_like(sweep, var)
    sweep.out = out
    return zero


def hand_out(
    sweep: Sweep, forward: list[Node], reverse: Block, bound: Var | None = None
) -> tuple[Block, list[Var], list[Var]]:
    """What the reverse branch reads of the forward one: the branch with new names for it, those, and the old."""
    inner = {*defined_in(Block(tuple(forward))), bound}
    needed = [var for var in free_vars(reverse) if var in inner]
    handed = [sweep.new(var.name, sweep.facts.kind(var)) for var in needed]
    return substitute(reverse, dict(zip(needed, handed))), handed, needed


# --------------------------------------------------------------------------------------------- branches


def reverse_if(sweep: Sweep, node: If) -> list[Node]:
    captured = capturing(sweep, node)
    bars = take_targets(sweep, node.targets)
    sides = [reverse_block(sweep, block, bars) for block in (node.then, node.orelse)]
    targets, results = merge_bars(sweep, captured, sides)
    if not targets and not any(side[1] for side in sides):
        return [with_forward(node, [(side[0], ()) for side in sides], ())]
    blocks, handed, extra, forwards = [], [], [], []
    for (forward, entries, _), result, primal in zip(sides, results, (node.then, node.orelse)):
        reverse = Block(tuple(entries), tuple(result))
        forward, reverse = with_late_shadows(sweep, forward, reverse, primal.results)
        reverse = with_repeats(sweep, forward, reverse)
        block, names, old = hand_out(sweep, forward, reverse)
        blocks.append(block)
        handed.append(names)
        extra.append(old)
        forwards.append(forward)
    sweep.out.append(If(tuple(targets), sweep.root(node.cond), blocks[0], blocks[1], node.loc))
    first = (*extra[0], *[Const(UNDEFINED)] * len(extra[1]))
    second = (*[Const(UNDEFINED)] * len(extra[0]), *extra[1])
    news = list(zip(forwards, (first, second)))
    return [with_forward(node, news, (*handed[0], *handed[1]))]


def with_forward(node: If, news: list, targets: tuple[Var, ...]) -> If:
    then, orelse = (
        Block(tuple(forward), (*block.results, *extra))
        for block, (forward, extra) in zip((node.then, node.orelse), news)
    )
    return If((*node.targets, *targets), node.cond, then, orelse, node.loc, node.note)


# ------------------------------------------------------------------------------------- exceptions, with


def reverse_try(sweep: Sweep, node: Try) -> list[Node]:
    """The forward sweep remembers which path it took: 0 for the body, k for the handler number k; after one that raises
    there is no reverse sweep."""
    captured = capturing(sweep, node)
    bars = take_targets(sweep, node.targets)
    sides = [reverse_block(sweep, block, bars) for block in blocks_of(node)]
    taken = [i for i, block in enumerate(blocks_of(node)) if not ends_in_raise(block)]
    targets, results = merge_bars(sweep, captured, [sides[i] for i in taken])
    path = sweep.new("path", K.INT)
    all_handed: list[Var] = []
    columns: list[list[Atom]] = [[Const(i)] for i in range(len(sides))]
    blocks: dict[int, Block] = {}
    for i, result in zip(taken, results):
        forward, entries, _ = sides[i]
        blocks[i], handed, needed = hand_out(sweep, forward, Block(tuple(entries), tuple(result)))
        all_handed += handed
        for j, column in enumerate(columns):
            column += needed if i == j else [Const(UNDEFINED)] * len(needed)
    if blocks:
        sweep.out.append(chain(sweep, path, targets, list(blocks.items())))
    news = [
        Block(tuple(side[0]), (*block.results, *column))
        for side, block, column in zip(sides, blocks_of(node), columns)
    ]
    handlers = tuple(
        Handler(handler.kind, handler.name, block) for handler, block in zip(node.handlers, news[1:])
    )
    return [replace(node, targets=(*node.targets, path, *all_handed), body=news[0], handlers=handlers)]


def ends_in_raise(block: Block) -> bool:
    return any(isinstance(node, Entry) and operation_of(node) == "raise_" for node in block.entries)


def chain(sweep: Sweep, path: Var, targets: list[Var], blocks: list[tuple[int, Block]]) -> If:
    """`if path == 0: … elif path == 1: …`; what is the last one needs no test."""
    (number, block), *others = blocks
    if not others:
        missing = Block((), (Const(UNDEFINED),) * len(targets))
        return If(tuple(targets), Const(True), block, missing, sweep.loc)
    test = sweep.emit("eq", (path, Const(number)), "t", K.BOOL)
    if len(others) == 1:
        return If(tuple(targets), test, block, others[0][1], sweep.loc)
    out, sweep.out = sweep.out, []
    inner = [sweep.new(target.name, sweep.facts.kind(target)) for target in targets]
    rest = chain(sweep, path, inner, others)
    orelse = Block((*sweep.out, rest), tuple(inner))
    sweep.out = out
    return If(tuple(targets), test, block, orelse, sweep.loc)


def reverse_with(sweep: Sweep, node: With) -> list[Node]:
    """The reverse sweep is no longer under the context manager, unless that says what becomes of warnings."""
    bars = take_targets(sweep, node.targets)
    start = len(sweep.out)
    for atom, bar in zip(node.body.results, bars):
        if bar is not None:
            contribute(sweep, atom, bar)
    forward = sweep.block(node.body)
    reverse = Block(tuple(sweep.out[start:]), tuple(sweep.bars.values()))
    block, handed, needed = hand_out(sweep, forward, reverse, node.bound)
    block = under_warnings(sweep, node, block)
    sweep.out[start:] = block.entries
    sweep.bars.update(zip(list(sweep.bars), block.results))
    body = Block(tuple(forward), (*node.body.results, *needed))
    return [replace(node, targets=(*node.targets, *handed), body=body)]


def under_warnings(sweep: Sweep, node: With, block: Block) -> Block:
    """The reverse sweep of what is under `np.errstate` or `warnings.catch_warnings` is under another one like it."""
    made = sweep.definitions.get(node.manager) if isinstance(node.manager, Var) else None
    if made is not None and operation_of(made) == "unended" and isinstance(made.args[0], Var):
        made = sweep.definitions.get(made.args[0])
    if made is None or callee_of(made) not in _OF_WARNINGS or not block.entries:
        return block
    again = replace(made, targets=(sweep.new("t", K.OBJECT),))
    settings = [
        replace(entry, targets=tuple([sweep.new("t", K.UNKNOWN) for _ in entry.targets]))
        for entry in node.body.entries
        if isinstance(entry, Entry) and getattr(callee_of(entry), "__module__", "") == "warnings"
    ]
    own = defined_in(block)
    inner = [atom for atom in dict.fromkeys(block.results) if isinstance(atom, Var) and atom in own]
    outer: dict[Any, Var] = {atom: sweep.new(atom.name, sweep.facts.kind(atom)) for atom in inner}
    body = Block((*settings, *block.entries), tuple(inner))
    under = With(tuple(outer.values()), again.targets[0], None, body, node.loc)
    return Block((again, under), tuple([outer.get(atom, atom) for atom in block.results]))


_OF_WARNINGS = (np.errstate, warnings.catch_warnings)


def define_saved(block: Block, saved: set[Var]) -> Block:
    """Variables that are saved for the reverse sweep must be bound: None stands where they are undefined."""
    while True:
        before = len(saved)
        block = _defined(block, saved)
        if len(saved) == before:
            return block


def _defined(block: Block, saved: set[Var]) -> Block:
    return Block(tuple(_defined_node(node, saved) for node in reversed(block.entries))[::-1], block.results)


def _defined_node(node: Node, saved: set[Var]) -> Node:
    if isinstance(node, Entry):
        if any(target in saved for target in node.targets) and node.fn == op("tuple_of"):
            saved.update(atom for atom in node.args if isinstance(atom, Var))
        return node
    if isinstance(node, If):
        then, orelse = (_filled(inner, node.targets, saved) for inner in (node.then, node.orelse))
        return replace(node, then=_defined(then, saved), orelse=_defined(orelse, saved))
    if isinstance(node, Try):
        body = _defined(_filled(node.body, node.targets, saved), saved)
        handlers = tuple(
            replace(handler, block=_defined(_filled(handler.block, node.targets, saved), saved))
            for handler in node.handlers
        )
        return replace(node, body=body, handlers=handlers)
    if isinstance(node, With):
        return replace(node, body=_defined(_filled(node.body, node.targets, saved), saved))
    if not isinstance(node, (For, While)):
        return node
    saved.update(param for param, target in zip(node.params, node.targets) if target in saved)
    places = [param in saved for param in node.params]
    inits = tuple(_bound(init) if place else init for init, place in zip(node.inits, places))
    saved.update(init for init, place in zip(inits, places) if place and isinstance(init, Var))
    body = _filled(node.body, node.params, saved)
    return replace(node, inits=inits, body=_defined(body, saved))


def _filled(block: Block, targets: Sequence[Var], saved: set[Var]) -> Block:
    results = []
    for i, atom in enumerate(block.results):
        wanted = i < len(targets) and targets[i] in saved
        results.append(_bound(atom) if wanted else atom)
        if wanted and isinstance(atom, Var):
            saved.add(atom)
    return Block(block.entries, tuple(results))


def _bound(atom: Atom) -> Atom:
    return Const(None) if atom == Const(UNDEFINED) else atom
