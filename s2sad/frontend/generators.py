"""Generators: what takes the items is lowered where they are yielded.

    def steps(x, n):                           for i in range(n):
        for i in range(n):                         x = sin(x)
            x = sin(x)                  →          v = x
            yield x                                s += v * v

    for v in steps(x, 5): s += v * v

So both see the variables as Python has them at that moment, and nothing is kept in a list. What takes all items at
once (`sum`, `list`, unpacking) gets a list that is built in this way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Function, Lazy, Scope, Value
from s2sad.frontend.desugar.generator_functions import function_of, is_hidden, over_own_name
from s2sad.frontend.desugar.jumps import stop_flag
from s2sad.frontend.desugar.yields import LEFT
from s2sad.frontend.expressions import expr
from s2sad.frontend.indexed_storage import sites_of
from s2sad.frontend.inlining import activation, entered, open_scope
from s2sad.frontend.list_growth import append
from s2sad.frontend.loops import assigned, flag_of, in_scope
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import assign, materialise_item
from s2sad.frontend.queries import look_in
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.syntax import prepare_generator
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Var
from s2sad.ir.tree_walks import names_in

_NESTED = 12
Take = Callable[[Value], Any]


@dataclass(frozen=True)
class WithBody:
    """What takes the item of a context manager's generator: `begin` gets it, then comes the body."""

    begin: Callable[[Value], None]
    body: Callable[[], Any]

    def __call__(self, value: Value) -> None:
        self.begin(value)
        self.body()


# ----------------------------------------------------------------------------------------- made of what


def generator_of(lowering: Lowering, fn: Function, bound: dict[str, Value], node: ast.AST) -> Lazy:
    """The call of a generator function, of which nothing runs yet."""

    made = Lazy(None, lowering.depth, parts=(fn, *bound.values()), scope=lowering.scope, by_names=True)
    lowering.alive.append(made)
    keys = {name: (id(made), name) for name in bound}
    lowering.env.update((keys[name], value) for name, value in bound.items())

    def run(take: Take, stops: bool) -> None:
        now = {name: lowering.env.get(key, bound[name]) for name, key in keys.items()}
        run_generator(lowering, fn, now, take, stops, node)

    def one_by_one() -> list[Value] | None:
        found: list[Value] = []
        if not yields_in_turn(fn.node):
            return None
        go_through(lowering, made, found.append, False, node)
        return found

    made.run, made.one_by_one = run, one_by_one
    return made


def yields_in_turn(node: Any) -> bool:
    """Whether a function yields as often as its text says, each time it is called."""
    body = node.body if isinstance(node, ast.FunctionDef) else []
    in_turn = sum(isinstance(each, ast.Expr) and isinstance(each.value, ast.Yield) for each in body)
    every = [each for each in ast.walk(node) if isinstance(each, (ast.Yield, ast.YieldFrom, ast.Return))]
    return 0 < in_turn == len(every)


def expr_GeneratorExp(lowering: Lowering, node: ast.GeneratorExp, hint: str) -> Value:
    """A generator expression; what it goes through first is what it is where the expression stands."""
    scope, node = lowering.scope, begun(lowering, node)
    first = values_read(lowering, node.generators[0].iter)

    def run(take: Take, stops: bool) -> None:
        now = as_it_was(lowering, first, scope, node)
        run_generator(lowering, Function(function_of(now), scope, scope.owner), {}, take, stops, node)

    def collect() -> Value:
        now = as_it_was(lowering, first, scope, node)
        return in_scope(lowering, scope, lambda: lowering.dispatch.collect(lowering, now, hint))

    def one_by_one() -> list[Value] | None:
        now = as_it_was(lowering, first, scope, node)
        items = in_scope(lowering, scope, lambda: lowering.dispatch.written_out(lowering, now))
        if items is not None:
            lowering.dispatch.check_once(lowering, made, node)
        return items

    reads = Function(function_of(node), scope, scope.owner)
    parts = (*values_read(lowering, node).values(), reads)
    made = Lazy(None, lowering.depth, run=run, parts=parts, collect=collect, scope=scope, by_names=True)
    made.one_by_one = one_by_one
    return made


def values_read(lowering: Lowering, node: ast.AST) -> dict[str, Value]:
    """What the local names that an expression reads stand for."""
    names = sorted(set(names_in([node])))
    return {name: look_in(lowering, lowering.scope, name) for name in names if lowering.scope.holder(name)}


def begun(lowering: Lowering, node: Any) -> Any:
    """A comprehension whose first iterable doesn't read names of its items: `[x for x in x]` goes over that of the function."""
    first = node.generators[0]
    return over_value(lowering, node, expr(lowering, first.iter)) if is_hidden(first) else node


def over_value(lowering: Lowering, node: Any, value: Value) -> Any:
    """A comprehension that goes over a value, under a name of its own."""
    other = over_own_name(node)
    kept, scope = other.generators[0].iter.id, lowering.scope
    scope.locals |= {kept}
    lowering.env[lowering.key(scope, kept)] = value
    return other


def as_it_was(
    lowering: Lowering, before: dict[str, Value], scope: Scope, node: ast.GeneratorExp
) -> ast.GeneratorExp:
    """A generator expression that goes through what it would have gone through before names were assigned again."""
    for name, value in before.items():
        now = look_in(lowering, scope, name)
        if now is not value and now != value and lowering.only.get(now) != value:
            if isinstance(node.generators[0].iter, ast.Name):
                return in_scope(lowering, scope, partial(over_value, lowering, node, value))
            reason = f"`{name}` is assigned between a generator expression over it and its use"
            hint = "use another name, or a list: `[... for ...]`"
            raise in_scope(lowering, scope, partial(lowering.refusal, node, reason, hint))
    return node


# -------------------------------------------------------------------------------------------- gone through


def go_through(lowering: Lowering, source: Lazy, take: Take, stops: bool, node: ast.AST) -> None:
    """Lower a generator, with `take` where it yields, in the scope that stands here."""
    lowering.dispatch.check_once(lowering, source, node)
    assert source.run is not None
    taker, handling = lowering.scope, lowering.handling

    def taken(value: Value) -> Any:
        kept, lowering.handling = lowering.handling, handling
        flag = in_scope(lowering, taker, lambda: take(value))
        lowering.handling = kept
        return flag

    run = source.run
    whole = take if isinstance(take, WithBody) else taken
    with lowering.program.calls.call(taker, node):
        in_scope(lowering, source.scope or taker, lambda: run(whole, stops))


def collected(lowering: Lowering, source: Lazy, node: ast.AST | None, hint: str) -> Value:
    """All items of a generator, in a list."""
    if source.collect is not None:
        lowering.dispatch.check_once(lowering, source, node)
        with lowering.program.calls.call(lowering.scope, node):
            return source.collect()
    name = hint if hint != "t" else "items"
    found = emit(lowering, "list_of", (), node, name, kind=K.list_kind(K.BOTTOM))
    place = node or ast.Pass()
    go_through(lowering, source, lambda item: add_item(lowering, found, item, place), False, place)
    return found


def add_item(lowering: Lowering, found: Var, item: Value, node: ast.AST) -> None:
    own = sites_of(lowering, found)
    append(lowering, found, materialise_item(lowering, item, node, own, "item"), node)


def run_generator(
    lowering: Lowering, fn: Function, bound: dict[str, Value], take: Take, stops: bool, node: ast.AST
) -> None:
    if len(lowering.active) > 60 or sum(frame is fn.node for frame in lowering.active) > _NESTED:
        reason = f"the generator `{fn.name}` calls itself to a depth that is known only at run time"
        raise lowering.refusal(node, reason, "return a list in place of yielding one by one")
    prepared = prepare_generator(fn.node, stops)
    scope = open_scope(lowering, fn, prepared)
    scope.take, scope.catching = take, lowering.catching
    bound = {name: entered(lowering, scope, name, value, node) for name, value in bound.items()}
    with activation(lowering, fn, scope, node):
        for name, value in bound.items():
            assign(lowering, name, value, node)
        for name in prepared.flags:
            lowering.env[lowering.key(scope, name)] = Const(False)
        lowering.dispatch.block(lowering, prepared.body)


def expr_Yield(lowering: Lowering, node: ast.Yield, hint: str) -> Value:
    scope, take = lowering.scope, lowering.scope.take
    if take is None:
        raise lowering.refusal(node, "`yield` stands where it isn't followed", "return a list instead")
    if lowering.catching > scope.catching:
        reason = "a generator yields within `try`, which in Python has nothing to do with what takes the item"
        raise lowering.refusal(node, reason, "yield after the `try` statement")
    value = expr(lowering, node.value) if node.value is not None else Const(None)
    lowering.active.append(node)
    flag = take(value)
    lowering.active.pop()
    if flag is not None and not lowering.dead:
        lowering.env[lowering.key(scope, LEFT)] = flag
    return Const(None)


def expr_YieldFrom(lowering: Lowering, node: ast.YieldFrom, hint: str) -> Value:
    raise lowering.refusal(
        node, "the result of `yield from` is used", "return it through a variable of its own"
    )


# ------------------------------------------------------------------------------------------------- loops


def each_item(lowering: Lowering, source: Lazy, node: ast.For) -> None:
    """A loop over a generator: its body stands where the generator yields."""
    stop = stop_flag(node)
    for key in assigned(lowering, node):
        lowering.env.setdefault(key, Const(UNDEFINED))

    def iteration(value: Value) -> Atom | None:
        lowering.dispatch.bind_target(lowering, node.target, value, node)
        lowering.dispatch.block(lowering, node.body)
        return None if lowering.dead else flag_of(lowering, stop)

    go_through(lowering, source, iteration, bool(stop), node)
