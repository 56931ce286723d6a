"""Least squares (`scipy.optimize`): the value is SciPy's; the derivative is that of the equations at a minimum."""

import numpy as np
from scipy import optimize

from s2sad.rules.declare import Sample, program
from s2sad.runtime.minima import box, held_by_bounds
from s2sad.runtime.operations import unmoved
from s2sad.runtime.roots import as_constant, grad, in_form_of, is_active, jacobian_at, root_of
from s2sad.runtime.solutions import LeastSquares, warn_unless_found

_T = np.linspace(0.0, 1.0, 6)


def _decay(t, a, b):
    return a * np.exp(-b * t)


def _distances(x, p):
    return np.array([x[0] - p, x[1] ** 2 - x[0], x[1] - 0.5])


def loss_of(squares, loss):
    """The function that `loss` names, of squared residuals."""
    if loss == "soft_l1":
        return 2.0 * (np.sqrt(1.0 + squares) - 1.0)
    if loss == "huber":
        return np.where(squares <= 1.0, squares, 2.0 * np.sqrt(squares) - 1.0)
    if loss == "cauchy":
        return np.log1p(squares)
    if loss == "arctan":
        return np.arctan(squares)
    if loss != "linear":
        raise NotImplementedError(
            "scipy.optimize.least_squares has a derivative for a loss that is given by its name"
        )
    return squares


def within_box(slope, x, bounds, at_low, at_high):
    """The minimum of a function with this gradient, where bounds hold some components."""
    if is_active(bounds):
        low = np.broadcast_to(np.asarray(bounds[0], dtype=float), np.shape(x))
        high = np.broadcast_to(np.asarray(bounds[1], dtype=float), np.shape(x))
    else:
        lows, highs = as_constant(box, bounds, np.size(x))
        low, high = in_form_of(lows, [0.0]), in_form_of(highs, [0.0])
    return root_of(lambda t: np.where(at_low, t - low, np.where(at_high, t - high, slope(t))), x)


@program(
    optimize.least_squares,
    at=[(_distances, [1.0, 1.0], "2-point", (-np.inf, np.inf), "trf", 1e-8, 1e-8, 1e-8)],
)
def least_squares(
    fun, x0, jac="2-point", bounds=(-np.inf, np.inf), method="trf", ftol=1e-08, xtol=1e-08, gtol=1e-08,
    x_scale=None, loss="linear", f_scale=1.0, diff_step=None, tr_solver=None, tr_options=None, jac_sparsity=None,
    max_nfev=None, verbose=0, args=(), kwargs=None,
):  # fmt: skip
    """J(x)^T r(x) = 0: dx = -H(x)^-1 d(J^T r)"""
    rest = args if isinstance(args, tuple) else (args,)
    named = {} if kwargs is None else kwargs
    slope = (lambda x: jac(x, *rest, **named)) if callable(jac) else jac
    options = {
        **({} if x_scale is None else {"x_scale": x_scale}),
        **({} if tr_options is None else {"tr_options": tr_options}),
    }
    found = as_constant(
        optimize.least_squares, lambda x: fun(x, *rest, **named), x0, slope, bounds, method, ftol, xtol, gtol,
        loss=loss, f_scale=f_scale, diff_step=diff_step, tr_solver=tr_solver, jac_sparsity=jac_sparsity,
        max_nfev=max_nfev, verbose=verbose, **options,
    )  # fmt: skip
    as_constant(warn_unless_found, found.success, found.message)
    x = in_form_of(found.x, [0.0])

    def residual(t):
        return np.ravel(np.asarray(fun(t, *rest, **named)))

    def cost(t):
        return 0.5 * f_scale**2 * np.sum(loss_of((residual(t) / f_scale) ** 2, loss))

    mask = in_form_of(found.active_mask, [0.0])
    moved = within_box(grad(cost), x, bounds, mask < 0.0, mask > 0.0)
    return LeastSquares(moved, found, cost, residual)


@program(optimize.curve_fit, at=[Sample((_decay, _T, _decay(_T, 2.0, 1.5) + 0.1 * _T**2, (1.0, 1.0)))])
def curve_fit(
    f, xdata, ydata, p0=None, sigma=None, absolute_sigma=False, check_finite=True, bounds=(-np.inf, np.inf),
    method=None, jac=None, *, full_output=False, maxfev=None, max_nfev=None, ftol=None, xtol=None, gtol=None,
):  # fmt: skip
    """J(p)^T r(p) = 0: dp = -H(p)^-1 d(J^T r)"""
    options = {
        **({} if maxfev is None else {"maxfev": maxfev}),
        **({} if max_nfev is None else {"max_nfev": max_nfev}),
        **({} if ftol is None else {"ftol": ftol}),
        **({} if xtol is None else {"xtol": xtol}),
        **({} if gtol is None else {"gtol": gtol}),
    }
    found = as_constant(
        optimize.curve_fit, f, xdata, ydata, p0, sigma, absolute_sigma, check_finite, bounds=bounds, method=method, jac=jac,
        full_output=full_output, **options,
    )  # fmt: skip
    x = in_form_of(found[0], [0.0])

    def residual(t):
        distance = f(xdata, *t) - ydata
        if sigma is None:
            return distance
        if np.ndim(sigma) == 2:
            return np.linalg.solve(np.linalg.cholesky(sigma), distance)
        return distance / sigma

    slope = grad(lambda t: 0.5 * np.sum(residual(t) ** 2))
    lows, highs = as_constant(box, bounds, np.size(x))
    at_low, at_high = as_constant(held_by_bounds, x, slope(x), lows, highs)
    popt = within_box(slope, x, bounds, at_low, at_high)
    jacobian = jacobian_at(popt, residual)
    inverse = np.linalg.inv(np.transpose(jacobian) @ jacobian)
    if not absolute_sigma:
        final = residual(popt)
        inverse = inverse * (np.sum(final**2) / (np.size(final) - np.size(x)))
    inverse = np.reshape(inverse, (np.size(x), np.size(x)))
    pcov = in_form_of(found[1], [[0.0]]) + (inverse - unmoved(inverse))
    if full_output:
        return popt, pcov, found[2], found[3], found[4]
    return popt, pcov
