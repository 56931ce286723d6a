"""What takes long and depends on one index alone is computed once for each."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])


def triangle(x, p):
    s = 0.0
    for i in range(len(x)):
        for j in range(i + 1):
            s += x[j] * x[i] * p ** (i - j)
    return s


def inner_index(x, p):
    y = x.copy()
    for _ in range(3):
        for k in range(1, len(x)):
            y[k] = 0.5 * y[k] * y[k - 1] + np.exp(-p * k) * np.cos(0.1 * k * p)
    return np.sum(y * y)


def backwards(x, p):
    s = 0.0
    for i in range(len(x) - 1, -1, -1):
        for j in range(len(x) - 1, i, -1):
            s += x[i] * x[j] ** 2 * np.sin(p * (j - i) ** 2)
    return s


def of_each_layer(x, p):
    """What the outermost loop changes is the same for all of the two within."""
    s, q = 0.0, p
    for _ in range(2):
        q = q * q + 0.3
        for i in range(len(x)):
            for k in range(4):
                s += x[i] * q**k
    return s


def shifted(x, p):
    """Two indices, one after the other."""
    s = 0.0
    for i in range(3):
        for k in range(5):
            t = k + 1
            s += x[i] * np.tanh(p * k + 0.1 * t)
    return s


def both_ways(x, p):
    """The index is negative too: nothing is said of it."""
    s = 0.0
    for i in range(4):
        for j in range(4):
            s += x[i] * x[j] * np.exp(p * (i - j))
    return s


def in_a_branch(x, p):
    s = 0.0
    for i in range(len(x)):
        for k in range(5):
            if x[i] > 0.0:
                s += x[i] * p**k
    return s


def left_early(x, p):
    s = 0.0
    for i in range(len(x)):
        for k in range(5):
            s += x[i] * p**k
            if s > 0.9:
                break
    return s


def carried(x, p):
    s, q = 0.0, p
    for i in range(len(x)):
        for k in range(5):
            s += x[i] * q**k
            q = 0.9 * q
    return s


def of_two_indices(x, p):
    s = 0.0
    for i in range(len(x)):
        for k in range(5):
            s += x[i] * np.exp(-p * i * k)
    return s


def some_times(x, p, steps, n):
    s = 0.0
    for _ in range(steps):
        for k in range(n):
            s += x[k] * np.exp(p * k)
    return s


def between(x, p, low, high):
    s = 0.0
    for i in range(low, high):
        for k in range(i, i + 3):
            s += x[0] * p**k
    return s


def text_of(function):
    gradient = s2sad.grad(function, (0, 1), jit=True)
    gradient(X, 0.5)
    return gradient.source.split("def " + function.__name__)[1]


@pytest.mark.parametrize(
    "function",
    (
        triangle,
        inner_index,
        backwards,
        of_each_layer,
        shifted,
        both_ways,
        in_a_branch,
        left_early,
        carried,
        of_two_indices,
    ),
)
def test_gradients(check, function):
    check(function, X, 0.7)


@pytest.mark.parametrize(
    ("function", "count"),
    ((triangle, 1), (inner_index, 2), (backwards, 1), (of_each_layer, 1)),
)
def test_it_is_computed_once(in_python, function, count):
    forward = text_of(function).split("# reverse sweep")[0]
    made = [line.split(" = ")[0].strip() for line in forward.splitlines() if "= np.empty(" in line]
    assert len([name for name in made if name.startswith("table")]) == count


@pytest.mark.parametrize("function", (shifted, both_ways, in_a_branch, left_early, carried, of_two_indices))
def test_others_stay(in_python, function):
    assert "table" not in text_of(function)


@pytest.mark.parametrize("steps", (-1, 0, 1, 2))
@pytest.mark.parametrize("n", (0, 1, 3, 6))
def test_what_no_iteration_asks_for_has_no_share(in_python, steps, n):
    """The exponential of twice the number is infinite."""
    p = 500.0
    with np.errstate(all="ignore"):
        wanted = s2sad.grad(some_times, (0, 1))(X, p, steps, n)
        found = s2sad.grad(some_times, (0, 1), jit=True)(X, p, steps, n)
    np.testing.assert_allclose(found[0], wanted[0])
    np.testing.assert_allclose(found[1], wanted[1])


def test_an_index_that_moves_with_the_loops_around(in_python):
    for low, high in ((0, 3), (2, 1), (1, 4), (0, 0)):
        wanted = s2sad.grad(between, (0, 1))(X, 0.7, low, high)
        found = s2sad.grad(between, (0, 1), jit=True)(X, 0.7, low, high)
        np.testing.assert_allclose(found[0], wanted[0])
        np.testing.assert_allclose(found[1], wanted[1])
