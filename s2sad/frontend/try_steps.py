"""What is done in `try` step by step: what a handler sees is what was done until the exception came.

    try:                          try: y = 3 * y
        y = 3 * y                 except ValueError: failed = 1
        y = y * sqrt(x)     →     if failed == 0:
    except ValueError:                try: y = y * sqrt(x)
        y = y * x                     except ValueError: failed = 1
                                  if failed == 1: y = y * x

Every step stands in a `try` of its own, that only takes down which handler has to run. Branches, loops and functions
that are written out stand around steps, not within. A *guard* is a `try` statement whose body is being lowered so.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from s2sad.frontend.abstract_values import Lazy, Object, Scope
from s2sad.frontend.branches import merge_sides, split
from s2sad.frontend.desugar.statement_splitting import steps_of
from s2sad.frontend.half_known import forget_begun
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.materialise import materialise
from s2sad.frontend.paths import Key, Side, lower_side
from s2sad.frontend.right_kinds import raise_nothing
from s2sad.frontend.safe_steps import (
    are_safe,
    is_harmless,
    may_write,
    stands_alone,
    stored_names,
)
from s2sad.frontend.statements import plain_statements
from s2sad.frontend.storage_entries import emit
from s2sad.ir import kinds as K
from s2sad.ir.nodes import (
    UNDEFINED,
    Atom,
    Block,
    Const,
    Handler,
    Try,
    Var,
)
from s2sad.ir.rewrite import defined_in

Step = tuple[Callable[[], Any], ast.AST]
SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Pass, ast.Raise, ast.Assert)


@dataclass(frozen=True, eq=False)
class Guard:
    """A `try` statement: the classes that its handlers catch, and where it is kept which one has to run, and why.

    The number is 0 as long as there was no exception, that of the handler from 1 on, and -1 if one of a `try` around
    this one has to run.
    """

    kinds: tuple[Atom, ...]
    number: Key
    error: Key


def statements(lowering: Lowering, nodes: list[ast.stmt]) -> None:
    if lowering.guards:
        guarded(lowering, cut(lowering, nodes))
    else:
        plain_statements(lowering, nodes)


def under(lowering: Lowering, guard: Guard, run: Callable[[], Any]) -> None:
    """Lower what stands in a `try` statement, step by step."""
    lowering.alive.append(guard)
    lowering.env[guard.number], lowering.env[guard.error] = Const(0), Const(UNDEFINED)
    outer, lowering.guards = lowering.guards, (*lowering.guards, guard)
    lowering.attempts += 1
    run()
    lowering.attempts -= 1
    lowering.guards = outer


def guarded(lowering: Lowering, pieces: list[list[ast.stmt]], *then: Step) -> None:
    """Each piece, and what comes then, if nothing before it has raised an exception."""
    steps: list[Step] = [(partial(guarded_piece, lowering, piece), piece[0]) for piece in pieces]
    in_turn(lowering, [*steps, *then])


def in_turn(lowering: Lowering, steps: list[Step]) -> None:
    """One step after the other; what follows an iterator that is made in one of them stands in its block."""
    for i, (run, node) in enumerate(steps):
        if lowering.dead:
            return
        nested: list[bool] = []
        unless_failed(lowering, partial(with_rest, lowering, run, steps[i + 1 :], nested), node)
        if nested:
            return


def with_rest(lowering: Lowering, run: Callable[[], Any], rest: list[Step], nested: list[bool]) -> None:
    before = dict(lowering.env)
    run()
    if rest and begins_iterator(before, lowering.env):
        nested.append(True)
        in_turn(lowering, rest)


def unless_failed(lowering: Lowering, run: Callable[[], Any], node: ast.AST) -> None:
    key = lowering.guards[-1].number
    number = lowering.env[key]
    if number == Const(0):
        run()
    elif not isinstance(number, Const):
        cond = emit(lowering, "eq", (materialise(lowering, number, node), Const(0)), node)
        split(lowering, cond, partial(known_as_done, lowering, run, key, number), lambda: None, node)


def known_as_done(lowering: Lowering, run: Callable[[], Any], key: Key, number: Any) -> None:
    """What runs where it is known that nothing has raised an exception until then."""
    lowering.env[key] = Const(0)
    run()
    if lowering.env[key] == Const(0):
        lowering.env[key] = number


def guarded_piece(lowering: Lowering, piece: list[ast.stmt]) -> None:
    first = piece[0]
    if lowering.dispatch.yields_body(lowering, first) or (
        not isinstance(first, SIMPLE) and is_seen(lowering, first)
    ):
        lowering.dispatch.around_steps(lowering, first)
    elif not take_step(lowering, partial(plain_statements, lowering, piece), first):
        smaller = [step for statement in piece for step in in_steps(lowering, statement)]
        if len(smaller) > 1:
            guarded(lowering, [[statement] for statement in smaller])
        else:
            lowering.dispatch.around_steps(lowering, first)


def in_steps(lowering: Lowering, node: ast.stmt) -> list[ast.stmt]:
    """A statement as several ones, made once."""
    if not isinstance(node, SIMPLE):
        return [node]
    sites = lowering.program.sites
    found = sites.rewritten.get(id(node))
    if found is None:
        made, names = steps_of(node, sites.temporaries)
        sites.temporaries += len(names)
        found = sites.rewritten[id(node)] = (node, made, names)
        sites.rewritten.update((id(step), (step, [step], [])) for step in made if isinstance(step, SIMPLE))
    lowering.scope.locals |= set(found[2])
    return found[1]


# -------------------------------------------------------------------------------------------------- steps


def take_step(lowering: Lowering, run: Callable[[], Any], node: ast.AST) -> bool:
    """Lower something in a `try` of its own; False if it may be seen half done."""
    begun = len(lowering.begun)
    side, half_done = tried(lowering, run)
    if needs_no_try(lowering, side, all_caught(lowering)):
        return True
    if half_done or begins_iterator(lowering.env, side.env):
        forget_begun(lowering, begun)
        return False
    sides, kinds, names = [side], [], []
    for depth, guard in reversed(list(enumerate(lowering.guards))):
        for number, kind in enumerate(guard.kinds, 1):
            name = lowering.var("error", K.OBJECT, False)
            sides.append(lower_side(lowering, partial(fail, lowering, depth, number, name), lowering.env))
            kinds.append(kind)
            names.append(name)
    targets, results = merge_sides(lowering, sides)
    emit_try(lowering, sides, targets, results, kinds, names, node)
    return True


def begins_iterator(before: dict[Key, Any], after: dict[Key, Any]) -> bool:
    """Whether a generator comes out of a step, of which nothing has run yet: what runs later is within no `try`."""
    found = (value for key, value in after.items() if before.get(key) is not value)
    return any(isinstance(value, Lazy) and not value.used for value in found)


def emit_try(
    lowering: Lowering,
    sides: list[Side],
    targets: list,
    results: list,
    kinds: list,
    names: list,
    node: ast.AST,
) -> None:
    blocks = [Block(tuple(side.entries), tuple(result)) for side, result in zip(sides, results)]
    made = tuple(Handler(kind, name, block) for kind, name, block in zip(kinds, names, blocks[1:]))
    lowering.out.append(Try(tuple(targets), blocks[0], made, lowering.location(node)))
    lowering.dead = lowering.dead or all(side.dead for side in sides)


def fail(lowering: Lowering, depth: int, number: int, error: Var) -> None:
    """A handler: which one has to run."""
    guard = lowering.guards[depth]
    lowering.env[guard.number], lowering.env[guard.error] = Const(number), error
    for inner in lowering.guards[depth + 1 :]:
        lowering.env[inner.number] = Const(-1)


def tried(lowering: Lowering, run: Callable[[], Any]) -> tuple[Side, bool]:
    """Something lowered on its own, and whether handlers would see it half done."""
    written, assigned = len(lowering.written_at), len(lowering.assigned_at)
    known, before = set(map(id, lowering.objects)), set(lowering.env)
    outer, lowering.guards = lowering.guards, ()
    side = lower_side(lowering, run, lowering.env)
    lowering.guards = outer
    scopes = {id(scope) for guard in outer for scope in [guard.number[0]]} | open_scopes(lowering)
    places = [w for w in lowering.written_at[written:] if not isinstance(w[2], Object) or id(w[2]) in known]
    places += [
        (block, place, None)
        for block, place, key in lowering.assigned_at[assigned:]
        if key[1][0] != "%" and (key in before or key[0] in scopes) and key not in lowering.unseen
    ]
    return side, may_raise_after(side, places)


def open_scopes(lowering: Lowering) -> set[int]:
    """The scopes whose names can be seen where an exception is caught."""
    found: set[int] = set()
    scope: Scope | None = lowering.scope
    while scope is not None:
        found.add(id(scope))
        scope = scope.parent
    return found


def may_raise_after(side: Side, places: list[tuple[list, int, Any]]) -> bool:
    """Whether something may raise after one of these places, where something is written that was there before."""
    made = defined_in(Block(tuple(side.entries)))
    for block, place, target in places:
        if target in made:  # nothing is left of it where an exception is raised
            continue
        after = side.entries[place:] if block is side.entries else side.entries
        if any(not is_harmless(node) for node in after):
            return True
    return False


def needs_no_try(lowering: Lowering, side: Side, caught: list[Atom]) -> bool:
    """Put what raises no exception that is caught where it stands; False if it may raise one."""
    if side.dead or not raise_nothing(lowering, side.entries, caught):
        return False
    lowering.out += side.entries
    lowering.env = side.env
    return True


def all_caught(lowering: Lowering) -> list[Atom]:
    """The classes that the handlers around catch."""
    return [kind for guard in lowering.guards for kind in guard.kinds]


# ------------------------------------------------------------------------------------------ what is seen


def cut(lowering: Lowering, body: list[ast.stmt]) -> list[list[ast.stmt]]:
    """The body in pieces, each of which changes what is seen in its last statement only."""
    pieces = []
    current: list[ast.stmt] = []
    for statement, following in zip(body, [*body[1:], None]):
        current.append(statement)
        ends = following is None or is_seen(lowering, statement) or lowering.objects or may_write(statement)
        if ends or stands_alone(statement) or stands_alone(following):
            pieces.append(current)
            current = []
    return pieces


def is_seen(lowering: Lowering, statement: ast.stmt) -> bool:
    """Whether a statement assigns a name that something else than the `try` body may read."""
    names = stored_names(statement)
    keys = [(lowering.scope.holder(name), name) for name in names]
    return any(
        holder is None or lowering.key(holder, name) not in lowering.unseen
        for holder, name in keys
        if name[0] != "%"
    )


def check_steps(lowering: Lowering, start: int, node: ast.AST) -> None:
    """Around steps nothing may raise: it would not be caught."""
    around = lowering.out[start:]
    if not are_safe(around, lowering.in_bounds) and not raise_nothing(lowering, around, all_caught(lowering)):
        reason = "what is written or assigned here in `try` may be seen half done after an exception"
        hint = "let a function that calls itself return what it would write"
        raise lowering.refusal(node, reason, hint)
