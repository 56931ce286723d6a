"""Arrays that loops carry: one array where nothing can tell, as many as before where something can."""

import numpy as np
import pytest

import s2sad

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2, 0.6])
Y = np.array([0.9, 0.1, -0.4, 0.5, 0.2, -0.8])


def heat(u):
    for _ in range(3):
        v = u.copy()
        v[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2]) * u[1:-1]
        u = v
    return np.sum(u * u)


def leapfrog(u):
    before = 0.5 * u
    for _ in range(4):
        after = 2.0 * u - before + 0.1 * np.roll(u, 1) * u
        before, u = u, after
    return np.sum(u * before)


def buffers_exchanged(u):
    other = np.zeros(u.shape[0])
    for _ in range(3):
        other[1:-1] = u[2:] * u[:-2]
        other[0] = u[0]
        u, other = other, u
    return np.sum(u * u) + other[1]


def the_one_before_starts_with_a_length_of_its_own(u):
    before = np.zeros(6)
    for _ in range(3):
        before, u = u, u * 0.9 + before * before
    return np.sum(u * before)


def exchanged_and_written_by_another_name(u):
    first, other = 2.0 * u, np.sin(u)
    v = first
    for _ in range(3):
        first[1:] *= 0.8
        v, other = other, v
    return np.sum(v * other * other)


def written_after_the_exchange_by_another_name(u):
    first, other = 2.0 * u, np.sin(u)
    v = first
    for _ in range(2):
        v, other = other, v
    first[1:] *= 0.8
    return np.sum(v * other) + v[2]


def three_exchanged(u):
    v, w = 2.0 * u, np.sin(u)
    for _ in range(4):
        u, v, w = v, w * 1.1, u
        w[0] = 2.0 * w[0] + v[1]
    return u @ v + np.sum(w**2)


def until_small(u):
    while np.sum(u * u) > 0.1:
        u = np.sin(u) * 0.7
    return u[0] * u[1]


def broken_off(u):
    for k in range(10):
        u = u * (1.0 + 0.1 * k) + 0.01
        if u[0] > 0.5:
            break
    return np.sum(u**2)


def nested(u):
    for k in range(2):
        for i in range(3):
            u = np.tanh(u + 0.1 * i)
        u = u[::-1] * (k + 1.0)
    return np.sum(u * np.arange(6.0))


def written_in_the_loop(u):
    for _ in range(3):
        u[0] = u[-1] * u[1]
        u = 0.5 * (u + u[::-1])
    return np.sum(u * u)


def with_the_first_one_used_later(u):
    v = u * 2.0
    w = v
    for _ in range(2):
        v[0] = v[1] * v[2]
        v = np.sin(v)
    return np.sum(v * w)


def with_a_part_of_the_one_before(u):
    row = u[1:3]
    for _ in range(3):
        u = u * np.sum(row)
        row = u[1:3]
        u[1] = 0.5 * u[0]
    return np.sum(u) + row[0]


def kept_in_a_list(u):
    seen = []
    for _ in range(3):
        u = u * u + 0.1
        seen.append(u)
    return np.sum(seen[0] * seen[1] * seen[2])


def one_array_by_two_names(u):
    v = u
    for _ in range(3):
        w = np.sin(u) + v
        u, v = w, w
        u[0] = 0.3 * v[1]
    return np.sum(u * v)


def of_another_length(u):
    for _ in range(2):
        u = u[1:] * u[:-1]
    return np.sum(u)


def reset(u):
    start = u * 3.0
    for k in range(4):
        u = np.cos(u)
        if k == 2:
            u = start
    return np.sum(u * start)


def row_by_row(u):
    a = u.reshape(2, 3)
    for _ in range(2):
        b = np.zeros((2, 3))
        for i in range(2):
            b[i] = a[1 - i] * a[i].sum()
        a = b
    return np.sum(a * a)


PROGRAMS = [
    heat,
    leapfrog,
    buffers_exchanged,
    the_one_before_starts_with_a_length_of_its_own,
    exchanged_and_written_by_another_name,
    written_after_the_exchange_by_another_name,
    three_exchanged,
    until_small,
    broken_off,
    nested,
    written_in_the_loop,
    with_the_first_one_used_later,
    with_a_part_of_the_one_before,
    kept_in_a_list,
    one_array_by_two_names,
    of_another_length,
    reset,
    row_by_row,
]


def differences(fun, x, h=1e-6):
    found = np.zeros(x.size)
    for k in range(x.size):
        step = np.zeros(x.size)
        step[k] = h
        found[k] = (fun((x + step).copy()) - fun((x - step).copy())) / (2 * h)
    return found


@pytest.mark.parametrize("fun", PROGRAMS, ids=lambda fun: fun.__name__)
def test_gradients_and_tangents_agree_with_differences(fun, in_python):
    try:
        value, gradient = s2sad.value_and_grad(fun, jit=True)(X.copy())
    except s2sad.DifferentiationError as error:
        assert fun in (kept_in_a_list, of_another_length, with_a_part_of_the_one_before), error
        return
    wanted = differences(fun, X)
    assert value == pytest.approx(fun(X.copy()), rel=1e-12)
    assert gradient == pytest.approx(wanted, rel=1e-6, abs=1e-8)
    _, slope = s2sad.jvp(fun, (X.copy(),), (Y,), jit=True)
    assert slope == pytest.approx(wanted @ Y, rel=1e-6, abs=1e-8)


def test_a_loop_that_swaps_two_arrays_saves_none_of_them(in_python):
    def linear(u):
        for _ in range(3):
            v = u.copy()
            v[1:-1] = 0.5 * (u[2:] + u[:-2])
            u = v
        return np.sum(u * u)

    gradient = s2sad.grad(linear, jit=True)
    assert gradient(X.copy()) == pytest.approx(differences(linear, X), rel=1e-6)
    assert "append" not in gradient.source and "saved" not in gradient.source
    forward = gradient.source.partition("# reverse sweep")[0]
    assert forward.count("_bar") == forward.count("_bar = ")
    assert forward.count("= np.empty") == 1 and "rows = np.empty((3, n))" in forward


def gated(W, x):
    """A recurrent cell, whose gate is the first half of what a matrix gives."""
    n = W.shape[0] // 2
    h = np.zeros(n)
    for t in range(x.shape[0]):
        z = W @ h + x[t]
        gate = 1.0 / (1.0 + np.exp(-z[:n]))
        h = gate * h + (1.0 - gate) * np.tanh(z[n:])
    return np.sum(h * h)


def test_halves_are_of_one_length_where_they_meet(in_python):
    rng = np.random.default_rng(0)
    W, x = 0.4 * rng.normal(size=(6, 3)), rng.normal(size=(4, 6))
    gradient = s2sad.grad(gated, (0, 1), jit=True)
    for found, wanted in zip(gradient(W, x), s2sad.grad(gated, (0, 1))(W, x)):
        assert found == pytest.approx(wanted, rel=1e-12)
    assert "append" not in gradient.source and "_clipped" not in gradient.source
    with pytest.raises(ValueError, match="differ in length"):
        gradient(W[:5, :2], x[:, :5])
    with pytest.raises(ValueError, match="unexpectedly"):  # one item, that NumPy repeats: 1 + 2
        gradient(W[:3, :1], x[:, :3])


def test_what_is_added_to_is_the_array_that_it_was(in_python):
    def convolution(x):
        y = np.zeros(x.shape[0] - 2)
        for k in range(3):
            y += (k + 1.0) * x[k : x.shape[0] - 2 + k]
        return np.sum(y * y)

    gradient = s2sad.grad(convolution, jit=True)
    assert gradient(X) == pytest.approx(differences(convolution, X), rel=1e-6)
    assert "y[j] +=" in gradient.source and "saved" not in gradient.source


def test_two_arrays_that_may_be_one_before_a_loop_exchanges_them(in_python):
    def exchanged(x, steps):
        u, v = x.copy(), np.zeros(x.shape[0])
        for _ in range(steps):
            v[1:] = 0.5 * u[:-1]
            u = v
        for _ in range(2):
            v[1:-1] = 0.3 * u[:-2] * u[:-2] + 1.1 * u[:-2]
            u, v = v, u
        return np.sum(u * u) + np.sum(v)

    gradient = s2sad.grad(exchanged, jit=True)
    for steps in range(3):
        wanted = differences(lambda x, steps=steps: exchanged(x, steps), X)
        assert gradient(X, steps) == pytest.approx(wanted, rel=1e-6)


def test_two_arrays_that_may_be_one_in_a_loop_around(in_python):
    def exchanged(x, steps):
        u, v = x.copy(), np.zeros(x.shape[0])
        for k in range(steps):
            for _ in range(2):
                v[1:-1] = 0.3 * u[:-2] * u[:-2] + 1.1 * u[:-2]
                u, v = v, u
            if k == 0:
                u = v
        return np.sum(u * u) + np.sum(v)

    gradient = s2sad.grad(exchanged, jit=True)
    for steps in range(4):
        wanted = differences(lambda x, steps=steps: exchanged(x, steps), X)
        assert gradient(X, steps) == pytest.approx(wanted, rel=1e-6)
