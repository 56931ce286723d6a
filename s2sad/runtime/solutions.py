"""What SciPy's solvers give besides the solution, where the solution varies: objects with the attributes of SciPy's."""

import warnings
from typing import Any

from s2sad.runtime.operations import unmoved
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import grad, in_form_of, jacobian_at


def warn_unless_found(success: Any, message: Any) -> None:
    """RuntimeWarning where a solver says that it stopped before it had found what it looked for.

    A minimum that rounding doesn't let it come closer to was found.
    """
    if not success and "precision loss" not in str(message):
        told = f"the derivative is that of a solution, and the solver has found none: {message}"
        warnings.warn(told, RuntimeWarning, stacklevel=2)


class RootResults:
    """`scipy.optimize.RootResults`, of one unknown."""

    s2sad_record = True

    def __init__(self, root: Any, found: Any) -> None:
        self.root = root
        self.found = found

    @property
    def iterations(self) -> Any:
        return self.found.iterations

    @property
    def function_calls(self) -> Any:
        return self.found.function_calls

    @property
    def converged(self) -> Any:
        return self.found.converged

    @property
    def flag(self) -> Any:
        return self.found.flag

    @property
    def method(self) -> Any:
        return self.found.method

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class Found:
    """What an `OptimizeResult` of any solver has."""

    found: Any

    @property
    def success(self) -> Any:
        return self.found.success

    @property
    def status(self) -> Any:
        return self.found.status

    @property
    def message(self) -> Any:
        return self.found.message

    @property
    def nfev(self) -> Any:
        return self.found.nfev

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class RootSolution(Found):
    """`scipy.optimize.OptimizeResult`, of `root`: at a root the residual is zero, and stays so."""

    s2sad_record = True

    def __init__(self, x: Any, found: Any) -> None:
        self.x = x
        self.found = found

    @property
    def fun(self) -> Any:
        return self.found.fun

    @property
    def method(self) -> Any:
        return self.found.method

    @property
    def njev(self) -> Any:
        return self.found.njev

    @property
    def nit(self) -> Any:
        return self.found.nit


class ScalarMinimum(Found):
    """`scipy.optimize.OptimizeResult`, of `minimize_scalar`."""

    s2sad_record = True

    def __init__(self, x: Any, found: Any, value: Any, rest: tuple) -> None:
        self.x = x
        self.found = found
        self.value = value
        self.rest = rest

    @property
    def fun(self) -> Any:
        value = self.value(self.x, *self.rest)
        return in_form_of(self.found.fun, 0.0) + (value - unmoved(value))

    @property
    def nit(self) -> Any:
        return self.found.nit


class Minimum(ScalarMinimum):
    """`scipy.optimize.OptimizeResult`, of `minimize`."""

    s2sad_record = True

    @property
    def jac(self) -> Any:
        slope = grad(self.value)(self.x, *self.rest)
        return in_form_of(self.found.jac, [0.0]) + (slope - unmoved(slope))

    @property
    def njev(self) -> Any:
        return self.found.njev

    @property
    def nhev(self) -> Any:
        return self.found.nhev

    @property
    def hess_inv(self) -> Any:
        raise NoDerivative("no derivative is known of hess_inv, the guess of a solver at a Hessian")


class LeastSquares(Found):
    """`scipy.optimize.OptimizeResult`, of `least_squares`."""

    s2sad_record = True

    def __init__(self, x: Any, found: Any, value: Any, residual: Any) -> None:
        self.x = x
        self.found = found
        self.value = value
        self.residual = residual

    @property
    def cost(self) -> Any:
        value = self.value(self.x)
        return in_form_of(self.found.cost, 0.0) + (value - unmoved(value))

    @property
    def fun(self) -> Any:
        value = self.residual(self.x)
        return in_form_of(self.found.fun, [0.0]) + (value - unmoved(value))

    @property
    def jac(self) -> Any:
        value = jacobian_at(self.x, self.residual)
        return in_form_of(self.found.jac, [[0.0]]) + (value - unmoved(value))

    @property
    def grad(self) -> Any:
        value = grad(self.value)(self.x)
        return in_form_of(self.found.grad, [0.0]) + (value - unmoved(value))

    @property
    def active_mask(self) -> Any:
        return self.found.active_mask

    @property
    def njev(self) -> Any:
        return self.found.njev
