"""Lists and tuples where NumPy's functions make arrays of them, with active numbers in them or beside them."""

import math

import numpy as np
import pytest

import s2sad

POINT, MOVED = np.array([0.5, 1.2]), np.array([0.3, -0.7])
STEP = 1e-6


def case_f1(a):
    return np.sum([a[0], a[1] * 2])


def case_f2(a):
    return np.exp([a[0], a[1] * 2]).sum()


def case_f3(a):
    return np.average(a, weights=[1.0, 2.0])


def case_f4(a):
    return np.convolve([1, 2, 1], a).sum()


def case_f5(a):
    return np.polyval([1, 2, a[0]], a).sum()


def case_f6(a):
    return np.interp(a, [0, 1, 2], [1, a[0], 3]).sum()


def case_f7(a):
    return (np.add([1, 2], a) ** 2).sum()


def case_f8(a):
    return ([1, 2] * a).sum()


def case_f9(a):
    return np.linalg.norm([a[0], a[1]])


def case_g1(a):
    return np.mean([a[0], a[1] ** 2, 1])


def case_g2(a):
    return np.max([a[0], a[1] ** 2, 1])


def case_g3(a):
    return np.var([a[0], a[1] ** 2, 1])


def case_g4(a):
    return np.prod((a[0], a[1] ** 2, 1))


def case_g5(a):
    return np.cumsum([a[0], a[1] ** 2, 1])[-1]


def case_g6(a):
    return np.dot([[1, 2], [3, 4]], a).sum()


def case_g7(a):
    return np.where([True, False], a, [a[1], 2]).sum()


def case_g8(a):
    return np.trapezoid([a[0], a[1], 2.0], dx=0.5) if hasattr(np, "trapezoid") else 0


def case_g9(a):
    return np.diff([a[0], a[1] ** 2, 2.0]).prod()


def case_h1(a):
    return np.sqrt([[a[0], a[1]], [1.0, 2]]).sum()


def case_h2(a):
    return np.linalg.solve([[a[0], a[1]], [1.0, 2]], [a[1], 3]).sum()


def case_h3(a):
    return np.outer([a[0], a[1]], [1, a[0]]).sum()


def case_h4(a):
    return (a * [a[0], 2]).sum() + (np.array([a[0], 1]) + [1, 2]).prod()


def case_h5(a):
    return np.clip(a, [0, 0], [1, 1]).sum()


def case_h6(a):
    return np.cross([a[0], a[1], 1], [1, 2, a[0]]).sum()


def case_h8(a):
    return np.take(a, [0, 1, 1]).sum() + a[[0, 0]].prod()


def case_h9(a):
    return np.maximum([a[0], 2], a).sum()


def case_i1(a):
    return np.full((2, 2), a[0]).sum() + np.tile([a[0], 1], 2).sum()


def case_i2(a):
    return np.sum(np.einsum("i,i", [1, 2.0], a))


def case_i3(a):
    return np.matmul([[1.0, 2], [3, 4]], a).sum()


def case_i4(a):
    return (np.array([[1.0, 2], [3, 4]]) @ [a[0], a[1]]).sum()


def case_i5(a):
    return np.sum(np.sort([a[1], a[0], 3]) * [1, 2, 3])


def case_i6(a):
    return np.linalg.det([[a[0], 1], [2, a[1]]])


def case_i7(a):
    return np.median([a[0], a[1], 3])


def case_i8(a):
    return np.arctan2([1, 2], a).sum() + np.hypot((1.0, 2.0), a).sum() + np.power(a, [2, 3]).sum()


def case_i9(a):
    return np.trace([[a[0], 1], [2, a[1]]])


CASES = [function for name, function in list(globals().items()) if name.startswith("case_")]


@pytest.mark.parametrize("function", CASES)
def test_all_modes(function):
    forth, back = POINT + STEP * MOVED, POINT - STEP * MOVED
    gradient = s2sad.grad(function)
    slope = (function(forth) - function(back)) / (2 * STEP)
    value, dot = s2sad.jvp(function, (POINT,), (MOVED,))
    assert value == pytest.approx(function(POINT), rel=1e-14)
    assert dot == pytest.approx(slope, abs=1e-6, rel=1e-6)
    assert gradient(POINT) @ MOVED == pytest.approx(slope, abs=1e-6, rel=1e-6)
    turned = (gradient(forth) - gradient(back)) / (2 * STEP)
    (product,) = s2sad.hvp(function, (POINT,), (MOVED,))
    np.testing.assert_allclose(product, turned, atol=1e-5, rtol=1e-4)


def test_what_is_stacked_at_the_end_was_made_of_what_came_before():
    """The adjoint of a sum is a view that can't be written to; those of a list's items are added to in place."""

    def history(x):
        past = [x]
        for _ in range(2):
            past.append(past[-1] * 2)
        return np.sum(np.array(past)) + np.mean(past)

    gradient = s2sad.grad(history)(np.array([0.5, 0.2]))
    assert gradient == pytest.approx([7.0 + 7.0 / 6.0] * 2)


def projections(x):
    """What a list holds depends on what was read out of it, while nothing was in it yet."""
    found = []
    for k in range(3):
        v = x * (k + 1.0)
        for u in found:
            v = v - (u @ v) / (1.0 + u @ u) * u.T / u.shape[0]
        found.append(np.dot(v, v) * v)
        v[0] += 1.0
    return np.sum(v)


def pairs(x):
    steps, slopes = [], []
    for _ in range(3):
        q = 2.0 * x
        for s, y in zip(steps, slopes):
            q = q - (s @ q) / (1.0 + y @ s) * y
        steps.append(-0.1 * q)
        slopes.append(x + 1.0)
        x = x - 0.1 * q
        x[0] *= 0.5
    return np.sum(x**2)


@pytest.mark.parametrize("function", [projections, pairs])
def test_what_is_in_a_list_that_began_empty_may_be_written(function):
    x, h = np.array([0.3, -0.7, 0.2]), 1e-6
    slopes = [(function(x + d) - function(x - d)) / (2.0 * h) for d in h * np.eye(3)]
    assert s2sad.grad(function)(x) == pytest.approx(slopes, rel=1e-7, abs=1e-8)
    assert s2sad.jvp(function, (x,), (np.ones(3),))[1] == pytest.approx(sum(slopes), rel=1e-7)


def distances_and_sums_of_arrays(x):
    y = 2.0 * x
    return math.dist(y, y * x) * math.fsum(y) + math.fsum(x)


@pytest.mark.parametrize("x", [np.array([0.3]), np.array([0.3, 0.5, 0.9])])
def test_an_array_gets_its_adjoint_from_functions_of_sequences(x):
    f = distances_and_sums_of_arrays
    steps = 1e-6 * np.eye(len(x))
    expected = [(f(x + step) - f(x - step)) / 2e-6 for step in steps]
    assert s2sad.grad(f)(x) == pytest.approx(expected, rel=1e-6)
