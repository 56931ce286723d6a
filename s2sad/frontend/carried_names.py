"""Loops: which names a body carries from one iteration to the next, of which kinds, and whether they vary.

    s, y = 0.0, undefined           y is assigned in the body before it is read: what it is at the start doesn't matter
    for x in xs:
        y = x * x                   y: float, varied
        s = s + y                   s: float, varied     →   the body is lowered again, since it read s as one that doesn't

Lowering a body tells what it assigns, which kinds that has, and whether it varies; if it read a name for which this
doesn't fit what was assumed at its start, it is lowered again with what was learned. All three only grow, so it ends. Where
only arithmetic reads the name, as in a sum, the body is right as it is (`loop_uses`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from s2sad.frontend.abstract_values import CALLABLES, Gone, Maybe, Object, Once, Value
from s2sad.frontend.branches import as_yet, is_of_loops, note_missing, same
from s2sad.frontend.followed_tuples import beside_list
from s2sad.frontend.indexed_storage import unmixed
from s2sad.frontend.loop_guesses import check
from s2sad.frontend.loop_uses import Uses
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.object_variables import snapshot
from s2sad.frontend.outside_objects import lives_outside
from s2sad.frontend.value_shapes import (
    count_atoms,
    fits,
    flatten,
    hints_of,
    leaves_of,
    shape_with_none,
    unflatten,
)
from s2sad.ir import kinds as K
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Node, Ref, Var
from s2sad.ir.tuple_kinds import of_tuple_and_list

_UNDEFINED = Const(UNDEFINED)
_NOTHING = (K.BOTTOM, False)
Key = tuple[int, str]


@dataclass
class Learned:
    """What is known of a loop's carried variables from an earlier lowering of its body."""

    shapes: dict[Key, Any] = field(default_factory=dict)
    kinds: dict[tuple[Key, int], tuple[K.Kind, bool]] = field(default_factory=dict)
    skipped: set[Key] = field(default_factory=set)
    opened: set[Key] = field(default_factory=set)
    texts: set[tuple[Key, int]] = field(default_factory=set)
    powers: set[tuple[Key, int]] = field(default_factory=set)
    keys: dict[Key, None] = field(default_factory=dict)
    mixed: set[Key] = field(default_factory=set)

    def learn(
        self, place: tuple[Key, int], fact: tuple[K.Kind, bool] | None, text: bool, power: bool
    ) -> None:
        """Another kind or activity of a variable, that it may be a number of a text, or that it may be a complex power."""
        if fact is not None:
            self.kinds[place] = fact
        if text:
            self.texts.add(place)
        if power:
            self.powers.add(place)

    def gone(self, key: Key) -> Gone:
        """What stands for a name that isn't carried, since nothing could read it."""
        return Gone(key[1], mixed=key in self.mixed)


@dataclass
class Carried:
    """A loop body that has been lowered: its variables, where their last values go, and whether it never gets there."""

    params: tuple[Var, ...]
    inits: tuple[Atom, ...]
    entries: list[Node]
    results: tuple[Atom, ...]
    extra: Any
    shapes: dict[Key, Any]
    dead: bool


def carry(
    lowering: Lowering, where: Any, keys: list[Key], guesses: list[Key], body: Callable[[], Any]
) -> Carried:
    """Lower the body of a loop that carries at least `keys`; `body` may return something of its own.

    It begins with `guesses` of what varies, where nothing was learned as yet.
    """
    if where in lowering.learned:
        return settle(lowering, lowering.learned[where], keys, body)
    learned = lowering.learned[where] = Learned()
    for key in guesses:
        value = lowering.env[key]
        assert isinstance(value, (Var, Const))
        learned.kinds[key, 0] = lowering.kind(value), True
    varied = set(lowering.varied) if guesses else set()
    carried = settle(lowering, learned, keys, body)
    if guesses:
        names = [key for key, shape in carried.shapes.items() for _ in range(count_atoms(shape))]
        guessed = {param for key, param in zip(names, carried.params) if key in guesses}
        check(lowering, carried.entries, dict(zip(carried.params, carried.results)), guessed, varied)
    return carried


def settle(lowering: Lowering, learned: Learned, keys: list[Key], body: Callable[[], Any]) -> Carried:
    """Lower the body of a loop until it fits what was assumed of its names."""
    learned.keys.update((key, None) for key in keys)
    opened = lowering.opened.copy()
    while True:
        before, known, grown = dict(lowering.env), len(lowering.kinds), len(lowering.grown)
        carried = attempt(lowering, learned, body)
        if carried is not None and only_takes_up(lowering, carried.entries, known, lowering.grown[grown:]):
            for key in lowering.env.keys() - before.keys() - carried.shapes.keys():
                del lowering.env[key]  # flags, which live in the body only
            lowering.env.update((key, learned.gone(key)) for key in learned.skipped)
            return carried
        lowering.env, lowering.opened = before, opened.copy()


def only_takes_up(lowering: Lowering, entries: list[Node], known: int, grown: list[Var]) -> bool:
    """Whether the containers that took up something are made in the body, or it does nothing else with them."""
    outer = [var for var in grown if lowering.order.get(var, 0) < known]
    return not outer or Uses(lowering, entries).only_append_to(outer)


def attempt(lowering: Lowering, learned: Learned, body: Callable[[], Any]) -> Carried | None:
    start, truths = dict(lowering.env), lowering.truths
    params: list[Var] = []
    inits: list[Atom] = []
    shapes: dict[Key, Any] = {}
    for key in learned.keys:
        if key in learned.skipped:
            lowering.env[key] = learned.gone(key)
        else:
            open_carried(lowering, key, learned, params, inits, shapes)
    lowering.depth += 1
    was_dead = lowering.dead
    with lowering.block() as entries:
        extra = body()
        lowering.depth -= 1
        ends = ends_of(lowering, start, shapes, learned)
        ends = ends and [
            beside_list(lowering, end, lowering.kind(param), None) for param, end in zip(params, ends)
        ]
    dead, lowering.dead = lowering.dead, was_dead  # there may be no iteration
    lowering.truths = truths
    if ends is None or not settled(lowering, shapes, params, inits, ends, learned, Uses(lowering, entries)):
        return None
    return Carried(tuple(params), tuple(inits), entries, tuple(ends), extra, shapes, dead)


def begun(lowering: Lowering, key: Key, learned: Learned) -> tuple[Value, Any]:
    """What a carried name stands for when its loop begins, and the shape in which it is carried."""
    value = lowering.env.get(key, _UNDEFINED)
    shape = learned.shapes.get(key)
    if isinstance(value, Ref) and shape != "atom" and lives_outside(value.value):
        learned.opened.add(key)
    if key in learned.opened and not (isinstance(value, Ref) and shape == "atom"):
        value = snapshot(lowering, value)
    if shape == "atom":
        value = materialise(lowering, value, None, key[1])
    now = flatten(value)[0]
    if shape is None:
        shape = now
    elif shape not in ("atom", now) and value != _UNDEFINED and not fits(shape, value):
        if isinstance(value, Var) and lowering.kind(value) == K.BOTTOM:
            value = _UNDEFINED  # a loop around carries it, of which nothing is known yet
        else:
            shape = learned.shapes[key] = "atom"
            value = materialise(lowering, value, None, key[1])
    return value, shape


def open_carried(
    lowering: Lowering, key: Key, learned: Learned, params: list, inits: list, shapes: dict
) -> None:
    """Let a name stand for variables of the body, of the kinds that were learned."""
    value, shape = begun(lowering, key, learned)
    leaves = leaves_of(value, shape)
    for i, leaf in enumerate(leaves):
        lowering.note_alias(leaf, None)
        leaves[i] = beside_list(lowering, leaf, learned.kinds.get((key, i), _NOTHING)[0], None, key[1])
    shapes[key] = shape
    new = []
    hints = hints_of(shape, key[1].lstrip("%"))
    for i, init in enumerate(leaves):
        kind, varied = learned.kinds.get((key, i), _NOTHING)
        kind = K.join(kind, lowering.kind(init))
        param = lowering.var(hints[i], kind, varied or lowering.varies(init))
        if init in lowering.texts or (key, i) in learned.texts:
            lowering.texts[param] = None
        if init in lowering.powers or (key, i) in learned.powers:
            lowering.powers.add(param)
        note_missing(lowering, param, [init])
        if K.is_array(kind):
            lowering.choices[param] = (init,)
        new.append(param)
    params += new
    inits += leaves
    lowering.env[key] = unflatten(shape, list(new))


def ends_of(lowering: Lowering, start: dict, shapes: dict, learned: Learned) -> list[Atom] | None:
    """The atoms that the body leaves in the carried names, or None if it has to be lowered again."""
    stays = True
    for key, value in lowering.env.items():
        if key in start and key not in shapes and key not in learned.skipped:
            if not same(start[key], value):
                learned.keys[key] = None
                stays = False
    found: list[Atom] = []
    for key, shape in shapes.items():
        value = lowering.env.get(key, _UNDEFINED)
        if key in learned.opened:
            value = snapshot(lowering, value)
        ended = flatten(value)[0]
        if ended != shape and value != _UNDEFINED and not fits(shape, value):
            stays = reshape(lowering, key, value, ended, start, learned) and stays
        if stays and shape == "atom":
            found.append(materialise(lowering, value, None, key[1]))
        elif stays:
            found += leaves_of(value, shape)
    return found if stays else None


def reshape(lowering: Lowering, key: Key, value: Value, ended: Any, start: dict, learned: Learned) -> bool:
    """Remember another shape for a carried name; False if the body has to be lowered again."""
    begun, is_new = as_yet(lowering, start.get(key, _UNDEFINED)), key not in learned.shapes
    if isinstance(value, Object) and is_of_loops(lowering, key):
        learned.skipped.add(key)
    elif isinstance(value.there if isinstance(value, Maybe) else value, Object) and key not in learned.opened:
        learned.opened.add(key)
    elif isinstance(value, (*CALLABLES, Once, Gone)):
        learned.skipped.add(key)
    elif begun == _UNDEFINED and is_new:
        learned.shapes[key] = ended
    elif learned.shapes.get(key) == "atom":
        return True
    else:
        learned.shapes[key] = shape_with_none((begun, value)) or "atom" if is_new else "atom"
    return False


def joined_kind(
    lowering: Lowering, shapes: dict, place: tuple, both: tuple[Atom, Atom], learned: Learned
) -> K.Kind | None:
    """The kind of what is carried, at the start and at the end of the body; None if the next attempt knows more of it."""
    start, end = map(lowering.kind, both)
    kind = of_tuple_and_list(start, end)
    if kind is not None:
        learned.learn(place, (kind, False), False, False)
        return None
    kind = K.join(start, end)
    if K.is_mixed(kind) and shapes[place[0]] == "atom":
        lowering.follow(K.sites_in(kind))
        learned.mixed.add(place[0])
        learned.skipped.add(place[0])
        return None
    return unmixed(lowering, kind, None)


def settled(
    lowering: Lowering,
    shapes: dict,
    params: list,
    inits: list,
    ends: list[Atom],
    learned: Learned,
    uses: Uses,
) -> bool:
    """Whether kinds and activity at the end of the body are those assumed at its start, or nothing asked for them."""
    fits = True
    places = [(key, i) for key, shape in shapes.items() for i in range(count_atoms(shape))]
    for place, param, init, end in zip(places, params, inits, ends):
        kind = joined_kind(lowering, shapes, place, (param, end), learned)
        if kind is None:
            fits = False
            continue
        varied = param in lowering.varied or (lowering.varies(end) and K.differentiable(kind))
        text = end in lowering.texts and param not in lowering.texts
        power = end in lowering.powers and param not in lowering.powers
        changed = kind != lowering.kind(param) or varied != (param in lowering.varied)
        if not (changed or text or power):
            continue
        is_name = shapes[place[0]] == "atom" and place[0][0] in lowering.scopes
        if is_name and not text and not power and uses.allow(param, kind, varied):
            assume(lowering, param, init, kind, varied)
            continue
        fits = False
        learned.learn(place, (kind, varied) if changed else None, text, power)
    if not fits and learn_what_varies(lowering, places, params, ends, learned, uses):
        return settled(lowering, shapes, params, inits, ends, learned, uses)
    return fits


def learn_what_varies(
    lowering: Lowering, places: list, params: list, ends: list[Atom], learned: Learned, uses: Uses
) -> bool:
    """Learn at once which numbers vary since those do that were found to; whether the body is right as it is, with these."""
    numbers, ended = {}, dict[Atom, list[Var]]()
    for place, param, end in zip(places, params, ends):
        if lowering.kind(end) == K.FLOAT and lowering.kind(param) in (K.INT, K.FLOAT):
            ended.setdefault(end, []).append(param)
            numbers[param] = place
    following = [param for place, param in zip(places, params) if learned.kinds.get(place, (None, False))[1]]
    moved = uses.reached(following, ended)
    learned.kinds.update((place, (K.FLOAT, True)) for param, place in numbers.items() if param in moved)
    if not moved or not uses.same_if_varied(moved, numbers.keys()):
        return False
    lowering.varied |= moved
    lowering.kinds.update(dict.fromkeys(moved, K.FLOAT))
    return True


def assume(lowering: Lowering, param: Var, init: Atom, kind: K.Kind, varied: bool) -> None:
    """What a body begins with is of this kind after all."""
    lowering.kinds[param] = kind
    if varied:
        lowering.varied.add(param)
    if K.is_array(kind):
        lowering.choices[param] = (init,)


def close_carried(lowering: Lowering, carried: Carried) -> tuple[Var, ...]:
    """Targets for what a loop carried; they go to the names."""
    targets = []
    for param, init, end in zip(carried.params, carried.inits, carried.results):
        target = lowering.var(param.name, lowering.kinds[param], param in lowering.varied)
        note_missing(lowering, target, [init, end])
        if K.is_array(lowering.kinds[target]):
            lowering.choices[target] = (init, end)
        if param in lowering.texts:
            lowering.texts[target] = None
        if param in lowering.powers:
            lowering.powers.add(target)
        targets.append(target)
    rest: list[Atom] = list(targets)
    for key, shape in carried.shapes.items():
        count = count_atoms(shape)
        lowering.env[key] = unflatten(shape, rest[:count])
        del rest[:count]
    return tuple(targets)
