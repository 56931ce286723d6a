"""Branches: each path is lowered from a copy of the names, and what the paths leave in the names is merged."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import (
    CALLABLES,
    Gone,
    Lazy,
    Maybe,
    Object,
    Once,
    Sequence,
    Value,
    View,
    is_view,
    unwrapped,
)
from s2sad.frontend.followed_tuples import beside_lists
from s2sad.frontend.function_unions import has_to_be_followed, is_function, merge_functions
from s2sad.frontend.loop_names import names_of_loops
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.paths import Key, Side, both_sides, told, where, within
from s2sad.frontend.queries import phi
from s2sad.frontend.storage_entries import emit
from s2sad.frontend.storage_programs import itself
from s2sad.frontend.value_shapes import flatten, hints_of, leaves_of, shape_with_none, unflatten
from s2sad.ir import kinds as K
from s2sad.ir.changed_kinds import grown_within
from s2sad.ir.nodes import UNDEFINED, Atom, Block, Const, Entry, If, Ref, Var
from s2sad.ir.rewrite import defined_in, walk

_UNDEFINED, _NONE = Const(UNDEFINED), Const(None)
_BOOL = Ref("bool", bool)
_ITSELF = Ref("itself", itself)
_FIXED_TRUTHS = frozenset("bool int float complex text none tuple bottom function".split())


def same(one: Value | None, other: Value | None) -> bool:
    return one is other or (isinstance(one, (Var, Const)) and one == other)


# ------------------------------------------------------------------------------------------- branches


def choose(
    lowering: Lowering,
    cond: Value,
    then: Callable[[], Value],
    orelse: Callable[[], Value],
    node: ast.AST,
    hint: str,
) -> Value:
    """The value of one of two paths, by a condition that may be known already."""
    known = lowering.dispatch.known_truth(lowering, cond)
    if known is not None:
        return then() if known else orelse()
    value = split(lowering, materialise(lowering, cond, node), then, orelse, node, hint)
    assert value is not None
    return value


def choose_by_number(
    lowering: Lowering,
    number: Atom,
    ways: Iterable[tuple[int, Callable[[], Value]]],
    node: ast.AST,
    hint: str,
) -> Value:
    """The value of one of several paths: `if number == 0: … elif number == 1: … else: …`"""
    (first, way), *others = ways
    if not others:
        return way()
    test = emit(lowering, "eq", (number, Const(first)), node, kind=K.BOOL)
    return choose(
        lowering, test, way, lambda: choose_by_number(lowering, number, others, node, hint), node, hint
    )


def by_chosen_class(
    lowering: Lowering, atom: Atom, classes: list[Ref], use: Callable[[Ref], Value], node: ast.AST
) -> Value:
    """What is made of the one of several classes that a name stands for: `if cls is Call: … else: …`"""
    first, *others = classes
    if not others:
        return use(first)
    test = emit(lowering, "is_", (atom, first), node, kind=K.BOOL)
    return choose(
        lowering,
        test,
        lambda: use(first),
        lambda: by_chosen_class(lowering, atom, others, use, node),
        node,
        "t",
    )


def split(
    lowering: Lowering,
    cond: Atom,
    then: Callable[[], Value | None],
    orelse: Callable[[], Value | None],
    node: ast.AST | None,
    hint: str = "t",
) -> Value | None:
    """An `If` entry of two paths; names are merged, and so are the values that the paths give."""
    cond = lowering.dispatch.truth(lowering, cond, node)
    if lowering.kind(cond).name not in _FIXED_TRUTHS:  # a list may grow until the reverse sweep asks again
        cond = as_bool(lowering, cond, node)
    ways = partial(where, lowering, cond, True, then), partial(where, lowering, cond, False, orelse)
    sides = both_sides(lowering, *ways, node)
    targets, results = merge_sides(lowering, sides)
    if sides[0].dead is not sides[1].dead:  # the other path is the one that leads on
        lowering.truths = {**lowering.truths, **dict(told(lowering, cond, sides[1].dead))}
    value = merge_values(lowering, [side.value for side in sides], sides, targets, results, hint)
    blocks = [Block(tuple(side.entries), tuple(result)) for side, result in zip(sides, results)]
    lowering.out.append(If(tuple(targets), cond, blocks[0], blocks[1], lowering.location(node)))
    lowering.dead = lowering.dead or all(side.dead for side in sides)
    return value


def as_bool(lowering: Lowering, atom: Atom, node: ast.AST | None) -> Var:
    """`bool(x)`"""
    return emit(lowering, _BOOL, (atom,), node, kind=K.BOOL, varied=False)


def merge_sides(lowering: Lowering, sides: list[Side]) -> tuple[list[Var], list[list[Atom]]]:
    """Merge the names that the paths leave; the new names go to the environment."""
    targets: list[Var] = []
    results: list[list[Atom]] = [[] for _ in sides]
    before = lowering.env
    merged = dict(before)
    keys: dict[Key, None] = {}
    for side in sides:
        keys.update((key, None) for key, value in side.env.items() if not same(before.get(key), value))
        keys.update((key, None) for key in before if key not in side.env)
    lowering.env = merged
    found = {
        key: [_UNDEFINED if side.dead else side.env.get(key, _UNDEFINED) for side in sides] for key in keys
    }
    iterators = [key for key, values in found.items() if any(isinstance(v, Once) for v in values)]
    for key in (*(key for key in keys if key not in iterators), *iterators):
        found[key] = beside_lists(lowering, found[key], sides, key[1])
        iterator = merged_iterator(lowering, key, found[key])
        if iterator is not None:
            merged[key] = iterator
        elif are_mixed(lowering, found[key]):
            merged[key] = Gone(key[1], mixed=True)
        elif is_of_loops(lowering, key) and any(isinstance(value, Object) for value in found[key]):
            merged[key] = Gone(key[1])
        else:
            merged[key] = merge_values(lowering, found[key], sides, targets, results, key[1])
    return targets, results


def is_of_loops(lowering: Lowering, key: Key) -> bool:
    """Whether a name is bound by loops alone, and nothing but their bodies reads it."""
    scope = lowering.scopes.get(key[0])
    return scope is not None and scope.node is not None and key[1] in names_of_loops(scope.node)


def merged_iterator(lowering: Lowering, key: Key, values: list[Any]) -> Lazy | Gone | None:
    """A generator that not all paths give, under a name that only what follows its path reads.

    It stays as it is if it reads nothing but names; otherwise nothing may read it, nor one that has no end.
    """
    lazy = [value for value in values if isinstance(value, Lazy) and not value.used]
    if not lazy:
        return None
    scope = lowering.scopes.get(key[0])
    own = key[1][0] == "%" or (scope is not None and lowering.program.calls.is_own(scope))
    alone = all(value is lazy[0] or value == _UNDEFINED for value in values)
    if alone and (own and lazy[0].by_names or _UNDEFINED not in values):
        return lazy[0]
    endless = any(value.at is not None for value in lazy)
    return Gone(key[1]) if own or endless else None


def are_mixed(lowering: Lowering, values: list[Any]) -> bool:
    """Whether a container that is written and something else come together under one name: nothing may read it."""
    atoms = [value for value in map(unwrapped, values) if isinstance(value, (Var, Const))]
    kind = K.join_all(tuple(map(lowering.kind, atoms)))
    if len(atoms) < len(values) or not K.is_mixed(kind):
        return False
    lowering.follow_next(K.sites_in(kind))
    return True


def views_of(lowering: Lowering, values: list[Any]) -> list[Any]:
    """Views of dicts that come together with something else: that is a view of itself."""
    viewed = [lowering.as_view(value) for value in values]
    if not any(map(is_view, viewed)):
        return values
    return [
        value if value is None or value == _UNDEFINED or is_view(value) else View(_ITSELF, (value,))
        for value in viewed
    ]


def merge_values(
    lowering: Lowering,
    values: list[Any],
    sides: list[Side],
    targets: list[Var],
    results: list[list[Atom]],
    hint: str,
) -> Any:
    """One value for several paths; where they differ, atom by atom, a target takes them up."""
    values = [_UNDEFINED if isinstance(v, Once) and v.used else unwrapped(v) for v in values]
    values = beside_lists(lowering, views_of(lowering, values), sides, hint)
    if any(isinstance(value, (Object, Sequence, Maybe)) for value in values):
        values = [as_yet(lowering, value) for value in values]
    live = [value for value in values if value is not None and value != _UNDEFINED] or [_UNDEFINED]
    if values[0] is None:
        return None
    one = the_same_on_all(values, live, sides)
    if one is not None:
        return one
    if any(isinstance(value, (Object, Maybe)) for value in live) and not all(same(live[0], v) for v in live):
        values = [
            value if value == _UNDEFINED else within(lowering, side, lowering.dispatch.snapshot, value)
            for side, value in zip(sides, values)
        ]
        live = [value for value in values if value != _UNDEFINED]
    if is_view(live[0]) or (
        all(is_function(each) for each in live) and has_to_be_followed(lowering, values, sides)
    ):
        return merge_functions(lowering, values, targets, results, hint)
    return merge_by_atoms(lowering, values, live, sides, targets, results, hint)


def as_yet(lowering: Lowering, value: Any) -> Any:
    """None or undefined for a variable that is nothing else, as what a loop carries may be until its body is lowered again."""
    kind = lowering.kind(value) if isinstance(value, Var) else None
    return _NONE if kind == K.NONE else _UNDEFINED if kind == K.BOTTOM else value


def the_same_on_all(values: list[Any], live: list[Any], sides: list[Side]) -> Any:
    """The one value that all paths give, or that nothing may read; None if they give different ones."""
    gone = next((value for value in values if isinstance(value, Gone)), None)
    if gone is not None or (len(sides) > 1 and all(same(live[0], value) for value in values)):
        return gone or values[0]
    reached = [value for value, side in zip(values, sides) if not side.dead]
    if isinstance(live[0], (Const, Ref)) and all(same(live[0], value) for value in reached):
        return live[0]
    return live[0] if isinstance(live[0], CALLABLES) and all(same(live[0], v) for v in live) else None


def merge_by_atoms(
    lowering: Lowering,
    values: list[Any],
    live: list[Any],
    sides: list[Side],
    targets: list[Var],
    results: list[list[Atom]],
    hint: str,
) -> Any:
    """The value whose atoms are those of the path that was taken; of different shapes it is one object."""
    shapes = [flatten(value)[0] for value in live]
    iterators = any(isinstance(value, Once) for value in live)
    keys, arrays = lowering.dispatch.reached_from(lowering, live) if iterators else (set(), set())
    with_none = None if iterators or len(set(shapes)) == 1 else shape_with_none(live)
    if with_none is not None:
        shapes = [with_none]
    elif iterators or any(shape != shapes[0] for shape in shapes):
        lengths = [len(side.entries) for side in sides]
        as_atom = partial(materialise, node=None, hint=hint)
        values = [within(lowering, side, as_atom, value) for side, value in zip(sides, values)]
        shapes = ["atom"]
        if iterators and any(writes_to_others(lowering, s.entries[n:]) for s, n in zip(sides, lengths)):
            reason = "a generator that writes is one of several that may be gone through"
            raise lowering.refusal(None, reason, "go through each of them in a loop of its own")
    columns = [leaves_of(value, shapes[0]) for value in values]
    hints = hints_of(shapes[0], hint)
    merged = [phi(lowering, list(a), targets, results, name) for a, name in zip(zip(*columns), hints)]
    for atom, parts in zip(merged, zip(*columns)):
        note_missing(lowering, atom, [part for part, side in zip(parts, sides) if not side.dead])
    one = unflatten(shapes[0], merged)
    if not iterators:
        return one
    before = {key: lowering.env.get(key) for key in keys}
    writes = lowering.writes if arrays else None
    return Once(one, lowering.depth, before=before, writes=writes, reads=arrays)


def writes_to_others(lowering: Lowering, entries: list[Any]) -> bool:
    """Whether entries write to what they haven't made; the lists of values only grow."""
    block = Block(tuple(entries), ())
    written = {e.args[0] for e in walk(block) if isinstance(e, Entry) and not e.targets and e.args}
    return not written <= {*defined_in(block), *lowering.memories.values()}


def note_missing(lowering: Lowering, target: Atom, parts: list[Atom]) -> None:
    """Remember a variable to which nothing may have been assigned, on some path."""
    if any(part == _UNDEFINED or part in lowering.missing for part in parts):
        lowering.missing.add(target)
        given = {lowering.only.get(part, part) for part in parts if part != _UNDEFINED}
        if len(given) == 1 and isinstance(target, Var):
            lowering.only[target] = given.pop()


def learn(lowering: Lowering, var: Var, kind: K.Kind, varied: bool) -> None:
    """A container that exists already takes up an item: its kind, and whether it varies, may grow."""
    joined = K.join(lowering.kinds[var], kind)
    if joined != lowering.kinds[var] or (varied and var not in lowering.varied):
        lowering.grown.append(var)
    if joined != lowering.kinds[var] and joined.sites:
        learn_elsewhere(lowering, joined)
    lowering.kinds[var] = joined
    if varied:
        lowering.varied.add(var)
    if var in lowering.born_at:
        lowering.came_to_hold[lowering.born_at[var]] = joined, var in lowering.varied


def learn_elsewhere(lowering: Lowering, grown: K.Kind) -> None:
    """What may be the same container by another name, or hold it, grows with it."""
    for other, kind in lowering.kinds.items():
        joined = grown_within(kind, grown)
        if joined is not kind and joined != kind:
            lowering.kinds[other] = joined
            lowering.grown.append(other)
            if other in lowering.born_at:
                lowering.came_to_hold[lowering.born_at[other]] = joined, other in lowering.varied
