"""What solvers give besides the solution, by derivatives that are known exactly."""

import math
import warnings

import numpy as np
import pytest

optimize = pytest.importorskip("scipy.optimize")

import s2sad  # noqa: E402
from s2sad.runtime.refusals import NoDerivative  # noqa: E402
from s2sad.runtime.solutions import Minimum, RootResults, RootSolution, warn_unless_found  # noqa: E402


def root(a):
    x, found = optimize.brentq(lambda x: x * x - a, 0.0, 3.0, full_output=True)
    return found.root + x * 0.0 + found.iterations * 0.0


def least(a):
    found = optimize.minimize_scalar(lambda x: (x - a) ** 2 + a * a * a, bounds=(-3.0, 3.0), method="bounded")
    return found.fun


def least_of_several(a):
    found = optimize.minimize(lambda x: np.sum((x - a) ** 2) + a * a, np.zeros(2))
    return found.fun + np.sum(found.x)


def squares(a):
    found = optimize.least_squares(lambda x: np.array([x[0] - a, 1.0 + 0.0 * x[0] + a]), np.zeros(1))
    return found.cost + found.fun[1]


@pytest.mark.parametrize(
    "function, slope",
    [
        (root, lambda a: 0.5 / math.sqrt(a)),
        (least, lambda a: 3.0 * a * a),
        (least_of_several, lambda a: 2.0 * a + 2.0),
        (squares, lambda a: 1.0 + a + 1.0),
    ],
)
def test_what_varies_besides_the_solution(function, slope):
    assert s2sad.grad(function)(1.7) == pytest.approx(slope(1.7), rel=1e-4)


def test_the_rest_is_as_the_solver_says():
    _, found = optimize.brentq(lambda x: x * x - 2.0, 0.0, 3.0, full_output=True)
    mine = RootResults(found.root, found)
    for name in ("root", "iterations", "function_calls", "converged", "flag", "method"):
        assert getattr(mine, name) == getattr(found, name) == mine[name]
    found = optimize.root(lambda x: x * x - 2.0, [1.0])
    mine = RootSolution(found.x, found)
    for name in ("success", "status", "message", "nfev"):
        assert getattr(mine, name) == getattr(found, name) == mine[name]
    assert mine.fun is found.fun


def test_the_guess_at_a_hessian_has_no_derivative():
    found = optimize.minimize(lambda x: x[0] ** 2, [1.0])
    mine = Minimum(found.x, found, None, ())
    assert (mine.nit, mine.njev) == (found.nit, found.njev)
    with pytest.raises(NoDerivative, match="hess_inv"):
        _ = mine.hess_inv


def minimum(p, **more):
    return optimize.minimize(lambda x: np.sum((x - p) ** 4 + x**2), np.zeros(2), **more).x[0]


def least_along(p, **more):
    return optimize.minimize_scalar(lambda x: (x - p[0]) ** 4 + x**2, **more).x


def several_roots(p, **more):
    return optimize.root(lambda x: x**3 + x - p, np.ones(2), **more).x[0]


def root_alone(p, **more):
    return optimize.root_scalar(lambda x: x**3 + x - p[0], bracket=(-3.0, 3.0), method="bisect", **more).root


def fit(p, **more):
    return optimize.least_squares(lambda x: x**3 + x - p, np.ones(2), **more).x[0]


STOPPED_EARLY = {
    minimum: {"options": {"maxiter": 1}},
    least_along: {"options": {"maxiter": 1}},
    several_roots: {"options": {"maxfev": 2}},
    root_alone: {"maxiter": 2},
    fit: {"max_nfev": 1},
}


@pytest.mark.parametrize("function, early", STOPPED_EARLY.items())
def test_a_solver_that_found_nothing_is_told_of(function, early):
    p = np.array([0.7, -0.4])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = s2sad.grad(function)(p)
    ahead, behind = (function(p + step * np.array([1.0, 0.0])) for step in (1e-3, -1e-3))
    assert found[0] == pytest.approx((ahead - behind) / 2e-3, rel=1e-3)
    with pytest.warns(RuntimeWarning, match="the solver has found none: "):
        s2sad.grad(lambda p: function(p, **early))(p)


def test_a_minimum_as_near_as_rounding_lets_it_be_is_found():
    warn_unless_found(False, "Desired error not necessarily achieved due to precision loss.")
    with pytest.warns(RuntimeWarning, match="more than 3 steps"):
        warn_unless_found(False, "more than 3 steps")
