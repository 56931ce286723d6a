"""The strength of a penalty, chosen by the gradient of the error on other data through `scipy.optimize.minimize`.

The weights are the minimum of the penalised error on the data to learn from. How the error on the data to check with varies with the
strengths follows from the equations at that minimum: one linear system, however many steps `minimize` took. Needs SciPy.
"""

import numpy as np
from scipy.optimize import minimize

import s2sad

RNG = np.random.default_rng(1)
TRUE = np.array([2.0, -1.0, 0.0, 0.0, 0.5])


def made(count):
    rows = RNG.normal(size=(count, 5))
    return rows, rows @ TRUE + 0.5 * RNG.normal(size=count)


LEARN, CHECK = made(12), made(40)


def penalised(weights, logs):
    rows, values = LEARN
    return np.sum((rows @ weights - values) ** 2) + np.sum(np.exp(logs) * weights**2)


def learned(logs):
    return minimize(penalised, np.zeros(5), args=(logs,), method="BFGS", options={"gtol": 1e-9}).x


def error(logs):
    """The error on the other data, of the weights that were learned with these penalties."""
    rows, values = CHECK
    return np.mean((rows @ learned(logs) - values) ** 2)


def main():
    logs = np.zeros(5)
    slope = s2sad.grad(error)
    step = 1e-4
    differences = [
        (error(logs + step * unit) - error(logs - step * unit)) / (2.0 * step) for unit in np.eye(5)
    ]
    print("by s2sad:      ", " ".join(f"{value:7.3f}" for value in slope(logs)))
    print("by differences:", " ".join(f"{value:7.3f}" for value in differences))
    found = minimize(error, logs, jac=slope, method="L-BFGS-B", bounds=[(-6.0, 6.0)] * 5)
    print("error:", f"{error(logs):.3f} with equal penalties, {found.fun:.3f} with those that were found")


if __name__ == "__main__":
    main()
