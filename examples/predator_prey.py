"""A model of predators and prey, fitted to data by `least_squares` with the exact Jacobian of `solve_ivp`.

The residuals are those of a trajectory; their Jacobian by the four parameters is one call of `s2sad.jacobian`, in place of one more
trajectory for each parameter and a step that has to be chosen. Needs SciPy.
"""

import time

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares

import s2sad

TIMES = np.linspace(0.0, 8.0, 25)
TRUE = np.array([1.1, 0.4, 0.4, 0.1])


def trajectory(parameters):
    """Prey and predators at the times of the data."""
    grow, eaten, starve, fed = parameters

    def slope(t, y):
        return np.array([grow * y[0] - eaten * y[0] * y[1], fed * y[0] * y[1] - starve * y[1]])

    return solve_ivp(slope, (0.0, 8.0), [10.0, 5.0], t_eval=TIMES, rtol=1e-8, atol=1e-10).y


def residuals(parameters, data):
    return np.ravel(trajectory(parameters) - data)


def main():
    data = trajectory(TRUE) * (1.0 + 0.02 * np.random.default_rng(0).normal(size=(2, len(TIMES))))
    start = np.array([0.9, 0.3, 0.5, 0.12])
    jacobian = s2sad.jacobian(residuals)
    exact = jacobian(start, data)
    columns = [
        (residuals(start + 1e-6 * unit, data) - residuals(start - 1e-6 * unit, data)) / 2e-6
        for unit in np.eye(4)
    ]
    far = np.max(np.abs(exact - np.stack(columns, axis=1))) / np.max(np.abs(exact))
    print("the Jacobian is that of differences to", "six digits" if far < 1e-6 else f"{far:.1e}")
    began = time.perf_counter()  # the Jacobian is compiled by now
    found = least_squares(residuals, start, jac=jacobian, args=(data,), xtol=1e-12)
    with_jacobian = time.perf_counter() - began
    began = time.perf_counter()
    other = least_squares(residuals, start, args=(data,), xtol=1e-12)
    with_differences = time.perf_counter() - began
    print("true: ", " ".join(f"{value:6.3f}" for value in TRUE))
    print("found:", " ".join(f"{value:6.3f}" for value in found.x))
    print(
        "residuals are computed",
        "fewer" if found.nfev < other.nfev + 4 * other.njev else "more",
        "times than with differences",
    )
    print("\nMeasured:")
    print(
        f"  {1e3 * with_jacobian:.0f} ms with the Jacobian, {1e3 * with_differences:.0f} ms with differences"
    )


if __name__ == "__main__":
    main()
