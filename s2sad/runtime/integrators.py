"""How SciPy's integrators step: what they have done is recorded, to be differentiated step by step.

Every method becomes a scheme of Runge and Kutta on the steps that were accepted. With increments k_i of the stages,

    explicit:   k_i = h f(t + c_i h, y + sum_(j<i) a_ij k_j)
    implicit:   k_i = h sum_j a_ij f(t + c_j h, y + k_j)

the state after the step is y + sum_i b_i k_i, and within it y + sum_i w_i(theta) k_i. The explicit methods are SciPy's own.
For the others (`Radau`, `BDF`, `LSODA`) it is collocation at Radau's nodes, with the stages where SciPy's solution is.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import integrate

from s2sad.runtime.refusals import RefusedPoint, RefusedType

_TOLERANCE = 1.49012e-8  # of `odeint`
_STAGES = {"LSODA": 5}


@dataclass(frozen=True)
class Scheme:
    """`weights` are b; `polynomials` has w_i as the coefficients of theta, theta**2, …, a row for each stage."""

    nodes: np.ndarray
    matrix: np.ndarray
    weights: np.ndarray
    polynomials: np.ndarray


@dataclass(frozen=True)
class Path:
    """The steps that were accepted, by a scheme; the states there, and (of implicit methods) those at the stages within."""

    scheme: Scheme
    is_explicit: bool
    times: np.ndarray
    states: np.ndarray
    stages: np.ndarray


def is_explicit(cls: Any) -> bool:
    """Whether the method of a class is one of Runge and Kutta's that are explicit."""
    return issubclass(cls, integrate.RK45.__base__)


def scheme_of(cls: Any, interpolates: bool) -> Scheme:
    """The scheme for the method of a class; with the stages that only its interpolation needs."""
    if not is_explicit(cls):
        return collocation(_STAGES.get(cls.__name__, 3))
    if not interpolates:
        return Scheme(cls.C, cls.A, cls.B, np.zeros((len(cls.B), 0)))
    inner, is_long = len(cls.B), issubclass(cls, integrate.DOP853)
    nodes = np.concatenate([cls.C, [1.0], cls.C_EXTRA if is_long else []])
    weights = np.concatenate([cls.B, np.zeros(len(nodes) - inner)])
    matrix = np.zeros((len(nodes), len(nodes)))
    matrix[:inner, : cls.A.shape[1]], matrix[inner] = cls.A, weights
    if not is_long:
        return Scheme(nodes, matrix, weights, cls.P)
    matrix[inner + 1 :] = cls.A_EXTRA
    return Scheme(nodes, matrix, weights, polynomials_of_order_seven(cls.D, weights, inner))


def polynomials_of_order_seven(combined: np.ndarray, weights: np.ndarray, inner: int) -> np.ndarray:
    """The interpolation of DOP853: Hairer, Norsett & Wanner, "Solving Ordinary Differential Equations I", II.6."""
    count = len(weights)
    unit = np.eye(count)
    slopes = [weights, unit[0] - weights, 2.0 * weights - unit[inner] - unit[0], *combined]
    total = np.zeros((count, 1))
    for i, slope in enumerate(reversed(slopes)):
        total[:, 0] += slope
        raised = np.pad(total, ((0, 0), (1, 0)))
        total = raised if i % 2 == 0 else np.pad(total, ((0, 0), (0, 1))) - raised
    return total[:, 1:]


def collocation(count: int) -> Scheme:
    """Radau's method of the kind IIA, of order 2 count - 1: Hairer & Wanner, volume II, section IV.5."""
    basis = np.polynomial.legendre.Legendre.basis
    nodes = np.sort(np.real((basis(count - 1) - basis(count)).roots())) / 2.0 + 0.5
    nodes[-1] = 1.0
    powers = np.arange(1, count + 1)
    slopes = np.linalg.inv(
        nodes[:, None] ** (powers - 1)
    )  # of the polynomials that are 1 at one of the nodes
    matrix = (nodes[:, None] ** powers / powers) @ slopes
    polynomials = np.linalg.inv(nodes[:, None] ** powers).T
    return Scheme(nodes, matrix, np.eye(count)[-1], polynomials)


def solved(
    fun: Any,
    t_span: Any,
    y0: Any,
    method: Any,
    t_eval: Any,
    dense_output: Any,
    events: Any,
    *args: Any,
    **options: Any,
) -> tuple[Any, Path]:
    """What `scipy.integrate.solve_ivp` gives, and the steps that it has accepted."""
    if np.iscomplexobj(y0):
        raise RefusedType(
            "scipy.integrate.solve_ivp has a derivative for real states: follow real and imaginary parts as two"
        )
    cls: Any = getattr(integrate, method, method) if isinstance(method, str) else method
    if not isinstance(cls, type):
        integrate.solve_ivp(fun, t_span, y0, method)  # which says what is wrong
    times, states, stages = [float(t_span[0])], [np.asarray(y0, dtype=float)], []
    scheme = scheme_of(cls, t_eval is not None or dense_output or events is not None)
    nodes = np.zeros(0) if is_explicit(cls) else scheme.nodes

    def step(solver: Any) -> Any:
        message = cls.step(solver)
        if solver.status != "failed":
            times.append(solver.t)
            states.append(np.array(solver.y))
            if len(nodes):
                stages.append(solver.dense_output()(solver.t_old + nodes * (solver.t - solver.t_old)).T)
        return message

    recording = type(cls.__name__, (cls,), {"step": step})
    found = integrate.solve_ivp(fun, t_span, y0, recording, t_eval, dense_output, events, *args, **options)
    if found.sol is not None and hasattr(found.sol, "side") and cls in (integrate.BDF, integrate.LSODA):
        found.sol.side = "right" if found.sol.ascending else "left"
    inner = np.reshape(stages, (len(stages), len(nodes), len(states[0]) if stages else 0))
    return found, Path(scheme, len(nodes) == 0, np.array(times), np.array(states), inner)


def solved_by_odeint(
    fun: Any, y0: Any, t: Any, jacobian: Any, col_deriv: Any, full_output: Any, ml: Any, mu: Any, rtol: Any, atol: Any,
    tcrit: Any, h0: Any, hmax: Any, hmin: Any, ixpr: Any, mxstep: Any, mxhnil: Any, mxordn: Any, mxords: Any,
    printmessg: Any, tfirst: bool,
) -> tuple[Any, Path]:  # fmt: skip
    """What `scipy.integrate.odeint` gives, and the steps of the same method by the same tolerances, which it hides."""
    found = integrate.odeint(
        fun, y0, t, (), jacobian, col_deriv, True, ml, mu, rtol, atol, tcrit, h0, hmax, hmin, ixpr, mxstep,
        mxhnil, mxordn, mxords, printmessg, tfirst,
    )  # fmt: skip
    if found[1]["message"] != "Integration successful.":
        raise RefusedPoint(
            f"scipy.integrate.odeint has failed, so that there is no derivative: {found[1]['message']}"
        )
    options = {"rtol": _TOLERANCE if rtol is None else rtol, "atol": _TOLERANCE if atol is None else atol}
    if hmax:
        options["max_step"] = hmax
    start, times = np.ravel(np.asarray(y0, dtype=float)), np.asarray(t, dtype=float)
    slope = fun if tfirst else lambda s, y: fun(y, s)
    _, path = solved(slope, (times[0], times[-1]), start, "LSODA", None, False, None, **options)
    return found if full_output else found[0], path


def interpolating(
    polynomials: np.ndarray, times: np.ndarray, at: np.ndarray, places: np.ndarray
) -> np.ndarray:
    """The weights w of the stages, for each of the times in steps that begin at these places."""
    steps = np.diff(times)[places]
    theta = np.divide(at - times[places], steps, out=np.zeros(np.shape(at)), where=steps != 0.0)
    return theta[:, None] ** np.arange(1, polynomials.shape[1] + 1) @ polynomials.T


def evaluated(sol: Any, t: Any) -> Any:
    """The interpolated solution at a time, or several."""
    return sol(t)


def ended_by(found: Any) -> int:
    """The number of the event that has ended an integration; -1 if none has."""
    if found.status != 1:
        return -1
    backwards = any(len(times) > 1 and times[-1] < times[0] for times in found.t_events)
    sign = -1.0 if backwards else 1.0
    ends = [sign * times[-1] if len(times) else -np.inf for times in found.t_events]
    return int(np.argmax(ends))
