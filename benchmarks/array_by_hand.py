"""The gradients of the array programs as a careful person writes them: reverse mode, in place where that is possible."""

import numpy as np


def mlp(w1, b1, w2, b2, x, y):
    hidden = np.tanh(x @ w1 + b1)
    error_bar = hidden @ w2 + b2 - y
    error_bar *= 2.0 / error_bar.size
    inner_bar = error_bar @ w2.T
    w2_bar = hidden.T @ error_bar
    inner_bar *= 1.0 - hidden * hidden
    return x.T @ inner_bar, np.sum(inner_bar, axis=0), w2_bar, np.sum(error_bar, axis=0)


def logistic(w, x, y):
    margins = y * (x @ w)
    return x.T @ (-y / (1.0 + np.exp(margins))) + w


def mixture(weights, means, log_scales, x):
    shares = np.exp(weights)
    shares /= np.sum(shares)
    inverse = np.exp(-log_scales)
    z = (x[:, None, :] - means) * inverse
    density = np.log(shares) - 0.5 * np.sum(z * z, axis=2) - np.sum(log_scales, axis=1)
    density_bar = np.exp(density - np.max(density, axis=1, keepdims=True))
    density_bar /= np.sum(density_bar, axis=1, keepdims=True)
    total = np.sum(density_bar, axis=0)
    z_bar = density_bar[:, :, None] * z
    means_bar = np.sum(z_bar, axis=0) * inverse
    z_bar *= z
    return total - len(x) * shares, means_bar, np.sum(z_bar, axis=0) - total[:, None]


def lstm(w, u, b, x, h, c):
    n = h.shape[1]
    gates = x @ w + h @ u + b
    take, forget, give = (1.0 / (1.0 + np.exp(-gates[:, k * n : (k + 1) * n])) for k in range(3))
    new = np.tanh(gates[:, 3 * n :])
    flat = np.tanh(forget * c + take * new)
    out = give * flat
    gates_bar = np.empty_like(gates)
    out_bar = 2.0 * out
    cell_bar = out_bar * give * (1.0 - flat * flat)
    gates_bar[:, :n] = cell_bar * new * take * (1.0 - take)
    gates_bar[:, n : 2 * n] = cell_bar * c * forget * (1.0 - forget)
    gates_bar[:, 2 * n : 3 * n] = out_bar * flat * give * (1.0 - give)
    gates_bar[:, 3 * n :] = cell_bar * take * (1.0 - new * new)
    return x.T @ gates_bar, h.T @ gates_bar, np.sum(gates_bar, axis=0)


def heat(start, target, steps):
    u = start.copy()
    for _ in range(steps):
        u[1:-1, 1:-1] += 0.2 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4.0 * u[1:-1, 1:-1])
    u_bar = 2.0 * (u - target)
    for _ in range(steps):
        change = 0.2 * u_bar[1:-1, 1:-1]
        u_bar[2:, 1:-1] += change
        u_bar[:-2, 1:-1] += change
        u_bar[1:-1, 2:] += change
        u_bar[1:-1, :-2] += change
        change *= 4.0
        u_bar[1:-1, 1:-1] -= change
    return u_bar


def gauss_seidel(start, source):
    u = start.copy()
    rows, columns = u.shape
    for i in range(1, rows - 1):
        for j in range(1, columns - 1):
            u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] + source[i, j])
    u_bar = 2.0 * u
    source_bar = np.zeros_like(source)
    for i in range(rows - 2, 0, -1):
        for j in range(columns - 2, 0, -1):
            change = 0.25 * u_bar[i, j]
            u_bar[i, j] = 0.0
            u_bar[i - 1, j] += change
            u_bar[i + 1, j] += change
            u_bar[i, j - 1] += change
            u_bar[i, j + 1] += change
            source_bar[i, j] = change
    return u_bar, source_bar


def log_det(matrix):
    """Row k and column k stay as they are after step k, so that nothing has to be saved but them."""
    a = matrix.copy()
    n = len(a)
    for k in range(n - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    a_bar = np.diag(1.0 / np.diag(a))
    for k in range(n - 2, -1, -1):
        rest_bar = a_bar[k + 1 :, k + 1 :]
        column_bar = a_bar[k + 1 :, k]
        column_bar -= rest_bar @ a[k, k + 1 :]
        a_bar[k, k + 1 :] -= a[k + 1 :, k] @ rest_bar
        column_bar /= a[k, k]
        a_bar[k, k] -= column_bar @ a[k + 1 :, k]
    return a_bar


def energy(positions, masses):
    apart = positions[:, None, :] - positions[None, :, :]
    inverse = 1.0 / np.sqrt(np.sum(apart * apart, axis=2) + 0.01)
    masses_bar = -(inverse @ masses)
    inverse *= inverse * inverse
    inverse *= masses[:, None] * masses[None, :]
    apart *= inverse[:, :, None]
    return np.sum(apart, axis=1), masses_bar
