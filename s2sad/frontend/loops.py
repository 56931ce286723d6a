"""Loops: `for` over whatever can be iterated, and `while`.

What a loop carries from iteration to iteration is found by lowering its body (`branches`); what it goes over is a
stream (`iteration`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from s2sad.frontend.abstract_values import Lazy, Once, Scope, Sequence, Value
from s2sad.frontend.branches import split
from s2sad.frontend.carried_names import Carried, carry, close_carried
from s2sad.frontend.desugar.jumps import RESULT, returns_first, stop_flag
from s2sad.frontend.desugar.long_chains import MORE
from s2sad.frontend.desugar.while_conditions import assigns, while_true
from s2sad.frontend.iteration import Stream, stream_of
from s2sad.frontend.loop_guesses import guessed
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.scope_analysis import own_nodes
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.syntax import names_of_items, prepare, traits
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Block, Const, For, Ref, Var, While

# ------------------------------------------------------------------------------------------ statements


def stmt_For(lowering: Lowering, node: ast.For) -> None:
    outer_loops, ahead = len(lowering.looped_over), len(lowering.taken_ahead)
    stream, start = stream_of(lowering, node.iter), len(lowering.out)
    if isinstance(stream, Lazy):
        lowering.dispatch.each_item(lowering, stream, node)
    elif isinstance(stream, Sequence):
        unroll(lowering, list(stream.items), node)
        del lowering.looped_over[outer_loops:]
    else:
        loop_over(lowering, stream, node, outer_loops)
    check_ahead(lowering, lowering.taken_ahead[ahead:], lowering.out[start:], node)
    del lowering.taken_ahead[ahead:]


def check_ahead(lowering: Lowering, taken: list[Once], entries: list[Any], node: ast.For) -> None:
    """What iterators read that were gone through before the loop may not change in it."""
    for source in taken:
        changed = any(lowering.env.get(key) != value for key, value in source.before.items())
        if changed or (source.reads and lowering.dispatch.changes_any(lowering, source.reads, entries)):
            reason = "a generator, one of several, depends on what changes while it is gone through"
            raise lowering.refusal(node, reason, "go through each of them in a loop of its own")


def loop_over(lowering: Lowering, stream: Stream, node: ast.For, outer_loops: int) -> None:
    over, stop = run_over(lowering, stream, node), stop_flag(node)
    hint = stream.hint or (
        node.target.id.lstrip("%") if isinstance(node.target, ast.Name) and stream.native is not None else "i"
    )
    kind = stream.item_kind if stream.native is not None else K.INT

    def run() -> tuple[Var, Any]:
        item = lowering.var(hint, kind, False)
        lowering.looped_items.add(item)
        if over in lowering.texts:
            lowering.texts[item] = None
        value = stream.bind(item)
        lowering.naming = stream.length is not None or stream.hint is not None
        lowering.dispatch.bind_target(lowering, node.target, value, node)
        lowering.naming = False
        lowering.dispatch.block(lowering, node.body)
        return item, flag_of(lowering, stop)

    carried = carried_by(lowering, node, run)
    del lowering.looped_over[outer_loops:]
    item, flag = carried.extra
    targets = close_carried(lowering, carried)
    results = carried.results + ((flag,) if stop else ())
    block = Block(tuple(carried.entries), results)
    lowering.out.append(
        For(targets, item, over, carried.params, carried.inits, block, bool(stop), lowering.location(node))
    )


def place(lowering: Lowering, node: ast.AST) -> Any:
    """What tells a loop from others when it is lowered again, inlined functions included."""
    return (id(node), *(id(frame) for frame in lowering.active), *lowering.called_at)


def flag_of(lowering: Lowering, stop: str | None) -> Atom | None:
    if not stop:
        return None
    flag = materialise(lowering, lowering.env[lowering.key(lowering.scope, stop)], None)
    failed = lowering.env[lowering.guards[-1].number] if lowering.guards else Const(0)
    if failed == Const(0):
        return flag
    if isinstance(failed, Const):
        return Const(True)
    other = emit(lowering, "ne", (materialise(lowering, failed, None), Const(0)), None)
    return other if flag == Const(False) else emit(lowering, "or_", (flag, other), None, kind=K.BOOL)


def unroll(lowering: Lowering, items: list[Value], node: ast.For) -> None:
    """A loop over few things of which each is another (functions, say): one after the other."""
    if not items:
        return
    lowering.dispatch.bind_target(lowering, node.target, items[0], node)
    lowering.dispatch.block(lowering, node.body)
    cond = flag_of(lowering, stop_flag(node))
    if cond is None or cond == Const(False) or len(items) == 1:
        unroll(lowering, items[1:], node)
    else:
        split(lowering, cond, lambda: None, lambda: unroll(lowering, items[1:], node), node)


def run_over(lowering: Lowering, stream: Stream, node: ast.AST) -> Atom:
    """What the loop's entry runs over: the thing itself, or a range of its places."""
    if stream.native is not None:
        return stream.native
    assert stream.length is not None
    over = emit(lowering, Ref("range", range), (stream.length,), node)
    if not stream.backwards:
        return over
    return emit(lowering, Ref("reversed", reversed), (over,), node, kind=K.list_kind(K.INT))


def stmt_While(lowering: Lowering, node: ast.While) -> None:
    stop = stop_flag(node)
    endless = isinstance(node.test, ast.Constant) and node.test.value and not stop
    if endless:
        check_end(lowering, node)
    outer = lowering.scope.node
    if assigns(node.test, outer is not None and traits(outer).writes_outside):
        with_condition_within(lowering, node)
        return
    cond_block: list[Any] = []

    def run() -> Any:
        with lowering.block() as entries:
            test = materialise(lowering, lowering.dispatch.tested(lowering, node.test), node.test)
            truth = lowering.dispatch.truth(lowering, test, node)
        cond_block[:] = [Block(tuple(entries), (truth,))]
        lowering.dispatch.block(lowering, node.body)
        return flag_of(lowering, stop)

    carried = carried_by(lowering, node, run)
    lowering.dead = lowering.dead or bool(endless and carried.dead)
    targets = close_carried(lowering, carried)
    results = carried.results + ((carried.extra,) if stop else ())
    body = Block(tuple(carried.entries), results)
    where = lowering.location(node)
    lowering.out.append(While(targets, carried.params, carried.inits, cond_block[0], body, bool(stop), where))


def check_end(lowering: Lowering, node: ast.While) -> None:
    """A generator that never ends can't be gone through to its end."""
    if lowering.scope.take is not None:
        reason = "a generator that goes on for ever is gone through to its end"
        hint = "leave the loop over it by break, or take some: itertools.islice, itertools.takewhile"
        raise lowering.refusal(node, reason, hint)


def with_condition_within(lowering: Lowering, node: ast.While) -> None:
    stop = stop_flag(node) or f"%stop_{node.lineno}_{node.col_offset}"
    lowering.scope.locals |= {stop}
    stmt_While(lowering, while_true(node, stop))


@lru_cache(maxsize=1024)
def names_assigned(node: ast.AST) -> tuple[str, ...]:
    """The names that a loop assigns, as far as its own text tells."""
    names = (child for child in own_nodes([node]) if isinstance(child, ast.Name))
    return tuple(dict.fromkeys(name.id for name in names if isinstance(name.ctx, ast.Store)))


def assigned(lowering: Lowering, node: ast.AST) -> list[tuple[int, str]]:
    """The names that a loop assigns, and that more than an iteration may read."""
    passing = {stop_flag(node), *names_of_items(lowering.scope.node)}
    keys = []
    for name in names_assigned(node):
        holder = lowering.scope.holder(name)
        if name not in passing and holder is not None and not name.startswith(("%skip", MORE)):
            keys.append(lowering.key(holder, name))
    return keys


def forget_result(lowering: Lowering, node: ast.AST) -> None:
    """What paths that don't lead to a loop returned is nothing to it, and may be of another form."""
    key, function = lowering.key(lowering.scope, RESULT), lowering.scope.node
    if returns_first(node) and function is not None and key in lowering.env:
        lowering.env[key] = Const(None if prepare(function).falls else UNDEFINED)


def carried_by(lowering: Lowering, node: ast.AST, body: Callable[[], Any]) -> Carried:
    """The body of a loop, lowered; what its text tells of the names that it assigns is taken to be so."""
    forget_result(lowering, node)
    keys = assigned(lowering, node)
    places = {key[1]: key for key in keys}
    guesses = [places[name] for name in guessed(lowering, node) if name in places]
    return carry(lowering, place(lowering, node), keys, guesses, body)


def in_scope(lowering: Lowering, scope: Scope, run: Callable[[], Any]) -> Any:
    outer, lowering.scope = lowering.scope, scope
    try:
        return run()
    finally:
        lowering.scope = outer
