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

from s2sad.frontend import storage_programs
from s2sad.frontend.abstract_values import Cursor, Function, Lazy, Once, Sequence, Value
from s2sad.frontend.argument_binding import bind_arguments
from s2sad.frontend.branches import same
from s2sad.frontend.call import Call
from s2sad.frontend.container_classes import is_mapping
from s2sad.frontend.generators import Take, generator_of, go_through, run_generator
from s2sad.frontend.indexed_storage import is_indexed
from s2sad.frontend.inlining import call_program, function_of, run_program
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import check_unused, materialise, used_up
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Ref, Var


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
    """`itertools.cycle` of a generator, or of what may be written later: it keeps the items that it has seen"""
    kept = []
    for item in items:
        kept.append(item)
        yield item
    yield from cycled(kept)


def by_hand(length: Any, at: Any) -> Any:
    """An iterator by its length and its items: those that are left, `next`, and `next` with a default"""
    place = 0

    def rest() -> Any:
        nonlocal place
        while place < length():
            place += 1
            yield at(place - 1)

    def following() -> Any:
        nonlocal place
        if place >= length():
            raise StopIteration
        place += 1
        return at(place - 1)

    def following_or(default: Any) -> Any:
        nonlocal place
        if place >= length():
            return default
        place += 1
        return at(place - 1)

    return rest, following, following_or


def sequence_by_hand(items: Any) -> Any:
    return by_hand(lambda: len(items), lambda place: items[place])


def values_by_hand(table: Any) -> Any:
    """The same of the values of a dict"""
    keys = list(table)
    return by_hand(lambda: len(keys), lambda place: table[keys[place]])


def items_by_hand(table: Any) -> Any:
    """The same of the items of a dict"""
    keys = list(table)
    return by_hand(lambda: len(keys), lambda place: (keys[place], table[keys[place]]))


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


def without_end(lowering: Lowering, value: Any, call: Call) -> Lazy | None:
    """`count`, `cycle` and `repeat` of itertools."""
    args, kwargs, node = call.args, call.kwargs, call.node
    if value is itertools.count and len(args) + len(kwargs) <= 2:
        start, step = (*args, *[None] * 2)[:2]
        start = start or kwargs.get("start", Const(0))
        step = step or kwargs.get("step", Const(1))
        made = count(lowering, start, step, node)
        made.by_hand = (count_by_hand, (start, step))
        return made
    if value is itertools.repeat and len(args) == 1 and not kwargs:
        item = lowering.dispatch.one_object(lowering, args[0], node)
        return endless(lowering, lambda i: item, (item,), node)
    if value is itertools.cycle and len(args) == 1:
        items = args[0]
        if isinstance(items, Lazy):
            made = generator_call(lowering, cycled_generator, [items], node)
            made.by_hand = (cycle_by_hand, (items,))
            return made
        items = sequence(lowering, items, node)
        if isinstance(items, (Var, Const, Ref)):
            stays = lowering.kind(items).name == "tuple"
        else:
            stays = isinstance(items, Sequence)
        made = generator_call(lowering, cycled if stays else cycled_generator, [items], node)
        made.by_hand = (cycle_by_hand, (items,))
        return made
    return None


def count(lowering: Lowering, start: Any, step: Any, node: ast.AST) -> Lazy:
    if {lowering.kind(start), lowering.kind(step)} != {K.INT} or lowering.varies(start, step):
        return generator_call(lowering, counted_from, [start, step], node)

    def at(i: Atom) -> Value:
        scaled = i if step == Const(1) else emit(lowering, "mul", (i, step), node)
        return scaled if start == Const(0) else emit(lowering, "add", (start, scaled), node)

    return endless(lowering, at, (start, step), node)


def generator_call(lowering: Lowering, function: Any, args: list[Any], node: ast.AST) -> Lazy:
    """A call of a generator function of the library's own."""
    fn = function_of(lowering, function, node)
    return generator_of(lowering, fn, bind_arguments(lowering, fn, Call(node, args)), node)


def endless(lowering: Lowering, at: Callable[[Atom], Value], parts: tuple[Value, ...], node: ast.AST) -> Lazy:
    """An iterator without end, by its item at any place."""
    places = generator_call(lowering, all_places, [], node)

    def run(take: Take, stops: bool) -> None:
        go_through(lowering, places, lambda i: take(at(materialise(lowering, i, node))), stops, node)

    return Lazy(None, lowering.depth, run=run, parts=parts, at=at, scope=lowering.scope)


def sequence(lowering: Lowering, items: Value, node: ast.AST) -> Value:
    """What can be asked for its length, and for the item at a place."""
    items = used_up(lowering, items, node)
    if isinstance(items, Sequence):
        return items
    atom = materialise(lowering, items, node)
    if lowering.kind(atom).name in ("list", "tuple", "array", "str") or lowering.varies(atom):
        return atom
    if is_indexed(lowering, atom) and not is_mapping(lowering, atom, node):
        return atom  # what is written to it later is seen by an iterator
    return emit(lowering, lowering.program.list_ref, (atom,), node)


# --------------------------------------------------------------------------------------------- by hand


def stepped(lowering: Lowering, value: Value, node: ast.AST) -> Value:
    """An iterator that a name is given to of which `next` takes items."""
    if not isinstance(value, Once) or isinstance(value, Cursor):
        return value
    keys, arrays = (
        lowering.dispatch.reached_from(lowering, [value]) if isinstance(value, Lazy) else (set(), set())
    )
    before = {key: lowering.env.get(key) for key in keys}
    program = value.by_hand if isinstance(value, Lazy) else None
    program = (
        program or view_by_hand(lowering, value) or (sequence_by_hand, (sequence(lowering, value, node),))
    )
    return cursor(lowering, program, node, before, lowering.writes if arrays else None)


def view_by_hand(lowering: Lowering, value: Value) -> tuple[Any, tuple[Value, ...]] | None:
    """The program of an iterator over a view of a dict that is written, and the dict; None for any other."""
    items = value.items if isinstance(value, Once) else None
    view = lowering.views.get(items) if isinstance(items, Var) else None
    if view is None:
        return None
    program = values_by_hand if view.function.value is storage_programs.values_of else items_by_hand
    return program, view.args


def cursor(
    lowering: Lowering, program: Any, node: ast.AST, before: dict[Any, Any], writes: int | None = None
) -> Cursor:
    """An iterator that a program makes; what a generator depends on has to stay as it was `before`."""
    function, parts = program
    parts = tuple([sequence(lowering, part, node) if isinstance(part, Lazy) else part for part in parts])
    made = run_program(lowering, function, list(parts), node)
    assert isinstance(made, Sequence)
    rest, *following = made.items

    def run(take: Take, stops: bool) -> None:
        assert isinstance(rest, Function)
        run_generator(lowering, rest, {}, take, stops, node)

    return Cursor(
        None,
        lowering.depth,
        False,
        run,
        (*parts, rest),
        scope=lowering.scope,
        before=before,
        writes=writes,
        following=following,
    )


def next_item(lowering: Lowering, source: Once, default: list[Any], node: ast.AST, hint: str) -> Value:
    if not isinstance(source, Cursor):
        return call_program(lowering, first_or if default else first_of, [source, *default], node, hint)
    check_cursor(lowering, source, node)
    return lowering.dispatch.call_value(
        lowering, source.following[len(default)], Call(node, default, hint=hint)
    )


def check_cursor(lowering: Lowering, source: Once, node: ast.AST | None) -> None:
    moved = source.writes is not None and (lowering.writes > source.writes or lowering.depth > source.depth)
    if moved or any(not same(lowering.env.get(key), value) for key, value in source.before.items()):
        reason = "a generator depends on what was changed since it was made, before its items are taken"
        raise lowering.refusal(node, reason, "go through it in a loop, or give it what it needs as arguments")


def check_once(lowering: Lowering, value: Once, node: ast.AST | None) -> None:
    check_cursor(lowering, value, node)
    if not isinstance(value, Cursor):
        check_unused(lowering, value, node)
