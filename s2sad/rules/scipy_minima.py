"""Minima (`scipy.optimize`): the value is SciPy's; the derivative is that of the equations that hold at a minimum.

At a minimum the gradient is zero but for what bounds and constraints take up (Karush, Kuhn and Tucker): a root of these
equations. What bounds hold moves with them; inequalities that hold with equality count as equations.
"""

import numpy as np
from scipy import optimize

from s2sad.rules.declare import present, program, refused
from s2sad.rules.scipy_constraints import constrained, given_bounds, given_constraints, limits_of
from s2sad.runtime.constraints import Constraint
from s2sad.runtime.minima import held_by_bounds
from s2sad.runtime.roots import as_constant, grad, in_form_of, root_of
from s2sad.runtime.solutions import Minimum, ScalarMinimum, warn_unless_found


def as_number(value):
    """What SciPy takes for the value of an objective: a number, or an array of one."""
    return np.sum(value) if np.ndim(value) else value


def stationary(fun, found, bounds, rest):
    """The minimum of a function of an array, within bounds."""
    if bounds is None:
        return root_of(lambda x, *p: grad(fun)(x, *p), found, *rest)
    low, high = limits_of(bounds, found)
    at_low, at_high = as_constant(held_by_bounds, found, grad(fun)(found, *rest), low, high)
    return root_of(
        lambda x, *p: np.where(at_low, x - low, np.where(at_high, x - high, grad(fun)(x, *p))), found, *rest
    )


@program(optimize.minimize, at=[], stand_ins=True)
def minimize(
    fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None,
    callback=None, options=None,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg; with constraints by the equations of Karush, Kuhn and Tucker"""
    rest = args if isinstance(args, tuple) else (args,)
    if isinstance(constraints, Constraint):
        every = (constraints,)
    else:
        every = tuple(constraints) if isinstance(constraints, (list, tuple)) else (constraints,)
    slope = (lambda x: jac(x, *rest)) if callable(jac) else jac
    bend = (lambda x: hess(x, *rest)) if callable(hess) else hess
    product = (lambda x, v: hessp(x, v, *rest)) if callable(hessp) else hessp
    found = as_constant(
        optimize.minimize, lambda x: fun(x, *rest), x0, (), method, slope, bend, product, given_bounds(bounds),
        given_constraints(constraints, every), tol, callback, options,
    )  # fmt: skip
    as_constant(warn_unless_found, found.success, found.message)
    x = in_form_of(found.x, [0.0])
    if callable(jac) or jac is not True:
        value = lambda t, *p: as_number(fun(t, *p))  # noqa: E731
    else:
        value = lambda t, *p: as_number(fun(t, *p)[0])  # noqa: E731
    if len(every) == 0:
        moved = stationary(value, x, bounds, rest)
    else:
        moved = constrained(value, x, bounds, every, rest)
    return Minimum(moved, found, value, rest)


@program(optimize.minimize_scalar, at=[])
def minimize_scalar(fun, bracket=None, bounds=None, args=(), method=None, tol=None, options=None):
    """f'(x) = 0: dx = -df' / f''(x)"""
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        optimize.minimize_scalar, lambda x: fun(x, *rest), bracket, bounds, (), method, tol, options
    )
    as_constant(warn_unless_found, found.success, found.message)
    x = in_form_of(found.x, 0.0)
    if bounds is None:
        moved = root_of(lambda t, *p: grad(fun)(t, *p), x, *rest)
    else:
        low, high = bounds
        at_low, at_high = as_constant(held_by_bounds, x, grad(fun)(x, *rest), low, high)
        if at_low:
            moved = float(low)
        elif at_high:
            moved = float(high)
        else:
            moved = root_of(lambda t, *p: grad(fun)(t, *p), x, *rest)
        moved = x + (moved - as_constant(float, moved))
    return ScalarMinimum(moved, found, fun, rest)


LINEAR = refused(
    *present(optimize, "linprog milp"),
    reason="the solution of a linear program is a corner: it jumps from one to another, and between jumps it moves "
    "with the constraints that hold there, which are for the solver alone to tell",
    hint="solve the equations of the constraints that hold (np.linalg.solve), or minimize with a quadratic term",
)
