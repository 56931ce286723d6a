"""A stiff reaction with diffusion on a line: its sparse Jacobian by colours, given to `solve_ivp`.

`s2sad.jacobian(f, sparse=True)` finds which unknowns the right-hand side at each point depends on, and takes all columns that
have no row in common by one tangent: a few in place of hundreds. Needs SciPy.
"""

import numpy as np
from scipy.integrate import solve_ivp

import s2sad

N = 400
CALLS = []


def slope(t, state):
    """Brusselator: two substances at each of N points."""
    CALLS.append(t)
    u, v = state[:N], state[N:]
    reaction = u * u * v
    du, dv = np.zeros(N), np.zeros(N)
    du[1:-1] = u[2:] - 2.0 * u[1:-1] + u[:-2]
    dv[1:-1] = v[2:] - 2.0 * v[1:-1] + v[:-2]
    du[0], du[-1] = u[1] - 2.0 * u[0] + 1.0, u[-2] - 2.0 * u[-1] + 1.0
    dv[0], dv[-1] = v[1] - 2.0 * v[0] + 3.0, v[-2] - 2.0 * v[-1] + 3.0
    diffusion = 0.02 * (N + 1) ** 2
    return np.concatenate([1.0 + reaction - 4.0 * u + diffusion * du, 3.0 * u - reaction + diffusion * dv])


def main():
    x = np.arange(1, N + 1) / (N + 1)
    start = np.concatenate([1.0 + np.sin(2.0 * np.pi * x), np.full(N, 3.0)])
    jacobian = s2sad.jacobian(slope, "state", sparse=True)
    matrix = jacobian(0.0, start)
    print("unknowns:", matrix.shape[1], " numbers that aren't zero:", matrix.nnz)
    direction = np.cos(np.arange(2 * N))
    ahead, behind = slope(0.0, start + 1e-6 * direction), slope(0.0, start - 1e-6 * direction)
    far = np.max(np.abs(matrix @ direction - (ahead - behind) / 2e-6)) / np.max(np.abs(matrix @ direction))
    print("along a direction it is that of differences to", "six digits" if far < 1e-6 else f"{far:.1e}")
    CALLS.clear()
    found = solve_ivp(slope, (0.0, 2.0), start, method="BDF", jac=jacobian)
    with_colours = len(CALLS)
    CALLS.clear()
    solve_ivp(slope, (0.0, 2.0), start, method="BDF")
    ratio = len(CALLS) / with_colours
    print(
        "SciPy's differences call the right-hand side",
        "more than ten times" if ratio > 10.0 else f"{ratio:.1f} times",
        "as often",
    )
    print("u in the middle at the end:", f"{found.y[N // 2, -1]:.2f}")


if __name__ == "__main__":
    main()
