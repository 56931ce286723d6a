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

from s2sad.frontend.place_methods import PlaceMethods
from s2sad.frontend.values import Function, Lazy, Scope, Value
from s2sad.frontend.yields import LEFT, function_of, over_kept_name
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Var

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


class Generators(PlaceMethods):
    # ----------------------------------------------------------------------------------------- made of what

    def generator(self, fn: Function, bound: dict[str, Value], node: ast.AST) -> Lazy:
        """The call of a generator function, of which nothing runs yet."""

        made = Lazy(None, self.depth, parts=(fn, *bound.values()), scope=self.scope, by_names=True)
        self.alive.append(made)
        keys = {name: (id(made), name) for name in bound}
        self.env.update((keys[name], value) for name, value in bound.items())

        def run(take: Take, stops: bool) -> None:
            now = {name: self.env.get(key, bound[name]) for name, key in keys.items()}
            self.run_generator(fn, now, take, stops, node)

        made.run = run
        return made

    def expr_GeneratorExp(self, node: ast.GeneratorExp, hint: str) -> Value:
        """A generator expression; what it goes through first is what it is where the expression stands."""
        scope = self.scope
        first = self.values_read(node.generators[0].iter)

        def run(take: Take, stops: bool) -> None:
            now = self.as_it_was(first, scope, node)
            self.run_generator(Function(function_of(now), scope, scope.owner), {}, take, stops, node)

        def collect() -> Value:
            now = self.as_it_was(first, scope, node)
            return self.in_scope(scope, lambda: self.collect(now, hint))

        reads = Function(function_of(node), scope, scope.owner)
        parts = (*self.values_read(node).values(), reads)
        return Lazy(None, self.depth, run=run, parts=parts, collect=collect, scope=scope, by_names=True)

    def values_read(self, node: ast.AST) -> dict[str, Value]:
        """What the local names that an expression reads stand for."""
        names = {child.id for child in ast.walk(node) if isinstance(child, ast.Name)}
        return {name: self.look_in(self.scope, name) for name in sorted(names) if self.scope.holder(name)}

    def as_it_was(self, before: dict[str, Value], scope: Scope, node: ast.GeneratorExp) -> ast.GeneratorExp:
        """A generator expression that goes through what it would have gone through before names were assigned again."""
        for name, value in before.items():
            now = self.look_in(scope, name)
            if now is not value and now != value and self.only.get(now) != value:  # type: ignore[arg-type]
                if isinstance(node.generators[0].iter, ast.Name):
                    other = over_kept_name(node)
                    kept = other.generators[0].iter.id  # type: ignore[attr-defined]
                    scope.locals |= {kept}
                    self.env[self.key(scope, kept)] = value
                    return other
                reason = f"`{name}` is assigned between a generator expression over it and its use"
                hint = "use another name, or a list: `[... for ...]`"
                raise self.in_scope(scope, partial(self.refusal, node, reason, hint))
        return node

    # -------------------------------------------------------------------------------------------- gone through

    def go_through(self, source: Lazy, take: Take, stops: bool, node: ast.AST) -> None:
        """Lower a generator, with `take` where it yields, in the scope that stands here."""
        self.check_once(source, node)
        assert source.run is not None
        taker, handling = self.scope, self.handling

        def taken(value: Value) -> Any:
            kept, self.handling = self.handling, handling
            flag = self.in_scope(taker, lambda: take(value))
            self.handling = kept
            return flag

        run = source.run
        whole = take if isinstance(take, WithBody) else taken
        with self.program.calls.call(taker, node):
            self.in_scope(source.scope or taker, lambda: run(whole, stops))

    def collected(self, source: Lazy, node: ast.AST | None, hint: str) -> Value:
        """All items of a generator, in a list."""
        if source.collect is not None:
            self.check_once(source, node)
            with self.program.calls.call(self.scope, node):
                return source.collect()
        name = hint if hint != "t" else "items"
        found = self.emit("list_of", (), node, name, kind=K.list_kind(K.BOTTOM))
        place = node or ast.Pass()
        self.go_through(source, lambda item: self.add_item(found, item, place), False, place)
        return found

    def add_item(self, found: Var, item: Value, node: ast.AST) -> None:
        self.append(found, self.materialise(item, node, "item"), node)

    def run_generator(
        self, fn: Function, bound: dict[str, Value], take: Take, stops: bool, node: ast.AST
    ) -> None:
        if len(self.active) > 60 or sum(frame is fn.node for frame in self.active) > _NESTED:
            reason = f"the generator `{fn.name}` calls itself to a depth that is known only at run time"
            raise self.refusal(node, reason, "return a list in place of yielding one by one")
        prepared = self.program.prepared_generator(fn, stops)
        scope, outer = self.open_scope(fn, prepared), self.scope
        scope.take, scope.catching = take, self.catching
        bound = {name: self.writable(scope, name, value, node) for name, value in bound.items()}
        self.scope = scope
        self.active.append(fn.node)
        try:
            with self.program.calls.call(outer, node):
                for name, value in bound.items():
                    self.assign(name, value, node)
                for name in prepared.flags:
                    self.env[self.key(scope, name)] = Const(False)
                self.statements(prepared.body)
        finally:
            self.active.pop()
            self.scope = outer
            if not self.program.has_functions(fn.node):
                for name in scope.locals:
                    self.env.pop(self.key(scope, name), None)

    def expr_Yield(self, node: ast.Yield, hint: str) -> Value:
        scope, take = self.scope, self.scope.take
        if take is None:
            raise self.refusal(node, "`yield` stands where it isn't followed", "return a list instead")
        if self.catching > scope.catching:
            reason = (
                "a generator yields within `try`, which in Python has nothing to do with what takes the item"
            )
            raise self.refusal(node, reason, "yield after the `try` statement")
        value = self.expr(node.value) if node.value is not None else Const(None)
        self.active.append(node)
        flag = take(value)
        self.active.pop()
        if flag is not None and not self.dead:
            self.env[self.key(scope, LEFT)] = flag
        return Const(None)

    def expr_YieldFrom(self, node: ast.YieldFrom, hint: str) -> Value:
        raise self.refusal(
            node, "the result of `yield from` is used", "return it through a variable of its own"
        )

    # ------------------------------------------------------------------------------------------------- loops

    def each_item(
        self,
        source: Lazy,
        target: ast.expr,
        body: Callable[[], None],
        stop: str | None,
        node: ast.AST,
        scope: Scope,
    ) -> None:
        """A loop over a generator: its body stands where the generator yields."""
        for key in self.assigned(node):
            self.env.setdefault(key, Const(UNDEFINED))

        def iteration(value: Value) -> Atom | None:
            self.bind_target(target, value, node)
            body()
            return None if self.dead else self.flag(stop)

        self.in_scope(scope, lambda: self.go_through(source, iteration, bool(stop), node))

    # ------------------------------------------------------------------------- defined with the other calls

    def append(self, base: Atom, item: Atom, node: ast.AST) -> None:
        raise AssertionError

    def collect(self, node: ast.GeneratorExp, hint: str) -> Value:
        raise AssertionError
