"""What `solve_ivp` gives where it varies: SciPy's values to the bit, derivatives of solutions that are known."""

import math

import pytest

integrate = pytest.importorskip("scipy.integrate")

import s2sad  # noqa: E402

OPTIONS = {"rtol": 1e-10, "atol": 1e-12}


def decayed(rate, start, end):
    found = integrate.solve_ivp(lambda t, y: -rate * y, (0.0, end), [start], **OPTIONS)
    return found.y[0, -1]


def dense(rate, start, at):
    found = integrate.solve_ivp(lambda t, y: -rate * y, (0.0, 2.0), [start], dense_output=True, **OPTIONS)
    return found.sol(at)[0]


def crossing(rate, start, level):
    def event(t, y):
        return y[0] - level

    event.terminal = True
    found = integrate.solve_ivp(lambda t, y: -rate * y, (0.0, 9.0), [start], events=event, **OPTIONS)
    return found.t_events[0][0] + 0.0 * found.t[-1]


def last_time(rate, start, level):
    def event(t, y):
        return y[0] - level

    event.terminal = True
    return integrate.solve_ivp(lambda t, y: -rate * y, (0.0, 9.0), [start], events=event, **OPTIONS).t[-1]


def test_the_state_at_the_end_by_rate_start_and_end():
    k, y, t = 0.7, 2.0, 1.3
    found = s2sad.grad(decayed, (0, 1, 2))(k, y, t)
    e = math.exp(-k * t)
    assert found == pytest.approx((-t * y * e, e, -k * y * e), rel=1e-6)
    assert s2sad.value_and_grad(decayed)(k, y, t)[0] == decayed(k, y, t)


def test_the_trajectory_as_a_function_of_time():
    k, y, t = 0.7, 2.0, 1.3
    e = math.exp(-k * t)
    assert s2sad.grad(dense, (0, 1, 2))(k, y, t) == pytest.approx((-t * y * e, e, -k * y * e), rel=1e-5)


@pytest.mark.parametrize("function", [crossing, last_time])
def test_the_time_of_an_event(function):
    """start * exp(-rate t) = level at t = log(start / level) / rate."""
    k, y, c = 0.7, 2.0, 0.5
    t = math.log(y / c) / k
    assert function(k, y, c) == pytest.approx(t, rel=1e-8)
    found = s2sad.grad(function, (0, 1, 2))(k, y, c)
    assert found == pytest.approx((-t / k, 1.0 / (k * y), -1.0 / (k * c)), rel=1e-5)
