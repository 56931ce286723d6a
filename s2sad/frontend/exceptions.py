"""`try` statements.

What a handler sees of the variables is what the body had assigned when the exception came. Where nothing is changed
that can be seen before the exception may come, the body stays one; otherwise it is lowered step by step (`attempts`),
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

import numpy as np

from s2sad.frontend.attempts import SIMPLE, Attempts, Guard, stored_names
from s2sad.frontend.branches import Side
from s2sad.frontend.generators import WithBody
from s2sad.frontend.jumps import stop_flag
from s2sad.frontend.names_of import own_nodes
from s2sad.frontend.yields import placed
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var

_BASE = Ref("BaseException", BaseException)
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


class Exceptions(Attempts):
    def stmt_Try(self, node: ast.Try) -> None:
        if node.finalbody:
            self.with_final(node)
        else:
            self.with_handlers(node)

    # ------------------------------------------------------------------------------------------------ handlers

    def with_handlers(self, node: ast.Try) -> None:
        outer, self.unseen = self.unseen, self.unseen | self.names_within(node.body)
        self.catching += 1
        kinds = tuple(self.atom(h.type) if h.type else _BASE for h in node.handlers)
        handlers = [partial(self.handle, handler) for handler in node.handlers]
        run = partial(self.statements, node.body)
        whole = not self.guards and len(self.cut(node.body)) <= 1 and self.is_whole(node.body)
        if not (whole and self.as_one(run, kinds, handlers, node)):
            guard = self.guard(kinds)
            self.under(guard, run)
            self.catching -= 1
            self.unseen = outer
            self.after(guard, handlers, partial(self.statements, node.orelse), node)
            return
        self.catching -= 1
        self.unseen = outer

    def is_whole(self, body: list[ast.stmt]) -> bool:
        """Whether nothing of a body is seen before its end."""
        alone = isinstance(body[-1], SIMPLE) or not self.is_seen(body[-1])
        return alone and not self.yields_body(body[-1])

    def guard(self, kinds: tuple[Atom, ...]) -> Guard:
        number = self.attempts
        return Guard(kinds, (id(self.scope), f"%failed{number}"), (id(self.scope), f"%raised{number}"))

    def as_one(self, run: Callable, kinds: tuple[Atom, ...], handlers: list, node: ast.Try) -> bool:
        """The body in one `try`, with the handlers where they stand; False if they would see it half done."""
        begun = len(self.begun)
        side, half_done = self.tried(run)
        if not side.entries and not side.dead:  # an import, say, that didn't fail
            self.env = side.env
            self.statements(node.orelse)
            return True
        names = [self.var((h.name or "error").lstrip("%"), K.OBJECT, False) for h in node.handlers]
        handled = [self.side(partial(run, name), self.env) for run, name in zip(handlers, names)]
        if half_done and not all(other.dead for other in handled):
            self.forget_begun(begun)
            return False
        self.put_try([side, *handled], kinds, names, node)
        return True

    def put_try(self, sides: list[Side], kinds: tuple[Atom, ...], names: list[Var], node: ast.Try) -> None:
        targets, results = self.merge_sides(sides)
        flag = self.var("handled", K.BOOL, False)
        if node.orelse:
            targets.append(flag)
            for i, result in enumerate(results):
                result.append(Const(i > 0))
        self.emit_try(sides, targets, results, list(kinds), names, node)
        if node.orelse and not self.dead and not sides[0].dead:
            self.split(flag, lambda: None, lambda: self.statements(node.orelse), node)

    def handle(self, handler: ast.ExceptHandler, error: Any) -> None:
        self.caught.add(error)
        if handler.name:
            self.assign(handler.name, error, handler)
        outer, self.handling = self.handling, error
        self.statements(handler.body)
        self.handling = outer

    def after(self, guard: Guard, handlers: list[Any], orelse: Callable, node: ast.AST) -> None:
        """What runs after the body: one of the handlers, `else`, or (an outer one has to run) nothing."""
        number, error = self.env.pop(guard.number), self.env.pop(guard.error)
        if self.dead:
            return
        ways = [(i, partial(handler, error)) for i, handler in enumerate(handlers, 1)]
        self.one_of_ways(number, [*ways, (0, orelse)], node)  # type: ignore[arg-type]

    def one_of_ways(self, number: Atom, ways: list[tuple[int, Callable]], node: ast.AST) -> None:
        if isinstance(number, Const):
            for i, run in ways:
                if i == number.value:
                    run()
        elif ways:
            (i, run), *rest = ways
            test = self.emit("eq", (number, Const(i)), node)
            self.split(test, lambda: run() and None, lambda: self.one_of_ways(number, rest, node), node)

    def names_within(self, body: list[ast.stmt]) -> frozenset[tuple[int, str]]:
        """The names that only the body of a `try` reads, after it has assigned them."""
        node = self.scope.node
        if node is None:
            return frozenset()
        every = self.program.name_counts(node)
        own = [n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name)]
        return frozenset(
            self.key(self.scope, name)
            for name in set(own)
            if self.scope.holder(name) is self.scope
            and own.count(name) >= every.get(name, 0)
            and begins(name, body)
        )

    # ------------------------------------------------------------------------------------------------- finally

    def with_final(self, node: ast.Try) -> None:
        """`finally`: after the body, and after an exception, which then goes on."""
        kept = ast.copy_location(ast.Try(node.body, node.handlers, node.orelse, []), node)
        body: list[ast.stmt] = [kept] if node.handlers else node.body + node.orelse
        run = partial(self.statements, body)
        read = {n.id for s in node.finalbody for n in ast.walk(s) if isinstance(n, ast.Name)}
        stored = {name for statement in body for name in stored_names(statement)}
        if not self.guards and read.isdisjoint(stored) and not (self.catching and stored):
            self.final_as_one(run, node)
            return
        guard = self.guard((_BASE,))
        self.under(guard, run)
        number, error = self.env.pop(guard.number), self.env.pop(guard.error)
        if self.dead:
            return
        self.statements(node.finalbody)
        again = partial(self.raise_again, error, node)
        if not self.dead:
            self.one_of_ways(number, [(1, again)], node)  # type: ignore[arg-type]

    def final_as_one(self, run: Callable, node: ast.Try) -> None:
        side = self.side(run, self.env)
        if side.entries or side.dead:
            again = ast.copy_location(ast.Raise(exc=None, cause=None), node)
            handler = ast.ExceptHandler(None, None, [*node.finalbody, again])
            name = self.var("error", K.OBJECT, False)
            sides = [side, self.side(partial(self.handle, handler, name), self.env)]
            targets, results = self.merge_sides(sides)
            self.emit_try(sides, targets, results, [_BASE], [name], node)
        else:
            self.env = side.env
        if not self.dead:
            self.statements(node.finalbody)

    def raise_again(self, error: Any, node: ast.AST) -> None:
        if self.guards:
            self.step(lambda: self.raise_error(error, Const(None), node), node)
        else:
            self.raise_error(error, Const(None), node)

    # ------------------------------------------------------------------------------------------ around the steps

    def around_steps(self, node: ast.stmt) -> None:
        """What stands around steps: a branch, a loop, a function that is written out."""
        start = len(self.out)
        if isinstance(node, ast.If):
            self.around_branch(node)
        elif isinstance(node, ast.For):
            self.around_for(node)
        elif isinstance(node, ast.While):
            self.while_true(node, stop_flag(node))
        elif isinstance(node, ast.With):
            self.around_with(node)
        elif self.yields_body(node):
            self.body_of_with(node)
        else:
            self.statement(node)
        self.check_steps(start, node)

    def around_branch(self, node: ast.If) -> None:
        """The condition is a step; of an array, say, it may have no truth."""
        test = self.before(node, lambda name: [assigned(name, node.test, node)])[0]
        self.guarded([[test]])
        truth = self.look_up(test.targets[0].id, node)  # type: ignore[attr-defined]
        known = self.known_truth(truth)
        run = partial(self.statements, node.body), partial(self.statements, node.orelse)
        if known is not None:
            self.unless_failed(run[0] if known else run[1], node)
            return
        self.unless_failed(lambda: self.split(self.truth_of(truth, node), *run, node), node)

    def truth_of(self, value: Any, node: ast.AST) -> Atom:
        atom = self.materialise(value, node)
        if self.kind(atom).name in ("bool", "int", "float", "none", "text", "list", "tuple", "dict"):
            return atom
        found: list[Atom] = []
        self.step(
            lambda: found.append(self.emit(Ref("bool", bool), (atom,), node, kind=K.BOOL, varied=False)), node
        )
        return found[0]

    def around_for(self, node: ast.For) -> None:
        def steps(name: str) -> list[ast.stmt]:
            statements: list[ast.stmt] = []
            loop = ast.For(node.target, self.head(node.iter, name, statements), node.body, [])
            if not isinstance(node.target, ast.Name):
                first = ast.Assign([node.target], ast.Name(f"{name}_item", ast.Load()))
                loop.target, loop.body = ast.Name(f"{name}_item", ast.Store()), [first, *node.body]
            loop.stop_flag = stop_flag(node) or f"{name}_stop"  # type: ignore[attr-defined]
            return [*(placed(s, node) for s in statements), placed(loop, node)]

        *before, loop = self.before(node, steps)

        def run() -> None:
            self.assign(stop_flag(loop), Const(False), node)  # type: ignore[arg-type]
            self.stmt_For(loop)

        self.guarded([[step] for statement in before for step in self.steps(statement)], (run, node))

    def head(self, iterable: ast.expr, name: str, before: list[ast.stmt]) -> ast.expr:
        """What a loop goes through, after calls that may raise; `before` gets those."""
        if all(map(is_harmless_part, ast.walk(iterable))):
            return iterable
        if isinstance(iterable, ast.Call) and called_name(iterable) in _HEADS and not iterable.keywords:
            args = [self.head(argument, name, before) for argument in iterable.args]
            return ast.copy_location(ast.Call(iterable.func, args, []), iterable)
        before.append(assigned(f"{name}_{len(before)}", iterable, iterable))
        return ast.Name(f"{name}_{len(before) - 1}", ast.Load())

    def around_with(self, node: ast.With) -> None:
        """NumPy's settings are made in a step; who ends exceptions is a `try` statement of its own."""
        first = node.items[0]
        if self.called_class(first.context_expr) is not np.errstate or first.optional_vars:
            self.stmt_With(node)
            return

        def steps(name: str) -> list[ast.stmt]:
            item = ast.withitem(ast.Name(name, ast.Load()), None)
            rest = ast.With([item, *node.items[1:]], node.body)
            return [assigned(name, first.context_expr, node), placed(rest, node)]

        made, rest = self.before(node, steps)
        self.guarded([[made]])
        self.unless_failed(partial(self.stmt_With, rest), node)

    def called_class(self, node: ast.expr) -> Any:
        raise AssertionError  # with the context managers

    def stmt_With(self, node: ast.With) -> None:
        raise AssertionError  # with the context managers

    def before(self, node: ast.stmt, made: Callable[[str], list[ast.stmt]]) -> list[Any]:
        """Statements in the place of one, made once; they may use names that begin with one of their own."""
        name = f"%at_{node.lineno}_{node.col_offset}"
        if id(node) not in self.rewritten:
            statements = made(name)
            used = {n.id for s in statements for n in ast.walk(s) if isinstance(n, ast.Name)}
            own = [n for n in (*used, f"{name}_stop") if n.startswith(name)]
            self.rewritten[id(node)] = node, statements, own
        _, statements, names = self.rewritten[id(node)]
        self.scope.locals |= set(names)
        return statements

    # ------------------------------------------------------------------------------ where a generator yields

    def yields_body(self, node: ast.stmt) -> bool:
        """Whether it is a `yield` for which the body of a `with` statement stands."""
        return is_yield(node) and isinstance(self.scope.take, WithBody)

    def body_of_with(self, node: Any) -> None:
        take = self.scope.take
        assert isinstance(take, WithBody)
        value = node.value.value or ast.copy_location(ast.Constant(None), node)
        self.step(lambda: take.begin(self.expr(value)), node)
        self.unless_failed(take.body, node)


def assigned(name: str, value: ast.expr, node: ast.AST) -> ast.stmt:
    return placed(ast.Assign([ast.Name(name, ast.Store())], value), node)  # type: ignore[return-value]


def called_name(call: ast.Call) -> str:
    return getattr(call.func, "id", "")


def is_harmless_part(node: ast.AST) -> bool:
    """Whether a part of what a loop goes through raises nothing by itself."""
    if isinstance(node, ast.Call):
        return called_name(node) in _OF_HEADS
    return isinstance(node, _HARMLESS_PARTS)


def is_yield(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield)


def begins(name: str, body: list[ast.stmt]) -> bool:
    """Whether the first statement of a body that has a name assigns it, and doesn't read it."""
    for statement in body:
        names = [n for n in own_nodes([statement]) if isinstance(n, ast.Name) and n.id == name]
        inner = any(isinstance(child, (ast.FunctionDef, ast.Lambda)) for child in ast.walk(statement))
        if names or inner:
            return (
                isinstance(statement, ast.Assign)
                and not inner
                and all(isinstance(n.ctx, ast.Store) for n in names)
            )
    return False
