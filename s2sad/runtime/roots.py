"""Solutions of equations: what rules say with, and what their derivatives need at run time.

In a rule `as_constant(solver, …)` is a call of which nothing is differentiated, and `root_of(residual, x)` is `x`, whose
derivative is that of a root of the residual.
"""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from s2sad.runtime.marking import mark, mark_transform
from s2sad.runtime.refusals import NoDerivative, RefusedPoint, RefusedType

_EPS = float(np.finfo(float).eps)


def as_constant(solver: Callable, *args: Any, **kwargs: Any) -> Any:
    """What a solver gives; what it gets, and what the functions that it gets read, counts as constant."""
    return solver(*args, **kwargs)


def root_of(residual: Callable, x: Any, *args: Any, jacobian: Callable | None = None) -> Any:
    """`x`, at which `residual(x, *args)` is zero, found by any means; `jacobian(x, *args)` says how that varies with x."""
    return x


def solved_again(function: Callable, *args: Any) -> Any:
    """A step of a solver, of which the reverse sweep saves the arguments only."""
    return function(*args)


def in_form_of(found: Any, start: Any) -> Any:
    """What a solver found: a number or an array as it began with."""
    return found


def is_active(value: Any) -> bool:
    """Whether a derivative is taken by what a value holds, which is known before the program runs."""
    return False


def bound_as(function: Callable, args: tuple, kwargs: dict[str, Any]) -> tuple:
    """The values that the parameters of a function get in a call, one after the other."""
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return tuple(bound.arguments.values())


def grad(function: Callable) -> Callable:
    """The gradient of a function that a rule is given; there is one only in what is differentiated."""
    raise NoDerivative("the derivative of a function is asked for outside of what is differentiated")


def jvp(function: Callable, primals: tuple, tangents: tuple) -> Any:
    """Value and tangent of a function that a rule is given; there is one only in what is differentiated."""
    raise NoDerivative("the derivative of a function is asked for outside of what is differentiated")


mark(as_constant, "as_constant")
mark(in_form_of, "in_form_of")
mark(root_of, "root_of")
mark(solved_again, "solved_again")
mark(bound_as, "bound_as")
mark(is_active, "is_active")
mark_transform(grad, "grad")
mark_transform(jvp, "jvp")


def residual_at(x: Any, residual: Callable, *args: Any) -> Any:
    """The residual at a number."""
    return residual(x, *args)


def flat_residual(x: Any, residual: Callable, *args: Any) -> Any:
    """The residual at an array, as an array with one axis."""
    return np.ravel(np.asarray(residual(x, *args)))


def derivative_at(x: Any, residual: Callable, *args: Any) -> Any:
    """The derivative of the residual at a number."""
    return jvp(lambda t: residual(t, *args), (x,), (1.0,))[1]


def jacobian_at(x: Any, residual: Callable, *args: Any) -> Any:
    """The Jacobian of the residual at an array: a column for each of its elements."""
    columns = [jvp(lambda t: flat_residual(t, residual, *args), (x,), (unit,))[1] for unit in units(x)]
    return np.transpose(np.reshape(np.concatenate(columns), (np.size(x), -1)))


def residual_beside(x: Any, residual: Callable, jacobian: Callable, *args: Any) -> Any:
    """The residual at an array, where its Jacobian is given."""
    return flat_residual(x, residual, *args)


def jacobian_given(x: Any, residual: Callable, jacobian: Callable, *args: Any) -> Any:
    """The Jacobian that is given."""
    return jacobian(x, *args)


def units(x: np.ndarray) -> list[np.ndarray]:
    """The arrays like `x` with a one and zeros."""
    return list(np.eye(np.size(x)).reshape(-1, *np.shape(x)))


def check_regular(jacobian: Any) -> None:
    """ArithmeticError where the equations don't tell how the root moves: their Jacobian is singular there."""
    if np.iscomplexobj(jacobian):
        raise RefusedType("an equation has complex values: a root has a derivative where they are real")
    if np.ndim(jacobian) == 0:
        regular = jacobian != 0.0 and np.isfinite(jacobian)
    elif np.shape(jacobian)[0] != np.shape(jacobian)[1]:
        raise RefusedPoint(
            f"{np.shape(jacobian)[0]} equations for {np.shape(jacobian)[1]} unknowns don't tell how the root moves"
        )
    else:
        regular = is_regular(np.asarray(jacobian))
    if not regular:
        raise RefusedPoint(
            "the derivative of the equation is singular at its root: how the root moves isn't determined there"
            " (a multiple root, or one where branches meet)"
        )


def is_regular(matrix: np.ndarray) -> bool:
    """Whether a matrix has an inverse in floating point, however its rows and columns are scaled."""
    if not matrix.size:
        return True
    if not np.all(np.isfinite(matrix)):
        return False
    for axis in (1, 0):
        sizes = np.max(np.abs(matrix), axis=axis, keepdims=True, initial=0.0)
        if not np.all(sizes):
            return False
        matrix = matrix / sizes
    try:
        inverse = np.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return False
    return bool(np.linalg.norm(matrix, 1) * np.linalg.norm(inverse, 1) * _EPS * len(matrix) < 1.0)
