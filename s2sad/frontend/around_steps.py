"""What stands around the steps of a `try` statement: a branch, a loop, a `with` statement, a function that is written out.

try:                            `f(x)` may raise, and is a step; the loop stands around the steps of its body,
    for y in f(x):              and is left where one of them has failed
        s += sqrt(y)
except ValueError: s = 0.0
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from s2sad.frontend.branches import split
from s2sad.frontend.desugar.building import assigned, load, placed, store
from s2sad.frontend.desugar.jumps import stop_flag, stopped_by
from s2sad.frontend.expressions import expr, known_truth, look_up
from s2sad.frontend.generators import WithBody
from s2sad.frontend.imports import raise_now
from s2sad.frontend.loops import stmt_For, with_condition_within
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.marker_calls import stmt_With
from s2sad.frontend.materialise import assign, materialise
from s2sad.frontend.statements import statement
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.try_steps import check_steps, guarded, in_steps, statements, take_step, unless_failed
from s2sad.frontend.with_statements import called_class
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Const, Ref, Var
from s2sad.ir.tree_walks import names_in

_HEADS = frozenset(("range", "zip", "enumerate", "reversed"))
_HARMLESS_PARTS = (
    ast.Name,
    ast.Constant,
    ast.expr_context,
    ast.BinOp,
    ast.UnaryOp,
    ast.Add,
    ast.Sub,
    ast.USub,
    ast.Mult,
)
_OF_HEADS = _HEADS | {"len", "min"}


def around_steps(lowering: Lowering, node: ast.stmt) -> None:
    """What stands around steps: a branch, a loop, a function that is written out."""
    start = len(lowering.out)
    if isinstance(node, ast.If):
        around_branch(lowering, node)
    elif isinstance(node, ast.For):
        around_for(lowering, node)
    elif isinstance(node, ast.While):
        with_condition_within(lowering, node)
    elif isinstance(node, ast.With):
        around_with(lowering, node)
    elif yields_body(lowering, node):
        body_of_with(lowering, node)
    else:
        statement(lowering, node)
    check_steps(lowering, start, node)


def around_branch(lowering: Lowering, node: ast.If) -> None:
    """The condition is a step; of an array, say, it may have no truth."""
    test = run_before(lowering, node, lambda name: [assigned(name, node.test, node)])[0]
    guarded(lowering, [[test]])
    truth = look_up(lowering, name_at(node), node)
    known = known_truth(lowering, truth)
    run = partial(statements, lowering, node.body), partial(statements, lowering, node.orelse)
    if known is not None:
        unless_failed(lowering, run[0] if known else run[1], node)
        return
    unless_failed(lowering, lambda: on_truth(lowering, truth, run, node), node)


def on_truth(lowering: Lowering, value: Any, run: tuple[Callable, Callable], node: ast.If) -> None:
    """The branches, after a step that finds the truth of the condition where that may raise."""
    atom = materialise(lowering, value, node)
    if lowering.kind(atom).name in ("bool", "int", "float", "none", "text", "list", "tuple", "dict"):
        split(lowering, atom, *run, node)
        return
    key = lowering.key(lowering.scope, f"%truth_{node.lineno}_{node.col_offset}")

    def find() -> None:
        lowering.env[key] = emit(lowering, Ref("bool", bool), (atom,), node, kind=K.BOOL, varied=False)

    take_step(lowering, find, node)
    truth: Any = lowering.env.pop(key, None)
    if not lowering.dead:
        unless_failed(lowering, lambda: split(lowering, truth, *run, node), node)


def around_for(lowering: Lowering, node: ast.For) -> None:
    flag = stop_flag(node) or f"{name_at(node)}_stop"

    def steps(name: str) -> list[ast.stmt]:
        statements: list[ast.stmt] = []
        loop = ast.For(node.target, head(lowering, node.iter, name, statements), node.body, [])
        if not isinstance(node.target, ast.Name):
            first = ast.Assign([node.target], load(f"{name}_item"))
            loop.target, loop.body = store(f"{name}_item"), [first, *node.body]
        return [*statements, stopped_by(placed(loop, node), flag)]

    *before, loop = run_before(lowering, node, steps)

    def run() -> None:
        assign(lowering, flag, Const(False), node)
        items = look_up(lowering, node.iter.id, node) if isinstance(node.iter, ast.Name) else None
        if isinstance(items, Var) and lowering.kind(items) in K.NUMBERS:
            error = TypeError(f"{lowering.kind(items).name!r} object is not iterable")
            take_step(lowering, partial(raise_now, lowering, error, node), node)
        else:
            stmt_For(lowering, loop)

    guarded(lowering, [[step] for statement in before for step in in_steps(lowering, statement)], (run, node))


def head(lowering: Lowering, iterable: ast.expr, name: str, before: list[ast.stmt]) -> ast.expr:
    """What a loop goes through, after calls that may raise; `before` gets those."""
    if all(map(is_harmless_part, ast.walk(iterable))):
        return iterable
    if isinstance(iterable, ast.Call) and called_name(iterable) in _HEADS and not iterable.keywords:
        args = [head(lowering, argument, name, before) for argument in iterable.args]
        return ast.copy_location(ast.Call(iterable.func, args, []), iterable)
    before.append(assigned(f"{name}_{len(before)}", iterable, iterable))
    return load(f"{name}_{len(before) - 1}")


def around_with(lowering: Lowering, node: ast.With) -> None:
    """NumPy's settings are made in a step; who ends exceptions is a `try` statement of its own."""
    first = node.items[0]
    if called_class(lowering, first.context_expr) is not np.errstate or first.optional_vars:
        stmt_With(lowering, node)
        return

    def steps(name: str) -> list[ast.stmt]:
        manager: Any = load(name)
        manager.manager_class = np.errstate
        item = ast.withitem(manager, None)
        rest = ast.With([item, *node.items[1:]], node.body)
        return [assigned(name, first.context_expr, node), placed(rest, node)]

    made, rest = run_before(lowering, node, steps)
    guarded(lowering, [[made]])
    unless_failed(lowering, partial(partial(stmt_With, lowering), rest), node)


def run_before(lowering: Lowering, node: ast.stmt, made: Callable[[str], list[ast.stmt]]) -> list[Any]:
    """Statements in the place of one, made once; they may use names that begin with one of their own."""
    name = name_at(node)
    if id(node) not in lowering.program.sites.rewritten:
        statements = made(name)
        own = [n for n in (*names_in(statements), f"{name}_stop") if n.startswith(name)]
        lowering.program.sites.rewritten[id(node)] = node, statements, own
    _, statements, names = lowering.program.sites.rewritten[id(node)]
    lowering.scope.locals |= set(names)
    return statements


def name_at(node: ast.stmt) -> str:
    """A name for what a statement gives before it runs."""
    return f"%at_{node.lineno}_{node.col_offset}"


def yields_body(lowering: Lowering, node: ast.stmt) -> bool:
    """Whether it is a `yield` for which the body of a `with` statement stands."""
    return is_yield(node) and isinstance(lowering.scope.take, WithBody)


def body_of_with(lowering: Lowering, node: Any) -> None:
    take = lowering.scope.take
    assert isinstance(take, WithBody)
    value = node.value.value or ast.copy_location(ast.Constant(None), node)
    take_step(lowering, lambda: take.begin(expr(lowering, value)), node)
    unless_failed(lowering, take.body, node)


def called_name(call: ast.Call) -> str:
    return getattr(call.func, "id", "")


def is_harmless_part(node: ast.AST) -> bool:
    """Whether a part of what a loop goes through raises nothing by itself."""
    if isinstance(node, ast.Call):
        return called_name(node) in _OF_HEADS
    return isinstance(node, _HARMLESS_PARTS)


def is_yield(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)
