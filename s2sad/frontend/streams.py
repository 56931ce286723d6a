"""What a loop goes over: seen through `zip`, `enumerate` and `reversed`, items by index or as they come.

    for x, y in zip(xs, ys):           for i in range(min(len(xs), len(ys))):
        total += x * y          →          total += xs[i] * ys[i]

What varies is read by index, since its adjoint has to be found again by index; what doesn't vary is iterated as it
stands.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2sad.frontend.displays import Displays
from s2sad.frontend.values import CALLABLES, Lazy, Member, Object, Scope, Sequence, Table, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var

_UNROLL = 4
_VIEWS = ("items", "values", "keys")


@dataclass
class Stream:
    """Something to loop over: items by index up to `length`, or those of `native` as they come."""

    bind: Callable[[Atom], Value]
    length: Atom | None = None
    native: Atom | None = None
    item_kind: K.Kind = K.UNKNOWN
    backwards: bool = False
    hint: str | None = None


class Streams(Displays):
    def stream(self, node: ast.expr) -> Stream | Sequence | Lazy:
        if isinstance(node, ast.Call) and not node.keywords:
            if isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS and not node.args:
                return self.dict_stream(self.callee(node.func), node)
            spread = any(isinstance(argument, ast.Starred) for argument in node.args)
            function = self.named_function(node.func)
            if function is not None and not spread:
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

    def value_stream(self, value: Value, node: ast.AST) -> Stream | Sequence | Lazy:
        if isinstance(value, Object):
            value = self.iterated(value, node)
        if isinstance(value, Lazy):
            return value
        value = self.used_up(value, node)
        if isinstance(value, Table):
            value = Sequence(tuple(Const(key) for key in value.items))
        if isinstance(value, Sequence):
            if any(not isinstance(item, (Var, Const)) for item in value.items) and len(value.items) <= 64:
                return value
            if self.objects and all(isinstance(i, Const) and isinstance(i.value, str) for i in value.items):
                return value  # perhaps names of attributes
            if len(value.items) <= _UNROLL and any(
                isinstance(i, Var) and (self.varies(i) or K.is_array(self.kind(i))) for i in value.items
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

    def dict_stream(self, view: Value, node: ast.Call) -> Stream | Sequence | Lazy:
        """`d.items()`, `d.values()`, `d.keys()`: of what varies, items by their keys."""
        base, name = (view.receiver, view.name) if isinstance(view, Member) else (Const(None), "")
        of_places = self.is_places(base) and self.is_mapping(base, node)
        if not (of_places or (self.varies(base) and self.kind(base).name == "dict")):
            return self.value_stream(self.call(view, [], {}, node, "t"), node)

        def bind(key: Atom) -> Value:
            read = self.read_item if of_places else self.item
            value = read(base, key, node, "t") if name != "keys" else key
            return Sequence((key, value)) if name == "items" else value

        kind = self.key_kind(base) if of_places else K.iterated(self.kind(base))
        return Stream(bind, native=base, item_kind=kind)

    def indexed(self, stream: Stream | Sequence | Lazy, node: ast.AST) -> Stream:
        """The same items by index."""
        assert not isinstance(stream, Lazy)
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
        if stream.backwards or self.kind(items).name not in ("list", "tuple", "array"):
            items = self.emit(Ref("list", list), (items,), node)
        length = self.emit(Ref("len", len), (items,), node)
        return Stream(lambda i: bind(self.emit("getitem", (items, i), node)), length)

    def zip_streams(self, node: ast.Call) -> list[Stream | Sequence | Lazy]:
        """What is zipped; of displays all are gone through item by item if one has to be."""
        values = [self.stream(a) if isinstance(a, ast.Call) else self.expr(a) for a in node.args]
        streams = [v if isinstance(v, (Stream, Lazy)) else self.value_stream(v, node) for v in values]
        if any(isinstance(stream, Sequence) for stream in streams):
            return [v if isinstance(v, Sequence) else stream for v, stream in zip(values, streams)]
        return streams

    def zipped(self, streams: list[Stream | Sequence | Lazy], node: ast.AST) -> Stream | Sequence | Lazy:
        if any(isinstance(stream, Lazy) for stream in streams):
            return self.zipped_lazily(streams, node)
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

    def numbered(
        self, stream: Stream | Sequence | Lazy, start: Atom, node: ast.AST
    ) -> Stream | Sequence | Lazy:
        if isinstance(stream, Lazy):
            return self.numbered_lazily(stream, start, node)
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

    def backwards(self, stream: Stream | Sequence | Lazy, node: ast.AST) -> Stream | Sequence | Lazy:
        if isinstance(stream, Lazy):
            raise self.refusal(node, "a generator is reversed", "reverse a list of its items: `list(...)`")
        if isinstance(stream, Sequence):
            return Sequence(stream.items[::-1], stream.kind)
        if stream.length is None:
            assert stream.native is not None
            over = self.emit(Ref("reversed", reversed), (stream.native,), node)
            return Stream(stream.bind, native=over, item_kind=stream.item_kind, backwards=True)
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

    # ------------------------------------------------------------------------ defined with the generators

    def each_item(
        self,
        source: Lazy,
        target: ast.expr,
        body: Callable[[], None],
        stop: str | None,
        node: ast.AST,
        scope: Scope,
    ) -> None:
        raise AssertionError

    def zipped_lazily(self, streams: list[Any], node: ast.AST) -> Stream | Lazy:
        raise AssertionError

    def numbered_lazily(self, source: Lazy, start: Atom, node: ast.AST) -> Lazy:
        raise AssertionError
