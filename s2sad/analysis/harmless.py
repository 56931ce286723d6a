"""Which entries can't raise, by the kinds and shapes of what they get.

A: (n, m), v: (m)
t = matmul A v              the lengths that are summed over are the same
s = getattr A 'shape'       every array has a shape
k = getitem s 1             and this one has two items
r = truediv v x             arrays are divided without an error, whatever x is

What nothing needs is kept only where it may raise. `effects` says what may by the operation alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from s2sad.analysis.aliases import Facts
from s2sad.analysis.inequalities import is_at_least
from s2sad.analysis.lengths import Length, plus
from s2sad.analysis.shapes import Shapes
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Entry, Function, Var
from s2sad.ir.operations import callee_of, operation_of
from s2sad.ir.rewrite import walk

_OF_ARRAYS = frozenset("shape ndim size dtype T real imag".split())
_OF_NUMBERS = frozenset(("real", "imag"))
_WITH_ARRAYS = frozenset(("truediv", "floordiv", "mod", "pow"))
_INEXACT = (K.FLOAT, K.COMPLEX)


def cannot_raise(function: Function, facts: Facts, shapes: Shapes) -> Iterator[Var]:
    """The variables that entries make which can't raise."""
    for node in walk(function.body):
        if isinstance(node, Entry) and not node.kwargs and is_harmless(node, facts, shapes):
            yield from node.targets


def is_harmless(node: Entry, facts: Facts, shapes: Shapes) -> bool:
    name, args = operation_of(node), node.args
    if name == "matmul":
        return _fits(*map(shapes.lengths, args))
    if name == "getattr":
        kind = facts.kind(args[0])
        known = _OF_ARRAYS if K.is_array(kind) else _OF_NUMBERS if kind in K.NUMBERS else ()
        return isinstance(args[1], Const) and args[1].value in known
    if name == "getitem":
        return _has_item(args[0], args[1], facts, shapes)
    if name in _WITH_ARRAYS:
        kinds = [facts.kind(atom) for atom in args]
        return any(map(K.is_array, kinds)) and any(K.element(kind) in _INEXACT for kind in kinds)
    callee = callee_of(node)
    compares = callee is min or callee is max
    return compares and len(args) > 1 and all(facts.kind(atom) in K.NUMBERS for atom in args)


def _fits(one: object, other: object) -> bool:
    """Whether a product of arrays of these shapes is one: neither is a number, and what is summed over has one length."""
    if not isinstance(one, tuple) or not isinstance(other, tuple) or not one or not other:
        return False
    if len(one) > 2 or len(other) > 2:
        return len(one) == len(other) and one[:-2] == other[:-2] and one[-1] == other[-2]
    return one[-1] == other[0]


def _has_item(container: Atom, index: Atom, facts: Facts, shapes: Shapes) -> bool:
    """Whether a tuple has an item at a place, or an array what slices and places take that lie within it."""
    kind = facts.kind(container)
    if kind.name == "tuple" and kind.fields is not None:
        count = len(kind.fields)
        return isinstance(index, Const) and type(index.value) is int and -count <= index.value < count
    if not K.is_array(kind) or kind.ndim is None:
        return False
    made = shapes.definitions.get(index) if isinstance(index, Var) else None
    parts = made.args if made is not None and operation_of(made) == "tuple_of" else (index,)
    kinds = [facts.kind(part) for part in parts]
    if K.INT not in kinds:
        cut = sum(part == K.SLICE for part in kinds)
        return cut <= kind.ndim and all(part in (K.SLICE, K.NONE, K.ELLIPSIS) for part in kinds)
    lengths = shapes.lengths(container) or ()
    if len(parts) > len(lengths) or any(part not in (K.SLICE, K.INT) for part in kinds):
        return False
    places = ((length, part) for length, part, of in zip(lengths, parts, kinds) if of == K.INT)
    return all(_is_within(length, shapes.integers.of(part), shapes) for length, part in places)


def _is_within(length: Length, place: Length | None, shapes: Shapes) -> bool:
    """Whether an axis of a length has a place, counted from its start, or from its end if it is a negative number."""
    bounds = shapes.bounds_of_loops()
    if place is None:
        return False
    if not place.terms and place.number < 0:
        return is_at_least(length, -place.number, bounds)
    return is_at_least(place, 0, bounds) and is_at_least(plus(length, place, -1), 1, bounds)
