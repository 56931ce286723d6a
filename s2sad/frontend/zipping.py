"""`zip` and `enumerate` where a generator is among what they get.

The generator leads; the others are read by the number of its item. A second generator is gone through before, which
is the same as long as it has nothing to do with what happens in the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from s2sad.frontend.branches import same
from s2sad.frontend.generators import Take
from s2sad.frontend.held import held_by_any
from s2sad.frontend.iterators import Iterators
from s2sad.frontend.streams import Stream
from s2sad.frontend.values import Function, Lazy, Object, Sequence, Value, unwrapped
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Block, Const, Entry, Ref, Var, targets_of
from s2sad.ir.rewrite import walk


def places_before(length: int) -> Any:
    """0, 1, 2, … up to a number"""
    yield from range(length)


class Zipping(Iterators):
    def counted(self, source: Lazy, row: Callable[[Atom, Value], Value], ends: Any, node: ast.AST) -> Lazy:
        """What `row` makes of the items of a generator and their numbers.

        `ends` are the lengths of what is gone through at the same time, before the generator and after it.
        """
        before, after = ends
        stage = Lazy(None, self.depth, parts=(source,), scope=self.scope)
        key = (id(stage), "i")
        self.alive.append(stage)

        def one(item: Value, take: Take) -> Any:
            i = self.env[key]
            assert isinstance(i, (Var, Const))
            flag = take(row(i, item))
            if self.dead:
                return flag
            following = self.env[key] = self.emit("add", (i, Const(1)), node)
            if before is None:
                return flag
            over = self.emit("ge", (following, before), node)
            known = flag is None or flag == Const(False)
            return over if known else self.choose(flag, lambda: Const(True), lambda: over, node, "t")

        def run(take: Take, stops: bool) -> None:
            self.env[key] = Const(0)

            def taken(item: Value) -> Any:
                if after is None:
                    return one(item, take)
                over = self.emit("ge", (self.materialise(self.env[key], node), after), node)
                return self.choose(
                    over, lambda: Const(True), lambda: one(item, take) or Const(False), node, "t"
                )

            def whole() -> None:
                self.go_through(source, taken, stops or before is not None or after is not None, node)

            if before is None:
                whole()
            else:
                self.split(self.emit("gt", (before, Const(0)), node), whole, lambda: None, node)
            self.env.pop(key, None)

        stage.run = run
        return stage

    def numbered_lazily(self, source: Lazy, start: Atom, node: ast.AST) -> Lazy:
        def row(i: Atom, item: Value) -> Value:
            return Sequence((i if start == Const(0) else self.emit("add", (i, start), node), item))

        if source.at is not None:
            at = source.at
            return self.endless(lambda i: row(i, at(i)), source.parts, node)
        return self.counted(source, row, (None, None), node)

    def zipped_lazily(self, streams: list[Any], node: ast.AST) -> Stream | Lazy:
        """`zip` of which one part at least is a generator, or has no end."""
        generators: list[Lazy] = [s for s in streams if isinstance(s, Lazy) and s.at is None]
        if not generators and all(isinstance(s, Lazy) for s in streams):
            places: list[Any] = [s.at for s in streams]
            return self.endless(lambda i: Sequence(tuple(at(i) for at in places)), tuple(streams), node)
        leading = generators[0] if generators else None
        others = [self.collected_before(s, leading, node) for s in generators[1:]]
        parts: list[Any] = []
        for stream in streams:
            if stream is leading or (isinstance(stream, Lazy) and stream.at is not None):
                parts.append(stream)
            elif isinstance(stream, Lazy):
                parts.append(self.indexed(self.value_stream(others.pop(0), node), node))
            else:
                parts.append(self.indexed(stream, node))

        reads: list[Any] = [part.at if isinstance(part, Lazy) else part.bind for part in parts]

        def row(i: Atom, item: Value) -> Value:
            start = len(self.out)
            made = Sequence(tuple(item if p is leading else at(i) for p, at in zip(parts, reads)))
            self.in_bounds.update(target for node in self.out[start:] for target in targets_of(node))
            return made

        if leading is None:
            return Stream(lambda i: row(i, i), self.least(parts, node))
        place = next(i for i, part in enumerate(parts) if part is leading)
        ends = self.least(parts[:place], node), self.least(parts[place + 1 :], node)
        return self.counted(leading, row, ends, node)

    def one_by_one(self, stream: Stream, node: ast.AST) -> Lazy:
        """The items of a stream as those of a generator."""
        assert stream.length is not None
        places = self.generator_call(places_before, [stream.length], node)

        def run(take: Take, stops: bool) -> None:
            self.go_through(places, lambda i: take(stream.bind(self.materialise(i, node))), stops, node)

        return Lazy(None, self.depth, run=run, parts=(places,), scope=self.scope)

    def least(self, parts: list[Any], node: ast.AST) -> Atom | None:
        lengths = tuple(p.length for p in parts if isinstance(p, Stream) and p.length is not None)
        if len(lengths) < 2 or all(other == lengths[0] for other in lengths):
            return lengths[0] if lengths else None
        return self.emit(Ref("min", min), lengths, node, kind=K.INT, varied=False)

    # ---------------------------------------------------------------------------------- a second generator

    def collected_before(self, source: Lazy, leading: Any, node: ast.AST) -> Value:
        """The items of a generator that is gone through at the same time as another one, in a list."""
        before = dict(self.env)
        found = self.collected(source, node, "t")
        keys, arrays = self.reached_from([source])
        if any(not same(self.env.get(key), value) for key, value in before.items()):
            raise self.gone_together(node)
        assert leading.run is not None
        run: Callable[[Take, bool], None] = leading.run

        def guarded(take: Take, stops: bool) -> None:
            start, names = len(self.out), {key: self.env.get(key) for key in keys}
            run(take, stops)
            changed = any(not same(self.env.get(key), value) for key, value in names.items())
            if changed or self.changes_any(arrays, self.out[start:]):
                raise self.gone_together(node)

        leading.run = guarded
        return found

    def gone_together(self, node: ast.AST) -> Exception:
        reason = (
            "a generator depends on what changes in a loop that goes through another one at the same time"
        )
        return self.refusal(node, reason, "make a list of it before the loop: `list(...)`")

    def reached_from(self, values: Iterable[Any]) -> tuple[set[tuple[int, str]], set[Var]]:
        """The names and attributes that values may read, and the arrays and lists among them."""
        keys: set[tuple[int, str]] = set()
        arrays: set[Var] = set()
        for value in held_by_any(self, values):
            if isinstance(value, Function) and value.scope is not None:
                for name in self.program.captured_names(value):
                    holder = value.scope.holder(name)
                    if holder is not None:
                        keys.add(self.key(holder, name))
            elif isinstance(value, Object) and value.record is None:
                keys.update((id(value), name) for name in self.attributes_of(value))
            else:
                atom = unwrapped(value)
                if isinstance(atom, Var) and self.kind(atom) not in K.NUMBERS:
                    arrays.add(self.root(atom))
        return keys, arrays

    def root(self, value: Var) -> Var:
        """The array that a view is one of."""
        while value in self.bases:
            value = self.bases[value]
        return value

    def changes_any(self, read: set[Var], entries: list[Any]) -> bool:
        """Whether entries may write to what is read; of lists and dicts it isn't known which are the same."""
        found = [e for e in walk(Block(tuple(entries), ())) if isinstance(e, Entry)]
        effects = [e.args[0] for e in found if not e.targets and e.args]
        written = {self.root(value) for value in effects if isinstance(value, Var)}
        if read & written:
            return True
        lists = not all(K.is_array(self.kind(value)) for value in read)
        methods = any(isinstance(e.fn, Var) for e in found)
        others = [v for v in written if not K.is_array(self.kind(v)) and not self.is_unshared(v)]
        return lists and (methods or bool(others))

    def attributes_of(self, base: Object) -> dict[str, Value]:
        raise AssertionError  # defined with the objects
