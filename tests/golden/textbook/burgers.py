"""Burgers' equation, by central differences."""

import numpy as np


def f(u, nu):
    for _ in range(3):
        slope = 0.5 * (u[2:] - u[:-2])
        bend = u[2:] - 2.0 * u[1:-1] + u[:-2]
        u[1:-1] += 0.1 * (nu * bend - u[1:-1] * slope)
    return np.sum(u**2)


def by_hand(u, nu):
    u, steps = u.copy(), []
    for _ in range(3):
        slope = 0.5 * (u[2:] - u[:-2])
        bend = u[2:] - 2.0 * u[1:-1] + u[:-2]
        steps.append((u[1:-1].copy(), slope, bend))
        u[1:-1] += 0.1 * (nu * bend - u[1:-1] * slope)
    u_bar, nu_bar = 2.0 * u, 0.0
    for middle, slope, bend in reversed(steps):
        change_bar = 0.1 * u_bar[1:-1]
        nu_bar += bend @ change_bar
        bend_bar, slope_bar = nu * change_bar, -middle * change_bar
        u_bar[1:-1] -= slope * change_bar + 2.0 * bend_bar
        u_bar[2:] += bend_bar + 0.5 * slope_bar
        u_bar[:-2] += bend_bar - 0.5 * slope_bar
    return u_bar, nu_bar


POINT = (np.array([0.3, -1.2, 0.8, 0.5, 2.0, -0.4]), 0.3)
