"""`try` statements.

What a handler sees of the variables is what the body had assigned when the exception came. Where nothing is changed
that can be seen before the exception may come, the body stays one; otherwise it is lowered step by step (`try_steps`),
and what follows asks which handler has to run.

    try:                          try: y = 3 * y
        y = 3 * y                 except ValueError: failed = 1
        y = y * sqrt(x)     →     if failed == 0:
    except ValueError:                try: y = y * sqrt(x)
        y = y * x                     except ValueError: failed = 1
                                  if failed == 1: y = y * x
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Value
from s2sad.frontend.around_steps import yields_body
from s2sad.frontend.branches import merge_sides, split
from s2sad.frontend.expressions import atom_of
from s2sad.frontend.half_known import forget_begun
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, materialise
from s2sad.frontend.paths import Side, lower_side
from s2sad.frontend.queries import raise_error
from s2sad.frontend.safe_steps import stored_names
from s2sad.frontend.scope_analysis import own_nodes
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.syntax import name_counts
from s2sad.frontend.try_steps import (
    SIMPLE,
    Guard,
    cut,
    emit_try,
    is_seen,
    needs_no_try,
    statements,
    take_step,
    tried,
    under,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var
from s2sad.ir.tree_walks import names_in, nodes_in

_BASE = Ref("BaseException", BaseException)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.GeneratorExp)


def stmt_Try(lowering: Lowering, node: ast.Try) -> None:
    if node.finalbody:
        with_final(lowering, node)
    else:
        with_handlers(lowering, node)


# ------------------------------------------------------------------------------------------------ handlers


def with_handlers(lowering: Lowering, node: ast.Try) -> None:
    unseen = names_within(lowering, node.body) | names_replaced(lowering, node.handlers)
    outer, lowering.unseen = lowering.unseen, lowering.unseen | unseen
    lowering.catching += 1
    kinds = tuple(atom_of(lowering, h.type) if h.type else _BASE for h in node.handlers)
    handlers = [partial(handle, lowering, handler) for handler in node.handlers]
    run = partial(statements, lowering, node.body)
    whole = not lowering.guards and len(cut(lowering, node.body)) <= 1 and is_whole(lowering, node.body)
    if not (whole and as_one(lowering, run, kinds, handlers, node)):
        guard = guard_of(lowering, kinds)
        under(lowering, guard, run)
        lowering.catching -= 1
        lowering.unseen = outer
        after(lowering, guard, handlers, partial(statements, lowering, node.orelse), node)
        return
    lowering.catching -= 1
    lowering.unseen = outer


def is_whole(lowering: Lowering, body: list[ast.stmt]) -> bool:
    """Whether nothing of a body is seen before its end."""
    alone = isinstance(body[-1], SIMPLE) or not is_seen(lowering, body[-1])
    return alone and not yields_body(lowering, body[-1])


def guard_of(lowering: Lowering, kinds: tuple[Atom, ...]) -> Guard:
    number = lowering.attempts
    return Guard(kinds, (id(lowering.scope), f"%failed{number}"), (id(lowering.scope), f"%raised{number}"))


def as_one(lowering: Lowering, run: Callable, kinds: tuple[Atom, ...], handlers: list, node: ast.Try) -> bool:
    """The body in one `try`, with the handlers where they stand; False if they would see it half done."""
    begun = len(lowering.begun)
    side, half_done = tried(lowering, run)
    if needs_no_try(lowering, side, list(kinds)):
        statements(lowering, node.orelse)
        return True
    names = [lowering.var((h.name or "error").lstrip("%"), K.OBJECT, False) for h in node.handlers]
    handled = [lower_side(lowering, partial(run, name), lowering.env) for run, name in zip(handlers, names)]
    if half_done and not all(other.dead for other in handled):
        forget_begun(lowering, begun)
        return False
    put_try(lowering, [side, *handled], kinds, names, node)
    return True


def put_try(
    lowering: Lowering, sides: list[Side], kinds: tuple[Atom, ...], names: list[Var], node: ast.Try
) -> None:
    targets, results = merge_sides(lowering, sides)
    flag = lowering.var("handled", K.BOOL, False)
    if node.orelse:
        targets.append(flag)
        for i, result in enumerate(results):
            result.append(Const(i > 0))
    emit_try(lowering, sides, targets, results, list(kinds), names, node)
    if node.orelse and not lowering.dead and not sides[0].dead:
        split(lowering, flag, lambda: None, lambda: statements(lowering, node.orelse), node)


def handle(lowering: Lowering, handler: ast.ExceptHandler, error: Any) -> None:
    lowering.caught.add(error)
    if handler.name:
        assign(lowering, handler.name, error, handler)
    outer, lowering.handling = lowering.handling, error
    statements(lowering, handler.body)
    lowering.handling = outer


def after(lowering: Lowering, guard: Guard, handlers: list[Any], orelse: Callable, node: ast.AST) -> None:
    """What runs after the body: one of the handlers, `else`, or (an outer one has to run) nothing."""
    number, error = lowering.env.pop(guard.number), lowering.env.pop(guard.error)
    if lowering.dead:
        return
    ways = [(i, partial(handler, error)) for i, handler in enumerate(handlers, 1)]
    one_of_ways(lowering, number, [*ways, (0, orelse)], node)


def one_of_ways(lowering: Lowering, number: Value, ways: list[tuple[int, Callable]], node: ast.AST) -> None:
    if isinstance(number, Const):
        for i, run in ways:
            if i == number.value:
                run()
    elif ways:
        (i, run), *rest = ways
        test = emit(lowering, "eq", (materialise(lowering, number, node), Const(i)), node)
        split(lowering, test, lambda: run() and None, lambda: one_of_ways(lowering, number, rest, node), node)


def names_within(lowering: Lowering, body: list[ast.stmt]) -> frozenset[tuple[int, str]]:
    """The names that only the body of a `try` reads, after it has assigned them."""
    node = lowering.scope.node
    if node is None:
        return frozenset()
    every = name_counts(node)
    own = names_in(body)
    return frozenset(
        lowering.key(lowering.scope, name)
        for name in set(own)
        if lowering.scope.holder(name) is lowering.scope
        and own.count(name) >= every.get(name, 0)
        and begins(name, body)
    )


def names_replaced(lowering: Lowering, handlers: list[ast.ExceptHandler]) -> frozenset[tuple[int, str]]:
    """The names that each handler assigns before anything reads them.

    A `try` around this one may read them, and so may functions within.
    """
    node = lowering.scope.node
    if lowering.guards or node is None:
        return frozenset()
    stored = set().union(*(stored_names(statement) for handler in handlers for statement in handler.body))
    inner = (child for child in nodes_in([node]) if isinstance(child, _FUNCTIONS) and child is not node)
    stored -= set(names_in(inner))
    return frozenset(
        lowering.key(lowering.scope, name)
        for name in stored
        if lowering.scope.holder(name) is lowering.scope and all(replaces(name, h.body) for h in handlers)
    )


# ------------------------------------------------------------------------------------------------- finally


def with_final(lowering: Lowering, node: ast.Try) -> None:
    """`finally`: after the body, and after an exception, which then goes on."""
    kept = ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
    body: list[ast.stmt] = [kept] if node.handlers else node.body + node.orelse
    run = partial(statements, lowering, body)
    read = set(names_in(node.finalbody))
    stored = {name for statement in body for name in stored_names(statement)}
    if not lowering.guards and read.isdisjoint(stored) and not (lowering.catching and stored):
        final_as_one(lowering, run, node)
        return
    guard = guard_of(lowering, (_BASE,))
    under(lowering, guard, run)
    number, error = lowering.env.pop(guard.number), lowering.env.pop(guard.error)
    if lowering.dead:
        return
    statements(lowering, node.finalbody)
    again = partial(raise_again, lowering, error, node)
    if not lowering.dead:
        one_of_ways(lowering, number, [(1, again)], node)


def final_as_one(lowering: Lowering, run: Callable, node: ast.Try) -> None:
    side = lower_side(lowering, run, lowering.env)
    if side.entries or side.dead:
        again = ast.copy_location(ast.Raise(exc=None, cause=None), node)
        handler = ast.ExceptHandler(None, None, [*node.finalbody, again])
        name = lowering.var("error", K.OBJECT, False)
        sides = [side, lower_side(lowering, partial(handle, lowering, handler, name), lowering.env)]
        targets, results = merge_sides(lowering, sides)
        emit_try(lowering, sides, targets, results, [_BASE], [name], node)
    else:
        lowering.env = side.env
    if not lowering.dead:
        statements(lowering, node.finalbody)


def raise_again(lowering: Lowering, error: Any, node: ast.AST) -> None:
    if lowering.guards:
        take_step(lowering, lambda: raise_error(lowering, error, Const(None), node), node)
    else:
        raise_error(lowering, error, Const(None), node)


def begins(name: str, body: list[ast.stmt]) -> bool:
    """Whether the first statement of a body that has a name assigns it, and doesn't read it."""
    for one in body:
        names = [n for n in own_nodes([one]) if isinstance(n, ast.Name) and n.id == name]
        inner = any(isinstance(child, (ast.FunctionDef, ast.Lambda)) for child in ast.walk(one))
        if names or inner:
            return (
                isinstance(one, ast.Assign) and not inner and all(isinstance(n.ctx, ast.Store) for n in names)
            )
    return False


def replaces(name: str, body: list[ast.stmt]) -> bool:
    """Whether statements assign a name, or go elsewhere, before they read it."""
    for one in body:
        if begins(name, [one]) or (isinstance(one, (ast.Raise, ast.Return)) and name not in names_in([one])):
            return True
        if isinstance(one, ast.If) and name not in names_in([ast.Expr(one.test)]):
            if replaces(name, one.body) and replaces(name, one.orelse):
                return True
        if name in names_in([one]):
            return False
    return False
