"""Arrays with a border around them: among a constant, or among their own elements.

y = np.pad x 1             y = np.zeros n + 2, and a loop that stores x into the middle
y = np.pad x 1 'wrap'      an element of y is x[(i - 1) % n]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from s2sad.analysis.lengths import plus
from s2sad.ir.nodes import Atom, Const, Entry, Ref, Var
from s2sad.ir.operations import operation_of
from s2sad.loops.arrays import Array, Axis, Index
from s2sad.loops.elementwise import as_item, bound
from s2sad.loops.layout import array_of, constant
from s2sad.loops.state import Loops

_MIN, _MAX = Ref("min", min), Ref("max", max)
_MODES = ("edge", "wrap", "reflect", "symmetric")


def pad(loops: Loops, node: Entry) -> Any:
    given = bound(node, "array", "pad_width", "mode")
    array, mode = array_of(loops, given["array"]), constant(loops, given.get("mode", Const("constant")))
    widths = _widths(loops, given["pad_width"], array.rank)
    shape = tuple(_longer(loops, axis, *width) for axis, width in zip(array.shape, widths))
    before = [width[0] for width in widths]
    if mode in _MODES:

        def element(index: Index) -> Atom:
            places = zip(index, before, array.shape)
            return loops.element(array, tuple(_place(loops, mode, *place) for place in places))

        return loops.delayed(shape, array.item, element, [array], cheap=array.cheap)
    value = loops.value(given.get("constant_values", Const(0)))
    if mode != "constant" or isinstance(value, Array) or value in loops.lists:
        raise loops.refuse("`np.pad` of another mode, or with several constants")
    number = as_item(value, array.item)
    made = loops.stored(loops.delayed(shape, array.item, lambda index: number, cheap=True), "padded")

    def store(index: Index) -> Sequence[Atom]:
        assert made.base is not None
        loops.store(made.base, tuple(map(loops.plus, index, before)), loops.element(array, index))
        return ()

    loops.loops(array.shape, store)
    return made


def _widths(loops: Loops, atom: Atom, rank: int) -> list[tuple[Atom, Atom]]:
    """How much is before and behind along each axis."""
    parts = _parts(loops, atom)
    if not isinstance(parts, list):
        return [(parts, parts)] * rank
    pairs = [part if isinstance(part, list) else None for part in parts]
    if None not in pairs and len(parts) in (1, rank):
        found = [tuple(pair) * (3 - len(pair)) for pair in pairs if pair is not None and len(pair) in (1, 2)]
        if len(found) in (1, rank):
            return found * (rank // len(found))
    if any(pair is not None for pair in pairs) or len(parts) not in (1, 2):
        raise loops.refuse("the width of a border is known only when the program runs")
    return [(parts[0], parts[-1])] * rank


def _parts(loops: Loops, atom: Atom) -> Any:
    """The width as nested lists of integers."""
    if isinstance(atom, Const):
        return _nested(atom.value)
    node = loops.definitions.get(atom) if isinstance(atom, Var) else None
    if node is not None and operation_of(node) in ("tuple_of", "list_of"):
        return [_parts(loops, part) for part in node.args]
    atom = loops.value(atom)
    if isinstance(atom, Const):
        return _nested(atom.value)
    if isinstance(atom, Array) or not loops.is_integer(atom):
        raise loops.refuse("the width of a border is known only when the program runs")
    return atom


def _nested(value: Any) -> Any:
    return [_nested(part) for part in value] if isinstance(value, tuple) else Const(value)


def _longer(loops: Loops, axis: Axis, before: Atom, behind: Atom) -> Axis:
    length = plus(plus(axis.length, loops.length(before)), loops.length(behind))
    return loops.axis(length, lambda: loops.plus(loops.plus(axis.atom, before), behind))


def _place(loops: Loops, mode: str, index: Atom, before: Atom, axis: Axis) -> Atom:
    """Where along an axis the element stands that is shown at an index."""
    place, count = loops.plus(index, before, -1), axis.atom
    last = loops.plus(count, Const(1), -1)
    if mode == "edge":
        return loops.emit(_MIN, loops.emit(_MAX, place, Const(0)), last)
    if mode == "wrap":
        return loops.emit("mod", place, count)
    both = loops.times(count, Const(2))
    period = both if mode == "symmetric" else loops.emit(_MAX, loops.plus(both, Const(2), -1), Const(1))
    turned = loops.emit("mod", place, period)
    back = loops.plus(period, Const(1), -1) if mode == "symmetric" else period
    return loops.choice(
        loops.emit("lt", turned, count), lambda: turned, lambda: loops.emit("sub", back, turned)
    )
