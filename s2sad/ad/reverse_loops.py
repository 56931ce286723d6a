"""Loops in the reverse sweep.

    for i in range(n) with v = a -> z       for i … (as before), after each: append saved v
        v_1 = mul v x                   →   reverse sweep:
        yield v_1                           for v_2 in reversed(saved) with v_bar = z_bar, x_bar = 0.0
                                                …

The reverse loop carries the adjoints of what the loop carries, and accumulates those of what it only reads. Of each
iteration it gets what its code reads and can't compute again from what is there: the loop variable of a range, and
what follows from it and from variables that the loop doesn't change, is computed again; everything else is saved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from s2sad.ad.arrays import nothing
from s2sad.ad.contributions import (
    COPY,
    contribute,
    has_rank,
    is_fresh,
    number_everywhere,
    shadow_of_container,
)
from s2sad.ad.equal_shadows import without_equal_items
from s2sad.ad.late_shadows import with_late_shadows
from s2sad.ad.recompute import Plan, Recomputation
from s2sad.ad.repeats import fresh_like, is_written
from s2sad.ad.reverse_branches import capturing, take_targets
from s2sad.ad.saved_shapes import with_shapes_saved
from s2sad.ad.sweep import Sweep
from s2sad.ad.unread_entries import without_unread
from s2sad.errors import UnsupportedValue
from s2sad.ir import kinds as K
from s2sad.ir.names import stem
from s2sad.ir.nodes import Atom, Block, Const, Entry, For, Node, Ref, Var, While
from s2sad.ir.operations import op, operation_of
from s2sad.ir.rewrite import defined_in, free_vars, rename, substitute, targets_of

ONES_LIKE = Ref("np.ones_like", np.ones_like)


@dataclass
class Reversed:
    """The reverse of a loop's body, before it is known what is saved."""

    forward: list[Node]
    block: Block
    params: list[Var]
    inits: list[Atom]
    carried: list[int]
    captured: list[Var]


def reverse_loop(sweep: Sweep, node: For | While) -> list[Node]:
    sweep.later.note_loop(node)
    body = reversed_body(sweep, node)
    if body is None:
        return [node]
    if sweep.context.arrays:
        halves = with_late_shadows(sweep, body.forward, body.block, node.body.results)
        body = replace(body, forward=halves[0], block=halves[1])
    body = replace(body, block=without_unread(without_equal_items(body.block)))
    inner = defined_in(Block(tuple(body.forward))) | set(node.params)
    if isinstance(node, For):
        inner.add(node.item)
    if sweep.context.arrays:
        read = [var for var in free_vars(body.block) if var in inner]
        halves = with_shapes_saved(body.forward, body.block, read, sweep.facts, sweep.new)
        body = replace(body, forward=halves[0], block=halves[1])
        inner |= defined_in(Block(tuple(body.forward)))
    needed = [var for var in free_vars(body.block) if var in inner]
    over = again(sweep, node.iterable) if isinstance(node, For) and not node.stops else None
    available = node.item if over is not None and isinstance(node, For) else None
    written = partial(is_written, sweep)
    final, part, kept = sweep.is_final_value, sweep.is_restored_part, sweep.is_kept
    recomputation = Recomputation(
        body.forward, inner, available, sweep.facts, written, final, sweep.root, part, kept
    )
    plan = recomputation.plan(needed)
    made = [recomputation.made[var] for var in plan.saved if var in recomputation.made]
    sweep.saved_numbers += [entry for entry in made if reads_number(sweep, entry)]
    if isinstance(node, For) and over is not None and not plan.saved:
        return replayed(sweep, node, body, plan, over)
    return with_saved(sweep, node, body, plan, over)


def reads_number(sweep: Sweep, node: Entry) -> bool:
    """Whether an entry reads a number from an array."""
    return (
        operation_of(node) == "getitem"
        and K.is_array(sweep.facts.kind(node.args[0]))
        and sweep.facts.kind(node.targets[0]) in K.NUMBERS
    )


def reversed_body(sweep: Sweep, node: For | While) -> Reversed | None:
    captured = [v for v in capturing(sweep, node) if v not in node.inits or reads_inside(sweep, node, v)]
    carried = [
        i for i, param in enumerate(node.params) if param in sweep.active and param not in sweep.shadows
    ]
    bars = take_targets(sweep, node.targets)
    if not any(bars[i] is not None for i in carried) and not captured and not touches(sweep, node):
        return None
    params, inits = begun(sweep, node, carried, bars, captured)
    out, kept = sweep.out, sweep.bars
    sweep.out = []
    sweep.bars = {v: bar for v, bar in kept.items() if sweep.is_container(v) or is_owned(sweep, bar)}
    sweep.bars.update(zip(captured, params[len(carried) :]))
    for i, param in zip(carried, params):
        contribute(sweep, node.body.results[i], param)
    forward = sweep.block(node.body)
    if isinstance(node, For) and node.item in sweep.bars:
        reason = "a loop goes over an iterator of what active values are written to meanwhile"
        raise UnsupportedValue(reason, "go over its places: `for i in range(len(items))`", node.loc)
    if sweep.probing:
        sweep.probe(node.params[i] for i in carried)
    results = [param_bar(sweep, node.params[i]) for i in carried]
    results = [kept_apart(sweep, *pair) for pair in zip(results, params)]
    results += [sweep.bars.get(var, Const(0.0)) for var in captured]
    block = Block(tuple(sweep.out), tuple(results))
    sweep.out, sweep.bars = out, kept
    first = [kept_apart(sweep, *pair) for pair in zip(inits[: len(carried)], params)]
    inits = [*first, *inits[len(carried) :]]
    sweep.loc = node.loc
    return Reversed(forward, block, params, inits, carried, captured)


def begun(
    sweep: Sweep, node: For | While, carried: list[int], bars: list[Atom | None], captured: list[Var]
) -> tuple[list[Var], list[Atom]]:
    """The adjoints that the reverse loop carries, and what they are at first."""
    params: list[Var] = []
    inits: list[Atom] = []
    for i in carried:
        bar = bars[i]
        params.append(sweep.new(sweep.bar_hint(node.params[i]), sweep.facts.kind(node.params[i])))
        inits.append(nothing(sweep, node.targets[i]) if bar is None else filled(sweep, node.targets[i], bar))
        if has_rank(sweep, node.params[i]):
            sweep.owned.add(params[-1])  # see `kept_apart`
    for var in captured:
        params.append(sweep.new(sweep.bar_hint(var), sweep.facts.kind(var)))
        inits.append(sweep.bars[var] if var in sweep.bars else nothing(sweep, var))
        if inits[-1] in sweep.owned:
            sweep.owned.add(params[-1])
    return params, inits


def filled(sweep: Sweep, var: Var, bar: Atom) -> Atom:
    """An adjoint with which a loop begins: one that is the same number everywhere is an array of that."""
    number = number_everywhere(sweep, bar) if has_rank(sweep, var) else None
    if number is None:
        return bar
    sweep.saved.add(var)
    made = sweep.emit(ONES_LIKE, (var,), sweep.bar_hint(var))
    if number != Const(1.0):
        made = sweep.emit("mul", (number, made), sweep.bar_hint(var))
    sweep.owned.add(made)
    return made


def kept_apart(sweep: Sweep, bar: Atom, param: Var) -> Atom:
    """What a carried adjoint is at first, or next: an array of its own, if the loop's body adds to the adjoint in place."""
    if param not in sweep.accumulated or is_fresh(sweep, bar):
        return bar
    copy = sweep.emit(COPY, (bar,), stem(param.name))
    sweep.owned.add(copy)
    return copy


def reads_inside(sweep: Sweep, node: For | While, var: Var) -> bool:
    return any(sweep.root(read) == var for read in free_vars(node.body))


def touches(sweep: Sweep, node: For | While) -> bool:
    """Whether the loop reads or writes containers that have a shadow."""
    return any(has_shadow(sweep, sweep.root(var)) for var in free_vars(node.body))


def has_shadow(sweep: Sweep, var: Atom) -> bool:
    """Whether its adjoint is an object that is written in place."""
    if var in sweep.shadows:
        return True
    return (
        isinstance(var, Var)
        and var in sweep.bars
        and (sweep.is_container(var) or is_owned(sweep, sweep.bars[var]))
    )


def is_owned(sweep: Sweep, bar: Atom) -> bool:
    return bar in sweep.owned


def param_bar(sweep: Sweep, param: Var) -> Atom:
    """The adjoint of a carried variable at the start of the body; a shadow of nothing is None."""
    if sweep.is_container(param):
        return shadow_of_container(sweep, param)
    bar = sweep.bars.pop(param, None)
    return nothing(sweep, param) if bar is None else bar


def finish(sweep: Sweep, node: For | While, body: Reversed, loop: For) -> None:
    """Add the reverse loop; what it accumulated goes to the adjoints."""
    sweep.out.append(loop)
    count = len(body.carried)
    for var, target in zip(body.captured, loop.targets[count:]):
        sweep.bars[var] = target
    for place, (i, target) in enumerate(zip(body.carried, loop.targets)):
        if body.inits[place] in sweep.owned and body.block.results[place] in sweep.owned:
            sweep.owned.add(target)
        contribute(sweep, node.inits[i], target)


def targets_for(sweep: Sweep, body: Reversed) -> tuple[Var, ...]:
    return tuple(sweep.new(param.name, sweep.facts.kind(param)) for param in body.params)


# --------------------------------------------------------------------------------------- nothing saved


def again(sweep: Sweep, iterable: Atom) -> list[Entry] | None:
    """What makes the same range once more, for the reverse loop; None for what may not be iterated again."""
    made = sweep.definitions.get(iterable) if isinstance(iterable, Var) else None
    if made is None or not isinstance(made.fn, Ref):
        return None
    if made.fn.value is range:
        return [made]
    inner = again(sweep, made.args[0]) if made.fn.value is reversed else None
    return None if inner is None else [*inner, made]


def run_backwards(sweep: Sweep, over: list[Entry]) -> Var:
    """The range from its end: twice backwards is forwards."""
    made, *turns = over
    found = sweep.emit(made.fn, tuple(map(sweep.root, made.args)), "t", K.list_kind(K.INT))
    if len(turns) % 2:
        return found
    return sweep.emit(Ref("reversed", reversed), (found,), "t", K.list_kind(K.INT))


def replayed(sweep: Sweep, node: For, body: Reversed, plan: Plan, over: list[Entry]) -> list[Node]:
    """The reverse loop runs over the same range backwards, and computes again what it needs."""
    backwards = run_backwards(sweep, over)
    block = rename(
        Block((*plan.recomputed, *body.block.entries), body.block.results), partial(fresh_like, sweep)
    )
    item = sweep.new(node.item.name, K.INT)
    block = substitute(block, {node.item: item})
    loop = For(
        targets_for(sweep, body),
        item,
        backwards,
        tuple(body.params),
        tuple(body.inits),
        block,
        loc=node.loc,
    )
    finish(sweep, node, body, loop)
    sweep.replayed_vars.update(var for entry in plan.recomputed for var in targets_of(entry))
    return [replace(node, body=Block(tuple(body.forward), node.body.results))]


# ----------------------------------------------------------------------------------------------- saving


def with_saved(
    sweep: Sweep, node: For | While, body: Reversed, plan: Plan, over: list[Entry] | None
) -> list[Node]:
    """Every iteration leaves a tuple in a list, which the reverse loop goes through from its end."""
    counter = None
    if over is not None and isinstance(node, For) and node.item in plan.saved:
        counter = node.item
        if all(var == counter for var in plan.saved):
            return replayed(sweep, node, body, plan, over)
    values = [var for var in plan.saved if var != counter]
    saved = sweep.new("saved", K.list_kind(K.UNKNOWN))
    sweep.saved.update(values)
    made = Entry((saved,), op("list_of"), (), (), node.loc)
    forward = add_saving(sweep, body.forward, values, saved)
    backwards = sweep.emit(Ref("reversed", reversed), (saved,), "t", K.list_kind(K.UNKNOWN))
    item, unpacked, fresh = unpack_saved(sweep, values)
    if counter is not None:
        assert over is not None
        backwards = sweep.emit(Ref("zip", zip), (run_backwards(sweep, over), backwards), "t", K.UNKNOWN)
        both, index = sweep.new("t", K.OBJECT), sweep.new(counter.name, K.INT)
        unpacked = [Entry((index, item), op("unpack"), (both, Const(2), Const(None))), *unpacked]
        item, fresh = both, {**fresh, counter: index}
    block = Block((*plan.recomputed, *body.block.entries), body.block.results)
    block = substitute(rename(block, partial(fresh_like, sweep)), fresh)
    block = Block((*unpacked, *block.entries), block.results)
    params, inits = tuple(body.params), tuple(body.inits)
    loop = For(targets_for(sweep, body), item, backwards, params, inits, block, loc=node.loc)
    finish(sweep, node, body, loop)
    return [made, replace(node, body=Block(tuple(forward), node.body.results))]


def unpack_saved(sweep: Sweep, saved: list[Var]) -> tuple[Var, list[Node], dict[Var, Atom]]:
    """The item of the reverse loop, and the entries that take it apart."""
    fresh = [sweep.new(var.name, sweep.facts.kind(var)) for var in saved]
    values: dict[Var, Atom] = dict(zip(saved, fresh))
    if len(saved) == 1:
        return fresh[0], [], values
    item = sweep.new("t", K.OBJECT)
    if not saved:
        return item, [], values
    entry = Entry(tuple(fresh), op("unpack"), (item, Const(len(saved)), Const(None)))
    return item, [entry], values


def add_saving(sweep: Sweep, forward: list[Node], values: list[Var], saved: Var) -> list[Node]:
    """Save as early as everything is there: before the branches that end the iteration."""
    missing = set(values)
    place = 0
    for i, entry in enumerate(forward):
        if missing & set(targets_of(entry)):
            place = i + 1
    if len(values) == 1:
        return [*forward[:place], Entry((), op("append"), (saved, values[0])), *forward[place:]]
    item = sweep.new("t", K.tuple_kind(tuple(map(sweep.facts.kind, values))))
    entries = [
        Entry((item,), op("tuple_of"), tuple(values)),
        Entry((), op("append"), (saved, item)),
    ]
    return [*forward[:place], *entries, *forward[place:]]
