"""Derivatives by central differences, with an estimate of how far they may be off."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_POWERS = (1 / 8, 1 / 4)  # of the precision: steps, times the size of the argument; the better one is taken
_EPSILON = sys.float_info.epsilon


@dataclass(frozen=True)
class Estimate:
    """A derivative, and by how much it may be off: because steps are finite, and because numbers are rounded."""

    value: float
    truncation: float
    rounding: float

    @property
    def error(self) -> float:
        """What to reckon with.

        The truncation counts for a thousandth of the derivative at most: the differences across a jump never
        settle, and would else agree with everything.
        """
        return min(self.truncation, 1e-3 * abs(self.value)) + self.rounding


UNDEFINED = Estimate(math.nan, math.inf, math.inf)


def steps_for(scales: Iterable[float], epsilon: float = _EPSILON) -> list[float]:
    """Steps that suit an argument of one of these sizes, which is reckoned with at a precision of `epsilon`."""
    return sorted({epsilon**power * scale for scale in scales for power in _POWERS})


def central_differences(
    function: Callable[[float], list[float]],
    at: float,
    size: int,
    steps: Iterable[float] | None = None,
    epsilon: float = _EPSILON,
) -> list[Estimate]:
    """The derivative of each of `size` results by the argument; UNDEFINED without finite results on both sides.

    Of several `steps` the one is taken that promises the smallest error; without them there are some that suit the
    argument. `epsilon` is the relative precision of the results.
    """

    def defined(number: float) -> list[float]:
        try:
            found = function(number)
        except (ArithmeticError, ValueError):  # outside of the domain
            return [math.nan] * size
        return found if len(found) == size else [math.nan] * size

    if steps is None:
        steps = steps_for((max(1.0, abs(at)), abs(at) or 1.0), epsilon)
    by_step = [_extrapolated(defined, at, step, epsilon) for step in steps]
    return [min(column, key=lambda one: one.truncation + one.rounding) for column in zip(*by_step)]


def _extrapolated(
    function: Callable[[float], list[float]], at: float, step: float, epsilon: float
) -> list[Estimate]:
    """Richardson's extrapolation of the differences over `step`, half and a quarter of it."""
    steps = (step, step / 2, step / 4)
    ends = [(function(at - one), function(at + one)) for one in steps]
    widths = [(at + one) - (at - one) for one in steps]
    estimates = []
    for place in range(len(ends[0][0])):
        slopes = [(right[place] - left[place]) / width for (left, right), width in zip(ends, widths)]
        wide, narrow = (4 * slopes[1] - slopes[0]) / 3, (4 * slopes[2] - slopes[1]) / 3
        size = max(abs(left[place]) + abs(right[place]) for left, right in ends)
        estimate = Estimate((16 * narrow - wide) / 15, abs(wide - narrow), 8 * epsilon * size / step)
        estimates.append(estimate if math.isfinite(estimate.value) else UNDEFINED)
    return estimates
