"""Derivatives by central differences, with an estimate of how far they may be off."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass

_STEPS = (1e-3, 1e-5)  # times the size of the argument; the one that promises the smaller error is taken
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


def central_differences(function: Callable[[float], list[float]], at: float, size: int) -> list[Estimate]:
    """The derivative of each of `size` results by the argument; UNDEFINED without finite results on both sides."""

    def defined(number: float) -> list[float]:
        try:
            found = function(number)
        except (ArithmeticError, ValueError):  # outside of the domain
            return [math.nan] * size
        return found if len(found) == size else [math.nan] * size

    steps = {step * scale for step in _STEPS for scale in (max(1.0, abs(at)), abs(at) or 1.0)}
    by_step = [_extrapolated(defined, at, step) for step in sorted(steps)]
    return [min(column, key=lambda one: one.truncation + one.rounding) for column in zip(*by_step)]


def _extrapolated(function: Callable[[float], list[float]], at: float, step: float) -> list[Estimate]:
    """Richardson's extrapolation of the differences over `step` and half of it: exact up to degree 4."""
    ends = [function(at + offset) for offset in (-step, -step / 2, step / 2, step)]
    estimates = []
    for far_left, left, right, far_right in zip(*ends):
        wide = (far_right - far_left) / ((at + step) - (at - step))
        narrow = (right - left) / ((at + step / 2) - (at - step / 2))
        rounding = 4 * _EPSILON * max(abs(far_left), abs(far_right)) / step
        estimate = Estimate((4 * narrow - wide) / 3, abs(wide - narrow), rounding)
        estimates.append(estimate if math.isfinite(estimate.value) else UNDEFINED)
    return estimates
