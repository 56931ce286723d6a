"""Boundary value problems: the equations of collocation that hold on the mesh that SciPy has found, and the solution.

Kierzenka & Shampine, "A BVP solver based on residual control and the MATLAB PSE", 2001: a cubic polynomial on each step of the mesh,
which obeys the differential equation at both ends and in the middle.
"""

from typing import Any

import numpy as np

from s2sad.runtime.operations import unmoved
from s2sad.runtime.roots import as_constant, in_form_of
from s2sad.runtime.solutions import Found


class BoundarySolution(Found):
    """`scipy.integrate._bvp.BVPResult`, of `solve_bvp`."""

    s2sad_record = True

    def __init__(self, found: Any, x: Any, y: Any, yp: Any, p: Any) -> None:
        self.found = found
        self.x = x
        self.y = y
        self.yp = yp
        self.p = p

    @property
    def sol(self) -> Any:
        return Cubic(self.found.sol, self.x, self.y, self.yp)

    @property
    def rms_residuals(self) -> Any:
        return self.found.rms_residuals

    @property
    def niter(self) -> Any:
        return self.found.niter


class Cubic:
    """`scipy.interpolate.PPoly`, the solution as a function: by its values and slopes on the mesh."""

    s2sad_record = True

    def __init__(self, found: Any, x: Any, y: Any, yp: Any) -> None:
        self.found = found
        self.x = x
        self.y = y
        self.yp = yp

    def __call__(self, at: Any) -> Any:
        places = np.clip(np.searchsorted(self.x, at, side="right") - 1, 0, len(self.x) - 2)
        h = self.x[places + 1] - self.x[places]
        t = (at - self.x[places]) / h
        left, right = self.y[:, places], self.y[:, places + 1]
        bend = h * (t * (1.0 - t) ** 2 * self.yp[:, places] - t**2 * (1.0 - t) * self.yp[:, places + 1])
        moved = left + t**2 * (3.0 - 2.0 * t) * (right - left) + bend
        if np.ndim(at) == 0:
            return in_form_of(as_constant(self.found, at), [0.0]) + (moved - unmoved(moved))
        return in_form_of(as_constant(self.found, at), [[0.0]]) + (moved - unmoved(moved))


def collocated(both: Any, fun: Any, bc: Any, x: Any, like: Any) -> Any:
    """What is left of the equations; `both` has the values on the mesh (as in `like`), and the parameters that are sought."""
    y = np.reshape(both[: np.size(like)], np.shape(like))
    p = both[np.size(like) :]
    h = np.diff(x)
    slopes = np.asarray(fun(x, y, p))
    middle = 0.5 * (y[:, 1:] + y[:, :-1]) - 0.125 * h * (slopes[:, 1:] - slopes[:, :-1])
    inner = np.asarray(fun(x[:-1] + 0.5 * h, middle, p))
    steps = y[:, 1:] - y[:, :-1] - h / 6.0 * (slopes[:, :-1] + slopes[:, 1:] + 4.0 * inner)
    return np.concatenate([np.ravel(steps), np.ravel(np.asarray(bc(y[:, 0], y[:, -1], p)))])
