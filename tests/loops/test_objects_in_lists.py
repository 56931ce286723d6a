"""Objects in lists: a list for each attribute, in loops of scalars."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.5, 0.8])


class Particle:
    def __init__(self, x, v, m=1.0):
        self.x, self.v, self.m = x, v, m


def grown(x):
    n, k = len(x), x[0]
    particles = [Particle(float(i), 0.1 * i * x[i]) for i in range(n)]
    for _ in range(3):
        for i in range(1, n):
            force = k * (particles[i].x - particles[i - 1].x - 1.0)
            particles[i].v -= 0.1 * force
            particles[i - 1].v += 0.1 * force
        for each in particles:
            each.x += 0.1 * each.v
    energy = 0.0
    for i in range(n):
        energy += particles[i].m * particles[i].v ** 2
    return energy


def written_out(x):
    particles = [Particle(x[0], 0.0), Particle(x[1], x[2], 2.0), Particle(1.0, 0.1, 0.5)]
    for i in range(len(particles)):
        for j in range(i + 1, len(particles)):
            one, other = particles[i], particles[j]
            pull = one.m * other.m * (other.x - one.x)
            one.v += 0.1 * pull / one.m
            other.v -= 0.1 * pull / other.m
    return sum(each.m * each.v**2 for each in particles)


@pytest.mark.parametrize("function", [grown, written_out])
def test_gradients(check, function):
    check(function, X)


def test_attributes_have_lists(in_python):
    gradient = s2sad.grad(written_out, jit=True)
    gradient(X)
    assert "particles_v" in gradient.source
