"""Straight lines between points, as `np.interp` reads them: where a number lies among these."""

from typing import Any

import numpy as np


def straight_pieces(x: Any, xp: Any, fp: Any, left: Any, right: Any) -> tuple[Any, ...]:
    """The places between which each point is, how far, the slope there, and whether it is inside of all or beyond an end."""
    place = np.clip(np.searchsorted(xp, x, side="right") - 1, 0, max(len(xp) - 2, 0))
    following = np.minimum(place + 1, len(xp) - 1)
    width = xp[following] - xp[place]
    is_wide = width != 0.0  # not that of one point, or of two at one place
    width = np.where(is_wide, width, 1.0)
    part = np.where(is_wide, (x - xp[place]) / width, 1.0)
    slope = (fp[following] - fp[place]) / width * is_wide
    below, above = np.asarray(x < xp[0], float), np.asarray(x > xp[-1], float)
    ends = below * (left is None), above * (right is None)
    return (place, following), part, slope, 1.0 - below - above, ends
