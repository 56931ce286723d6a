"""The paths of a branch, each lowered on its own; one through a library that can't be differentiated raises where it is taken.

    if is_torch(x):                             if is_torch(x):
        x = torch.clone(x)          →               raise NoDerivative("torch.clone has no derivative rule …")
    return 2.0 * x                              return 2.0 * x

Libraries look at what they get, and go other ways for what the program never gives them. A path that is refused is found while
the function is lowered, which is then lowered again without it. In the user's own functions nothing is put off, nor where no
other path leads on.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from s2sad.errors import DifferentiationError
from s2sad.frontend.abstract_values import Value
from s2sad.frontend.imports import raise_now
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.syntax import traits
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Node
from s2sad.runtime.refusals import NoDerivative

_MOST = 400  # paths that are put off; a function with more is refused, which takes less long to be said
Key = tuple[int, str]
_ON_THE_WAY = (
    "env",
    "dead",
    "depth",
    "handling",
    "catching",
    "guards",
    "unseen",
    "truths",
    "naming",
    "unpacking",
)
"""What is put back where a path is left in its midst."""

Run = Callable[[], "Value | None"]


@dataclass
class Side:
    """What one path leaves behind."""

    entries: list[Node]
    env: dict[Key, Value]
    value: Value | None
    dead: bool


def where(lowering: Lowering, cond: Atom, holds: bool, run: Callable[[], Value | None]) -> Value | None:
    """What a path gives, on which a condition is known to hold, or not to."""
    kept = lowering.truths
    lowering.truths = {**kept, **dict(told(lowering, cond, holds))}
    value = run()
    lowering.truths = kept
    return value


def told(lowering: Lowering, cond: Atom, holds: bool) -> Iterator[tuple[Atom, bool]]:
    """What is known where a condition holds, or doesn't: of what it is the negation of, and of what it is made of."""
    yield cond, holds
    for other, same_truth, only in lowering.implied.get(cond, ()):
        if only is None or only is holds:
            yield from told(lowering, other, holds is same_truth)


def lower_side(lowering: Lowering, run: Run, env: dict[Key, Value]) -> Side:
    """Lower a path on its own, from a copy of the names."""
    kept, was_dead = lowering.env, lowering.dead
    lowering.env, lowering.dead = dict(env), False
    with lowering.block() as entries:
        value = run()
    done = Side(entries, lowering.env, value, lowering.dead)
    lowering.env, lowering.dead = kept, was_dead
    return done


def both_sides(lowering: Lowering, then: Run, orelse: Run, node: ast.AST | None) -> list[Side]:
    """The two paths of a branch."""
    if node is None or not puts_off(lowering):
        return [lower_side(lowering, run, lowering.env) for run in (then, orelse)]
    refused, sides = lowering.program.sites.refused, []
    places = [(lowering.instance, id(node), number, *lowering.called_at) for number in range(2)]
    for place, run in zip(places, (then, orelse)):
        if place in refused:
            sides.append(refused_side(lowering, refused[place], node))
        else:
            sides.append(lower_or_put_off(lowering, run, place, node))
    errors = [refused[place] for place in places if place in refused]
    if errors and all(side.dead for side in sides):
        raise errors[0]
    for side, other in (sides, sides[::-1]):
        if side.value == Const(UNDEFINED) and other.value is None:
            side.value = None
    return sides


def puts_off(lowering: Lowering) -> bool:
    """Whether a library's function is lowered; one that calls itself may lead nowhere but to what is refused."""
    scope = lowering.scope
    may = lowering.program.sites.puts_off and scope.node is not None
    if not may or not lowering.program.calls.is_foreign(scope.owner):
        return False
    return not traits(scope.node).calls_itself


def lower_or_put_off(lowering: Lowering, run: Run, place: Any, node: ast.AST) -> Side:
    """A path; if it can't be differentiated, this attempt looks for others like it, and all is lowered again without them."""
    sites = lowering.program.sites
    state = {name: getattr(lowering, name) for name in _ON_THE_WAY}
    try:
        return lower_side(lowering, run, lowering.env)
    except DifferentiationError as error:
        if not error.calls or sites.grown or sites.again or len(sites.refused) == _MOST:
            raise
        sites.refused[place] = error
        sites.puts_more_off = True
        for name, value in state.items():
            setattr(lowering, name, value)
        return refused_side(lowering, error, node)


def refused_side(lowering: Lowering, error: Exception, node: ast.AST) -> Side:
    """A path on which the program says that it can't be differentiated."""

    def run() -> Value:
        raise_now(lowering, NoDerivative(in_one_line(error)), node)
        return Const(UNDEFINED)

    return lower_side(lowering, run, lowering.env)


def in_one_line(error: Any) -> str:
    """A refusal in one line."""
    at = error.calls[-1]
    return f"line {at.line} of {at.file}: {error.reason}; {error.hint}"


def within(lowering: Lowering, side: Side, make: Callable[..., Value], value: Value) -> Value:
    """What is made of a value at the end of a path, of names and attributes as they are there."""
    kept, lowering.out, lowering.env = (lowering.out, lowering.env), side.entries, side.env
    made = make(lowering, value)
    lowering.out, lowering.env = kept
    return made
