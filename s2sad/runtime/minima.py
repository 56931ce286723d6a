"""Minima: which bounds and constraints hold a minimum, told from the point that a solver has found."""

from typing import Any

import numpy as np

_NEAR = 1e-8
_WITHIN = 1e-4


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
            return (distance <= _NEAR * scale) | ((distance <= _WITHIN * scale) & (outwards > distance))

    return holds(x - low, slope), holds(high - x, -slope)


def held_at_zero(x: Any) -> Any:
    """Which components of a solution of `nnls` are zero."""
    return x <= _NEAR * np.max(np.abs(x), initial=0.0)


def multipliers(
    slope: np.ndarray, values: np.ndarray, jacobian: np.ndarray, is_equation: np.ndarray, *held: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Lagrange's multipliers at a minimum, and which of the constraints hold it; by least squares.

    They take up the slope by those components that aren't `held` by bounds.
    """
    is_free = ~np.logical_or(*held)
    scale = np.maximum(1.0, np.max(np.abs(jacobian), axis=1, initial=0.0))
    holds = is_equation | (np.abs(values) <= _WITHIN * scale)
    while True:
        found = np.zeros(len(values))
        rows = jacobian[holds][:, is_free]
        found[holds] = np.linalg.lstsq(rows.T, slope[is_free], rcond=None)[0] if np.any(holds) else 0.0
        pulling = holds & ~is_equation & (found < 0.0)
        if not np.any(pulling):
            return found, holds
        holds = holds & ~pulling
