"""The shape of what an index takes from an array.

x[1:-1]        of n                n - 2
A[i, 1:]       of (n, m)           (m - 1)
x[:, None]     of n                (n, 1)
x[n // 2:]     of n                n - n // 2
x[i:i + k]     of n                k, if i lies in range(n - k + 1)
x[lo:hi]       of n                a length of its own: the same wherever the same ends cut the same length
x[k], k: (p)   of (n, m)           (p, m)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from s2sad.analysis.inequalities import Bounds, is_at_least
from s2sad.analysis.integers import Integers
from s2sad.analysis.lengths import ONE, Length, Lengths, is_share, number, plus, symbol
from s2sad.ir import kinds as K
from s2sad.ir.nodes import Atom, Const, Var
from s2sad.ir.operations import operation_of


@dataclass(frozen=True, slots=True)
class Cut:
    """What an index says of one axis: `form` is "one", "new", "rest", "slice", "items" or "mask".

    A slice has its `ends`, index arrays their `shape`, and a mask is known by the variable, among the `ends`.
    """

    form: str
    ends: tuple[Any, ...] = ()
    shape: Lengths = ()


def part_of(
    shape: Lengths, index: Atom, integers: Integers, is_written: Callable[[Var], bool]
) -> Lengths | None:
    """The shape of the part of an array of this shape that an index takes; None where that isn't known."""
    cuts = _cuts(index, integers, is_written)
    if cuts is None:
        return None
    taken = sum(cut.form in ("one", "slice", "items", "mask") for cut in cuts)
    rest = len(shape) - taken
    if rest < 0 or sum(cut.form == "rest" for cut in cuts) > 1:
        return None
    if not any(cut.form == "rest" for cut in cuts):
        cuts = [*cuts, Cut("rest")]
    if sum(cut.form in ("items", "mask") for cut in cuts) > 1 or _moves_axes(cuts):
        return None
    lengths: list[Length] = []
    axes = iter(shape)
    for cut in cuts:
        if cut.form == "rest":
            lengths += [next(axes) for _ in range(rest)]
        elif cut.form == "new":
            lengths.append(ONE)
        else:
            lengths += _of_axis(cut, next(axes), integers.bounds)
    return tuple(lengths)


def _moves_axes(cuts: list[Cut]) -> bool:
    """Whether integers stand beside index arrays: then NumPy may put the axes of these first."""
    forms = {cut.form for cut in cuts}
    return "one" in forms and not forms.isdisjoint(("items", "mask"))


def _of_axis(cut: Cut, length: Length, bounds: Callable[[], tuple[Bounds, ...]]) -> Lengths:
    if cut.form == "one":
        return ()
    if cut.form == "items":
        return cut.shape
    if cut.form == "mask":
        return (symbol(("mask", *cut.ends)),)
    first, last, step = cut.ends
    between = _between(length, first, last, bounds) if step in (None, ONE) else None
    return (_cut_length(length, *cut.ends) if between is None else between,)


def _between(
    length: Length, first: Length | None, last: Length | None, bounds: Callable[[], tuple[Bounds, ...]]
) -> Length | None:
    """How many items lie between ends that are known to lie on the axis, in this order; None where they aren't."""
    start, stop = first or number(0), length if last is None else last
    if not start.terms and not stop.terms:
        return None
    size, known = plus(stop, start, -1), bounds()
    on_axis = all(is_at_least(each, 0, known) for each in (start, plus(length, stop, -1), size))
    return size if on_axis else None


def _cut_length(length: Length, first: Any, last: Any, step: Any) -> Length:
    """How many items a slice takes; a length of its own where the ends may lie anywhere."""
    if first is None and last is None and step in (None, number(1), number(-1)):
        return length
    start = number(0) if first is None else first
    if step in (None, number(1)) and not start.terms and start.number >= 0:
        if last is None:
            return _less(length, start.number)
        if not last.terms and last.number < 0:
            return _less(length, start.number - last.number)
    if step in (None, number(1)) and last is not None and is_share(last, length) and start == number(0):
        return last
    if step in (None, number(1)) and last is None and is_share(start, length):
        return plus(length, start, -1)
    if not length.terms and all(end is None or not end.terms for end in (first, last, step)):
        ends = (None if end is None else end.number for end in (first, last, step))
        return number(len(range(*slice(*ends).indices(length.number))))
    return symbol(("slice", length, first, last, step))


def _less(length: Length, count: int) -> Length:
    """The length of what is left of an axis without so many items: there may be none at all."""
    left = plus(length, number(-count))
    return left if left.terms else number(max(left.number, 0))


def _cuts(index: Atom, integers: Integers, is_written: Callable[[Var], bool]) -> list[Cut] | None:
    """What an index says of the axes, one after the other; None if it isn't known."""
    atom = integers.root(index)
    if isinstance(atom, Const):
        items = atom.value if isinstance(atom.value, tuple) else (atom.value,)
        found = [_constant(item) for item in items]
    else:
        node = integers.definition(atom) if isinstance(atom, Var) else None
        parts = node.args if node is not None and operation_of(node) == "tuple_of" else (atom,)
        found = [_one_cut(part, integers, is_written) for part in parts]
    return [cut for cut in found if cut is not None] if None not in found else None


def _constant(item: Any) -> Cut | None:
    if item is None:
        return Cut("new")
    if item is ...:
        return Cut("rest")
    if isinstance(item, slice):
        ends = (item.start, item.stop, item.step)
        if all(end is None or type(end) is int for end in ends):
            return Cut("slice", tuple(None if end is None else number(end) for end in ends))
        return None
    return Cut("one") if type(item) is int else None


def _one_cut(atom: Atom, integers: Integers, is_written: Callable[[Var], bool]) -> Cut | None:
    atom = integers.root(atom)
    if isinstance(atom, Const):
        return _constant(atom.value)
    kind = integers.kind(atom)
    if kind == K.INT:
        return Cut("one")
    if not isinstance(atom, Var):
        return None
    node = integers.definition(atom)
    if node is not None and operation_of(node) == "slice":
        ends = tuple(None if end == Const(None) else integers.of(end) for end in node.args)
        known = all(end is not None or given == Const(None) for end, given in zip(ends, node.args))
        return Cut("slice", ends) if known and len(ends) == 3 else None
    if K.is_array(kind) and kind.item == K.INT and kind.ndim:
        shape = integers.shape(atom)
        return None if shape is None else Cut("items", (), shape)
    if K.is_array(kind) and kind.item == K.BOOL and kind.ndim == 1 and not is_written(atom):
        return Cut("mask", (atom,))
    return None
