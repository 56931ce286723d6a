"""Loops with checkpoints: the derivatives of the plain loop, from few states; what has no such loop is refused."""

import gc
import math
import tracemalloc

import numpy as np
import pytest

import s2sad
from s2sad import UnsupportedSyntax, UnsupportedValue, check_grads, checkpoint, checkpoint_range


def marched(x, c, n, snapshots):
    for i in checkpoint_range(n, snapshots=snapshots):
        x = math.sin(x) * c + x + 0.01 * i
    return x * x


@pytest.mark.parametrize("steps", [0, 1, 2, 9, 20])
@pytest.mark.parametrize("snapshots", [1, 3, 30])
def test_the_gradient_is_that_of_the_plain_loop(steps, snapshots):
    def plain(x, c):
        for i in range(steps):
            x = math.sin(x) * c + x + 0.01 * i
        return x * x

    wanted = s2sad.gradient(plain, 0.3, 0.4)
    assert s2sad.grad(marched, (0, 1))(0.3, 0.4, steps, snapshots) == wanted
    value, pullback = s2sad.vjp(marched, 0.3, 0.4, steps, snapshots)
    assert value == plain(0.3, 0.4)
    assert pullback(1.0)[:2] == wanted and pullback(1.0)[:2] == wanted


def rested(u, snapshots):
    for _ in checkpoint_range(60, snapshots=snapshots):
        u = np.sin(u) * u
    return np.sum(u)


def test_the_memory_is_that_of_the_snapshots():
    x = np.linspace(0.1, 1.0, 100_000)

    def peak(snapshots):
        gradient = s2sad.grad(rested)
        gradient(x, snapshots)
        gc.collect()
        tracemalloc.start()
        try:
            gradient(x, snapshots)
            return tracemalloc.get_traced_memory()[1] / x.nbytes
        finally:
            tracemalloc.stop()

    few, many = peak(3), peak(40)
    assert few < 3 + 12
    assert 40 - 3 - 2 < many - few < 40 - 3 + 2


def heat(u, k):
    u = u.copy()
    for _ in checkpoint_range(10, snapshots=3):
        u[1:-1] += k * (u[2:] - 2 * u[1:-1] + u[:-2]) * u[1:-1]
    return np.sum(u * u)


def swapped(u, k):
    u, v = u.copy(), np.zeros_like(u)
    for _ in checkpoint_range(6, snapshots=2):
        v[1:-1] = u[1:-1] + k * (u[2:] - 2 * u[1:-1] + u[:-2]) * u[1:-1]
        u, v = v, u
    return np.sum(u * u)


def argument_written(u):
    for _ in checkpoint_range(5, snapshots=2):
        u[1:] += 0.1 * u[:-1] * u[1:]
    return np.sum(u * u)


def view_outside(u):
    u = u.copy()
    row = u[1:]
    for _ in checkpoint_range(5, snapshots=2):
        u[1:] += 0.1 * u[:-1] * u[1:]
    return np.sum(row * row)


def in_a_loop(u):
    u = u.copy()
    t = 0.0
    for _ in range(2):
        for _ in checkpoint_range(4, snapshots=2):
            u[1:] += 0.1 * u[:-1] * u[1:]
        t += np.sum(u * u)
        u[0] = t * 0.1
    return t


def item_by_item(x, n):
    u = np.zeros(n + 1)
    u[0] = x
    for i in checkpoint_range(n, snapshots=3):
        u[i + 1] = math.sin(u[i]) + x
    return u[n]


def made_anew(u, n):
    total = 0.0
    for i in checkpoint_range(n, snapshots=3):
        new = np.empty_like(u)
        new[0] = u[0]
        new[1:] = u[1:] * u[:-1] + 0.1
        u = new
        total += u[1] * i
    return total * np.sum(u)


def matrix_powers(w, x, n):
    for _ in checkpoint_range(n, snapshots=4):
        x = np.tanh(w @ x)
    return x


def with_branches(x, n):
    y = 0.0
    if x > 0:
        for i in checkpoint_range(2, n, 2, snapshots=2):
            if i % 4 == 0:
                continue
            y = y * x + math.sin(x * i)
            x = x + 0.1 * y
    return x * y


def nested_in_a_closure(x, n):
    def inner(z):
        k = x
        for _ in checkpoint_range(n, snapshots=2):
            for _ in checkpoint_range(3, snapshots=1):
                z = z * k + math.sin(z) * 0.1
        return z

    return inner(x) * inner(2 * x)


def lists(xs, n):
    for _ in checkpoint_range(n, snapshots=2):
        xs = [math.sin(x) * xs[0] for x in xs]
    return sum(xs)


def read_by_place(xs, n, snapshots):
    t = 1.0
    for i in checkpoint_range(n, snapshots=snapshots):
        t = math.sin(t * xs[i % len(xs)]) + xs[0]
    return t


def assigned_within(x, n):
    for i in checkpoint_range(n, snapshots=2):
        if i == 0:
            y = x
        else:
            y = y * x + math.cos(y)
        z = y * i
    return y * z


def with_other_state(x, n):
    seed = 7
    for _ in checkpoint_range(n, snapshots=2):
        seed = (seed * 1103 + 12345) % 65536
        x = x + math.sin(x * seed / 65536.0)
    return x


def complex_state(x, n):
    z = complex(x, 0.5)
    for _ in checkpoint_range(n, snapshots=2):
        z = z * z * 0.3 + 0.2
    return abs(z)


def with_calls(x, n):
    for _ in checkpoint_range(n, snapshots=2):
        x = checkpoint(math.sin)(x) * x
    return x


U = np.linspace(0.1, 1.0, 5) ** 2
LOOPS = [
    (marched, (0.3, 0.4, 7, 2)),
    (heat, (U, 0.1)),
    (swapped, (U, 0.1)),
    (argument_written, (U,)),
    (view_outside, (U,)),
    (in_a_loop, (U,)),
    (item_by_item, (0.3, 6)),
    (made_anew, (U + 0.2, 6)),
    (matrix_powers, (np.eye(3) * 0.4 + 0.2, np.ones(3), 12)),
    (with_branches, (0.3, 19)),
    (nested_in_a_closure, (0.3, 4)),
    (lists, ([0.3, 0.5, 0.7], 5)),
    (read_by_place, ([0.3, 0.5, 0.7], 7, 2)),
    (assigned_within, (0.3, 5)),
    (with_other_state, (0.3, 9)),
    (complex_state, (0.3, 6)),
    (with_calls, (0.9, 4)),
    (lambda x: s2sad.grad(lambda y: with_calls(y, 4))(x), (0.9,)),
]


@pytest.mark.parametrize("function, args", LOOPS)
def test_derivatives_of_loops(function, args):
    check_grads(function, args)


def test_forward_mode_and_the_primal_have_a_plain_range():
    text = s2sad.emit(marched, mode="forward", argnums="x")
    assert "in range(n)" in text.replace("t = range(n)", "in range(n)") and "checkpoint_range" not in text
    assert list(checkpoint_range(1, 7, 2, snapshots=1)) == [1, 3, 5]
    with pytest.raises(ValueError, match="at least one snapshot"):
        checkpoint_range(3, snapshots=0)
    with pytest.raises(ValueError, match="at least one snapshot"):
        s2sad.grad(marched)(0.3, 0.4, 5, 0)


def test_standalone_code_does_not_need_s2sad():
    def powers(x: float):
        y = 1.0
        for i in checkpoint_range(6, snapshots=2):
            y = math.sin(y * x) + i
        return y

    text = s2sad.emit(powers, standalone=True)
    assert "s2sad" not in text
    space = {}
    exec(text, space)
    assert space["powers_grad"](0.7) == s2sad.grad(powers)(0.7)


def left_early(x):
    for _ in checkpoint_range(5, snapshots=2):
        x = x * x
        if x > 2.0:
            break
    return x


def grows(x):
    xs = []
    for _ in checkpoint_range(5, snapshots=2):
        x = math.sin(x)
        xs.append(x)
    return sum(xs)


def two_names(x):
    u = np.array([x, x])
    row = u[1:]
    for _ in checkpoint_range(5, snapshots=2):
        row += u[0] * row
    return np.sum(u)


def numbered(x):
    for i, j in enumerate(checkpoint_range(5, snapshots=2)):
        x = math.sin(x) + i * j
    return x


@pytest.mark.parametrize(
    "function, kind, reason, text",
    [
        (left_early, UnsupportedSyntax, "is left by `break` or `return`", "for _ in"),
        (grows, UnsupportedValue, "this writes to what was made outside", "xs.append(x)"),
        (numbered, UnsupportedSyntax, "otherwise than as what a for loop goes through", "enumerate("),
        (two_names, UnsupportedValue, "an array that has another name", "for _ in"),
    ],
)
def test_what_is_refused(function, kind, reason, text):
    with pytest.raises(kind, match=reason) as caught:
        s2sad.grad(function)(0.7)
    assert caught.value.location.text.startswith(text)


def test_two_arrays_that_are_one_are_found_when_it_runs():
    def swaps(x):
        u = np.array([x, x])
        v = u if x > 0 else u.copy()
        for _ in checkpoint_range(3, snapshots=2):
            u[0] = v[1] * 2.0
            u, v = v, u
        return np.sum(u)

    with pytest.raises((UnsupportedValue, ValueError)):
        s2sad.grad(swaps)(0.7)


def test_arrays_kept_for_a_second_reverse_sweep_are_views_of_one_another():
    """Of a function that isn't written out, too: the tangents of shadows are views as the shadows are."""

    def repeated(u, n):
        v = u.copy()
        v[1:] += v[1:] * v[:-1]
        return v if n == 0 else repeated(v, n - 1)

    check_grads(lambda u: np.sum(repeated(u, 2) ** 2), (U,))
