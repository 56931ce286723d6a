"""Minima (`scipy.optimize`): the value is SciPy's; the derivative is that of the equations that hold at a minimum.

At a minimum the gradient is zero but for what bounds and constraints take up (Karush, Kuhn and Tucker): a root of these
equations. What bounds hold moves with them; inequalities that hold with equality count as equations.
"""

import numpy as np
from scipy import optimize

from s2sad.rules.declare import present, program, refused
from s2sad.runtime.minima import held_by_bounds, limits, multipliers
from s2sad.runtime.roots import as_constant, grad, in_form_of, is_active, jacobian_at, root_of
from s2sad.runtime.solutions import Minimum, ScalarMinimum


def stationary(fun, found, bounds, rest):
    """The minimum of a function of an array, within bounds."""
    if bounds is None:
        return root_of(lambda x, *p: grad(fun)(x, *p), found, *rest)
    low, high = limits_of(bounds, found)
    at_low, at_high = as_constant(held_by_bounds, found, grad(fun)(found, *rest), low, high)
    return root_of(
        lambda x, *p: np.where(at_low, x - low, np.where(at_high, x - high, grad(fun)(x, *p))), found, *rest
    )


def limits_of(bounds, x):
    """Bounds as two arrays."""
    if is_active(bounds):
        low = np.array([-np.inf if pair[0] is None else pair[0] for pair in bounds], dtype=float)
        high = np.array([np.inf if pair[1] is None else pair[1] for pair in bounds], dtype=float)
        return low, high
    low, high = as_constant(limits, bounds, np.size(x))
    return in_form_of(low, [0.0]), in_form_of(high, [0.0])


def constrained(fun, found, bounds, constraints, rest):
    """The minimum where constraints hold: x and Lagrange's multipliers are the root of the equations for both."""
    kinds = [constraint["type"] == "eq" for constraint in constraints]
    sizes = [np.size(value_of(constraint, found)) for constraint in constraints]
    is_equation = as_constant(np.repeat, kinds, sizes)
    slope, jacobian = grad(fun)(found, *rest), jacobian_at(found, values_of, constraints)
    low, high = limits_of(bounds, found)
    at_low, at_high = as_constant(held_by_bounds, found, slope, low, high)
    factors, holds = as_constant(
        multipliers, slope, values_of(found, constraints), jacobian, is_equation, at_low, at_high
    )
    count = np.size(found)

    def equations(both, *p):
        x, weights = both[:count], both[count:]
        lagrangian = grad(lambda t: fun(t, *p) - np.dot(weights, values_of(t, constraints)))(x)
        moved = np.where(at_low, x - low, np.where(at_high, x - high, lagrangian))
        return np.concatenate([moved, np.where(holds, values_of(x, constraints), weights)])

    start = as_constant(np.concatenate, [found, factors])
    return root_of(equations, in_form_of(start, [0.0]), *rest)[:count]


def value_of(constraint, x):
    return constraint["fun"](x, *constraint["args"]) if "args" in constraint else constraint["fun"](x)


def values_of(x, constraints):
    """The values of all constraints, in one array."""
    return np.concatenate([np.ravel(np.asarray(value_of(constraint, x))) for constraint in constraints])


@program(optimize.minimize, at=[])
def minimize(
    fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(), tol=None,
    callback=None, options=None,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg; with constraints by the equations of Karush, Kuhn and Tucker"""
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: jac(x, *rest)) if callable(jac) else jac
    bend = (lambda x: hess(x, *rest)) if callable(hess) else hess
    product = (lambda x, v: hessp(x, v, *rest)) if callable(hessp) else hessp
    found = as_constant(
        optimize.minimize, lambda x: fun(x, *rest), x0, (), method, slope, bend, product, bounds, constraints, tol,
        callback, options,
    )  # fmt: skip
    x = in_form_of(found.x, [0.0])
    every = tuple(constraints) if isinstance(constraints, (list, tuple)) else (constraints,)
    if callable(jac) or jac is not True:
        value = fun
    else:
        value = lambda t, *p: fun(t, *p)[0]  # noqa: E731
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
