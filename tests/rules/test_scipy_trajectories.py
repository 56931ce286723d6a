"""`scipy.integrate.solve_ivp`: values to the bit, all modes and second derivatives against differences of tight solutions."""

import functools
import random
import tracemalloc

import numpy as np
import pytest

integrate = pytest.importorskip("scipy.integrate")

from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq

import s2sad
from s2sad.errors import UnsupportedSyntax, UnsupportedValue

METHODS = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
AT = (0.8, 1.3)
WIDTH = 1e-3
TIMES = np.linspace(0.0, 2.0, 7)


def differences(f, at=AT, width=WIDTH):
    """By central differences of the fourth order."""
    found = []
    for unit in np.eye(len(at)):
        a, b, c, d = (f(*(np.array(at) + k * width * unit)) for k in (-2, -1, 1, 2))
        found.append((a - 8.0 * b + 8.0 * c - d) / (12.0 * width))
    return np.array(found)


def check(f, expected=None, within=1e-6, at=AT):
    """Both modes against differences, or against what is `expected`; the value up to what LAPACK leaves open."""
    value, found = s2sad.value_and_grad(f, argnums=(0, 1))(*at)
    assert value == pytest.approx(f(*at), rel=1e-14)
    np.testing.assert_allclose(
        found, differences(f, at) if expected is None else expected, rtol=0, atol=within
    )
    tangents = [s2sad.jvp(f, at, unit)[1] for unit in ((1.0, 0.0), (0.0, 1.0))]
    np.testing.assert_allclose(tangents, found, rtol=1e-11, atol=1e-13)


def check_bend(f, at=AT, within=1e-6):
    gradient = s2sad.grad(f, argnums=(0, 1))
    bend = differences(lambda *x: np.array(gradient(*x)), at)
    np.testing.assert_allclose(s2sad.hessian(f, argnums=(0, 1))(*at), bend, rtol=0, atol=within)


# ------------------------------------------------------------------------------------------------- methods


def oscillator(t, y, a, b):
    return [y[1], a * (1.0 - y[0] ** 2) * y[1] - b * y[0] + np.sin(t)]


class Oscillator:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def slope(self, t, y):
        return oscillator(t, y, self.a, self.b)

    def rises(self, t, y):
        return y[1] - 0.1 * self.b


def captured(solve):
    return lambda a, b: solve(lambda t, y: oscillator(t, y, a, b), [a, 0.5], None)


def by_args(solve):
    return lambda a, b: solve(oscillator, [a, 0.5], (a, b))


def by_method(solve):
    return lambda a, b: solve(Oscillator(a, b).slope, [a, 0.5], None)


def by_partial(solve):
    return lambda a, b: solve(functools.partial(oscillator, a=a, b=b), np.array([a, 0.5]), None)


def at_the_end(method, tolerance):
    def solve(f, y0, args):
        found = solve_ivp(f, (0.0, 2.0), y0, method, args=args, rtol=tolerance, atol=tolerance)
        return found.y[0, -1] + 2.0 * found.y[1, -1]

    return solve


def at_some_times(method, tolerance):
    def solve(f, y0, args):
        found = solve_ivp(f, (0.0, 2.0), y0, method, TIMES, args=args, rtol=tolerance, atol=tolerance)
        return np.sum(found.y**2)

    return solve


def between(method, tolerance):
    def solve(f, y0, args):
        found = solve_ivp(f, (0.0, 2.0), y0, method, None, True, args=args, rtol=tolerance, atol=tolerance)
        return found.sol(1.23)[0] + np.sum(found.sol(np.array([0.4, 0.7])) ** 2)

    return solve


@functools.cache
def tight(wanted):
    return differences(by_args(wanted("DOP853", 1e-13)))


@pytest.mark.parametrize(
    ("method", "wanted"),
    [
        *((method, at_the_end) for method in METHODS),
        *((method, at_some_times) for method in ("RK45", "Radau")),
        *((method, between) for method in ("DOP853", "BDF", "LSODA")),
    ],
)
def test_methods(method, wanted):
    check(by_args(wanted(method, 1e-8)), tight(wanted))


@pytest.mark.parametrize(("form", "method"), [(captured, "RK45"), (by_method, "Radau"), (by_partial, "RK45")])
def test_parameters(form, method):
    check(form(at_the_end(method, 1e-8)), tight(at_the_end))


def test_second_derivatives():
    check_bend(captured(at_some_times("RK45", 1e-9)), within=2e-5)


def test_a_stiff_one():
    """Robertson's reactions over a long time, of which the smallest is about 1e-5."""

    def f(a, b):
        def slope(t, y):
            fast, slow = 3e7 * b * y[1] ** 2, 0.04 * a * y[0]
            back = 1e4 * y[1] * y[2]
            return [back - slow, slow - back - fast, fast]

        found = solve_ivp(slope, (0.0, 1e2), [1.0, 0.0, 0.0], "Radau", rtol=1e-8, atol=1e-12)
        return found.y[2, -1]

    check(f, differences(f, width=1e-2), within=1e-6)


# --------------------------------------------------------------------------------------------------- times


@pytest.mark.parametrize("method", ["RK45", "BDF"])
def test_ends(method):
    def f(a, b):
        found = solve_ivp(oscillator, (a, a + b), [1.0, b], method, args=(0.3, 1.2), rtol=1e-9, atol=1e-10)
        return found.y[0, -1] * found.y[1, -1] + found.t[-1] ** 2 + found.t[0] * found.y[1, 0]

    check(f)
    if method == "RK45":
        check_bend(f, within=1e-5)


@pytest.mark.parametrize("method", ["DOP853", "Radau"])
def test_times_that_move(method):
    def f(a, b):
        times = np.linspace(a, a + 2.0 * b, 5)
        found = solve_ivp(
            oscillator, (a, a + 2.0 * b), [1.0, b], method, times, args=(0.3, 1.2), rtol=1e-9, atol=1e-10
        )
        return np.sum(found.y**2) + np.sum(found.t**2)

    check(f)


def test_the_solution_at_a_time_that_moves():
    def f(a, b):
        found = solve_ivp(
            oscillator, (0, 3), [1.0, b], dense_output=True, args=(0.3, a), rtol=1e-9, atol=1e-10
        )
        return np.sum(found.sol(a)) + np.sum(found.sol(np.array([0.3, b]))) * found.sol.t_max

    check(f)


def test_backwards():
    def f(a, b):
        found = solve_ivp(
            oscillator, (2.0, 0.0), [a, b], t_eval=[1.5, 0.7, 0.0], args=(a, b), rtol=1e-9, atol=1e-10
        )
        return np.sum(found.y**2)

    check(f)


def test_no_time_at_all():
    check(lambda a, b: solve_ivp(lambda t, y: -a * y, (1.0, 1.0), [b, 0.3]).y[0, -1], [0.0, 1.0])


# --------------------------------------------------------------------------------------------------- events


def fall(t, y, k):
    return [y[1], -9.81 - k * y[1]]


def ground(t, y, k):
    return y[0]


def top(t, y, k):
    return y[1]


ground.terminal = True
ground.direction = -1


def time_of_impact(k, v):
    return solve_ivp(fall, (0, 10), [1.0, v], events=ground, args=(k,), rtol=1e-10, atol=1e-10).t[-1]


def several_events(k, v):
    found = solve_ivp(
        fall, (0, 10), [1.0, v], "Radau", events=[top, ground], args=(k,), rtol=1e-10, atol=1e-10
    )
    return found.t_events[1][0] + 3.0 * found.y_events[0][0, 0] * found.t_events[0][0] + found.y[1, -1]


def nested_event(k, v):
    def slope(t, y):
        return [y[1], -9.81 - k * y[1]]

    def hits(t, y):
        return y[0] - 0.1 * k

    hits.terminal = True
    hits.direction = -1.0
    found = solve_ivp(slope, (0, 10), [1.0, v], events=hits, dense_output=True, rtol=1e-10, atol=1e-10)
    return found.t[-1] * found.y[1, -1] + found.sol(found.t[-1])[1] + found.sol(0.1)[0]


def times_up_to_an_event(k, v):
    hits = lambda t, y: y[0] - 0.1 * k  # noqa: E731
    hits.terminal = True
    times = np.linspace(0.0, 1.0, 11)
    found = solve_ivp(
        lambda t, y: [y[1], -9.81 - k * y[1]],
        (0, 10),
        [1.0, v],
        events=(hits,),
        t_eval=times,
        rtol=1e-10,
        atol=1e-10,
    )
    return np.sum(found.y[0]) + len(found.t)


def event_of_a_method(a, b):
    model = Oscillator(a, b)
    found = solve_ivp(model.slope, (0.0, 8.0), [a, 0.5], events=model.rises, rtol=1e-10, atol=1e-10)
    return np.sum(found.t_events[0]) + np.sum(found.y_events[0][:, 0])


EVENTS = [top, ground]


def events_known_at_run_time(k, v):
    found = solve_ivp(fall, (0, 10), [1.0, v], events=EVENTS, args=(k,), rtol=1e-10, atol=1e-10)
    return found.y[1, -1] * found.t[-1]


@pytest.mark.parametrize(
    "f",
    [
        time_of_impact,
        several_events,
        nested_event,
        times_up_to_an_event,
        event_of_a_method,
        events_known_at_run_time,
    ],
)
def test_events(f):
    check(f)


def test_second_derivatives_of_events():
    check_bend(nested_event)


# ------------------------------------------------------------------------------------------------- programs

WIND = CubicSpline(np.linspace(0.0, 5.0, 11), np.sin(np.linspace(0.0, 5.0, 11)))


def with_a_matrix(k, v):
    a = np.array([[-k, 0.1], [v, -0.2]])
    found = solve_ivp(
        lambda t, y: a @ y, [0, 1.0], np.array([1.0, v]), "Radau", jac=a, rtol=1e-10, atol=1e-10
    )
    return found.y[:, -1] @ found.y[:, -1]


def with_a_jacobian(k, v):
    def jacobian(t, y, k):
        return [[-2.0 * k * y[0]]]

    found = solve_ivp(
        lambda t, y, k: [-k * y[0] ** 2], [0, 1.0], [v], "BDF", args=[k], jac=jacobian, rtol=1e-9, atol=1e-9
    )
    return found["y"][0][-1]


def vectorized(k, v):
    def slope(t, y):
        return np.vstack([y[1], -k * y[0]])

    return solve_ivp(slope, [0, 1.0], [1.0, v], "BDF", vectorized=True, rtol=1e-10, atol=1e-10).y[0, -1]


def filled_in(k, v):
    def slope(t, y, p):
        dy = np.zeros(2)
        dy[0] = y[1]
        dy[1] = -p["k"] * y[0] if y[0] > 0.0 else -2.0 * p["k"] * y[0]
        return dy

    return solve_ivp(slope, (0, 1), (v, 0.3), args=({"k": k},), rtol=1e-9, atol=1e-9).y[0, -1]


def unpacked(k, v):
    def slope(t, z):
        x, y = z
        return k * x - 0.1 * x * y + WIND(t), -y + 0.05 * x * y

    options = dict(rtol=1e-9, atol=1e-9)
    found = solve_ivp(slope, (0, 1), (v, 0.3), t_eval=[0.0, 0.5, 1.0], **options)
    if not found.success:
        raise RuntimeError(found.message)
    x, y = found.y
    return x[-1] * y[1] + found.nfev + found.status


def piece_by_piece(k, v):
    y, total = np.array([v, 1.0]), 0.0
    for i in range(3):
        found = solve_ivp(lambda t, y: [-k * y[1], y[0]], (i, i + 1), y, rtol=1e-9, atol=1e-9)
        y = found.y[:, -1]
        total = total + y[0]
    return total


def by_several_methods(k, v):
    total = 0.0
    for method in ("RK45", "BDF", integrate.RK23):
        total += solve_ivp(fall, (0, 1), [1.0, v], method=method, args=(k,), rtol=1e-9, atol=1e-9).y[1, -1]
    return total


def by_shooting(k, v):
    def misses(speed):
        found = solve_ivp(
            lambda t, y: [y[1], -k * np.sin(y[0])], (0.0, 1.0), [0.0, speed], rtol=1e-10, atol=1e-10
        )
        return found.y[0, -1] - 0.1 * v

    return brentq(misses, 0.0, 5.0, xtol=1e-13)


def one_after_another(k, v):
    decay = solve_ivp(lambda t, y: -k * y, (0, 1), [v], dense_output=True, rtol=1e-10, atol=1e-10)
    follower = solve_ivp(lambda t, y: -v * y + decay.sol(t), (0, 1), [1.0], rtol=1e-9, atol=1e-9)
    return follower.y[0, -1] + integrate.quad(lambda t: decay.sol(t)[0], 0, 1)[0]


def bouncing(k, v):
    y, t = np.array([1.0, v]), 0.0
    hits = lambda t, y: y[0]  # noqa: E731
    hits.terminal = True
    hits.direction = -1
    for _ in range(2):
        found = solve_ivp(lambda t, y: [y[1], -9.81], (t, t + 5), y, events=hits, rtol=1e-10, atol=1e-10)
        t, y = found.t[-1], np.array([1e-12, -k * found.y[1, -1]])
    return t


PROGRAMS = [
    by_shooting,
    one_after_another,
    bouncing,
    with_a_matrix,
    with_a_jacobian,
    vectorized,
    filled_in,
    unpacked,
    piece_by_piece,
    by_several_methods,
]


@pytest.mark.parametrize("f", PROGRAMS)
def test_programs(f):
    check(f)


def test_memory_grows_with_the_steps_alone():
    def f(w, end):
        def slope(t, y):
            return np.tanh((np.exp(w).reshape(100, 100) - 1.0) @ y) - y

        return np.sum(solve_ivp(slope, (0.0, end), np.ones(100), max_step=0.1).y[:, -1])

    gradient, w = s2sad.grad(f), np.linspace(-0.01, 0.01, 10_000)
    peaks = []
    for end in (0.2, 0.2, 10.0):
        tracemalloc.start()
        gradient(w, end)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] - peaks[1] < 25 * w.nbytes  # of about 98 more steps with six stages each


# --------------------------------------------------------------------------------------------------- odeint


def epidemic(y, t, total, beta, gamma):
    s, i, r = y
    return -beta * s * i / total, beta * s * i / total - gamma * i, gamma * i


def an_epidemic(beta, v):
    found = integrate.odeint(
        epidemic, (999, 1, 0), np.linspace(0, 60, 61), args=(1000, beta, 0.1 * v), rtol=1e-10, atol=1e-8
    )
    s, i, r = found.T
    return 1e-3 * np.max(i)


def time_first(k, v):
    times = np.linspace(0.3 * v, 2.0 * k, 5)
    found = integrate.odeint(
        lambda t, y: [y[1], -k * y[0] * t], [1.0, v], times, tfirst=True, rtol=1e-10, atol=1e-10
    )
    return np.sum(found**2)


def of_a_number(k, v):
    slope, bend = lambda y, t: [-k * y[0] ** 2], lambda y, t: [[-2.0 * k * y[0]]]
    y, found = integrate.odeint(slope, v, [0.0, 1.0, 2.0], (), bend, full_output=True, rtol=1e-10, atol=1e-10)
    return y[-1, 0] * found["nst"][0]


def odeint_of_a_method(a, b):
    return integrate.odeint(
        Oscillator(a, b).slope, [a, 0.5], [0.0, 1.0, 2.0], tfirst=True, rtol=1e-10, atol=1e-10
    )[1, 0]


@pytest.mark.filterwarnings("ignore::scipy.integrate.ODEintWarning")
def test_odeint_that_fails_has_no_derivative():
    with pytest.raises(ArithmeticError, match="odeint has failed"):
        s2sad.grad(lambda k: integrate.odeint(lambda y, t: k * y**2, 1.0, [0.0, 1.0, 2.0])[-1, 0])(1.0)


@pytest.mark.parametrize("f", [an_epidemic, time_first, of_a_number, odeint_of_a_method])
def test_odeint(f):
    check(f)


# ------------------------------------------------------------------------------------------------- refusals


def test_a_slope_that_does_more_is_refused():
    def notes(k):
        times = []

        def slope(t, y):
            times.append(t)
            return -k * y

        return solve_ivp(slope, (0.0, 1.0), [1.0]).y[0, -1]

    def notes_states(k):
        states = []

        def slope(t, y):
            states.append(y)
            return -k * y

        return solve_ivp(slope, (0.0, 1.0), [1.0]).y[0, -1]

    with pytest.raises(UnsupportedValue, match="writes to what was made outside of that function"):
        s2sad.grad(notes)(0.7)
    with pytest.raises(UnsupportedSyntax, match="appended to a list that was not made in this function"):
        s2sad.grad(notes_states)(0.7)
    with pytest.raises(UnsupportedValue, match="may give something else when it is computed again"):
        s2sad.grad(lambda k: solve_ivp(lambda t, y: -k * random.random() * y, (0.0, 1.0), [1.0]).y[0, -1])(
            0.7
        )


def test_complex_states_are_refused():
    with pytest.raises(TypeError, match="real and imaginary parts as two"):
        s2sad.grad(lambda k: solve_ivp(lambda t, y: 1j * k * y, (0.0, 1.0), [1.0 + 0.0j]).y[0, -1].real)(0.7)


def test_a_method_that_does_not_exist():
    with pytest.raises(ValueError, match="`method` must be one of"):
        s2sad.grad(lambda k: solve_ivp(lambda t, y: -k * y, (0.0, 1.0), [1.0], "Euler").y[0, -1])(0.7)


def test_a_failed_integration_gives_what_scipy_gives():
    def f(k):
        found = solve_ivp(lambda t, y: k * y**2, (0.0, 3.0), [1.0])
        return found.y[0, -1] if found.success else 0.0 * k

    assert f(1.0) == 0.0
    assert s2sad.value_and_grad(f)(1.0) == (0.0, 0.0)
