"""Convolutions: each element of the one array meets each of the other.

y = np.convolve a v        for i in range(n):
                               for j in range(m):
                                   increase y (i + j) a[i] * v[j]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from s2sad.analysis.lengths import ONE, plus
from s2sad.ir.nodes import Atom, Const, Entry, Ref
from s2sad.loops.arrays import Array, Axis, Index
from s2sad.loops.elementwise import bound
from s2sad.loops.layout import array_of, constant
from s2sad.loops.reductions import zero_of
from s2sad.loops.state import Loops, held

_MIN, _MAX = Ref("min", min), Ref("max", max)


def convolve(loops: Loops, node: Entry) -> Any:
    given = bound(node, "a", "v", "mode")
    one, other = (held(loops, array_of(loops, given[name])) for name in ("a", "v"))
    mode = constant(loops, given.get("mode", Const("full")))
    whole = _whole(loops, one, other)
    if mode == "full":
        return whole
    counts = [each.shape[0].atom for each in (one, other)]
    shorter, longer = loops.emit(_MIN, *counts, hint="n"), loops.emit(_MAX, *counts, hint="n")
    first, count = loops.plus(shorter, Const(1), -1), loops.plus(loops.plus(longer, shorter, -1), Const(1))
    if mode == "same":
        first, count = loops.emit("floordiv", first, Const(2)), longer
    known = loops.known_lengths(node.targets[0], 1)
    axis = Axis(count, known[0] if known else loops.length(count))
    return loops.part(whole, (axis,), lambda index: (loops.plus(index[0], first),))


def _whole(loops: Loops, one: Array, other: Array) -> Array:
    """All of a convolution, beyond both ends too."""
    axes = one.shape[0], other.shape[0]
    length = plus(plus(axes[0].length, axes[1].length), ONE, -1)
    axis = loops.axis(length, lambda: loops.plus(loops.plus(axes[0].atom, axes[1].atom), Const(1), -1))
    zero = zero_of(one.item)
    made = loops.stored(loops.delayed((axis,), one.item, lambda index: zero, cheap=True), "convolved")

    def add(index: Index) -> Sequence[Atom]:
        assert made.base is not None
        amount = loops.emit("mul", loops.element(one, index[:1]), loops.element(other, index[1:]))
        loops.effect("increase", made.base, loops.plus(index[0], index[1]), amount)
        return ()

    loops.loops(axes, add)
    return made
