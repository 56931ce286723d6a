"""What a loop goes over: seen through `zip`, `enumerate` and `reversed`, items by index or as they come.

    for x, y in zip(xs, ys):           for i in range(min(len(xs), len(ys))):
        total += x * y          →          total += xs[i] * ys[i]

What varies is read by index, since its adjoint has to be found again by index; what doesn't vary is iterated as it
stands. An iterator is never gone through before the loop, which may write to what it reads:

    for x, t in zip(xs, map(g, ts)):   for i, t in zip(range(len(xs)), map(g, ts)):
        total += x * t          →          total += xs[i] * t
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from s2sad.frontend.abstract_values import CALLABLES, Lazy, Member, Object, Sequence, Table, Value
from s2sad.frontend.attributes import callee, named_function
from s2sad.frontend.call import Call
from s2sad.frontend.class_dispatch import is_of_several
from s2sad.frontend.container_classes import is_mapping
from s2sad.frontend.enumerations import members_of
from s2sad.frontend.expressions import atom_of, expr
from s2sad.frontend.indexed_storage import is_indexed, key_kind, raw_kind, taken_from, unmixed, value_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise, used_up
from s2sad.frontend.outside_dicts import names_outside, table_of_classes
from s2sad.frontend.simple_generators import write_out_generator
from s2sad.frontend.storage_entries import emit, read_item, unpacked
from s2sad.frontend.subscripts import item_of
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import operation_of

_UNROLL = 4
_VIEWS = ("items", "values", "keys")
_LISTS = (list, sorted, range)


@dataclass
class Stream:
    """Something to loop over: items by index up to `length`, or those of `native` as they come."""

    bind: Callable[[Atom], Value]
    length: Atom | None = None
    native: Atom | None = None
    item_kind: K.Kind = K.UNKNOWN
    backwards: bool = False
    hint: str | None = None


def stream_of(lowering: Lowering, node: ast.expr) -> Stream | Sequence | Lazy:
    if isinstance(node, ast.Call) and not node.keywords:
        if isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS and not node.args:
            return dict_stream(lowering, callee(lowering, node.func), node)
        spread = any(isinstance(argument, ast.Starred) for argument in node.args)
        function = named_function(lowering, node.func)
        if function is not None and not spread:
            if function.value is zip:
                return zipped(lowering, zip_streams(lowering, node), node)
            if function.value is enumerate:
                start = atom_of(lowering, node.args[1]) if len(node.args) > 1 else Const(0)
                return numbered(lowering, stream_of(lowering, node.args[0]), start, node)
            if function.value is np.ndenumerate:
                return enumerated_items(lowering, node)
            if function.value is reversed:
                return backwards(lowering, stream_of(lowering, node.args[0]), node)
    if isinstance(node, ast.Call):
        write_out_generator(lowering, node)
    return value_stream(lowering, expr(lowering, node), node)


def enumerated_items(lowering: Lowering, node: ast.Call) -> Stream:
    """`np.ndenumerate(A)`: the indices, and the items at them."""
    array = atom_of(lowering, node.args[0])
    shape = emit(lowering, "getattr", (array, Const("shape")), node, varied=False)
    indices = emit(lowering, Ref("np.ndindex", np.ndindex), (shape,), node, varied=False)
    rank = lowering.kind(array).ndim
    kind = K.tuple_kind((K.INT,) * rank) if rank is not None else K.UNKNOWN
    return Stream(
        lambda i: Sequence((i, item_of(lowering, array, i, node, "t"))), native=indices, item_kind=kind
    )


def value_stream(lowering: Lowering, value: Value, node: ast.AST) -> Stream | Sequence | Lazy:
    if isinstance(value, Object) or is_of_several(lowering, value):
        value = lowering.dispatch.iterated(lowering, value, node)
    if isinstance(value, Lazy):
        return value
    value = members_of(value) or used_up(lowering, value, node)
    names = names_outside(lowering, value)
    if names is not None:
        value = Sequence(tuple(map(Const, names)))
    classes = table_of_classes(lowering, value)
    value = classes if isinstance(classes, Sequence) else value
    if isinstance(value, Table):
        value = Sequence(tuple(Const(key) for key in value.items))
    if isinstance(value, Sequence) and is_unrolled(lowering, value):
        return value
    if isinstance(value, CALLABLES):
        raise lowering.refusal(node, "a function is iterated", "call it, and iterate over its result")
    atom = materialise(lowering, value, node)
    if isinstance(atom, Var) and is_indexed(lowering, atom):
        return indexed_stream(lowering, atom, node)
    kind = lowering.kind(atom)
    if lowering.guards and isinstance(atom, Var) and kind in K.NUMBERS:
        hint = "ask with `isinstance` or `np.ndim` first"
        raise lowering.refusal(node, "a loop in `try` goes through a number", hint)
    unmixed(lowering, K.iterated(kind), node)
    lowering.looped_over.append(atom)
    rows = K.is_array(kind) and kind.ndim != 1 and K.differentiable(kind)  # each a view, which may be written
    if not (rows or lowering.varies(atom)) or kind.name == "dict":
        item = K.iterated(kind)
        if item.fields is not None and set(item.fields) == {K.INT}:
            item = K.UNKNOWN  # taken apart in one step: `for i, j in np.ndindex(n, m)`
        return Stream(lambda i: taken_from(lowering, atom, i), native=atom, item_kind=item)
    return Stream(
        lambda i: item_of(lowering, atom, i, node, "t"),
        emit(lowering, Ref("len", len), (atom,), node),
        None,
        K.INT,
    )


def is_unrolled(lowering: Lowering, value: Sequence) -> bool:
    """Whether a loop over what is known item by item is written out, an iteration after the other."""
    if any(not isinstance(item, (Var, Const)) for item in value.items) and len(value.items) <= 64:
        return True
    if lowering.objects and all(isinstance(i, Const) and isinstance(i.value, str) for i in value.items):
        return True  # perhaps names of attributes
    if K.is_mixed(K.join_all(tuple(map(lowering.kind, value.items)))) and len(value.items) <= 64:  # type: ignore[arg-type]
        return True
    return len(value.items) <= _UNROLL and any(
        isinstance(i, Var) and (lowering.varies(i) or K.is_array(lowering.kind(i))) for i in value.items
    )


def indexed_stream(lowering: Lowering, container: Var, node: ast.AST) -> Stream:
    if is_mapping(lowering, container, node):
        return Stream(lambda key: key, native=container, item_kind=key_kind(lowering, container))
    sites = lowering.kinds[container].sites
    kind = raw_kind(lowering, sites)
    hint = "k" if kind == K.INT else "item"
    return Stream(
        lambda place: value_of(lowering, sites, place, node), native=container, item_kind=kind, hint=hint
    )


def dict_stream(lowering: Lowering, view: Value, node: ast.Call) -> Stream | Sequence | Lazy:
    """`d.items()`, `d.values()`, `d.keys()`: of what varies, items by their keys."""
    base, name = (view.receiver, view.name) if isinstance(view, Member) else (Const(None), "")
    if isinstance(view, Ref) and type(getattr(view.value, "__self__", None)) is dict:
        path, _, name = view.path.rpartition(".")
        base = Ref(path, view.value.__self__, view.scope)
    keys = names_outside(lowering, base)
    if keys is not None:
        return Sequence(
            tuple(part_of_dict(partial(item_of, lowering), base, Const(key), name, node) for key in keys)
        )
    of_places = is_indexed(lowering, base) and is_mapping(lowering, base, node)
    if not (of_places or (lowering.varies(base) and lowering.kind(base).name == "dict")):
        return value_stream(lowering, lowering.dispatch.call_value(lowering, view, Call(node, [])), node)

    read = partial(read_item, lowering) if of_places else partial(item_of, lowering)
    kind = key_kind(lowering, base) if of_places else K.iterated(lowering.kind(base))
    return Stream(lambda key: part_of_dict(read, base, key, name, node), native=base, item_kind=kind)


def part_of_dict(
    read: Callable[[Atom, Atom, ast.AST, str], Value], base: Atom, key: Atom, name: str, node: ast.AST
) -> Value:
    """What a loop over `d.items()`, `d.values()` or `d.keys()` gets at a key."""
    value = read(base, key, node, "t") if name != "keys" else key
    return Sequence((key, value)) if name == "items" else value


def indexed(lowering: Lowering, stream: Stream | Sequence | Lazy, node: ast.AST) -> Stream:
    """The same items by index."""
    assert not isinstance(stream, Lazy)
    if isinstance(stream, Sequence):
        atom = materialise(lowering, stream, node)
        return Stream(lambda i: item_of(lowering, atom, i, node, "t"), Const(len(stream.items)))
    if stream.length is not None:
        return forwards(lowering, stream, node)
    assert stream.native is not None
    items, bind = stream.native, stream.bind
    if is_indexed(lowering, items) and not is_mapping(lowering, items, node):
        length = emit(lowering, Ref("len", len), (items,), node)
        return Stream(lambda i: item_of(lowering, items, i, node, "t"), length)
    if is_taken_in_turn(lowering, stream):
        items = emit(lowering, Ref("list", list), (items,), node)
    length = emit(lowering, Ref("len", len), (items,), node)
    return Stream(lambda i: bind(emit(lowering, "getitem", (items, i), node)), length)


def is_taken_in_turn(lowering: Lowering, stream: Stream | Sequence | Lazy) -> bool:
    """Whether its items can't be had by their places: those of an iterator, a dict, a set."""
    if not isinstance(stream, Stream) or stream.native is None:
        return False
    if stream.backwards or lowering.kind(stream.native).name not in ("list", "tuple", "array"):
        return True
    made = lowering.made_from.get(stream.native) if isinstance(stream.native, Var) else None
    if made is None or lowering.kind(stream.native).name != "list":
        return False
    # `zip` and the like have the kind of a list of their items, and a function may return them.
    return (
        isinstance(made[0], Ref)
        and operation_of(Entry((), made[0], ())) is None
        and made[0].value not in _LISTS
    )


def in_turn(lowering: Lowering, stream: Stream | Sequence | Lazy, node: ast.AST) -> Stream:
    """The same items as they come: those that have places by a range of these."""
    if isinstance(stream, Stream) and stream.native is not None:
        return stream
    part = indexed(lowering, stream, node)
    assert part.length is not None
    over = emit(lowering, Ref("range", range), (part.length,), node)
    return Stream(part.bind, native=over, item_kind=K.INT)


def zip_streams(lowering: Lowering, node: ast.Call) -> list[Stream | Sequence | Lazy]:
    """What is zipped; of displays all are gone through item by item if one has to be."""
    values = [stream_of(lowering, a) if isinstance(a, ast.Call) else expr(lowering, a) for a in node.args]
    streams = [v if isinstance(v, (Stream, Lazy)) else value_stream(lowering, v, node) for v in values]
    if any(isinstance(stream, Sequence) for stream in streams):
        return [v if isinstance(v, Sequence) else stream for v, stream in zip(values, streams)]
    return streams


def zipped(
    lowering: Lowering, streams: list[Stream | Sequence | Lazy], node: ast.AST
) -> Stream | Sequence | Lazy:
    if any(isinstance(stream, Lazy) for stream in streams):
        return lowering.dispatch.zipped_lazily(lowering, streams, node)
    if all(isinstance(stream, Sequence) for stream in streams):
        columns = [stream.items for stream in streams]
        return Sequence(tuple(Sequence(row) for row in zip(*columns)))
    native = [stream for stream in streams if isinstance(stream, Stream) and stream.native is not None]
    if len(native) == len(streams):
        return native_zip(lowering, native, node)
    if any(is_taken_in_turn(lowering, stream) for stream in streams):
        return native_zip(lowering, [in_turn(lowering, stream, node) for stream in streams], node)
    parts = [indexed(lowering, stream, node) for stream in streams]
    lengths = tuple(part.length for part in parts if part.length is not None)
    length = lengths[0]
    if any(other != length for other in lengths):
        length = emit(lowering, Ref("min", min), lengths, node, kind=K.INT, varied=False)
    return Stream(lambda i: Sequence(tuple(part.bind(i) for part in parts)), length)


def native_zip(lowering: Lowering, streams: list[Stream], node: ast.AST) -> Stream:
    sources = tuple(stream.native for stream in streams if stream.native is not None)
    over = emit(lowering, Ref("zip", zip), sources, node)

    def bind(row: Atom) -> Value:
        items = unpacked(lowering, row, [stream.item_kind for stream in streams], node)
        return Sequence(tuple(stream.bind(item) for stream, item in zip(streams, items)))

    return Stream(bind, native=over)


def numbered(
    lowering: Lowering, stream: Stream | Sequence | Lazy, start: Atom, node: ast.AST
) -> Stream | Sequence | Lazy:
    if isinstance(stream, Lazy):
        return lowering.dispatch.numbered_lazily(lowering, stream, start, node)
    if isinstance(stream, Sequence) and isinstance(start, Const):
        first = start.value
        return Sequence(tuple(Sequence((Const(first + k), v)) for k, v in enumerate(stream.items)))
    if isinstance(stream, Sequence) or stream.length is not None:
        part = indexed(lowering, stream, node)

        def number(i: Atom) -> Atom:
            return i if start == Const(0) else emit(lowering, "add", (i, start), node)

        return Stream(lambda i: Sequence((number(i), part.bind(i))), part.length)
    assert stream.native is not None
    over = emit(lowering, Ref("enumerate", enumerate), (stream.native, start), node)

    def bind(row: Atom) -> Value:
        count, item = unpacked(lowering, row, [K.INT, stream.item_kind], node)
        return Sequence((count, stream.bind(item)))

    return Stream(bind, native=over)


def backwards(
    lowering: Lowering, stream: Stream | Sequence | Lazy, node: ast.AST
) -> Stream | Sequence | Lazy:
    if isinstance(stream, Lazy):
        raise lowering.refusal(node, "a generator is reversed", "reverse a list of its items: `list(...)`")
    if isinstance(stream, Sequence):
        return Sequence(stream.items[::-1], stream.kind)
    if stream.length is None:
        assert stream.native is not None
        over = emit(lowering, Ref("reversed", reversed), (stream.native,), node)
        return Stream(stream.bind, native=over, item_kind=stream.item_kind, backwards=True)
    return replace(stream, backwards=not stream.backwards)


def forwards(lowering: Lowering, stream: Stream, node: ast.AST) -> Stream:
    """The items of a stream that runs backwards, by an index that counts up."""
    if not stream.backwards:
        return stream
    length, bind = stream.length, stream.bind
    assert length is not None

    def from_end(i: Atom) -> Value:
        last = emit(lowering, "sub", (length, Const(1)), node)
        return bind(emit(lowering, "sub", (last, i), node))

    return Stream(from_end, length)
