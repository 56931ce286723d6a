"""The older functions of `scipy.optimize`, and its global ones: the value is SciPy's, the derivative that of a minimum or a root."""

import numpy as np
from scipy import optimize

from s2sad.rules.declare import nondifferentiable, present, program, refused
from s2sad.rules.scipy_minima import stationary
from s2sad.runtime.minima import held_at_zero, held_by_bounds
from s2sad.runtime.operations import unmoved
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, grad, in_form_of, root_of
from s2sad.runtime.solutions import LeastSquares

_EPSILON = 1.4901161193847656e-08


def value_there(fun, x, found, rest):
    """The value at a minimum, as a solver gives it."""
    value = fun(x, *rest)
    return in_form_of(found, 0.0) + (value - unmoved(value))


# ------------------------------------------------------------------------------------------------- without bounds


@program(optimize.fmin, at=[])
def fmin(
    func, x0, args=(), xtol=0.0001, ftol=0.0001, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0,
    callback=None, initial_simplex=None,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg"""
    check_retall(retall)
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        optimize.fmin, lambda x: func(x, *rest), x0, (), xtol, ftol, maxiter, maxfun, 1, disp, 0, callback,
        initial_simplex,
    )  # fmt: skip
    x = stationary(func, in_form_of(found[0], [0.0]), None, rest)
    return (x, value_there(func, x, found[1], rest), found[2], found[3], found[4]) if full_output else x


@program(optimize.fmin_powell, at=[])
def fmin_powell(
    func, x0, args=(), xtol=0.0001, ftol=0.0001, maxiter=None, maxfun=None, full_output=0, disp=1, retall=0,
    callback=None, direc=None,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg"""
    check_retall(retall)
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        optimize.fmin_powell,
        lambda x: func(x, *rest),
        x0,
        (),
        xtol,
        ftol,
        maxiter,
        maxfun,
        1,
        disp,
        0,
        callback,
        direc,
    )
    x = stationary(func, in_form_of(found[0], [0.0]), None, rest)
    if full_output:
        return x, value_there(func, x, found[1], rest), found[2], found[3], found[4], found[5]
    return x


@program(optimize.fmin_cg, at=[])
def fmin_cg(
    f, x0, fprime=None, args=(), gtol=1e-05, norm=np.inf, epsilon=_EPSILON, maxiter=None, full_output=0, disp=1,
    retall=0, callback=None, c1=0.0001, c2=0.4,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg"""
    check_retall(retall)
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    found = as_constant(
        optimize.fmin_cg,
        lambda x: f(x, *rest),
        x0,
        slope,
        (),
        gtol,
        norm,
        epsilon,
        maxiter,
        1,
        disp,
        0,
        callback,
    )
    x = stationary(f, in_form_of(found[0], [0.0]), None, rest)
    return (x, value_there(f, x, found[1], rest), found[2], found[3], found[4]) if full_output else x


@program(optimize.fmin_bfgs, at=[])
def fmin_bfgs(
    f, x0, fprime=None, args=(), gtol=1e-05, norm=np.inf, epsilon=_EPSILON, maxiter=None, full_output=0, disp=1,
    retall=0, callback=None, xrtol=0,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg"""
    check_retall(retall)
    if full_output:
        raise NoDerivative(
            "fmin_bfgs with full_output gives guesses of derivatives, which have none: use minimize"
        )
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    found = as_constant(
        optimize.fmin_bfgs,
        lambda x: f(x, *rest),
        x0,
        slope,
        (),
        gtol,
        norm,
        epsilon,
        maxiter,
        0,
        disp,
        0,
        callback,
    )
    return stationary(f, in_form_of(found, [0.0]), None, rest)


def check_retall(retall):
    if retall:
        raise NoDerivative("the steps of a solver have no derivative: leave out retall")


# ---------------------------------------------------------------------------------------------------- with bounds


@program(optimize.fmin_l_bfgs_b, at=[])
def fmin_l_bfgs_b(
    func, x0, fprime=None, args=(), approx_grad=0, bounds=None, m=10, factr=1e7, pgtol=1e-5, epsilon=1e-8,
    maxfun=15000, maxiter=15000, callback=None, maxls=20,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg, where no bound holds"""
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    found = as_constant(
        optimize.fmin_l_bfgs_b, lambda x: func(x, *rest), x0, slope, (), approx_grad, bounds, m, factr, pgtol, epsilon,
        maxfun=maxfun, maxiter=maxiter, callback=callback, maxls=maxls,
    )  # fmt: skip
    if fprime is None and not approx_grad:
        value = lambda t, *p: func(t, *p)[0]  # noqa: E731
    else:
        value = func
    x = stationary(value, in_form_of(found[0], [0.0]), bounds, rest)
    return x, value_there(value, x, found[1], rest), found[2]


@program(optimize.fminbound, at=[])
def fminbound(func, x1, x2, args=(), xtol=1e-05, maxfun=500, full_output=0, disp=1):
    """f'(x) = 0: dx = -df' / f''(x), where no bound holds"""
    if full_output:
        raise NoDerivative("fminbound with full_output is not differentiated: use minimize_scalar")
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(optimize.fminbound, lambda x: func(x, *rest), x1, x2, (), xtol, maxfun, 0, disp)
    x = in_form_of(found, 0.0)
    at_low, at_high = as_constant(held_by_bounds, x, grad(func)(x, *rest), x1, x2)
    if at_low:
        moved = float(x1)
    elif at_high:
        moved = float(x2)
    else:
        moved = root_of(lambda t, *p: grad(func)(t, *p), x, *rest)
    return x + (moved - as_constant(float, moved))


def along_a_line(solver, func, args, brack, tol, full_output):
    rest = args if isinstance(args, tuple) else (args,)
    if full_output:
        raise NoDerivative("a minimum with full_output is not differentiated: use minimize_scalar")
    found = as_constant(solver, lambda x: func(x, *rest), (), brack, tol)
    return root_of(lambda t, *p: grad(func)(t, *p), in_form_of(found, 0.0), *rest)


@program(optimize.brent, at=[])
def brent(func, args=(), brack=None, tol=1.48e-08, full_output=0, maxiter=500):
    """f'(x) = 0: dx = -df' / f''(x)"""
    return along_a_line(optimize.brent, func, args, brack, tol, full_output)


@program(optimize.golden, at=[])
def golden(func, args=(), brack=None, tol=_EPSILON, full_output=0, maxiter=5000):
    """f'(x) = 0: dx = -df' / f''(x)"""
    return along_a_line(optimize.golden, func, args, brack, tol, full_output)


# -------------------------------------------------------------------------------------------------- least squares


@program(optimize.leastsq, at=[])
def leastsq(
    func, x0, args=(), Dfun=None, full_output=False, col_deriv=False, ftol=1.49012e-08, xtol=1.49012e-08, gtol=0.0,
    maxfev=0, epsfcn=None, factor=100, diag=None,
):  # fmt: skip
    """J(x)^T r(x) = 0: dx = -H(x)^-1 d(J^T r)"""
    if full_output:
        raise NoDerivative("leastsq with full_output is not differentiated: use least_squares, or curve_fit")
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: Dfun(x, *rest)) if callable(Dfun) else Dfun
    found = as_constant(
        optimize.leastsq, lambda x: func(x, *rest), x0, (), slope, 0, col_deriv, ftol, xtol, gtol, maxfev, epsfcn, factor,
        diag,
    )  # fmt: skip
    squares = lambda t, *p: 0.5 * np.sum(np.asarray(func(t, *p)) ** 2)  # noqa: E731
    return stationary(squares, in_form_of(found[0], [0.0]), None, rest), found[1]


def normal_equations(A, b, x, at_low, at_high, low, high):
    """The root of A^T (A x - b), where no bound holds."""
    matrix, side = np.asarray(A), np.asarray(b)
    return root_of(
        lambda t: np.where(
            at_low, t - low, np.where(at_high, t - high, np.transpose(matrix) @ (matrix @ t - side))
        ),
        x,
    )


@program(optimize.nnls, at=[])
def nnls(A, b, *, maxiter=None):
    """A^T (A x - b) = 0 where x is not 0"""
    found = as_constant(optimize.nnls, A, b, maxiter=maxiter)
    start = in_form_of(found[0], [0.0])
    zero = np.zeros(np.shape(start))
    x = normal_equations(A, b, start, as_constant(held_at_zero, start), zero > 1.0, zero, zero)
    length = np.linalg.norm(np.asarray(A) @ x - np.asarray(b))
    return x, in_form_of(found[1], 0.0) + (length - unmoved(length))


@program(optimize.lsq_linear, at=[])
def lsq_linear(A, b, bounds=(-np.inf, np.inf), method="trf", tol=1e-10, *, max_iter=None, verbose=0):
    """A^T (A x - b) = 0 where no bound holds"""
    found = as_constant(optimize.lsq_linear, A, b, bounds, method, tol, max_iter=max_iter, verbose=verbose)
    start = in_form_of(found.x, [0.0])
    low = np.broadcast_to(np.asarray(bounds[0], dtype=float), np.shape(start))
    high = np.broadcast_to(np.asarray(bounds[1], dtype=float), np.shape(start))
    matrix, side = np.asarray(A), np.asarray(b)
    slope = np.transpose(matrix) @ (matrix @ start - side)
    at_low, at_high = as_constant(held_by_bounds, start, slope, low, high)
    x = normal_equations(A, b, start, at_low, at_high, low, high)
    return LeastSquares(
        x, found, lambda t: 0.5 * np.sum((matrix @ t - side) ** 2), lambda t: matrix @ t - side
    )


# ------------------------------------------------------------------------------------------------- large equations


@program(optimize.newton_krylov, at=[])
def newton_krylov(
    F, xin, iter=None, rdiff=None, method="lgmres", inner_maxiter=20, inner_M=None, outer_k=10, verbose=False,
    maxiter=None, f_tol=None, f_rtol=None, x_tol=None, x_rtol=None, tol_norm=None, line_search="armijo", callback=None,
):  # fmt: skip
    """F(x) = 0: dx = -J(x)^-1 dF"""
    found = as_constant(
        optimize.newton_krylov, F, xin, iter, rdiff, method, inner_maxiter, inner_M, outer_k, verbose, maxiter, f_tol,
        f_rtol, x_tol, x_rtol, tol_norm, line_search, callback,
    )  # fmt: skip
    return root_of(F, in_form_of(found, xin))


def quasi_newton(solver, F, xin, iter, alpha, verbose, maxiter, f_tol, f_rtol, x_tol, x_rtol):
    found = as_constant(
        solver, F, xin, iter=iter, alpha=alpha, verbose=verbose, maxiter=maxiter, f_tol=f_tol, f_rtol=f_rtol, x_tol=x_tol,
        x_rtol=x_rtol,
    )  # fmt: skip
    return root_of(F, in_form_of(found, xin))


@program(optimize.broyden1, at=[])
def broyden1(
    F, xin, iter=None, alpha=None, *, verbose=False, maxiter=None, f_tol=None, f_rtol=None, x_tol=None, x_rtol=None
):  # fmt: skip
    """F(x) = 0: dx = -J(x)^-1 dF"""
    return quasi_newton(
        optimize.broyden1, F, xin, iter, alpha, verbose, maxiter, f_tol, f_rtol, x_tol, x_rtol
    )


@program(optimize.broyden2, at=[])
def broyden2(
    F, xin, iter=None, alpha=None, *, verbose=False, maxiter=None, f_tol=None, f_rtol=None, x_tol=None, x_rtol=None
):  # fmt: skip
    """F(x) = 0: dx = -J(x)^-1 dF"""
    return quasi_newton(
        optimize.broyden2, F, xin, iter, alpha, verbose, maxiter, f_tol, f_rtol, x_tol, x_rtol
    )


@program(optimize.anderson, at=[])
def anderson(
    F, xin, iter=None, alpha=None, *, verbose=False, maxiter=None, f_tol=None, f_rtol=None, x_tol=None, x_rtol=None
):  # fmt: skip
    """F(x) = 0: dx = -J(x)^-1 dF"""
    return quasi_newton(
        optimize.anderson, F, xin, iter, alpha, verbose, maxiter, f_tol, f_rtol, x_tol, x_rtol
    )


ASSIGNMENTS = nondifferentiable("other", optimize.linear_sum_assignment)
REFUSED = refused(
    *present(
        optimize,
        "fmin_cobyla brute direct quadratic_assignment isotonic_regression",
    ),
    reason="this solver has no derivative here",
    hint="use minimize with method=, bounds= and constraints=, differential_evolution, dual_annealing or shgo",
)
