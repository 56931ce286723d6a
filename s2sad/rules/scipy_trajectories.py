"""Trajectories (`scipy.integrate`): the value is SciPy's; the derivative is that of the steps that it has accepted."""

import numpy as np
from scipy import integrate

from s2sad.rules.declare import Sample, nondifferentiable, program
from s2sad.runtime.boundary import BoundarySolution, collocated
from s2sad.runtime.integrators import ended_by, evaluated, interpolating, solved, solved_by_odeint
from s2sad.runtime.operations import unmoved
from s2sad.runtime.orbits import Dense, Orbit, at_steps
from s2sad.runtime.roots import as_constant, in_form_of, is_active, root_of
from s2sad.runtime.trajectories import advanced, explicit_path, implicit_path


def _decaying(y, t, k):
    return -k * y


@program(integrate.solve_ivp, at=[])
def solve_ivp(
    fun, t_span, y0, method="RK45", t_eval=None, dense_output=False, events=None, vectorized=False, args=None, *,
    first_step=None, max_step=None, rtol=None, atol=None, jac=None, jac_sparsity=None, lband=None, uband=None,
    min_step=None,
):  # fmt: skip
    """The steps that were accepted, each by its scheme of Runge and Kutta"""
    rest = () if args is None else tuple(args)
    options = {
        **({} if first_step is None else {"first_step": first_step}),
        **({} if max_step is None else {"max_step": max_step}),
        **({} if rtol is None else {"rtol": rtol}),
        **({} if atol is None else {"atol": atol}),
        **({} if jac is None else {"jac": jac}),
        **({} if jac_sparsity is None else {"jac_sparsity": jac_sparsity}),
        **({} if lband is None else {"lband": lband}),
        **({} if uband is None else {"uband": uband}),
        **({} if min_step is None else {"min_step": min_step}),
    }
    found, path = as_constant(
        solved, fun, t_span, y0, method, t_eval, dense_output, events, vectorized, args, **options
    )
    slope = (lambda t, y, *p: np.ravel(fun(t, y[:, None], *p))) if vectorized else fun
    given = np.array(y0, dtype=float)
    start = given
    if is_active(t_span[0]):
        start = advanced(slope, t_span[0], given, unmoved(t_span[0]) - t_span[0], rest)
    if method == "RK45" or method == "RK23" or method == "DOP853":
        states, increments = explicit_path(slope, start, path, rest)
    elif method == "Radau" or method == "BDF" or method == "LSODA":
        states, increments = implicit_path(slope, start, path, rest)
    elif path.is_explicit:
        states, increments = explicit_path(slope, start, path, rest)
    else:
        states, increments = implicit_path(slope, start, path, rest)
    dense = Dense(found.sol, slope, path, states, increments, rest)
    t_events, y_events = None, None
    if events is not None:
        every = (events,) if callable(events) else tuple(events)
        t_events = [dense.times_of(e, in_form_of(found.t_events[i], [0.0])) for i, e in enumerate(every)]
        y_events = [
            in_form_of(found.y_events[i], [[0.0]]) + without_value(dense.at(times))
            for i, times in enumerate(t_events)
        ]
    if t_eval is None:
        times, rows = at_steps(dense, found, given, t_span, t_events)
    else:
        wanted = np.asarray(t_eval, dtype=float)[: np.size(found.t)]
        times = in_form_of(found.t, [0.0]) + without_value(wanted)
        rows = dense.at(times)
    y = in_form_of(found.y, [[0.0]]) + without_value(np.transpose(rows))
    return Orbit(found, times, y, t_events, y_events, dense if dense_output else None)


@program(
    integrate.odeint,
    at=[
        Sample((_decaying, [1.0, 0.3], [0.0, 0.4, 0.9], (0.7,)), {"rtol": 1e-9, "atol": 1e-9}),
    ],
)
def odeint(
    func, y0, t, args=(), Dfun=None, col_deriv=0, full_output=0, ml=None, mu=None, rtol=None, atol=None, tcrit=None,
    h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst=False,
):  # fmt: skip
    """The steps of LSODA, each by Radau's collocation"""
    rest = args if isinstance(args, tuple) else (args,)
    jacobian = (lambda first, second: Dfun(first, second, *rest)) if callable(Dfun) else Dfun
    slope = func if tfirst else (lambda s, y, *p: func(y, s, *p))
    found, path = as_constant(
        solved_by_odeint, lambda first, second: func(first, second, *rest), y0, t, jacobian, col_deriv, full_output, ml, mu, rtol, atol,
        tcrit, h0, hmax, hmin, ixpr, mxstep, mxhnil, mxordn, mxords, printmessg, tfirst,
    )  # fmt: skip
    times, start = np.asarray(t, dtype=float), np.ravel(np.array(y0, dtype=float))
    if is_active(t):
        start = advanced(slope, times[0], start, unmoved(times[0]) - times[0], rest)
    states, increments = implicit_path(slope, start, path, rest)
    rows = Dense(None, slope, path, states, increments, rest).at(times)
    if full_output:
        return in_form_of(found[0], [[0.0]]) + without_value(rows), found[1]
    return in_form_of(found, [[0.0]]) + without_value(rows)


@program(integrate.solve_bvp, at=[])
def solve_bvp(
    fun, bc, x, y, p=None, S=None, fun_jac=None, bc_jac=None, tol=1e-3, max_nodes=1000, verbose=0, bc_tol=None
):
    """The equations of collocation on the mesh that was found: dy = -J^-1 dF"""
    if S is not None:
        raise NotImplementedError("scipy.integrate.solve_bvp has a derivative without a singular term S")
    found = as_constant(
        integrate.solve_bvp, fun, bc, x, y, p, None, fun_jac, bc_jac, tol, max_nodes, verbose, bc_tol
    )
    mesh, values = in_form_of(found.x, [0.0]), in_form_of(found.y, [[0.0]])
    if is_active(x):
        given = np.asarray(x, dtype=float)
        moves = [given[:1] - unmoved(given[:1]), np.zeros(len(mesh) - 2), given[-1:] - unmoved(given[-1:])]
        mesh = mesh + np.concatenate(moves)
    if p is None:
        slope, ends, start = (lambda t, u, q: fun(t, u)), (lambda u, v, q: bc(u, v)), np.ravel(values)
    else:
        slope, ends, start = fun, bc, np.concatenate([np.ravel(values), in_form_of(found.p, [0.0])])
    both = root_of(collocated, start, slope, ends, mesh, values)
    moved, sought = np.reshape(both[: np.size(values)], np.shape(values)), both[np.size(values) :]
    yp = in_form_of(found.yp, [[0.0]]) + without_value(np.asarray(slope(mesh, moved, sought)))
    return BoundarySolution(found, mesh, moved, yp, None if p is None else sought)


def without_value(x):
    """Zero, which varies as x does."""
    return x - unmoved(x)


CONSTANT = nondifferentiable("number", solved, solved_by_odeint, interpolating, ended_by, evaluated)
