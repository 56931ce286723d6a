"""Loops: `for` over whatever can be iterated, and `while`.

What varies is read by index, since its adjoint has to be found again by index; what doesn't vary is iterated as it
stands. `zip`, `enumerate` and `reversed` are seen through:

    for x, y in zip(xs, ys):           for i in range(min(len(xs), len(ys))):
        total += x * y          →          total += xs[i] * ys[i]
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.frontend.displays import Displays
from s2sad.frontend.jumps import stop_flag
from s2sad.frontend.names_of import own_nodes
from s2sad.frontend.values import CALLABLES, Member, Object, Scope, Sequence, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, For, Ref, Var, While

_UNROLL = 4


@dataclass
class Stream:
    """Something to loop over: items by index up to `length`, or those of `native` as they come."""

    bind: Callable[[Atom], Value]
    length: Atom | None = None
    native: Atom | None = None
    item_kind: K.Kind = K.UNKNOWN
    backwards: bool = False
    hint: str | None = None


class Loops(Displays):
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
        if isinstance(stream, Sequence):
            self.in_scope(scope, lambda: self.unroll(list(stream.items), target, body, stop, node))
            del self.looped_over[outer_loops:]
            return
        over = self.run_over(stream, node)
        hint = stream.hint or (
            target.id if isinstance(target, ast.Name) and stream.native is not None else "i"
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
        return self.materialise(self.env[self.key(self.scope, stop)], None) if stop else None

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
        targets = self.close_carried(carried)
        results = carried.results + ((carried.extra,) if stop else ())
        body = Block(tuple(carried.entries), results)
        where = self.location(node)
        self.out.append(While(targets, carried.params, carried.inits, cond_block[0], body, bool(stop), where))

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

    # --------------------------------------------------------------------------------------------- streams

    def stream(self, node: ast.expr) -> Stream | Sequence:
        if isinstance(node, ast.Call) and not node.keywords:
            function = self.expr(node.func) if isinstance(node.func, (ast.Name, ast.Attribute)) else None
            if isinstance(function, Member) and not node.args:
                return self.member_stream(function, node)
            spread = any(isinstance(argument, ast.Starred) for argument in node.args)
            if isinstance(function, Ref) and not spread:
                if function.value is zip:
                    return self.zipped(self.zip_streams(node), node)
                if function.value is enumerate:
                    start = self.atom(node.args[1]) if len(node.args) > 1 else Const(0)
                    return self.numbered(self.stream(node.args[0]), start, node)
                if function.value is np.ndenumerate:
                    return self.enumerated_items(node)
                if function.value is reversed:
                    return self.backwards(self.stream(node.args[0]), node)
        return self.value_stream(self.expr(node), node)

    def enumerated_items(self, node: ast.Call) -> Stream:
        """`np.ndenumerate(A)`: the indices, and the items at them."""
        array = self.atom(node.args[0])
        shape = self.emit("getattr", (array, Const("shape")), node, varied=False)
        indices = self.emit(Ref("np.ndindex", np.ndindex), (shape,), node, varied=False)
        rank = self.kind(array).ndim
        kind = K.tuple_kind((K.INT,) * rank) if rank is not None else K.UNKNOWN
        return Stream(lambda i: Sequence((i, self.item(array, i, node, "t"))), native=indices, item_kind=kind)

    def value_stream(self, value: Value, node: ast.AST) -> Stream | Sequence:
        value = self.used_up(value, node)
        if isinstance(value, Object):
            value = self.used_up(self.iterated(value, node), node)
        if isinstance(value, Table):
            value = Sequence(tuple(Const(key) for key in value.items))
        if isinstance(value, Sequence):
            if any(not isinstance(item, (Var, Const)) for item in value.items) and len(value.items) <= 64:
                return value
            if self.objects and all(isinstance(i, Const) and isinstance(i.value, str) for i in value.items):
                return value  # perhaps names of attributes
            if len(value.items) <= _UNROLL and any(
                isinstance(i, Var) and self.varies(i) for i in value.items
            ):
                return value
        if isinstance(value, CALLABLES):
            raise self.refusal(node, "a function is iterated", "call it, and iterate over its result")
        atom = self.materialise(value, node)
        if isinstance(atom, Var) and self.is_places(atom):
            return self.stream_of_places(atom, node)
        self.looped_over.append(atom)
        kind = self.kind(atom)
        rows = (
            K.is_array(kind) and kind.ndim != 1 and K.differentiable(kind)
        )  # each a view, which may be written
        if not (rows or self.varies(atom)) or kind.name == "dict":
            item = K.iterated(kind)
            return Stream(lambda i: self.taken_from(atom, i), native=atom, item_kind=item)
        return Stream(
            lambda i: self.item(atom, i, node, "t"), self.emit(Ref("len", len), (atom,), node), None, K.INT
        )

    def stream_of_places(self, container: Var, node: ast.AST) -> Stream:
        if self.is_mapping(container, node):
            return Stream(lambda key: key, native=container, item_kind=self.key_kind(container))
        sites = self.kinds[container].sites
        kind = self.raw_kind(sites)
        return Stream(
            lambda place: self.value_of(sites, place, node), native=container, item_kind=kind, hint="k"
        )

    def member_stream(self, member: Member, node: ast.Call) -> Stream | Sequence:
        base, name = member.receiver, member.name
        of_places = self.is_places(base) and self.is_mapping(base, node)
        if name not in ("items", "values", "keys") or not (
            of_places or (self.varies(base) and self.kind(base).name == "dict")
        ):
            return self.value_stream(self.expr(node), node)

        def bind(key: Atom) -> Value:
            read = self.read_item if of_places else self.item
            value = read(base, key, node, "t") if name != "keys" else key
            return Sequence((key, value)) if name == "items" else value

        kind = self.key_kind(base) if of_places else K.iterated(self.kind(base))
        return Stream(bind, native=base, item_kind=kind)

    def indexed(self, stream: Stream | Sequence, node: ast.AST) -> Stream:
        """The same items by index."""
        if isinstance(stream, Sequence):
            atom = self.materialise(stream, node)
            return Stream(lambda i: self.item(atom, i, node, "t"), Const(len(stream.items)))
        if stream.length is not None:
            return self.forwards(stream, node)
        assert stream.native is not None
        items, bind = stream.native, stream.bind
        if self.is_places(items) and not self.is_mapping(items, node):
            length = self.emit(Ref("len", len), (items,), node)
            return Stream(lambda i: self.item(items, i, node, "t"), length)
        if self.kind(items).name not in ("list", "tuple", "array"):
            items = self.emit(Ref("list", list), (items,), node)
        length = self.emit(Ref("len", len), (items,), node)
        return Stream(lambda i: bind(self.emit("getitem", (items, i), node)), length)

    def zip_streams(self, node: ast.Call) -> list[Stream | Sequence]:
        """What is zipped; of displays all are gone through item by item if one has to be."""
        values = [self.stream(a) if isinstance(a, ast.Call) else self.expr(a) for a in node.args]
        streams = [v if isinstance(v, Stream) else self.value_stream(v, node) for v in values]
        if any(isinstance(stream, Sequence) for stream in streams):
            return [v if isinstance(v, Sequence) else stream for v, stream in zip(values, streams)]
        return streams

    def zipped(self, streams: list[Stream | Sequence], node: ast.AST) -> Stream | Sequence:
        if all(isinstance(stream, Sequence) for stream in streams):
            columns = [stream.items for stream in streams]  # type: ignore[union-attr]
            return Sequence(tuple(Sequence(row) for row in zip(*columns)))
        if all(isinstance(stream, Stream) and stream.native is not None for stream in streams):
            return self.native_zip(streams, node)  # type: ignore[arg-type]
        parts = [self.indexed(stream, node) for stream in streams]
        lengths = tuple(part.length for part in parts if part.length is not None)
        length = lengths[0]
        if any(other != length for other in lengths):
            length = self.emit(Ref("min", min), lengths, node, kind=K.INT, varied=False)
        return Stream(lambda i: Sequence(tuple(part.bind(i) for part in parts)), length)

    def native_zip(self, streams: list[Stream], node: ast.AST) -> Stream:
        sources = tuple(stream.native for stream in streams if stream.native is not None)
        over = self.emit(Ref("zip", zip), sources, node)

        def bind(row: Atom) -> Value:
            items = self.unpacked(row, [stream.item_kind for stream in streams], node)
            return Sequence(tuple(stream.bind(item) for stream, item in zip(streams, items)))

        return Stream(bind, native=over)

    def numbered(self, stream: Stream | Sequence, start: Atom, node: ast.AST) -> Stream | Sequence:
        if isinstance(stream, Sequence) and isinstance(start, Const):
            first = start.value
            return Sequence(tuple(Sequence((Const(first + k), v)) for k, v in enumerate(stream.items)))
        if isinstance(stream, Sequence) or stream.length is not None:
            part = self.indexed(stream, node)

            def number(i: Atom) -> Atom:
                return i if start == Const(0) else self.emit("add", (i, start), node)

            return Stream(lambda i: Sequence((number(i), part.bind(i))), part.length)
        assert stream.native is not None
        over = self.emit(Ref("enumerate", enumerate), (stream.native, start), node)

        def bind(row: Atom) -> Value:
            count, item = self.unpacked(row, [K.INT, stream.item_kind], node)
            return Sequence((count, stream.bind(item)))

        return Stream(bind, native=over)

    def backwards(self, stream: Stream | Sequence, node: ast.AST) -> Stream | Sequence:
        if isinstance(stream, Sequence):
            return Sequence(stream.items[::-1], stream.kind)
        if stream.length is None:
            assert stream.native is not None
            over = self.emit(Ref("reversed", reversed), (stream.native,), node)
            return Stream(stream.bind, native=over, item_kind=stream.item_kind)
        return replace(stream, backwards=not stream.backwards)

    def forwards(self, stream: Stream, node: ast.AST) -> Stream:
        """The items of a stream that runs backwards, by an index that counts up."""
        if not stream.backwards:
            return stream
        length, bind = stream.length, stream.bind
        assert length is not None

        def from_end(i: Atom) -> Value:
            last = self.emit("sub", (length, Const(1)), node)
            return bind(self.emit("sub", (last, i), node))

        return Stream(from_end, length)
