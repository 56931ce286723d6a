"""Whether a length is at least so much, by what is known of the variables of loops.

for k in range(n):
    for i in range(k + 1, n):       i - k - 1 >= 0, since i >= k + 1; n - i - 1 >= 0, since i <= n - 1

Variables are replaced by their bounds, the innermost loop's first, as Fourier and Motzkin eliminate them. What is left is a sum
of lengths of axes, none of which is negative; a share of one (`n // 2`) is at most the whole. Nothing that is said to hold fails to; much that holds isn't seen.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from s2sad.analysis.lengths import Length, Named, plus, shared, symbol


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a variable is at least, and at most: each of some lengths."""

    name: Hashable
    lowest: tuple[Length, ...]
    highest: tuple[Length, ...]


def is_at_least(length: Length, least: int, bounds: Sequence[Bounds]) -> bool:
    """Whether a length is at least so much; `bounds` are those of the variables, the inner loops' first."""
    for i, known in enumerate(bounds):
        factor = dict(length.terms).get(known.name, 0)
        if not factor:
            continue
        rest = plus(length, symbol(known.name), -factor)
        ends = known.lowest if factor > 0 else known.highest
        return any(is_at_least(plus(rest, end, factor), least, bounds[i + 1 :]) for end in ends)
    for name, count in length.terms:
        whole = shared(name)
        if whole is not None and count < 0:
            most = plus(plus(length, symbol(name), -count), whole, count)
            return is_at_least(most, least, ())
    return length.number >= least and all(count > 0 and _is_length(name) for name, count in length.terms)


def _is_length(name: Hashable) -> bool:
    """Whether a symbol is the length of an axis, and no other integer."""
    if isinstance(name, tuple) and name[0] == "later":
        return _is_length(name[1])
    return isinstance(name, Named) or (isinstance(name, tuple) and name[0] != "product")
