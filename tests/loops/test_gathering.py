"""Loops that add to neighbours, and gather what comes to each."""

import re

import numpy as np
import pytest

import s2sad


def heat(u):
    for _ in range(2):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u = v
    return np.sum(u**2)


def flux(u, v):
    for _ in range(2):
        u[1:-1] = u[1:-1] - 0.1 * u[1:-1] * (v[2:] - v[:-2])
        v[2:] = v[2:] - 0.1 * (v[:-2] * u[1:-1] - u[2:] ** 2)
    return np.sum(u * v)


def from_the_second(u, v):
    total = 0.0
    for i in range(2, u.shape[0] - 1):
        total += u[i - 2] * v[i] * u[i + 1] + v[i - 1] ** 2
    return total


def far_apart(u, v):
    total = 0.0
    for i in range(u.shape[0] - 4):
        total += u[i] * u[i + 4] - v[i + 1] * v[i + 3] * u[i + 2]
    return total


def in_reverse(u, v):
    total = 0.0
    for i in range(u.shape[0] - 2, 0, -1):
        total += u[i - 1] * u[i + 1] * v[i]
    return total


def with_branches(u, v):
    total = 0.0
    for i in range(1, u.shape[0]):
        d = u[i] - u[i - 1]
        if d > 0.0:
            total += d * v[i]
        else:
            total += d * d * v[i - 1]
    return total


def plate(u):
    n = u.shape[0]
    u = u.reshape(1, n) * np.ones((3, 1)) + np.arange(3.0).reshape(3, 1) * u**2
    u[1:-1, 1:-1] = 0.25 * (u[2:, 1:-1] + u[:-2, 1:-1] * u[1:-1, 2:] + u[1:-1, :-2])
    return np.sum(u**2)


PROGRAMS = [heat, flux, from_the_second, far_apart, in_reverse, with_branches, plate]
LENGTHS = [2, 3, 4, 5, 6, 7, 11]


def given(fun, n):
    rng = np.random.default_rng(n)
    return [rng.normal(size=n) for _ in range(fun.__code__.co_argcount)]


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_gradients_agree_at_all_lengths(fun, in_python):
    places = tuple(range(fun.__code__.co_argcount))
    compiled, plain = s2sad.grad(fun, places, jit=True), s2sad.grad(fun, places)
    for n in LENGTHS:
        for one, other in zip(compiled(*given(fun, n)), plain(*given(fun, n))):
            assert one == pytest.approx(other, rel=1e-12, abs=1e-12)


def reverse_sweep(fun, n=11):
    gradient = s2sad.grad(fun, tuple(range(fun.__code__.co_argcount)), jit=True)
    gradient(*given(fun, n))
    return re.sub(r" *# .*", "", gradient.source.partition("reverse sweep\n")[2])


@pytest.mark.parametrize("fun", [heat, flux, from_the_second, far_apart, in_reverse])
def test_an_element_is_added_to_once(fun, in_python):
    text = reverse_sweep(fun)
    added = [re.findall(r"(\w+)\[(.+)\] [+-]=", part) for part in re.split(r"\n *for ", text)]
    assert all(len({name for name, _ in found}) == len(found) for found in added)
    assert any(len(found) for found in added)
    assert re.search(r"for \w+ in range\((min|max)\(", text) or "max(" in text


def test_what_is_added_elsewhere_in_the_table_is_added_in_the_same_loop(in_python):
    text = reverse_sweep(plate)
    assert max(len(re.findall(r"u_bar\w*\[.+\] [+-]=", part)) for part in re.split(r"\n *for ", text)) == 3


def unknown_places(u, v):
    places = np.array([0, 1, 1, 0])
    total = 0.0
    for i in range(4):
        total += u[places[i]] * u[i] * v[i]
    return total


def test_unknown_places_are_left_in_loops_of_their_own(in_python):
    one, other = s2sad.grad(unknown_places, jit=True), s2sad.grad(unknown_places)
    assert one(*given(unknown_places, 4)) == pytest.approx(other(*given(unknown_places, 4)))
    assert "range(min(" not in one.source


@pytest.mark.parametrize("step", [2, -2, 3])
def test_a_range_with_steps_leaves_out_neighbours(in_python, step):
    def in_steps(x, y):
        total = 0.0
        for i in (
            range(1, len(x), 2)
            if step == 2
            else range(len(x) - 1, 0, step) if step < 0 else range(2, len(x), 3)
        ):
            total += x[i] * x[i - 1] * y[i]
        for i in range(len(x) - 1, -1, -1):
            total = total * 0.5 + np.sin(x[i])
        return total

    x, y = np.linspace(0.2, 1.4, 7), np.linspace(1.0, -0.5, 7)
    found, wanted = s2sad.grad(in_steps, (0, 1), jit=True)(x, y), s2sad.grad(in_steps, (0, 1))(x, y)
    np.testing.assert_allclose(found, wanted, rtol=1e-12)


def diffused(f, coeff):
    lap = 4.0 * f[1:-1, 1:-1] - (f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2])
    down, right = lap[1:, 1:-1] - lap[:-1, 1:-1], lap[1:-1, 1:] - lap[1:-1, :-1]
    down = np.where(down * (f[2:-1, 2:-2] - f[1:-2, 2:-2]) > 0, 0, down)
    right = np.where(right * (f[2:-2, 2:-1] - f[2:-2, 1:-2]) > 0, 0, right)
    moved = down[1:, :] - down[:-1, :] + right[:, 1:] - right[:, :-1]
    return np.sum((f[2:-2, 2:-2] - coeff[2:-2, 2:-2] * moved) ** 2)


def test_what_needs_much_is_not_computed_for_each_neighbour(in_python):
    rng = np.random.default_rng(0)
    f, coeff = rng.normal(size=(11, 11)), rng.random((11, 11))
    gradient = s2sad.grad(diffused, (0, 1), jit=True)
    for found, wanted in zip(gradient(f, coeff), s2sad.grad(diffused, (0, 1))(f, coeff)):
        np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-12)
    assert "range(min(" not in gradient.source
