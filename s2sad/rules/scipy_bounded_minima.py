"""`scipy.optimize`: older functions for minima within bounds and constraints; see `scipy_minima` for the equations."""

from scipy import optimize

from s2sad.rules.declare import program
from s2sad.rules.scipy_constraints import constrained
from s2sad.rules.scipy_minima import stationary
from s2sad.rules.scipy_other_minima import value_there
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, in_form_of

_EPSILON = 1.4901161193847656e-08


@program(optimize.fmin_ncg, at=[])
def fmin_ncg(
    f, x0, fprime, fhess_p=None, fhess=None, args=(), avextol=1e-05, epsilon=_EPSILON, maxiter=None,
    full_output=0, disp=1, retall=0, callback=None, c1=0.0001, c2=0.9,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg"""
    rest = args if isinstance(args, tuple) else (args,)
    product = (lambda x, v: fhess_p(x, v, *rest)) if callable(fhess_p) else fhess_p
    bend = (lambda x: fhess(x, *rest)) if callable(fhess) else fhess
    found = as_constant(
        optimize.fmin_ncg, lambda x: f(x, *rest), x0, lambda x: fprime(x, *rest), product, bend, (), avextol, epsilon,
        maxiter, 1, disp, 0, callback, c1, c2,
    )  # fmt: skip
    x = stationary(f, in_form_of(found[0], [0.0]), None, rest)
    if full_output:
        return x, value_there(f, x, found[1], rest), found[2], found[3], found[4], found[5]
    return x


@program(optimize.fmin_tnc, at=[])
def fmin_tnc(
    func, x0, fprime=None, args=(), approx_grad=0, bounds=None, epsilon=1e-08, scale=None, offset=None,
    messages=15, maxCGit=-1, maxfun=None, eta=-1, stepmx=0, accuracy=0, fmin=0, ftol=-1, xtol=-1, pgtol=-1,
    rescale=-1, disp=None, callback=None,
):  # fmt: skip
    """g(x) = df/dx = 0: dx = -H(x)^-1 dg, where no bound holds"""
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    found = as_constant(
        optimize.fmin_tnc, lambda x: func(x, *rest), x0, slope, (), approx_grad, bounds, epsilon, scale, offset,
        messages, maxCGit, maxfun, eta, stepmx, accuracy, fmin, ftol, xtol, pgtol, rescale, disp, callback,
    )  # fmt: skip
    if callable(fprime) or approx_grad:
        value = func
    else:
        value = lambda t, *p: func(t, *p)[0]  # noqa: E731
    return stationary(value, in_form_of(found[0], [0.0]), bounds, rest), found[1], found[2]


@program(optimize.fmin_slsqp, at=[])
def fmin_slsqp(
    func, x0, eqcons=(), f_eqcons=None, ieqcons=(), f_ieqcons=None, bounds=(), fprime=None, fprime_eqcons=None,
    fprime_ieqcons=None, args=(), iter=100, acc=1e-06, iprint=1, disp=None, full_output=0, epsilon=_EPSILON,
    callback=None,
):  # fmt: skip
    """The equations of Karush, Kuhn and Tucker"""
    rest = args if isinstance(args, tuple) else (args,)
    slope = (lambda x: fprime(x, *rest)) if callable(fprime) else fprime
    if len(eqcons) or len(ieqcons):
        raise NoDerivative(
            "fmin_slsqp has a derivative with f_eqcons= and f_ieqcons=, which give all values at once"
        )
    limits = bounds if len(bounds) else None
    equation = {"type": "eq", "fun": f_eqcons, "args": rest}
    inequality = {"type": "ineq", "fun": f_ieqcons, "args": rest}
    if callable(f_eqcons) and callable(f_ieqcons):
        every = (equation, inequality)
    elif callable(f_eqcons):
        every = (equation,)
    elif callable(f_ieqcons):
        every = (inequality,)
    else:
        every = ()
    found = as_constant(
        optimize.minimize, lambda x: func(x, *rest), x0, (), "SLSQP", slope, None, None, limits, every, None,
        callback, {"maxiter": iter, "ftol": acc, "iprint": iprint, "disp": iprint != 0, "eps": epsilon},
    )  # fmt: skip
    x = in_form_of(found.x, [0.0])
    if len(every) == 0:
        moved = stationary(func, x, limits, rest)
    else:
        moved = constrained(func, x, limits, every, rest)
    if full_output:
        return moved, value_there(func, moved, found.fun, rest), found.nit, found.status, found.message
    return moved
