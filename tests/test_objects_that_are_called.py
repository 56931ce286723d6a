"""Objects that solvers of SciPy's call: models with `__call__`."""

import numpy as np
import pytest

import s2sad

pytest.importorskip("scipy")
from scipy.integrate import odeint, quad, solve_ivp
from scipy.optimize import minimize


class Decay:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, t, y):
        return [-self.rate * y[0] * t, self.rate - y[1]]


class Bowl:
    def __init__(self, bottom, power=2.0):
        self.bottom, self.power = bottom, power

    def __call__(self, x):
        return np.sum((x - self.bottom) ** self.power)


def trajectory(x):
    found = solve_ivp(Decay(x), (0.0, 1.0), [1.0, x], rtol=1e-9, atol=1e-11)
    return found.y[0, -1] * found.y[1, -1]


def trajectory_by_name(x):
    return solve_ivp(fun=Decay(x), t_span=(0.0, 1.0), y0=[1.0, 0.5], rtol=1e-9, atol=1e-11).y[0, -1]


def trajectory_at_times(x):
    found = odeint(Decay(x), [1.0, x], [0.0, 0.5, 1.0], tfirst=True, rtol=1e-10, atol=1e-12)
    return found[-1, 0] * found[-1, 1]


def area(x):
    return quad(Bowl(x), 0.0, 1.0)[0]


def lowest(x):
    return minimize(Bowl(x * x), [0.3]).x[0]


@pytest.mark.parametrize("function", [trajectory, trajectory_by_name, trajectory_at_times, area])
def test_all_modes(function):
    s2sad.check_grads(function, (0.7,), rtol=1e-4)


def test_the_minimum_moves_with_what_the_object_holds():
    assert s2sad.grad(lowest)(0.7) == pytest.approx(1.4, rel=1e-4)
