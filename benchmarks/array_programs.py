"""The functions of arrays whose gradients are timed: NumPy as people write it, three of them in place.

Each comes with arguments of three sizes. What the peers can't take as it is, they get rewritten (`array_peers.py`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class ArrayProgram(NamedTuple):
    """A function, its arguments by size, and those that it is differentiated by."""

    function: Callable[..., Any]
    arguments: Callable[..., tuple[Any, ...]]
    sizes: dict[str, tuple[int, ...]]
    argnums: tuple[int, ...]
    title: str

    @property
    def name(self) -> str:
        return self.function.__name__

    def args(self, size: str) -> tuple[Any, ...]:
        return self.arguments(np.random.default_rng(0), *self.sizes[size])


def sizes(small: Any, medium: Any, large: Any) -> dict[str, tuple[int, ...]]:
    return {"small": small, "medium": medium, "large": large}


# ------------------------------------------------------------------------------------------------- machine learning


def mlp(w1, b1, w2, b2, x, y):
    hidden = np.tanh(x @ w1 + b1)
    error = hidden @ w2 + b2 - y
    return np.mean(error * error)


def mlp_arguments(rng, count, inputs, width):
    w1, w2 = rng.normal(size=(inputs, width)) / inputs**0.5, rng.normal(size=(width, 1)) / width**0.5
    return w1, np.zeros(width), w2, np.zeros(1), rng.normal(size=(count, inputs)), rng.normal(size=(count, 1))


def logistic(w, x, y):
    margins = y * (x @ w)
    return np.sum(np.logaddexp(0.0, -margins)) + 0.5 * np.sum(w * w)


def logistic_arguments(rng, count, inputs):
    return rng.normal(size=inputs), rng.normal(size=(count, inputs)), rng.choice([-1.0, 1.0], size=count)


def mixture(weights, means, log_scales, x):
    logits = weights - np.log(np.sum(np.exp(weights)))
    z = (x[:, None, :] - means) * np.exp(-log_scales)
    density = logits - 0.5 * np.sum(z * z, axis=2) - np.sum(log_scales, axis=1)
    top = np.max(density, axis=1, keepdims=True)
    return np.sum(np.log(np.sum(np.exp(density - top), axis=1)) + top[:, 0])


def mixture_arguments(rng, count, parts, inputs):
    means, log_scales = rng.normal(size=(parts, inputs)), 0.1 * rng.normal(size=(parts, inputs))
    return rng.normal(size=parts), means, log_scales, rng.normal(size=(count, inputs))


def lstm(w, u, b, x, h, c):
    n = h.shape[1]
    gates = x @ w + h @ u + b
    take = 1.0 / (1.0 + np.exp(-gates[:, :n]))
    forget = 1.0 / (1.0 + np.exp(-gates[:, n : 2 * n]))
    give = 1.0 / (1.0 + np.exp(-gates[:, 2 * n : 3 * n]))
    cell = forget * c + take * np.tanh(gates[:, 3 * n :])
    out = give * np.tanh(cell)
    return np.sum(out * out)


def lstm_arguments(rng, count, inputs, width):
    w, u = (
        rng.normal(size=(inputs, 4 * width)) / inputs**0.5,
        rng.normal(size=(width, 4 * width)) / width**0.5,
    )
    state = rng.normal(size=(2, count, width))
    return w, u, np.zeros(4 * width), rng.normal(size=(count, inputs)), state[0], state[1]


# --------------------------------------------------------------------------------------------------------- in place


def heat(start, target, steps):
    u = start.copy()
    for _ in range(steps):
        u[1:-1, 1:-1] += 0.2 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1])
    return np.sum((u - target) ** 2)


def heat_arguments(rng, n, steps):
    return rng.normal(size=(n, n)), rng.normal(size=(n, n)), steps


def gauss_seidel(start, source):
    u = start.copy()
    rows, columns = u.shape
    for i in range(1, rows - 1):
        for j in range(1, columns - 1):
            u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] + source[i, j])
    return np.sum(u * u)


def gauss_seidel_arguments(rng, n):
    return rng.normal(size=(n, n)), rng.normal(size=(n, n))


def log_det(matrix):
    a = matrix.copy()
    n = len(a)
    for k in range(n - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return np.sum(np.log(np.abs(np.diag(a))))


def log_det_arguments(rng, n):
    return (rng.normal(size=(n, n)) + n * np.eye(n),)


# ---------------------------------------------------------------------------------------------------- broadcasting


def energy(positions, masses):
    apart = positions[:, None, :] - positions[None, :, :]
    squares = np.sum(apart * apart, axis=2) + 0.01
    return -0.5 * np.sum(masses[:, None] * masses[None, :] / np.sqrt(squares))


def energy_arguments(rng, n):
    return rng.normal(size=(n, 3)), rng.uniform(0.5, 1.5, size=n)


PROGRAMS = [
    ArrayProgram(
        mlp, mlp_arguments, sizes((4, 3, 5), (256, 32, 64), (2048, 128, 256)), (0, 1, 2, 3), "Neural network"
    ),
    ArrayProgram(
        logistic, logistic_arguments, sizes((8, 3), (2000, 20), (50_000, 50)), (0,), "Logistic regression"
    ),
    ArrayProgram(
        mixture, mixture_arguments, sizes((8, 2, 2), (500, 5, 4), (10_000, 10, 8)), (0, 1, 2), "Mixture"
    ),
    ArrayProgram(
        lstm, lstm_arguments, sizes((2, 3, 4), (32, 32, 64), (256, 128, 256)), (0, 1, 2), "LSTM step"
    ),
    ArrayProgram(heat, heat_arguments, sizes((6, 10), (64, 200), (400, 200)), (0,), "Heat equation in place"),
    ArrayProgram(
        gauss_seidel,
        gauss_seidel_arguments,
        sizes((5,), (40,), (150,)),
        (0, 1),
        "Gauss-Seidel sweep in place",
    ),
    ArrayProgram(log_det, log_det_arguments, sizes((4,), (60,), (250,)), (0,), "LU decomposition in place"),
    ArrayProgram(energy, energy_arguments, sizes((5,), (150,), (1000,)), (0, 1), "Energy of bodies"),
]
