"""Minima: which bounds and constraints hold a minimum, told from the point that a solver has found."""

from typing import Any

import numpy as np

_NEAR = 1e-8
_WITHIN = 1e-4
_CLOSE = 1e-2
_PULL = 10.0


def limits(bounds: Any, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper bounds as two arrays; without any they are infinite."""
    low: Any = -np.inf
    high: Any = np.inf
    if hasattr(bounds, "lb"):
        low, high = bounds.lb, bounds.ub
    elif bounds is not None:
        low = [-np.inf if pair[0] is None else pair[0] for pair in bounds]
        high = [np.inf if pair[1] is None else pair[1] for pair in bounds]
    return np.broadcast_to(np.asarray(low, float), size), np.broadcast_to(np.asarray(high, float), size)


def box(bounds: Any, size: int) -> tuple[np.ndarray, np.ndarray]:
    """A pair of bounds as two arrays."""
    low, high = (bounds.lb, bounds.ub) if hasattr(bounds, "lb") else bounds
    return np.broadcast_to(np.asarray(low, float), size), np.broadcast_to(np.asarray(high, float), size)


def held_by_bounds(x: Any, slope: Any, low: Any, high: Any) -> tuple[Any, Any]:
    """Whether the lower bounds, and the upper ones, hold each component of a minimum.

    A solver that stays within the bounds ends near them: the slope then leads out by more than what is left.
    """
    scale = np.maximum(1.0, np.abs(x))

    def holds(distance: Any, outwards: Any) -> Any:
        with np.errstate(invalid="ignore"):
            near = (distance <= _WITHIN * scale) & (outwards > distance)
            return (
                near
                | (distance <= _NEAR * scale)
                | ((distance <= _CLOSE * scale) & (outwards > _PULL * distance))
            )

    return holds(x - low, slope), holds(high - x, -slope)


def held_at_zero(x: Any) -> Any:
    """Which components of a solution of `nnls` are zero."""
    return x <= _NEAR * np.max(np.abs(x), initial=0.0)


def multipliers(
    slope: np.ndarray, values: np.ndarray, low: np.ndarray, high: np.ndarray, jacobian: np.ndarray, *held: Any
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lagrange's multipliers at a minimum, and which constraints hold it from below and from above; by least squares.

    They take up the slope by those components that aren't `held` by bounds. Where both bounds are one, it is an equation.
    A solver that stays inside ends near what holds: there a multiplier is larger than the distance, elsewhere smaller.
    """
    is_free = ~np.logical_or(*held)
    scale = np.maximum(1.0, np.max(np.abs(jacobian), axis=1, initial=0.0))
    is_equation = low == high
    to_low, to_high = (values - low) / scale, (high - values) / scale
    at_low = is_equation | (to_low <= _CLOSE)
    at_high = ~at_low & (to_high <= _CLOSE)
    while True:
        holds = at_low | at_high
        found = np.zeros(len(values))
        rows = jacobian[holds][:, is_free]
        found[holds] = np.linalg.lstsq(rows.T, slope[is_free], rcond=None)[0] if np.any(holds) else 0.0
        outwards, distance = np.where(at_low, found, -found), np.where(at_low, to_low, to_high)
        pulling = (outwards < 0.0) | ((distance > _WITHIN) & (outwards < _PULL * distance))
        dropped = holds & ~is_equation & pulling
        if not np.any(dropped):
            return found, at_low, at_high
        at_low, at_high = at_low & ~dropped, at_high & ~dropped
