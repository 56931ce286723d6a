"""The conductivity of a rod from temperatures: the gradient of a misfit goes through a sparse linear system.

The rod is heated evenly and held at zero degrees at both ends. Its conductivity varies along it, and is fitted to temperatures
that were measured: one solution of the heat equation for the misfit, and one with the same factors for its gradient.
"""

import numpy as np
import scipy.sparse as sp
from scipy.optimize import minimize
from scipy.sparse.linalg import spsolve

import s2sad

N = 200
X = np.linspace(0.0, 1.0, N + 1)
CENTRES = 0.5 * (X[1:] + X[:-1])
WAVES = np.stack([np.sin(np.pi * k * CENTRES) for k in range(1, 5)])


def temperatures(strengths):
    """Of the inner points; the conductivity of each cell is positive, whatever the strengths of the waves in it."""
    conductivity = np.exp(strengths @ WAVES)
    stiffness = sp.diags(
        [-conductivity[1:-1], conductivity[:-1] + conductivity[1:], -conductivity[1:-1]],
        [-1, 0, 1],
        format="csc",
    )
    return spsolve(stiffness * N**2, np.ones(N - 1))


def misfit(strengths, measured):
    return np.sum((temperatures(strengths) - measured) ** 2)


def main():
    true = np.array([0.5, -0.3, 0.2, 0.1])
    rng = np.random.default_rng(0)
    measured = temperatures(true) + 1e-5 * rng.normal(size=N - 1)
    slope = s2sad.grad(misfit)
    found = minimize(misfit, np.zeros(4), (measured,), jac=slope, method="BFGS", options={"gtol": 1e-9})
    print("true:  ", " ".join(f"{value:6.3f}" for value in true))
    print("found: ", " ".join(f"{value:6.3f}" for value in found.x))
    print("misfit:", f"{misfit(np.zeros(4), measured):.1e} at the start, {found.fun:.1e} at the end")
    along = np.array([1.0, -1.0, 0.5, 2.0])
    exact = slope(np.zeros(4), measured) @ along
    step = 1e-5 * along
    differences = (misfit(step, measured) - misfit(-step, measured)) / 2e-5
    print("slope along a direction:", f"{exact:.8f} by s2sad, {differences:.8f} by differences")


if __name__ == "__main__":
    main()
