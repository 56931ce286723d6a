"""What functions know of one another that call each other: the least fixed point, found where it is asked for.

    even(x, n) = x if n == 0 else odd(x, n - 1) * y          what is known of `even` needs what is known of `odd`,
    odd(x, n) = x if n == 0 else even(x, n - 1)              and the other way round

Each is computed with what is known of the others so far. The first one of such a group is computed again, and the
others with it, until nothing changes any more in a whole round (R. E. Tarjan's components, by depth first).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")
_NOTHING_OPEN = 1 << 60


class Fixpoints(Generic[T]):
    def __init__(self) -> None:
        self.found: dict[Hashable, T] = {}
        self.final: set[Hashable] = set()
        self._open: set[Hashable] = set()
        self._pending: list[Hashable] = []  # computed with what isn't final yet
        self._reaches: dict[Hashable, int] = {}  # the outermost computation that each depends on
        self._lowest: list[int] = []  # the same of the computations that are going on
        self._computed: dict[Hashable, int] = {}
        self._round = 0
        self._changes = 0

    def of(self, key: Hashable, start: T, step: Callable[[T], T]) -> T:
        """What is known by a key; `step` makes it of what was known before, and may ask for others."""
        if key not in self.final and key not in self._open and self._computed.get(key) != self._round:
            self._compute(key, start, step)
        if key not in self.final:
            self._lowest[-1] = min(self._lowest[-1], self._reaches[key])
        return self.found[key]

    def _compute(self, key: Hashable, start: T, step: Callable[[T], T]) -> None:
        place, first = len(self._open), len(self._pending)
        self._open.add(key)
        self._reaches[key] = place
        self.found.setdefault(key, start)
        lowest = self._settle(key, place, step)
        self._open.remove(key)
        if lowest < place:
            self._pending.append(key)
            self._reaches[key], self._computed[key] = lowest, self._round
        else:
            fresh = (other for other in self._pending[first:] if self._computed[other] == self._round)
            self.final.update((key, *fresh))
            del self._pending[first:]

    def _settle(self, key: Hashable, place: int, step: Callable[[T], T]) -> int:
        """Compute what is known by a key; again as long as anything changes that depends on it alone."""
        while True:
            before = self._changes
            self._lowest.append(_NOTHING_OPEN)
            made = step(self.found[key])
            lowest = self._lowest.pop()
            if made != self.found[key]:
                self.found[key] = made
                self._changes += 1
            if lowest != place or self._changes == before:
                return lowest
            self._round += 1
