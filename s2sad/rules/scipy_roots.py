"""Equations (`scipy.optimize`): the value is SciPy's; the derivative is that of the root, whatever found it."""

import math

import numpy as np
from scipy import optimize

from s2sad.rules.declare import Sample, program
from s2sad.runtime.roots import as_constant, in_form_of, root_of
from s2sad.runtime.solutions import RootResults, RootSolution, warn_unless_found

_RTOL = 8.881784197001252e-16


def _curve(x, p):
    return np.array([x[0] ** 2 + p * x[1] - 3.0, x[0] - math.exp(-1.0) * x[1] ** 3])


def bracketed(solver, f, a, b, args, full_output, xtol, rtol, maxiter, disp):
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(solver, lambda x: f(x, *rest), a, b, (), xtol, rtol, maxiter, full_output, disp)
    if full_output:
        x = root_of(f, in_form_of(found[0], 0.0), *rest)
        return x, RootResults(x, found[1])
    return root_of(f, in_form_of(found, 0.0), *rest)


@program(optimize.bisect, at=[(math.cos, 1.0, 2.0)])
def bisect(f, a, b, args=(), xtol=2e-12, rtol=_RTOL, maxiter=100, full_output=False, disp=True):
    """f(x) = 0: dx = -df / f'(x)"""
    return bracketed(optimize.bisect, f, a, b, args, full_output, xtol, rtol, maxiter, disp)


@program(optimize.ridder, at=[(math.cos, 1.0, 2.0)])
def ridder(f, a, b, args=(), xtol=2e-12, rtol=_RTOL, maxiter=100, full_output=False, disp=True):
    """f(x) = 0: dx = -df / f'(x)"""
    return bracketed(optimize.ridder, f, a, b, args, full_output, xtol, rtol, maxiter, disp)


@program(optimize.brentq, at=[(math.cos, 1.0, 2.0)])
def brentq(f, a, b, args=(), xtol=2e-12, rtol=_RTOL, maxiter=100, full_output=False, disp=True):
    """f(x) = 0: dx = -df / f'(x)"""
    return bracketed(optimize.brentq, f, a, b, args, full_output, xtol, rtol, maxiter, disp)


@program(optimize.brenth, at=[(math.cos, 1.0, 2.0)])
def brenth(f, a, b, args=(), xtol=2e-12, rtol=_RTOL, maxiter=100, full_output=False, disp=True):
    """f(x) = 0: dx = -df / f'(x)"""
    return bracketed(optimize.brenth, f, a, b, args, full_output, xtol, rtol, maxiter, disp)


@program(optimize.toms748, at=[(math.cos, 1.0, 2.0)])
def toms748(f, a, b, args=(), k=1, xtol=2e-12, rtol=_RTOL, maxiter=100, full_output=False, disp=True):
    """f(x) = 0: dx = -df / f'(x)"""
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        optimize.toms748, lambda x: f(x, *rest), a, b, (), k, xtol, rtol, maxiter, full_output, disp
    )
    if full_output:
        x = root_of(f, in_form_of(found[0], 0.0), *rest)
        return x, RootResults(x, found[1])
    return root_of(f, in_form_of(found, 0.0), *rest)


@program(
    optimize.newton,
    at=[(math.cos, 1.0), Sample((np.cos, np.array([1.0, 1.2])), {"fprime": lambda x: -np.sin(x)})],
)
def newton(
    func, x0, fprime=None, args=(), tol=1.48e-08, maxiter=50, fprime2=None, x1=None, rtol=0.0,
    full_output=False, disp=True,
):  # fmt: skip
    """f(x) = 0: dx = -df / f'(x)"""
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    bend = (lambda x: fprime2(x, *rest)) if callable(fprime2) else fprime2
    found = as_constant(
        optimize.newton,
        lambda x: func(x, *rest),
        x0,
        slope,
        (),
        tol,
        maxiter,
        bend,
        x1,
        rtol,
        full_output,
        disp,
    )
    if full_output:
        x = root_of(func, in_form_of(found[0], x0), *rest)
        return (x, found[1], found[2]) if np.ndim(x0) else (x, RootResults(x, found[1]))
    return root_of(func, in_form_of(found, x0), *rest)


@program(optimize.root_scalar, at=[])
def root_scalar(
    f, args=(), method=None, bracket=None, fprime=None, fprime2=None, x0=None, x1=None, xtol=None, rtol=None,
    maxiter=None, options=None,
):  # fmt: skip
    """f(x) = 0: dx = -df / f'(x)"""
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    bend = (lambda x: fprime2(x, *rest)) if callable(fprime2) else fprime2
    found = as_constant(
        optimize.root_scalar, lambda x: f(x, *rest), (), method, bracket, slope, bend, x0, x1, xtol, rtol, maxiter,
        options,
    )  # fmt: skip
    as_constant(warn_unless_found, found.converged, found.flag)
    if (fprime is not None and not callable(fprime)) or (fprime2 is not None and not callable(fprime2)):
        x = root_of(lambda t, *p: f(t, *p)[0], in_form_of(found.root, 0.0), *rest)
    else:
        x = root_of(f, in_form_of(found.root, 0.0), *rest)
    return RootResults(x, found)


@program(optimize.fixed_point, at=[(math.cos, 1.0), (np.cos, np.array([0.7, 1.0]))])
def fixed_point(func, x0, args=(), xtol=1e-08, maxiter=500, method="del2"):
    """g(x) = x: dx = dg / (1 - g'(x))"""
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(optimize.fixed_point, lambda x: func(x, *rest), x0, (), xtol, maxiter, method)
    return root_of(lambda x, *p: func(x, *p) - x, in_form_of(found, x0), *rest)


@program(optimize.fsolve, at=[(_curve, [1.0, 1.0], 2.0)])
def fsolve(
    func, x0, args=(), fprime=None, full_output=0, col_deriv=0, xtol=1.49012e-08, maxfev=0, band=None,
    epsfcn=None, factor=100, diag=None,
):  # fmt: skip
    """F(x) = 0: dx = -J(x)^-1 dF"""
    rest = args if isinstance(args, tuple) else (args,)
    jacobian = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    found = as_constant(
        optimize.fsolve, lambda x: func(x, *rest), x0, (), jacobian, full_output, col_deriv, xtol, maxfev, band,
        epsfcn, factor, diag,
    )  # fmt: skip
    if full_output:
        return root_of(func, in_form_of(found[0], [0.0]), *rest), found[1], found[2], found[3]
    return root_of(func, in_form_of(found, [0.0]), *rest)


@program(optimize.root, at=[])
def root(fun, x0, args=(), method="hybr", jac=None, tol=None, callback=None, options=None):
    """F(x) = 0: dx = -J(x)^-1 dF"""
    rest = args if isinstance(args, tuple) else (args,)
    jacobian = (lambda x: jac(x, *rest)) if callable(jac) else jac
    found = as_constant(
        optimize.root, lambda x: fun(x, *rest), x0, (), method, jacobian, tol, callback, options
    )
    as_constant(warn_unless_found, found.success, found.message)
    if callable(jac) or not jac:
        x = root_of(fun, in_form_of(found.x, x0), *rest)
    else:
        x = root_of(lambda t, *p: fun(t, *p)[0], in_form_of(found.x, x0), *rest)
    return RootSolution(x, found)
