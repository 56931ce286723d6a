"""An orbit of two bodies, as objects with methods."""

import numpy as np


class Body:
    def __init__(self, x, v, mass):
        self.x = x
        self.v = v
        self.mass = mass

    def kick(self, force, dt):
        self.v = self.v + dt / self.mass * force

    def drift(self, dt):
        self.x = self.x + dt * self.v


def f(x, v):
    sun, planet = Body(0.0, 0.1, 5.0), Body(x, v, 0.5)
    for _ in range(4):
        distance = planet.x - sun.x
        force = sun.mass * planet.mass / distance**2
        sun.kick(force, 0.1)
        planet.kick(-force, 0.1)
        sun.drift(0.1)
        planet.drift(0.1)
    return 0.5 * planet.mass * planet.v**2 + sun.x * planet.x


def by_hand(x, v):
    xs, vs, xp, vp, dt = 0.0, 0.1, x, v, 0.1
    distances = []
    for _ in range(4):
        distances.append(xp - xs)
        force = 2.5 / distances[-1] ** 2
        vs, vp = vs + dt / 5.0 * force, vp - dt / 0.5 * force
        xs, xp = xs + dt * vs, xp + dt * vp
    xs_bar, xp_bar, vs_bar, vp_bar = xp, xs, 0.0, 0.5 * vp
    for distance in reversed(distances):
        vs_bar, vp_bar = vs_bar + dt * xs_bar, vp_bar + dt * xp_bar
        force_bar = dt / 5.0 * vs_bar - dt / 0.5 * vp_bar
        distance_bar = -5.0 / distance**3 * force_bar
        xs_bar, xp_bar = xs_bar - distance_bar, xp_bar + distance_bar
    return xp_bar, vp_bar


POINT = (2.0, 0.7)
