"""Constraints of a minimum: records in the place of SciPy's objects."""

from typing import Any

import numpy as np
from scipy import optimize


class Constraint:
    """`scipy.optimize.LinearConstraint` and `NonlinearConstraint`, of numbers that vary: lb <= function(x) <= ub."""

    s2sad_record = True
    s2sad_way_out = "a constraint that varies", "pass it to `minimize`"

    def __init__(self, function: Any, lb: Any, ub: Any, given: Any) -> None:
        self.function = function
        self.lb = lb
        self.ub = ub
        self.given = given


class Box:
    """`scipy.optimize.Bounds`, of numbers that vary."""

    s2sad_record = True
    s2sad_way_out = "bounds that vary", "pass them to the solver, or a list of pairs"

    def __init__(self, lb: Any, ub: Any, given: Any) -> None:
        self.lb = lb
        self.ub = ub
        self.given = given


def dense_rows(matrix: Any) -> np.ndarray:
    """The matrix of a linear constraint that doesn't vary, as an array with two axes."""
    return np.atleast_2d(np.asarray(matrix.toarray() if hasattr(matrix, "toarray") else matrix, float))


def made_bounds(lb: Any, ub: Any, keep: Any) -> optimize.Bounds:
    """SciPy's own object."""
    return optimize.Bounds(lb, ub, keep)


def made_linear(matrix: Any, lb: Any, ub: Any, keep: Any) -> optimize.LinearConstraint:
    """SciPy's own object."""
    return optimize.LinearConstraint(matrix, lb, ub, keep)


def made_nonlinear(function: Any, lb: Any, ub: Any, keep: Any, named: dict) -> optimize.NonlinearConstraint:
    """SciPy's own object, with what was given besides: the Jacobian, the Hessian, steps."""
    return optimize.NonlinearConstraint(function, lb, ub, keep_feasible=keep, **named)
