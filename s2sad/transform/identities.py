"""Algebra that holds for derivatives: neutral elements, the strong zero, signs.

    a_bar = mul 1.0 z_bar           (z_bar)
    p = pow x 1                     (x)
    b_bar = mul -1.0 z_bar   →      b_bar = neg z_bar
    c_bar = mul 0.0 y               (0.0)
    d_bar = add c (neg b)           d_bar = sub c b

They hold but for the sign of zero, for NaN, and for whether a number is an int or a float, so values of the user's own
function are never treated so. That zero times anything is zero is a decision: what doesn't depend on an argument has
no derivative with respect to it, though it be infinite.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Union

from s2sad.ir.nodes import Atom, Const, Var

Rewritten = Union[Atom, tuple[str, tuple[Atom, ...]], None]
"""An atom that the entry is equal to, an operation on atoms that it is better done by, or None."""

Definitions = Mapping[Var, tuple[str, tuple[Atom, ...]]]


def identity(name: str, args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    """What an operation is equal to. `definitions` tells the operations that the variables come from."""
    rule = _RULES.get(name)
    if rule is None or len(args) > 2:
        return None
    if name in _OF_CONTAINERS and any([_is_container(atom, definitions) for atom in args]):
        return None
    return rule(args, definitions)


_OF_CONTAINERS = ("add", "mul")
_CONTAINERS = frozenset(
    "tuple_of list_of set_of dict_of zeros_like shadow_of scaled text_of format_of slice".split()
)


def _is_container(atom: Atom, definitions: Definitions) -> bool:
    if type(atom) is not Var:
        return type(atom) is Const and isinstance(atom.value, (str, bytes))
    known = definitions.get(atom)
    return known is not None and known[0] in _CONTAINERS


def _is(atom: Atom, number: int) -> bool:
    return type(atom) is Const and type(atom.value) in (int, float) and atom.value == number


def _negated(atom: Atom, definitions: Definitions) -> Atom | None:
    """The `x` of `neg x`."""
    known = definitions.get(atom) if type(atom) is Var else None
    return known[1][0] if known is not None and known[0] == "neg" else None


def _add(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    x, y = args
    if _is(x, 0):
        return y
    if _is(y, 0):
        return x
    minus_y = _negated(y, definitions)
    if minus_y is not None:
        return "sub", (x, minus_y)
    minus_x = _negated(x, definitions)
    return None if minus_x is None else ("sub", (y, minus_x))


def _sub(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    x, y = args
    if _is(y, 0):
        return x
    if _is(x, 0):
        return "neg", (y,)
    minus_y = _negated(y, definitions)
    return None if minus_y is None else ("add", (x, minus_y))


def _mul(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    x, y = args
    for factor, other in ((x, y), (y, x)):
        if _is(factor, 0):
            return factor
        if _is(factor, 1):
            return other
        if _is(factor, -1):
            return "neg", (other,)
    return None


def _truediv(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    x, y = args
    if _is(y, 1):
        return x
    if _is(y, -1):
        return "neg", (x,)
    return Const(0.0) if _is(x, 0) and not _is(y, 0) else None


def _pow(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    x, y = args
    if _is(y, 1):
        return x
    return Const(1.0) if _is(y, 0) else None


def _neg(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    return _negated(args[0], definitions)


def _pos(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    return args[0]


def _accumulate(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    x, y = args
    if x == Const(None):
        return y
    return x if y == Const(None) else None


def _getattr(args: tuple[Atom, ...], definitions: Definitions) -> Rewritten:
    """`x.T.T` is x."""
    whole, name = args
    known = definitions.get(whole) if type(whole) is Var and name == Const("T") else None
    return known[1][0] if known is not None and known[0] == "getattr" and known[1][1:] == (name,) else None


_RULES = {
    "accumulate": _accumulate,
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "truediv": _truediv,
    "pow": _pow,
    "getattr": _getattr,
    "neg": _neg,
    "pos": _pos,
}
