"""Schemes of integrators: the conditions of their orders, and the steps that SciPy has done."""

import numpy as np
import pytest

integrate = pytest.importorskip("scipy.integrate")
from s2sad.runtime.integrators import (  # noqa: E402
    collocation,
    ended_by,
    interpolating,
    is_explicit,
    scheme_of,
    solved,
    solved_by_odeint,
)
from s2sad.runtime.refusals import RefusedType  # noqa: E402

EXPLICIT = [integrate.RK23, integrate.RK45, integrate.DOP853]


@pytest.mark.parametrize("cls, order", list(zip(EXPLICIT, (3, 5, 8))))
@pytest.mark.parametrize("interpolates", [False, True])
def test_explicit_schemes_integrate_powers(cls, order, interpolates):
    scheme = scheme_of(cls, interpolates)
    for power in range(order):
        assert scheme.weights @ scheme.nodes**power == pytest.approx(1.0 / (power + 1), rel=1e-12)
    assert np.sum(scheme.matrix, axis=1)[: len(scheme.nodes)] == pytest.approx(scheme.nodes, abs=1e-12)
    assert is_explicit(cls) and not is_explicit(integrate.Radau)


@pytest.mark.parametrize("cls", EXPLICIT)
def test_their_interpolation_is_scipys(cls):
    scheme = scheme_of(cls, True)
    fun = lambda t, y: np.cos(t) * y  # noqa: E731
    found, path = solved(fun, (0.0, 2.0), [1.0], cls, None, True, None)
    k, h = 1, path.times[2] - path.times[1]
    increments = np.zeros(len(scheme.nodes))
    for i in range(len(increments)):
        y = path.states[k] + scheme.matrix[i, :i] @ increments[:i]
        increments[i] = h * fun(path.times[k] + scheme.nodes[i] * h, y)[0]
    at = path.times[k] + 0.3 * h
    weights = interpolating(scheme.polynomials, path.times, np.array([at]), np.array([k]))[0]
    assert path.states[k, 0] + weights @ increments == pytest.approx(found.sol(at)[0], rel=1e-12)


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_collocation_is_of_its_order(count):
    scheme = collocation(count)
    for power in range(2 * count - 1):
        assert scheme.weights @ scheme.matrix @ scheme.nodes**power == pytest.approx(1.0 / (power + 1))
    for power in range(count):
        assert scheme.matrix @ scheme.nodes**power == pytest.approx(scheme.nodes ** (power + 1) / (power + 1))


@pytest.mark.parametrize("method", ["RK45", "DOP853", "Radau", "BDF", "LSODA"])
def test_steps_are_those_that_scipy_has_done(method):
    fun = lambda t, y: -2.0 * y + t  # noqa: E731
    found, path = solved(fun, (0.0, 1.0), [1.0], method, None, False, None)
    plain = integrate.solve_ivp(fun, (0.0, 1.0), [1.0], method)
    assert found.t.tolist() == path.times.tolist() == plain.t.tolist()
    assert path.states[:, 0].tolist() == plain.y[0].tolist()
    assert path.is_explicit is (method in ("RK45", "DOP853"))
    assert path.stages.shape[:2] == (
        (0, 0) if path.is_explicit else (len(path.times) - 1, len(path.scheme.nodes))
    )


def test_odeint_gives_what_it_gave():
    t = np.linspace(0.0, 1.0, 4)
    options = (None, 0, 0, None, None, None, None, None, 0.0, 0.0, 0.0, 0, 0, 0, 12, 5, 0)
    found, path = solved_by_odeint(lambda y, s: -y, 2.0, t, *options, False)
    assert found[:, 0] == pytest.approx(2.0 * np.exp(-t), rel=1e-6)
    assert path.times[-1] == 1.0 and path.states[-1, 0] == pytest.approx(2.0 * np.exp(-1.0), rel=1e-5)


def test_complex_states_are_refused():
    with pytest.raises(RefusedType, match="real states"):
        solved(lambda t, y: y, (0.0, 1.0), [1j], "RK45", None, False, None)


def test_which_event_has_ended_it():
    fun = lambda t, y: [1.0]  # noqa: E731
    one, other = (lambda t, y: y[0] - 0.5), (lambda t, y: y[0] - 0.8)
    other.terminal = True
    assert ended_by(integrate.solve_ivp(fun, (0.0, 1.0), [0.0], events=[one, other])) == 1
    assert ended_by(integrate.solve_ivp(fun, (0.0, 1.0), [0.0], events=[one])) == -1
    back = integrate.solve_ivp(lambda t, y: [1.0], (1.0, 0.0), [1.0], events=[other, one])
    assert ended_by(back) == 0
