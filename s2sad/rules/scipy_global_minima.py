"""`scipy.optimize`: global minima; the derivative is that of the equations which hold at the one that is found."""

from scipy import optimize

from s2sad.rules.declare import program
from s2sad.rules.scipy_constraints import constrained, given_bounds, given_constraints
from s2sad.rules.scipy_minima import stationary
from s2sad.runtime.constraints import Constraint
from s2sad.runtime.refusals import NoDerivative
from s2sad.runtime.roots import as_constant, in_form_of
from s2sad.runtime.solutions import Minimum


@program(optimize.differential_evolution, at=[], stand_ins=True)
def differential_evolution(
    func, bounds, args=(), strategy="best1bin", maxiter=1000, popsize=15, tol=0.01, mutation=(0.5, 1),
    recombination=0.7, rng=None, callback=None, disp=False, polish=True, init="latinhypercube", atol=0, *, seed=None,
    updating="immediate", workers=1, constraints=(), x0=None,
):  # fmt: skip
    """As `minimize`, at the minimum that is found"""
    rest = args if isinstance(args, tuple) else (args,)
    if isinstance(constraints, Constraint):
        every = (constraints,)
    else:
        every = tuple(constraints) if isinstance(constraints, (list, tuple)) else (constraints,)
    found = as_constant(
        optimize.differential_evolution, lambda x: func(x, *rest), given_bounds(bounds), (), strategy, maxiter, popsize,
        tol, mutation, recombination, rng if seed is None else seed, callback, disp, polish, init, atol, updating,
        workers, given_constraints(constraints, every), x0,
    )  # fmt: skip
    x = in_form_of(found.x, [0.0])
    if len(every) == 0:
        moved = stationary(func, x, bounds, rest)
    else:
        moved = constrained(func, x, bounds, every, rest)
    return Minimum(moved, found, func, rest)


@program(optimize.dual_annealing, at=[])
def dual_annealing(
    func, bounds, args=(), maxiter=1000, minimizer_kwargs=None, initial_temp=5230.0, restart_temp_ratio=2e-5, visit=2.62,
    accept=-5.0, maxfun=1e7, rng=None, no_local_search=False, callback=None, x0=None, *, seed=None,
):  # fmt: skip
    """As `minimize`, at the minimum that is found"""
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        optimize.dual_annealing, lambda x: func(x, *rest), given_bounds(bounds), (), maxiter, minimizer_kwargs,
        initial_temp, restart_temp_ratio, visit, accept, maxfun, rng if seed is None else seed, no_local_search, callback,
        x0,
    )  # fmt: skip
    return Minimum(stationary(func, in_form_of(found.x, [0.0]), bounds, rest), found, func, rest)


@program(optimize.shgo, at=[])
def shgo(
    func, bounds, args=(), n=100, iters=1, callback=None, minimizer_kwargs=None, options=None,
    sampling_method="simplicial",
):  # fmt: skip
    """As `minimize`, at the minimum that is found"""
    rest = args if isinstance(args, tuple) else (args,)
    found = as_constant(
        optimize.shgo, lambda x: func(x, *rest), given_bounds(bounds), (), None, n, iters, callback, minimizer_kwargs,
        options, sampling_method,
    )  # fmt: skip
    return Minimum(stationary(func, in_form_of(found.x, [0.0]), bounds, rest), found, func, rest)


@program(optimize.basinhopping, at=[])
def basinhopping(
    func, x0, niter=100, T=1.0, stepsize=0.5, minimizer_kwargs=None, take_step=None, accept_test=None, callback=None,
    interval=50, disp=False, niter_success=None, rng=None, *, seed=None,
):  # fmt: skip
    """As `minimize`, at the minimum that is found"""
    if minimizer_kwargs is not None and "args" in minimizer_kwargs:
        raise NoDerivative("basinhopping with args has no derivative by them: let the function capture them")
    found = as_constant(
        optimize.basinhopping, func, x0, niter, T, stepsize, minimizer_kwargs, take_step, accept_test, callback, interval,
        disp, niter_success, rng if seed is None else seed,
    )  # fmt: skip
    return Minimum(stationary(func, in_form_of(found.x, [0.0]), None, ()), found, func, ())
