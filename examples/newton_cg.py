"""Exact gradients and products of the Hessian, for a minimum by `scipy.optimize`.

The function is the valley of Rosenbrock in 50 dimensions. `value_and_grad` is what SciPy takes as `jac=True`, and `hvp`
what it takes as `hessp`: the Hessian itself is never formed. Needs SciPy.
"""

import numpy as np
from scipy.optimize import minimize

import s2sad


def rosenbrock(x):
    a, b = x[:-1], x[1:]
    return np.sum(100.0 * (b - a * a) ** 2 + (1.0 - a) ** 2)


value_and_slope = s2sad.value_and_grad(rosenbrock)


def curved(x, direction):
    """The Hessian at x times a direction."""
    return s2sad.hvp(rosenbrock, (x,), (direction,))[0]


def minimized(start):
    """The minimum by three ways to get derivatives."""
    exact = {"options": {"xtol": 1e-10}, "hessp": curved}
    return {
        "BFGS, differences": minimize(rosenbrock, start, method="BFGS"),
        "BFGS, s2sad": minimize(value_and_slope, start, method="BFGS", jac=True),
        "Newton-CG, s2sad": minimize(value_and_slope, start, method="Newton-CG", jac=True, **exact),
    }


def main():
    runs = minimized(np.tile([-1.2, 1.0], 25))
    print("The minimum is 0, where every x is 1.\n")
    for name, run in runs.items():
        print(f"{name:18}  x[0] {run.x[0]:.4f}  x[-1] {run.x[-1]:.4f}")
    print("\nMeasured:\n")
    print(f"{'':18}  {'minimum':>8}  {'functions':>9}  {'gradients':>9}  {'products':>8}")
    for name, run in runs.items():
        gradients = run.njev if "s2sad" in name else 0
        print(f"{name:18}  {run.fun:8.0e}  {run.nfev:9}  {gradients:9}  {run.get('nhev', 0):8}")


if __name__ == "__main__":
    main()
