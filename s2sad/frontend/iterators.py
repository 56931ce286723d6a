"""Iterators that are no generators of the user's: without end, or gone through by hand.

    it = iter(xs)                       place = 0
    first = next(it)             →      first = xs[place]; place = 1
    for x in it: s += x                 while place < len(xs): s += xs[place]; place += 1

An iterator is its items and the place that it has come to; that is a variable like others, which branches and loops
carry. A generator of which `next` takes items is gone through before, and must not depend on what comes after that.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any

from s2sad.frontend.arguments import bind_arguments
from s2sad.frontend.branches import same
from s2sad.frontend.generators import Generators, Take
from s2sad.frontend.values import Cursor, Function, Lazy, Once, Sequence, Value
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Var


def all_places() -> Any:
    """0, 1, 2, …"""
    place = 0
    while True:
        yield place
        place += 1


def counted_from(start: Any, step: Any) -> Any:
    """`itertools.count`, which adds up"""
    while True:
        yield start
        start = start + step


def cycled(items: Any) -> Any:
    """`itertools.cycle` of a sequence"""
    place = 0
    while len(items) > 0:
        yield items[place]
        place += 1
        if place == len(items):
            place = 0


def cycled_generator(items: Any) -> Any:
    """`itertools.cycle` of a generator"""
    kept = []
    for item in items:
        kept.append(item)
        yield item
    yield from cycled(kept)


def by_hand(items: Any) -> Any:
    """An iterator over a sequence: the items that are left, `next`, and `next` with a default"""
    place = 0

    def rest() -> Any:
        nonlocal place
        while place < len(items):
            place += 1
            yield items[place - 1]

    def following() -> Any:
        nonlocal place
        if place >= len(items):
            raise StopIteration
        place += 1
        return items[place - 1]

    def following_or(default: Any) -> Any:
        nonlocal place
        if place >= len(items):
            return default
        place += 1
        return items[place - 1]

    return rest, following, following_or


def count_by_hand(start: Any, step: Any) -> Any:
    """The same of `itertools.count`"""

    def rest() -> Any:
        nonlocal start
        while True:
            number = start
            start = start + step
            yield number

    def following() -> Any:
        nonlocal start
        number = start
        start = start + step
        return number

    def following_or(default: Any) -> Any:
        return following()

    return rest, following, following_or


def cycle_by_hand(items: Any) -> Any:
    """The same of `itertools.cycle` of a sequence"""
    place = 0

    def rest() -> Any:
        nonlocal place
        while len(items) > 0:
            place += 1
            yield items[(place - 1) % len(items)]

    def following() -> Any:
        nonlocal place
        if len(items) == 0:
            raise StopIteration
        place += 1
        return items[(place - 1) % len(items)]

    def following_or(default: Any) -> Any:
        return following() if len(items) > 0 else default

    return rest, following, following_or


def first_of(items: Any) -> Any:
    """`next` of a generator that nothing else takes items of"""
    for item in items:
        return item
    raise StopIteration


def first_or(items: Any, default: Any) -> Any:
    """`next` with a default"""
    for item in items:
        return item
    return default


class Iterators(Generators):
    def without_end(self, value: Any, args: list[Any], kwargs: dict, node: ast.AST) -> Lazy | None:
        """`count`, `cycle` and `repeat` of itertools."""
        if value is itertools.count and len(args) + len(kwargs) <= 2:
            start, step = (*args, *[None] * 2)[:2]
            start = start or kwargs.get("start", Const(0))
            step = step or kwargs.get("step", Const(1))
            made = self.count(start, step, node)
            made.by_hand = (count_by_hand, (start, step))
            return made
        if value is itertools.repeat and len(args) == 1 and not kwargs:
            return self.endless(lambda i: args[0], tuple(args), node)
        if value is itertools.cycle and len(args) == 1:
            items = args[0]
            if isinstance(items, Lazy):
                return self.generator_call(cycled_generator, [items], node)
            items = self.sequence(items, node)
            made = self.generator_call(cycled, [items], node)
            made.by_hand = (cycle_by_hand, (items,))
            return made
        return None

    def count(self, start: Any, step: Any, node: ast.AST) -> Lazy:
        if {self.kind(start), self.kind(step)} != {K.INT} or self.varies(start, step):
            return self.generator_call(counted_from, [start, step], node)

        def at(i: Atom) -> Value:
            scaled = i if step == Const(1) else self.emit("mul", (i, step), node)
            return scaled if start == Const(0) else self.emit("add", (start, scaled), node)

        return self.endless(at, (start, step), node)

    def generator_call(self, function: Any, args: list[Any], node: ast.AST) -> Lazy:
        """A call of a generator function of the library's own."""
        fn = self.function_of(function, node)
        return self.generator(fn, bind_arguments(self, fn, args, {}, node), node)

    def endless(self, at: Callable[[Atom], Value], parts: tuple[Value, ...], node: ast.AST) -> Lazy:
        """An iterator without end, by its item at any place."""
        places = self.generator_call(all_places, [], node)

        def run(take: Take, stops: bool) -> None:
            self.go_through(places, lambda i: take(at(self.materialise(i, node))), stops, node)

        return Lazy(None, self.depth, run=run, parts=parts, at=at, scope=self.scope)

    def sequence(self, items: Value, node: ast.AST) -> Value:
        """What can be asked for its length, and for the item at a place."""
        items = self.used_up(items, node)
        if isinstance(items, Sequence):
            return items
        atom = self.materialise(items, node)
        if self.kind(atom).name in ("list", "tuple", "array", "str") or self.varies(atom):
            return atom
        if self.is_places(atom) and not self.is_mapping(atom, node):
            return atom  # what is written to it later is seen by an iterator
        return self.emit(self.program.list_ref, (atom,), node)

    # --------------------------------------------------------------------------------------------- by hand

    def stepped(self, value: Value, node: ast.AST) -> Value:
        """An iterator that a name is given to of which `next` takes items."""
        if not isinstance(value, Once) or isinstance(value, Cursor):
            return value
        keys, arrays = self.reached_from([value]) if isinstance(value, Lazy) else (set(), set())
        before = {key: self.env.get(key) for key in keys}
        program = value.by_hand if isinstance(value, Lazy) else None
        program = program or (by_hand, (self.sequence(value, node),))
        return self.cursor(program, node, before, self.writes if arrays else None)

    def cursor(
        self, program: Any, node: ast.AST, before: dict[Any, Any], writes: int | None = None
    ) -> Cursor:
        """An iterator that a program makes; what a generator depends on has to stay as it was `before`."""
        function, parts = program
        fn = self.function_of(function, node)
        names = [argument.arg for argument in fn.node.args.args]
        made = self.inline(fn, dict(zip(names, parts)), node, "t")
        assert isinstance(made, Sequence)
        rest, *following = made.items

        def run(take: Take, stops: bool) -> None:
            assert isinstance(rest, Function)
            self.run_generator(rest, {}, take, stops, node)

        return Cursor(
            None,
            self.depth,
            False,
            run,
            (*parts, rest),
            scope=self.scope,
            before=before,
            writes=writes,
            following=following,
        )

    def next_item(self, source: Once, default: list[Any], node: ast.AST, hint: str) -> Value:
        if not isinstance(source, Cursor):
            function = self.function_of(first_or if default else first_of, node)
            return self.call_function(function, [source, *default], {}, node, hint)
        self.check_cursor(source, node)
        return self.call(source.following[len(default)], default, {}, node, hint)

    def check_cursor(self, source: Once, node: ast.AST | None) -> None:
        moved = source.writes is not None and (self.writes > source.writes or self.depth > source.depth)
        if moved or any(not same(self.env.get(key), value) for key, value in source.before.items()):
            reason = "a generator depends on what was changed since it was made, before its items are taken"
            raise self.refusal(node, reason, "go through it in a loop, or give it what it needs as arguments")

    def check_once(self, value: Once, node: ast.AST | None) -> None:
        self.check_cursor(value, node)
        if not isinstance(value, Cursor):
            super().check_once(value, node)

    # ------------------------------------------------------------------------- defined with the other calls

    def call_function(self, fn: Any, args: list[Any], kwargs: dict, node: ast.AST, hint: str) -> Value:
        raise AssertionError

    def reached_from(self, values: Any) -> tuple[set[tuple[int, str]], set[Var]]:
        raise AssertionError
