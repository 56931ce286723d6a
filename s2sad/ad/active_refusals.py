"""Active arguments by which a rule has no derivative: a zero in its place would be wrong without a word.

y = scipy.special.jv v x        v active, and a number          refused
                                v active, of unknown kind       refuse_real v "jv" "v"
                                in the forward mode             refuse_change v_dot "jv" "v"
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from s2sad.errors import NoRuleError
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.rules.declare import Adjoint, Bilinear, Linear, Partials
from s2sad.runtime.refusals import refuse_change, refuse_real, unknown_derivative

_REFUSE_CHANGE = Ref("refuse_change", refuse_change)
_REFUSE_REAL = Ref("refuse_real", refuse_real)
_NONE = Const(None)
UNKNOWN_CONTAINER = (
    "an active value is written into a container",
    "build a new list in place of writing into one",
)


def uncovered(node: Entry, rule: Linear | Bilinear | Adjoint) -> Iterator[tuple[str, Atom]]:
    """The arguments of a call, with their names, that a rule has no derivative by."""
    names = rule.signature.names
    known = (*rule.wrt, *rule.flat) if isinstance(rule, Linear) else rule.wrt
    for place, atom in enumerate(node.args):
        name = names[place] if place < len(names) else str(place)
        if names and name not in known:
            yield name, atom
    yield from ((name, atom) for name, atom in node.kwargs if name not in known)


def without_partials(
    args: Sequence[Atom],
    rule: Partials,
    wanted: Sequence[int],
    partials: Sequence[Any],
    asked: Sequence[bool],
) -> Iterator[tuple[str, Atom]]:
    """The wanted arguments whose partial derivative is None, of an output by which the derivative is `asked`."""
    names = rule.signature.names
    for i, partial in zip(wanted, partials):
        column = partial if isinstance(partial, tuple) else (partial,) * len(asked)
        if any(is_asked and is_none(part) for part, is_asked in zip(column, asked)):
            yield names[i], args[i]


def is_none(part: Any) -> bool:
    return type(part) is Const and part == _NONE


def pulled_back(node: Entry, atom: Atom, name: str, kind: K.Kind) -> Entry | None:
    """The check that an active argument is an int after all; raises NoRuleError if it can't be; None if it must be."""
    function = node.fn.path if isinstance(node.fn, Ref) else "the function"
    element = K.element(kind)
    if element in (K.FLOAT, K.COMPLEX):
        hint = "keep that argument constant, or give the function a rule (rules=)"
        raise NoRuleError(unknown_derivative(function, name), hint, node.loc)
    if element in (K.INT, K.BOOL):
        return None
    return Entry((), _REFUSE_REAL, (atom, Const(function), Const(name)), (), node.loc)


def pushed(node: Entry, dot: Atom, name: str) -> Entry:
    """The check that the tangent of an argument is zero."""
    function = node.fn.path if isinstance(node.fn, Ref) else "the function"
    return Entry((), _REFUSE_CHANGE, (dot, Const(function), Const(name)), (), node.loc)
