"""`zip` and `enumerate` where a generator is among what they get.

One generator leads, and the other parts are read by the index of its item. Any further generator is collected into a list
before the loop; one that reads what the loop changes is refused, since its items would be others by then.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Function, Lazy, Object, Sequence, Value, unwrapped
from s2sad.frontend.branches import choose, same, split
from s2sad.frontend.generators import Take, collected, go_through
from s2sad.frontend.iteration import Stream, in_turn, indexed, is_taken_in_turn, native_zip, value_stream
from s2sad.frontend.iterators import cursor, cycle_by_hand, endless, generator_call, next_item, sequence
from s2sad.frontend.known_contents import contents_of
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import check_unused, materialise
from s2sad.frontend.object_variables import attributes_of
from s2sad.frontend.queries import captured_names
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Ref, Var, targets_of
from s2sad.ir.rewrite import walk

_FOR_EVER = 10**18


def places_before(length: int) -> Any:
    """0, 1, 2, … up to a number"""
    yield from range(length)


def counted(
    lowering: Lowering, source: Lazy, row: Callable[[Atom, Value], Value], ends: Any, node: ast.AST
) -> Lazy:
    """A generator of `row(i, item)` for the items of another one.

    `ends` are the least lengths of the other parts of the `zip`: of those before the generator, and of those after it.
    """
    stage = Lazy(None, lowering.depth, parts=(source,), scope=lowering.scope)
    lowering.alive.append(stage)
    before, after = ends
    stage.run = _Counted(lowering, source, row, before, after, node, (id(stage), "i"))
    return stage


@dataclass(frozen=True)
class _Counted:
    """Runs a generator, with the index of its item as a variable of the environment, under `key`."""

    lowering: Lowering
    source: Lazy
    row: Callable[[Atom, Value], Value]
    before: Atom | None
    after: Atom | None
    node: ast.AST
    key: tuple[int, str]

    def __call__(self, take: Take, stops: bool) -> None:
        lowering, before = self.lowering, self.before
        lowering.env[self.key] = Const(0)

        def whole() -> None:
            ends = before is not None or self.after is not None
            go_through(lowering, self.source, partial(self.taken, take), stops or ends, self.node)

        if before is None:
            whole()
        else:
            some = emit(lowering, "gt", (before, Const(0)), self.node)
            split(lowering, some, whole, lambda: None, self.node)
        lowering.env.pop(self.key, None)

    def taken(self, take: Take, item: Value) -> Any:
        """Hand on an item, if the parts after the generator have one as well."""
        if self.after is None:
            return self.one(take, item)
        number = materialise(self.lowering, self.lowering.env[self.key], self.node)
        over = emit(self.lowering, "ge", (number, self.after), self.node)
        one = partial(self.one, take, item)
        return choose(self.lowering, over, lambda: Const(True), lambda: one() or Const(False), self.node, "t")

    def one(self, take: Take, item: Value) -> Any:
        """Hand on an item; true if the loop stops, as the parts before the generator have no further one."""
        lowering, node = self.lowering, self.node
        i = lowering.env[self.key]
        assert isinstance(i, (Var, Const))
        flag = take(self.row(i, item))
        if lowering.dead:
            return flag
        following = lowering.env[self.key] = emit(lowering, "add", (i, Const(1)), node)
        if self.before is None:
            return flag
        over = emit(lowering, "ge", (following, self.before), node)
        known = flag is None or flag == Const(False)
        return over if known else choose(lowering, flag, lambda: Const(True), lambda: over, node, "t")


def numbered_lazily(lowering: Lowering, source: Lazy, start: Atom, node: ast.AST) -> Lazy:
    def row(i: Atom, item: Value) -> Value:
        return Sequence((i if start == Const(0) else emit(lowering, "add", (i, start), node), item))

    if source.at is not None:
        at = source.at
        return endless(lowering, lambda i: row(i, at(i)), source.parts, node)
    return counted(lowering, source, row, (None, None), node)


def zipped_lazily(lowering: Lowering, streams: list[Any], node: ast.AST) -> Stream | Lazy:
    """`zip` of which one part at least is a generator, or has no end."""
    if any(
        s.by_hand and s is other for s, other in itertools.combinations(streams, 2) if isinstance(s, Lazy)
    ):
        raise gone_together(lowering, node)  # `count` or `cycle`, from which each row takes twice
    generators: list[Lazy] = [s for s in streams if isinstance(s, Lazy) and s.at is None]
    if not generators and all(isinstance(s, Lazy) for s in streams):
        places: list[Any] = [s.at for s in streams]
        return endless(lowering, lambda i: Sequence(tuple(at(i) for at in places)), tuple(streams), node)
    leading = next((s for s in generators if s.by_hand is None), generators[0]) if generators else None
    listed = [stream for stream in streams if is_taken_in_turn(lowering, stream)]
    if leading is None and listed:
        return native_zip(lowering, [without_end(lowering, s, node) for s in streams], node)
    if leading is not None and listed:
        refuse_changes(lowering, leading, set(), read_by(lowering, listed), node)
    parts = parts_beside(lowering, streams, leading, node)
    reads: list[Any] = [part.at if isinstance(part, Lazy) else part.bind for part in parts]

    def row(i: Atom, item: Value) -> Value:
        start = len(lowering.out)
        made = Sequence(tuple(item if p is leading else at(i) for p, at in zip(parts, reads)))
        lowering.in_bounds.update(target for node in lowering.out[start:] for target in targets_of(node))
        return made

    if leading is None:
        return Stream(lambda i: row(i, i), least(lowering, parts, node))
    place = next(i for i, part in enumerate(parts) if part is leading)
    ends = least(lowering, parts[:place], node), least(lowering, parts[place + 1 :], node)
    return counted(lowering, leading, row, ends, node)


def parts_beside(lowering: Lowering, streams: list[Any], leading: Lazy | None, node: ast.AST) -> list[Any]:
    """The parts of a `zip`, each of which but the leading generator is read by index."""
    parts: list[Any] = []
    for stream in streams:
        first = not any(stream is part for part in parts)
        if (stream is leading and first) or (isinstance(stream, Lazy) and stream.at is not None):
            parts.append(stream)
        elif isinstance(stream, Lazy) and stream.by_hand is not None:  # `count`, `cycle`
            parts.append(item_by_item(lowering, stream, node))
        elif isinstance(stream, Lazy):
            collected = collected_before(lowering, stream, leading, node)
            parts.append(indexed(lowering, value_stream(lowering, collected, node), node))
        else:
            parts.append(indexed(lowering, stream, node))
    return parts


def one_by_one(lowering: Lowering, stream: Stream, node: ast.AST) -> Lazy:
    """The items of a stream as those of a generator."""
    assert stream.length is not None
    places = generator_call(lowering, places_before, [stream.length], node)

    def run(take: Take, stops: bool) -> None:
        go_through(lowering, places, lambda i: take(stream.bind(materialise(lowering, i, node))), stops, node)

    return Lazy(None, lowering.depth, run=run, parts=(places,), scope=lowering.scope)


def least(lowering: Lowering, parts: list[Any], node: ast.AST) -> Atom | None:
    lengths = tuple(p.length for p in parts if isinstance(p, Stream) and p.length is not None)
    if len(lengths) < 2 or all(other == lengths[0] for other in lengths):
        return lengths[0] if lengths else None
    return emit(lowering, Ref("min", min), lengths, node, kind=K.INT, varied=False)


# ---------------------------------------------------------------------------------- a second generator


def item_by_item(lowering: Lowering, source: Lazy, node: ast.AST) -> Stream:
    """An endless iterator beside a generator: it gives one item for each item of the generator."""
    check_unused(lowering, source, node)
    assert source.by_hand is not None
    program, parts = source.by_hand
    parts = tuple([sequence(lowering, part, node) if isinstance(part, Lazy) else part for part in parts])
    length = times_for_ever(lowering, parts[0], node) if program is cycle_by_hand else None
    taken = cursor(lowering, (program, parts), node, {})
    return Stream(lambda i: next_item(lowering, taken, [], node, "t"), length)


def times_for_ever(lowering: Lowering, items: Value, node: ast.AST) -> Atom | None:
    """How often `cycle` gives items: never, if there are none."""
    if isinstance(items, Sequence) and items.items:
        return None
    length = emit(lowering, Ref("len", len), (materialise(lowering, items, node),), node)
    return emit(lowering, "mul", (length, Const(_FOR_EVER)), node)


def collected_before(lowering: Lowering, source: Lazy, leading: Any, node: ast.AST) -> Value:
    """The items of a further generator of a `zip`, in a list that is made before the loop."""
    before = dict(lowering.env)
    found = collected(lowering, source, node, "t")
    keys, arrays = reached_from(lowering, [source])
    if any(not same(lowering.env.get(key), value) for key, value in before.items()):
        raise gone_together(lowering, node)
    refuse_changes(lowering, leading, keys, arrays, node)
    return found


def refuse_changes(
    lowering: Lowering, leading: Lazy, keys: set[tuple[int, str]], arrays: set[Var], node: ast.AST
) -> None:
    """Refuse a generator that changes names or arrays, or whose loop does, which were read before."""
    assert leading.run is not None
    run: Callable[[Take, bool], None] = leading.run

    def guarded(take: Take, stops: bool) -> None:
        start, names = len(lowering.out), {key: lowering.env.get(key) for key in keys}
        run(take, stops)
        changed = any(not same(lowering.env.get(key), value) for key, value in names.items())
        if changed or changes_any(lowering, arrays, lowering.out[start:]):
            raise gone_together(lowering, node)

    leading.run = guarded


def without_end(lowering: Lowering, stream: Any, node: ast.AST) -> Stream:
    """A part of a `zip` as a stream; an endless one is read by index, along `itertools.count()`."""
    if not isinstance(stream, Lazy):
        return in_turn(lowering, stream, node)
    assert stream.at is not None
    numbers = emit(lowering, Ref("itertools.count", itertools.count), (), node)
    return Stream(stream.at, native=numbers, item_kind=K.INT)


def read_by(lowering: Lowering, streams: list[Stream]) -> set[Var]:
    """The arrays, lists and dicts that iterators read, which were made of them."""
    found: set[Var] = set()
    open_ = [stream.native for stream in streams]
    while open_:
        atom: Any = open_.pop()
        if isinstance(atom, Var) and atom not in found and lowering.kind(atom) not in K.NUMBERS:
            found.add(atom)
            open_ += lowering.made_from.get(atom, ())
    return {lowering.root(atom) for atom in found}


def gone_together(lowering: Lowering, node: ast.AST) -> Exception:
    reason = "a generator depends on what changes in a loop that goes through another one at the same time"
    return lowering.refusal(node, reason, "make a list of it before the loop: `list(...)`")


def reached_from(lowering: Lowering, values: Iterable[Any]) -> tuple[set[tuple[int, str]], set[Var]]:
    """The names and attributes that values may read, and the arrays and lists among them."""
    keys: set[tuple[int, str]] = set()
    arrays: set[Var] = set()
    for value in contents_of(lowering, values):
        if isinstance(value, Function) and value.scope is not None:
            for name in captured_names(value):
                holder = value.scope.holder(name)
                if holder is not None:
                    keys.add(lowering.key(holder, name))
        elif isinstance(value, Object) and value.record is None:
            keys.update((id(value), name) for name in attributes_of(lowering, value))
        else:
            atom = unwrapped(value)
            if isinstance(atom, Var) and lowering.kind(atom) not in K.NUMBERS:
                arrays.add(lowering.root(atom))
    return keys, arrays


def changes_any(lowering: Lowering, read: set[Var], entries: list[Any]) -> bool:
    """Whether entries may write to what is read; of lists and dicts it isn't known which are the same."""
    found = [e for e in walk(Block(tuple(entries), ())) if isinstance(e, Entry)]
    effects = [e.args[0] for e in found if not e.targets and e.args]
    written = {lowering.root(value) for value in effects if isinstance(value, Var)}
    if read & written:
        return True
    lists = not all(K.is_array(lowering.kind(value)) for value in read)
    methods = any(isinstance(e.fn, Var) for e in found)
    others = [v for v in written if not K.is_array(lowering.kind(v)) and not lowering.is_unshared(v)]
    return lists and (methods or any(may_be_in(lowering, v, read) for v in others))


def may_be_in(lowering: Lowering, written: Var, read: set[Var]) -> bool:
    """Whether a list or dict may be one of those that are read, or in one of them, by where they are made."""
    known = lowering.program.sites
    if written in lowering.memories.values():
        return False
    own, sites = K.sites_in(lowering.kind(written)), [K.sites_in(lowering.kind(each)) for each in read]
    if not own or not all(sites):
        return True
    open_: list[int] = list(frozenset().union(*sites))
    reached: set[int] = set()
    while open_:
        site = open_.pop()
        if site in known.class_at:
            return True
        root = known.find(site)
        if root not in reached:
            reached.add(root)
            open_ += K.sites_in(known.of(frozenset((root,))).kind)
    return not reached.isdisjoint(map(known.find, own))
