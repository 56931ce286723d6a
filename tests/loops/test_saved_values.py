"""What is saved goes to arrays where it is known how much there will be, and to stacks elsewhere."""

import numpy as np
import pytest

import s2sad


def text_of(fun, *args):
    gradient = s2sad.grad(fun, jit=True)
    found = gradient(*args)
    return gradient.source, found


def squares(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = np.sin(total) + x[i] ** 2
    return total


def triangle(x):
    total = 1.0
    for i in range(x.shape[0]):
        for j in range(i):
            total = np.tanh(total) * x[i] + x[j]
    return total


def counted_triangle(x):
    """The item of the inner loop isn't used, so that the reverse sweep doesn't go through its range."""
    total = 1.0
    for i in range(x.shape[0]):
        for _ in range(i):
            total = np.tanh(total) * x[i]
    return total


def upper_triangle(x):
    total = 1.0
    n = x.shape[0]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            total = np.tanh(total) * x[i] + x[j]
    return total


def band(x):
    total = 1.0
    for i in range(x.shape[0] - 2):
        for j in range(i, i + 3):
            total = np.tanh(total) * x[i] + x[j] * j
    return total


def corner(x):
    """The inner loop goes further than the outer one, by a number that only an argument's length tells."""
    total = 1.0
    for i in range(1, 4):
        for j in range(2 * i - 1, x.shape[0] + i - 3):
            total = np.tanh(total) * x[i] + x[j] * j
    return total


def pyramid(x):
    total = 1.0
    for i in range(x.shape[0]):
        for j in range(i):
            for k in range(j):
                total = np.tanh(total) * x[i] + x[j] * x[k]
    return total


def prism(x):
    total = 1.0
    for i in range(x.shape[0]):
        for j in range(i):
            for k in range(x.shape[0]):
                total = np.tanh(total) * x[i] + x[j] * x[k]
    return total


def stepwise(x):
    total = 1.0
    for i in range(1, x.shape[0], 2):
        total = np.tanh(total) * x[i]
    return total


def broken_off(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = np.sin(total) + x[i]
        if total > 1.0:
            break
    return total


def nested(x):
    total = 0.0
    for i in range(x.shape[0]):
        s = 0.5 + x[i]
        while s < 2.0:
            s = s * s + 0.6
        total += s
    return total


def within_a_branch(x):
    """What one branch alone knows is saved for the other one too, as zeros."""
    total = np.zeros(2)
    for i in range(x.shape[0]):
        for j in range(x.shape[0]):
            if i != j and x[i] < 0.8:
                d = np.sqrt((x[i] - x[j]) ** 2 + total[0] ** 2 + 0.1)
                total[1] += np.sin(d * total[1]) / d
            else:
                total[0] += np.tanh(total[1]) * x[i]
    return total[0] + total[1]


X = np.array([0.3, 0.7, 0.4, 0.9, 0.1])
KNOWN = [squares, stepwise, triangle, upper_triangle, band, corner, prism, within_a_branch]
UNKNOWN = [counted_triangle, pyramid, broken_off, nested]
ALL = KNOWN + UNKNOWN


@pytest.mark.parametrize("fun", ALL)
def test_gradients(fun, in_python):
    _, found = text_of(fun, X)
    wanted = [(fun(X + e) - fun(X - e)) / 2e-6 for e in np.eye(5) * 1e-6]
    assert found == pytest.approx(wanted, rel=1e-6, abs=1e-8)


@pytest.mark.parametrize("fun", KNOWN)
def test_known_counts_give_arrays(fun, in_python):
    text, _ = text_of(fun, X)
    assert ".append(" not in text
    assert "np.empty(" in text


@pytest.mark.parametrize("fun", UNKNOWN)
def test_unknown_counts_give_stacks(fun, in_python):
    text, _ = text_of(fun, X)
    assert "_saved.pop()" in text


@pytest.mark.parametrize(
    ("fun", "shape"),
    [
        (triangle, (5, 4)),
        (upper_triangle, (5, 4)),
        (band, (3, 3)),
        (corner, (3, 2)),
        (prism, (5, 4, 5)),
    ],
)
def test_room_is_for_the_most_iterations(fun, shape, in_python, monkeypatch):
    gradient = s2sad.grad(fun, jit=True)
    gradient(X)
    made = []
    empty = np.empty

    def spy(shape, *args, **kwargs):
        made.append(shape)
        return empty(shape, *args, **kwargs)

    monkeypatch.setattr(np, "empty", spy)
    gradient(X)
    assert set(made) == {shape}


def left_early_for_nothing(x, A):
    """Of the last loops nothing is left in the tangent of the gradient but how often they were gone through."""
    x, s, count = x.copy(), 0.6, 0
    w = np.dot(A, x)
    while count < 3 and abs(s) < 50.0:
        for i in range(2):
            if A[2, i] > 2.0:
                break
            w[count] = 0.5 * w[count] + 0.5 * np.tanh(w[count - 1])
        A[count, 0] += x[-3] * 2.0
        count += 1
    v = np.repeat(x[:, None], 4, axis=1) + np.exp(-((x[:, None] - x) ** 2))
    s -= np.hypot(np.trace(v), s + 2.0)
    for i in range(4):
        for k in range(len(x)):
            if w[k] > 2.0:
                break
            y = x[:]
            y += -0.7
        s = x[i]
    if np.dot(x, np.square(x)) > -0.2:
        w *= 2.0
    return np.sum(A) + s + np.sum(np.cos(w)) + np.sum(np.cos(v))


def test_loops_of_which_nothing_is_left(in_python):
    rng = np.random.default_rng(0)
    x, A = 0.7 * rng.normal(size=4), 0.7 * rng.normal(size=(4, 4))
    plain, compiled = (
        s2sad.hvp(left_early_for_nothing, (x, A), (x, A), **jit) for jit in ({}, {"jit": True})
    )
    for one, other in zip(plain, compiled):
        np.testing.assert_allclose(other, one, rtol=1e-9, atol=1e-12)
