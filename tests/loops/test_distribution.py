"""Loops that run forwards, and apart, where that changes nothing but rounding."""

import re

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])
Y = np.array([0.9, 0.1, -0.4, 0.5, 0.2, -0.8])
A = np.array([[0.5, -1.2, 0.3, 0.9], [1.4, 0.2, -0.6, 0.7], [-0.3, 0.8, 1.1, -0.4]])


def stencil(u):
    return np.sum((u[2:] - 2.0 * u[1:-1] + u[:-2]) ** 2)


def stencil_in_place(u):
    for _ in range(2):
        u[1:-1] = 0.5 * (u[2:] + u[:-2]) * u[1:-1]
    return np.sum(u * u)


def sweep(u):
    for i in range(1, u.shape[0] - 1):
        u[i] = 0.5 * (u[i - 1] + u[i + 1])
    return np.sum(u * u)


def repeated_places(u):
    places = np.array([0, 2, 2, 1, 0])
    v = np.zeros(4)
    for k in range(5):
        v[places[k]] += u[k] * u[places[k]]
    return np.sum(v * v)


def reduced(u):
    total, weight = 0.0, 0.0
    for i in range(u.shape[0]):
        total += u[i] ** 2
        weight += u[i]
    return total / (2.0 + weight)


def scanned(u):
    s = 0.0
    out = np.zeros(u.shape[0])
    for i in range(u.shape[0]):
        s = 0.5 * s + u[i]
        out[i] = s
    return np.sum(out**2)


def taking_long(u):
    return np.sum(np.exp(u[1:] * u[:-1]) + np.sin(u[1:] - u[:-1]))


def backwards(u):
    for i in range(u.shape[0] - 2, 0, -1):
        u[i] = u[i] - 0.3 * u[i + 1] * u[i - 1]
    return u[0] + u[1] ** 2


def strides(u):
    u[::2] += u[1::2] * u[::-2]
    return np.sum(u**2)


PROGRAMS = [
    stencil,
    stencil_in_place,
    sweep,
    repeated_places,
    reduced,
    scanned,
    taking_long,
    backwards,
    strides,
]


def differences(fun, x, h=1e-6):
    found = np.zeros(x.size)
    for k in range(x.size):
        step = np.zeros(x.size)
        step[k] = h
        found[k] = (fun(x + step) - fun(x - step)) / (2 * h)
    return found


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_gradients_agree_with_differences(fun, in_python):
    gradient = s2sad.grad(fun, jit=True)
    assert gradient(X.copy()) == pytest.approx(differences(fun, X), rel=1e-6, abs=1e-8)


def reverse_sweep(fun, *args):
    gradient = s2sad.grad(fun, jit=True)
    gradient(*args)
    return re.sub(r" *# .*", "", gradient.source.partition("# reverse sweep\n")[2])


def in_steps_of_two(u):
    total = 0.0
    for j in range(u.shape[0] // 2):
        total += u[j] ** 2 * u[2 * j]
    return total


def test_what_is_added_in_other_steps_has_a_loop_of_its_own(in_python):
    gradient = s2sad.grad(in_steps_of_two, jit=True)
    assert gradient(X) == pytest.approx(differences(in_steps_of_two, X), abs=1e-8)
    loops = gradient.source.split("for j in ")[1:]
    assert [len(re.findall(r"u_bar\[.+\] \+=", part)) for part in loops] == [1, 1]


def test_what_takes_long_is_computed_once(in_python):
    assert reverse_sweep(taking_long, X).count("_exp(") == 1


def test_what_depends_on_the_iteration_before_goes_backwards(in_python):
    assert ", 0, -1)" in reverse_sweep(sweep, X.copy())
    assert ", -1, -1)" in reverse_sweep(scanned, X)


def test_a_mean_over_rows_goes_forwards(in_python):
    def fun(a):
        return np.sum(a.mean(axis=0) ** 2)

    text = reverse_sweep(fun, A)
    assert "-1, -1)" not in text.rpartition("for ")[2]


def pairs(x, y, z, w):
    energy = 0.0
    for i in range(x.shape[0]):
        for j in range(i):
            d = (x[i] - x[j]) ** 2 + (y[i] - y[j]) ** 2 + (z[i] - z[j]) ** 2
            energy += w[i] * w[j] / (0.1 + d)
    return energy


def columns(a):
    total = 0.0
    for k in range(a.shape[1]):
        total += a[0, k] / (a[1, k] ** 2 + a[2, k] * a[0, k] + 3.0)
    return total


def test_many_arrays_are_added_to_in_one_loop(in_python):
    gradient = s2sad.grad(pairs, (0, 1, 2, 3), jit=True)
    found = gradient(X, Y, X * Y, X + Y)
    assert gradient.source.count("for j in") == 1 and "saved" not in gradient.source
    for one, other in zip(found, s2sad.grad(pairs, (0, 1, 2, 3))(X, Y, X * Y, X + Y)):
        assert one == pytest.approx(other)


def test_places_in_other_rows_are_added_to_in_one_loop(in_python):
    gradient = s2sad.grad(columns, jit=True)
    assert gradient(A) == pytest.approx(s2sad.grad(columns)(A))
    assert gradient.source.count("for k in") == 1
