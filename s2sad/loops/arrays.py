"""Arrays as the loop level sees them: a shape, and what each element is.

x                a whole array of the list: its element (i, j) is `x[i, j]`
x[1:, 0]         a part of one: its element (i,) is `x[i + 1, 0]`
np.sin(x) * c    one that isn't made: its element (i, j) is `np.sin(x[i, j]) * c`

What isn't made has no memory of its own, so that an expression is one loop. (Delayed arrays: Keller et al., "Regular,
shape-polymorphic, parallel arrays in Haskell", 2010.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from s2sad.analysis.lengths import ONE, Length
from s2sad.ir.kinds import Kind
from s2sad.ir.nodes import Atom, Const, Var

Index = tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """How long an axis is: what holds the number in the list, and what is known of it before the program runs.

    One of a slice `x[k:k + 1]` is `at_most_one`: none or one, as the program finds out.
    """

    atom: Atom
    length: Length
    at_most_one: bool = False

    @property
    def is_one(self) -> bool:
        return self.length == ONE or self.atom == Const(1)


Shape = tuple[Axis, ...]


@dataclass(frozen=True, eq=False)
class Array:
    """An array: `element` emits what computes or reads one, and `item` is the kind of these.

    `reads` are the classes of memory that an element is read from. A part of an array of the list has this as its `base`, and
    `place` gives the index there; if it is all of it, it is `whole`. What is `cheap` may be computed again for each use.
    """

    shape: Shape
    item: Kind
    element: Callable[[Index], Atom]
    reads: frozenset[Any] = frozenset()
    cheap: bool = False
    base: Var | None = None
    place: Callable[[Index], Index] | None = None
    whole: bool = False

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def is_stored(self) -> bool:
        return self.base is not None
