"""Loops: `for` over whatever can be iterated, and `while`.

What a loop carries from iteration to iteration is found by lowering its body (`branches`); what it goes over is a
stream (`streams`).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from s2sad.frontend.jumps import stop_flag
from s2sad.frontend.names_of import own_nodes
from s2sad.frontend.streams import Stream, Streams
from s2sad.frontend.values import Lazy, Scope, Sequence, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, For, Ref, Var, While


class Loops(Streams):
    # ------------------------------------------------------------------------------------------ statements

    def stmt_For(self, node: ast.For) -> None:
        def body() -> None:
            self.statements(node.body)

        self.for_each(node, node.target, node.iter, body, stop_flag(node))

    def for_each(
        self,
        node: ast.AST,
        target: ast.expr,
        iterable: ast.expr,
        body: Callable[[], None],
        stop: str | None,
        inner: Scope | None = None,
    ) -> None:
        """A loop; with `inner` (of a comprehension) its variables belong to a scope of their own."""
        outer_loops = len(self.looped_over)
        stream = self.stream(iterable)
        scope = inner or self.scope
        if isinstance(stream, Lazy):
            self.each_item(stream, target, body, stop, node, scope)
            return
        if isinstance(stream, Sequence):
            self.in_scope(scope, lambda: self.unroll(list(stream.items), target, body, stop, node))
            del self.looped_over[outer_loops:]
            return
        over = self.run_over(stream, node)
        hint = stream.hint or (
            target.id.lstrip("%") if isinstance(target, ast.Name) and stream.native is not None else "i"
        )
        kind = stream.item_kind if stream.native is not None else K.INT

        def run() -> tuple[Var, Any]:
            item = self.var(hint, kind, False)
            if over in self.texts:
                self.texts[item] = None

            def iteration() -> None:
                value = stream.bind(item)
                self.naming = stream.length is not None or stream.hint is not None
                self.bind_target(target, value, node)
                self.naming = False
                body()

            self.in_scope(scope, iteration)
            return item, self.flag(stop)

        carried = self.carry(self.place(node), self.assigned(node), run)
        del self.looped_over[outer_loops:]
        item, flag = carried.extra
        targets = self.close_carried(carried)
        results = carried.results + ((flag,) if stop else ())
        block = Block(tuple(carried.entries), results)
        self.out.append(
            For(targets, item, over, carried.params, carried.inits, block, bool(stop), self.location(node))
        )

    def place(self, node: ast.AST) -> Any:
        """What tells a loop from others when it is lowered again, inlined functions included."""
        return (id(node), *(id(frame) for frame in self.active), *self.called_at)

    def flag(self, stop: str | None) -> Atom | None:
        if not stop:
            return None
        flag = self.materialise(self.env[self.key(self.scope, stop)], None)
        failed = self.env[self.guards[-1].number] if self.guards else Const(0)
        if failed == Const(0):
            return flag
        if isinstance(failed, Const):
            return Const(True)
        other = self.emit("ne", (failed, Const(0)), None)  # type: ignore[arg-type]
        return other if flag == Const(False) else self.emit("or_", (flag, other), None, kind=K.BOOL)

    def unroll(
        self, items: list[Value], target: ast.expr, body: Callable[[], None], stop: str | None, node: ast.AST
    ) -> None:
        """A loop over few things of which each is another (functions, say): one after the other."""
        if not items:
            return
        self.bind_target(target, items[0], node)
        body()
        cond = self.flag(stop)
        if cond is None or cond == Const(False) or len(items) == 1:
            self.unroll(items[1:], target, body, stop, node)
        else:
            self.split(cond, lambda: None, lambda: self.unroll(items[1:], target, body, stop, node), node)

    def run_over(self, stream: Stream, node: ast.AST) -> Atom:
        """What the loop's entry runs over: the thing itself, or a range of its places."""
        if stream.native is not None:
            return stream.native
        assert stream.length is not None
        over = self.emit(Ref("range", range), (stream.length,), node)
        if not stream.backwards:
            return over
        return self.emit(Ref("reversed", reversed), (over,), node, kind=K.list_kind(K.INT))

    def stmt_While(self, node: ast.While) -> None:
        stop = stop_flag(node)
        endless = isinstance(node.test, ast.Constant) and node.test.value and not stop
        if endless:
            self.check_end(node)
        if self.assigns_in_condition(node.test):
            self.while_true(node, stop)
            return
        cond_block: list[Any] = []

        def run() -> Any:
            with self.block() as entries:
                truth = self.atom(node.test)
            cond_block[:] = [Block(tuple(entries), (truth,))]
            self.statements(node.body)
            return self.flag(stop)

        carried = self.carry(self.place(node), self.assigned(node), run)
        self.dead = self.dead or bool(endless and carried.dead)
        targets = self.close_carried(carried)
        results = carried.results + ((carried.extra,) if stop else ())
        body = Block(tuple(carried.entries), results)
        where = self.location(node)
        self.out.append(While(targets, carried.params, carried.inits, cond_block[0], body, bool(stop), where))

    def check_end(self, node: ast.While) -> None:
        """A generator that never ends can't be gone through to its end."""
        if self.scope.take is not None:
            reason = "a generator that goes on for ever is gone through to its end"
            hint = "leave the loop over it by break, or take some: itertools.islice, itertools.takewhile"
            raise self.refusal(node, reason, hint)

    def assigns_in_condition(self, test: ast.expr) -> bool:
        """Whether a condition may assign names, so that it has to be part of the body."""
        outside = self.scope.node is not None and self.program.writes_outside(self.scope.node)
        return any(
            isinstance(child, ast.NamedExpr) or (outside and isinstance(child, ast.Call))
            for child in ast.walk(test)
        )

    def while_true(self, node: ast.While, stop: str | None) -> None:
        """`while c: s` as `while True: if c: s else: stop`."""
        stop = stop or f"%stop_{node.lineno}_{node.col_offset}"
        true = ast.copy_location(ast.Constant(value=True), node)
        false = ast.copy_location(ast.Constant(value=False), node)
        name = ast.copy_location(ast.Name(id=stop, ctx=ast.Store()), node)
        clear = ast.copy_location(ast.Assign(targets=[name], value=false), node)
        end = ast.copy_location(ast.Assign(targets=[name], value=true), node)
        branch = ast.copy_location(ast.If(test=node.test, body=node.body, orelse=[end]), node)
        loop = ast.copy_location(ast.While(test=true, body=[clear, branch], orelse=[]), node)
        loop.stop_flag = stop  # type: ignore[attr-defined]
        self.scope.locals |= {stop}
        self.stmt_While(loop)

    def assigned(self, node: ast.AST) -> list[tuple[int, str]]:
        """The names that a loop assigns, as far as its own text tells."""
        names: dict[str, None] = {}
        for child in own_nodes([node]):  # type: ignore[list-item]
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                names[child.id] = None
        stop = stop_flag(node)  # type: ignore[arg-type]
        keys = []
        for name in names:
            holder = self.scope.holder(name)
            if name != stop and holder is not None and not name.startswith("%skip"):
                keys.append(self.key(holder, name))
        return keys

    def in_scope(self, scope: Scope, run: Callable[[], Any]) -> Any:
        outer, self.scope = self.scope, scope
        try:
            return run()
        finally:
            self.scope = outer
