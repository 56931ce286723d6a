"""Binomial checkpointing: which steps of a long loop the reverse sweep keeps the state of.

With k snapshots of n steps, the fewest steps are done again if the places are chosen by binomial coefficients:
Griewank & Walther, "Algorithm 799: revolve" (ACM TOMS 26, 2000), and "Evaluating Derivatives", section 12.3.

    for i in checkpoint_range(9, snapshots=3):          the loop keeps the state before 0, 4, 6, and 8
        u = step(u)
"""

from __future__ import annotations

from math import comb

from s2sad.runtime.marking import mark


def checkpoint_range(*bounds: int, snapshots: int) -> range:
    """`range(*bounds)`, for a loop of which the reverse sweep keeps the state of few iterations only.

    At most `snapshots` states are kept, besides that of the iteration at hand: the values of the variables that the loop
    assigns, and the arrays that it writes to. From these the other states are computed again, by as few iterations as
    is possible. Raises ValueError for fewer than one snapshot.

    Where it is differentiated, the loop must go to its end (no `break` or `return`), and write to no lists or objects
    that were made before it: UnsupportedSyntax or UnsupportedValue say so.
    """
    if snapshots < 1:
        raise ValueError(f"a loop needs at least one snapshot, not {snapshots}")
    return range(*bounds)


mark(checkpoint_range, "checkpoint_range")


def kept_places(steps: int, snapshots: int) -> list[int]:
    """Before which steps the forward sweep keeps the state: as many as there are snapshots, and the last one."""
    if snapshots < 1:
        raise ValueError(f"a loop needs at least one snapshot, not {snapshots}")
    return [*snapshot_places(0, steps, snapshots), steps - 1]


def snapshot_places(first: int, end: int, snapshots: int) -> list[int]:
    """Before which of the steps from `first` to `end` to keep the state, on the way to the last of these.

    With `first` itself there are `snapshots` places at most.
    """
    places = []
    while snapshots > 0 and end - first > 1:
        places.append(first)
        first += _distance(end - first, snapshots) if snapshots > 1 else end
        snapshots -= 1
    return places


def _distance(steps: int, snapshots: int) -> int:
    """How far from one snapshot to the next: the rule of Algorithm 799."""
    repeats = 0
    while _reach(snapshots, repeats) < steps:
        repeats += 1
    if steps <= _reach(snapshots, repeats - 1) + _reach(snapshots - 2, repeats - 1):
        return _reach(snapshots, repeats - 2)
    if steps >= _reach(snapshots, repeats) - _reach(snapshots - 3, repeats):
        return _reach(snapshots, repeats - 1)
    return steps - _reach(snapshots - 1, repeats - 1) - _reach(snapshots - 2, repeats - 1)


def _reach(snapshots: int, repeats: int) -> int:
    """The number of steps that can be reversed if none is done more often than `repeats` times."""
    return comb(snapshots + repeats, repeats) if snapshots >= 0 and repeats >= 0 else 0
