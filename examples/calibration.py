"""The rates of a chemical reaction, calibrated by `solve_ivp` and `least_squares` with the Jacobian of s2sad.

A → B → C with rates that depend on the temperature of the experiment. The Jacobian of the residuals comes from the
steps that `solve_ivp` has accepted, by one tangent for each parameter. `least_squares` takes differences by itself, which
are as rough as the solver's error lets them be. Needs SciPy.
"""

import time

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares

import s2sad

TIMES = np.linspace(0.5, 10.0, 20)
TEMPERATURES = (290.0, 310.0, 330.0)
TRUE = np.array([-1.0, 2.5, -2.0, 4.0])  # logarithms of the rates at 310 K, and how they rise
START = np.array([-0.5, 1.0, -1.0, 1.0])


def reactions(t, y, forward, onward):
    a, b = y
    return [-forward * a, forward * a - onward * b]


def concentrations(p, temperature, rtol):
    warmth = 10.0 * (temperature / 310.0 - 1.0)
    forward, onward = np.exp(p[0] + p[1] * warmth / 4.0), np.exp(p[2] + p[3] * warmth / 4.0)
    found = solve_ivp(
        reactions,
        (0.0, 10.0),
        [1.0, 0.0],
        "DOP853",
        TIMES,
        args=(forward, onward),
        rtol=rtol,
        atol=1e-3 * rtol,
    )
    return found.y[1]


def model(p, rtol=1e-6):
    return np.concatenate([concentrations(p, temperature, rtol) for temperature in TEMPERATURES])


MEASURED = model(TRUE, 1e-12) + 0.002 * np.random.default_rng(0).normal(size=60)


def residuals(p, rtol=1e-6):
    return model(p, rtol) - MEASURED


jacobian = s2sad.jacfwd(residuals)


def differences(p, width, rtol=1e-6):
    """The Jacobian by central differences."""
    columns = [
        (residuals(p + h, rtol) - residuals(p - h, rtol)) / (2.0 * width) for h in width * np.eye(len(p))
    ]
    return np.stack(columns, axis=1)


def shown(name, function, exact):
    """How far a Jacobian is off, and how long it takes."""
    function(START)
    begin = time.perf_counter()
    error = np.max(np.abs(function(START) - exact))
    print(f"{name:24} is off by {error:7.1e}, and takes {1e3 * (time.perf_counter() - begin):4.0f} ms")


def main():
    found = least_squares(residuals, START, jac=jacobian, xtol=1e-12, ftol=1e-12)
    print(f"{'':12} {'true':>8} {'found':>8}")
    for name, true, value in zip(("forward", "its rise", "onward", "its rise"), TRUE, found.x):
        print(f"{name:12} {true:8.3f} {value:8.3f}")
    exact = differences(START, 1e-4, 1e-12)
    print("\nMeasured:")
    shown("the Jacobian by s2sad", jacobian, exact)
    for width in (1e-8, 1e-5, 1e-3):
        shown(f"by differences of {width:.0e}", lambda p, h=width: differences(p, h), exact)


if __name__ == "__main__":
    main()
