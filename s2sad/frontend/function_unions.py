"""Functions that come together under one name, of which the one that was taken is known by its number.

if c: f = lambda t: t * x              if c: number = 0
else: f = math.sin             →       else: number = 1
y = f(2.0)                             if number == 0: y = 2.0 * x
                                       else: y = sin(2.0)
"""

from __future__ import annotations

from typing import Any

from s2sad.frontend.abstract_values import Bound, Chosen, Function, Value
from s2sad.frontend.lowering import Lowering
from s2sad.frontend.queries import holds_objects, phi
from s2sad.frontend.value_shapes import flatten, unflatten
from s2sad.ir.nodes import UNDEFINED, Atom, Const, Ref, Var

UNDEFINED_ATOM = Const(UNDEFINED)


def merge_functions(
    lowering: Lowering, values: list[Any], targets: list[Var], results: list[list[Atom]], hint: str
) -> Chosen:
    """The function of the path that was taken."""
    live = [i for i, value in enumerate(values) if value != UNDEFINED_ATOM]
    numbers: list[Atom] = [Const(live.index(i)) if i in live else UNDEFINED_ATOM for i in range(len(values))]
    number = phi(lowering, numbers, targets, results, hint)
    options = []
    for i in live:
        shape, atoms = flatten(values[i])
        kept = [on_path(lowering, atom, i, len(values), targets, results, hint) for atom in atoms]
        options.append(unflatten(shape, kept))
    return Chosen(number, tuple(options))


def on_path(
    lowering: Lowering,
    atom: Atom,
    path: int,
    count: int,
    targets: list[Var],
    results: list[list[Atom]],
    hint: str,
) -> Atom:
    """What only one of several paths has: a constant as it is, a variable handed out of it."""
    if not isinstance(atom, Var):
        return atom
    return phi(
        lowering, [atom if i == path else UNDEFINED_ATOM for i in range(count)], targets, results, hint
    )


def is_function(value: Value) -> bool:
    return isinstance(value, (Function, Bound, Chosen)) or (isinstance(value, Ref) and callable(value.value))


def has_to_be_followed(lowering: Lowering, values: list[Any], sides: list[Any]) -> bool:
    """Whether a function reads active variables, or is a method of an object that is followed."""
    found = False
    for value, side in zip(values, sides):
        kept, lowering.env = lowering.env, side.env
        found = found or lowering.dispatch.value_varies(lowering, value) or holds_objects(value)
        lowering.env = kept
    return found
