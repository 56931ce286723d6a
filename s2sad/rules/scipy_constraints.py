"""Constraints of minima (`scipy.optimize`): x and Lagrange's multipliers are the root of the equations for both.

What is given as a dict is low <= function(x) <= high as well: an equation has both bounds zero, an inequality the lower.
"""

import numpy as np
from scipy import optimize

from s2sad.rules.declare import nondifferentiable, program, stand_in
from s2sad.runtime.constraints import (
    Box,
    Constraint,
    dense_rows,
    made_bounds,
    made_linear,
    made_nonlinear,
)
from s2sad.runtime.minima import held_by_bounds, limits, multipliers
from s2sad.runtime.operands import is_sparse
from s2sad.runtime.roots import as_constant, grad, in_form_of, is_active, jacobian_at, root_of

CONSTANT = nondifferentiable("number", dense_rows)
MADE = nondifferentiable("other", made_bounds, made_linear, made_nonlinear)


def limits_of(bounds, x):
    """Bounds as two arrays."""
    if isinstance(bounds, Box):
        return spread(bounds.lb, np.shape(x)), spread(bounds.ub, np.shape(x))
    if is_active(bounds):
        low = np.array([-np.inf if pair[0] is None else pair[0] for pair in bounds], dtype=float)
        high = np.array([np.inf if pair[1] is None else pair[1] for pair in bounds], dtype=float)
        return low, high
    low, high = as_constant(limits, bounds, np.size(x))
    return in_form_of(low, [0.0]), in_form_of(high, [0.0])


def given_bounds(bounds):
    """Bounds as SciPy gets them."""
    return bounds.given if isinstance(bounds, Box) else bounds


@program(optimize.Bounds, at=[])
def bounds_of_arrays(lb=-np.inf, ub=np.inf, keep_feasible=False):
    """Bounds that move with what they are made of"""
    return Box(lb, ub, as_constant(made_bounds, lb, ub, keep_feasible))


@program(optimize.LinearConstraint, at=[])
def linear_constraint(A, lb=-np.inf, ub=np.inf, keep_feasible=False):
    """lb <= A x <= ub: it holds as it does at the solution"""
    given = as_constant(made_linear, A, lb, ub, keep_feasible)
    matrix = A if is_sparse(A) else np.atleast_2d(np.asarray(A))
    return Constraint(lambda x: matrix @ x, lb, ub, given)


@program(optimize.NonlinearConstraint, at=[])
def nonlinear_constraint(
    fun, lb, ub, jac="2-point", hess=None, keep_feasible=False, finite_diff_rel_step=None, finite_diff_jac_sparsity=None
):  # fmt: skip
    """lb <= fun(x) <= ub: it holds as it does at the solution"""
    named = {
        "jac": jac,
        "finite_diff_rel_step": finite_diff_rel_step,
        "finite_diff_jac_sparsity": finite_diff_jac_sparsity,
    }
    more = {} if hess is None else {"hess": hess}
    given = as_constant(made_nonlinear, lambda x: fun(x), lb, ub, keep_feasible, {**named, **more})
    return Constraint(fun, lb, ub, given)


@stand_in(optimize.LinearConstraint)
def given_linear(found):
    """A linear constraint that doesn't vary"""
    matrix = in_form_of(dense_rows(found.A), [[0.0]])
    return Constraint(lambda x: matrix @ x, found.lb, found.ub, found)


@stand_in(optimize.NonlinearConstraint)
def given_nonlinear(found):
    """A constraint that reads nothing that varies"""
    return Constraint(lambda x: found.fun(x), found.lb, found.ub, found)


def given_constraints(constraints, every):
    """Constraints as SciPy gets them."""
    if len(every) == 0 or not isinstance(every[0], Constraint):
        return constraints
    return tuple([each.given for each in every])


def read_by_equations(every):
    """Constraints without SciPy's objects, which the equations don't read."""
    if not isinstance(every[0], Constraint):
        return every
    return tuple([Constraint(each.function, each.lb, each.ub, None) for each in every])


def constrained(fun, found, bounds, every, rest):
    """The minimum where constraints hold."""
    constraints = read_by_equations(every)
    slope, jacobian = grad(fun)(found, *rest), jacobian_at(found, values_of, constraints)
    low, high = limits_of(bounds, found)
    at_low, at_high = as_constant(held_by_bounds, found, slope, low, high)
    least, most = ends_of(found, constraints)
    values = values_of(found, constraints)
    factors, from_below, from_above = as_constant(
        multipliers, slope, values, least, most, jacobian, at_low, at_high
    )
    count = np.size(found)

    def equations(both, *p):
        x, weights = both[:count], both[count:]
        lagrangian = grad(lambda t: fun(t, *p) - np.dot(weights, values_of(t, constraints)))(x)
        moved = np.where(at_low, x - low, np.where(at_high, x - high, lagrangian))
        there = values_of(x, constraints)
        held = np.where(from_below, there - least, np.where(from_above, there - most, weights))
        return np.concatenate([moved, held])

    start = as_constant(np.concatenate, [found, factors])
    return root_of(equations, in_form_of(start, [0.0]), *rest)[:count]


def value_of(given, x):
    if isinstance(given, Constraint):
        return given.function(x)
    return given["fun"](x, *given["args"]) if "args" in given else given["fun"](x)


def values_of(x, constraints):
    """The values of all constraints, in one array."""
    return np.concatenate([np.ravel(np.asarray(value_of(each, x))) for each in constraints])


def ends_of(x, constraints):
    """What the values of all constraints have to stay between."""
    if isinstance(constraints[0], Constraint):
        least = [spread(each.lb, shape_of(each, x)) for each in constraints]
        most = [spread(each.ub, shape_of(each, x)) for each in constraints]
        return np.concatenate(least), np.concatenate(most)
    highest = [np.full(shape_of(each, x), 0.0 if each["type"] == "eq" else np.inf) for each in constraints]
    most = np.concatenate(highest)
    return np.zeros(np.shape(most)), most


def shape_of(given, x):
    return np.shape(np.ravel(np.asarray(value_of(given, x))))


def spread(bound, shape):
    return np.broadcast_to(np.asarray(bound, dtype=float), shape)
