"""What is overwritten is put back where that is smaller than what is read: right to the digits of differences, and small."""

import tracemalloc

import numpy as np
import pytest

import s2sad

RNG = np.random.default_rng(3)
A = RNG.normal(size=(5, 5)) + 5.0 * np.eye(5)
B = RNG.normal(size=5)


def triangular_inverse(a):
    n = a.shape[0]
    for j in range(n):
        a[j, j] = 1.0 / a[j, j]
        for i in range(j + 1, n):
            a[i, j] = -(a[i, j:i] @ a[j:i, j]) / a[i, i]
    return np.sum(np.tril(a) ** 2)


def gauss_seidel(a, b):
    x = np.zeros(len(b))
    for _ in range(4):
        for i in range(len(b)):
            x[i] = (b[i] - a[i, :i] @ x[:i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return np.sum(x * x)


def until_it_stands(a, b):
    x, change, count = np.ones(len(b)), 1.0, 0
    while change > 1e-3 and count < 9:
        change = 0.0
        for i in range(len(b)):
            old = x[i]
            x[i] = np.tanh(b[i] - 0.3 * (a[i] @ x) / 5.0)
            change += abs(x[i] - old)
        count += 1
    return np.sum(x**3)


def with_a_break(a, b):
    x = b.copy()
    for i in range(len(b)):
        x[i] = np.sin(a[i] @ x)
        if i == 2 and x[i] < 2.0:
            break
        x[i] += 0.1 * (x @ x) / (1.0 + x @ x)
        if i == 3:
            continue
        x[0] *= x[i]
    return x @ a @ x


def through_rows(a):
    n = len(a)
    for i in range(n):
        row = a[i]
        for j in range(1, n):
            row[j] = row[j] - 0.1 * (row[:j] @ a[:j, j])
            if row[j] < 0.0:
                row[0] = row[1:] @ row[1:]
    return np.sum(a**2)


def twice_the_same_place(a, b):
    x = b.copy()
    for i in range(len(b)):
        t = x[i]
        x[i] = 0.5 * (a[i] @ x)
        x[i] = t * x[i] + np.exp(-(x @ x) / 50.0)
        x[-1] = x[i] * t
    return np.sum(x * b)


def views_before_the_loop(a, b):
    x = np.zeros(2 * len(b))
    low, high = x[: len(b)], x[len(b) :]
    low[:] = b
    for i in range(len(b)):
        high[i] = np.tanh(low @ a[i])
        low[i] = high[: i + 1] @ high[: i + 1] + 0.1 * (low @ low)
    return np.sum(x * x)


def value_of_its_own(a, b):
    x = b.copy()
    whole = 0.0
    for i in range(len(b)):
        whole += np.sum(np.dot(a, x))
        x[i] = x @ a[:, i] / 9.0
        whole = whole * x[0] + x @ x
    x[:] = x * whole
    return np.sum(x)


def kept_as_an_adjoint(a, b):
    x = b.copy()
    w = np.ones(len(b))
    total = 0.0
    for i in range(len(b)):
        total = total + w @ x
        x[i] = x @ a[i] / 9.0
        w = w * x
    return total + np.sum(w)


def an_array_that_changes_its_own_adjoint(a, b):
    x = b.copy()
    y = 2.0 * b
    for i in range(len(b)):
        y = y + a[i] * (y @ x) / 20.0
        x[i] = 0.1 * (x @ y)
    return x @ y


def two_arrays(a, b):
    x, y = b.copy(), 2.0 * b
    for i in range(len(b)):
        x[i] = np.cos(y @ a[i])
        y[-i - 1] = x @ a[:, i] / 3.0
        x[: i + 1] *= 0.9
    return x @ y


def strides(a, b):
    x = np.concatenate([b, 2.0 * b])
    for i in range(len(b)):
        x[2 * i] = x[::2] @ x[1::2] / 20.0 + x[i] ** 2
    return np.sum(x[::-1] * x)


FUNCTIONS = (
    gauss_seidel,
    until_it_stands,
    with_a_break,
    twice_the_same_place,
    views_before_the_loop,
    value_of_its_own,
    kept_as_an_adjoint,
    an_array_that_changes_its_own_adjoint,
    two_arrays,
    strides,
)
OF_ONE = (triangular_inverse, through_rows)


def arguments(function):
    return (A.copy(),) if function in OF_ONE else (A.copy(), B.copy())


def differences(function, args, directions, step=1e-6):
    ahead = function(*(x + step * d for x, d in zip(args, directions)))
    behind = function(*(x - step * d for x, d in zip(args, directions)))
    return (ahead - behind) / (2 * step)


def parts(gradient):
    return gradient if isinstance(gradient, tuple) else (gradient,)


@pytest.mark.parametrize("function", [*FUNCTIONS, *OF_ONE])
def test_what_is_put_back_gives_the_derivative_of_the_function(function):
    args = arguments(function)
    argnums = tuple(range(len(args)))
    value, found = s2sad.value_and_grad(function, argnums=argnums)(*args)
    assert value == function(*arguments(function))
    assert all(np.array_equal(x, y) for x, y in zip(args, arguments(function)))
    for seed in range(3):
        directions = [np.random.default_rng(seed).normal(size=x.shape) for x in args]
        wanted = differences(function, args, directions)
        given = sum(np.sum(bar * d) for bar, d in zip(parts(found), directions))
        assert given == pytest.approx(wanted, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("function", [*FUNCTIONS, *OF_ONE])
def test_second_derivatives(function):
    args = arguments(function)
    gradient = s2sad.grad(function)
    directions = [np.random.default_rng(7).normal(size=args[0].shape), *(np.zeros_like(x) for x in args[1:])]
    ahead = gradient(*(x + 1e-6 * d for x, d in zip(args, directions)))
    behind = gradient(*(x - 1e-6 * d for x, d in zip(args, directions)))
    _, found = s2sad.jvp(gradient, args, tuple(directions))
    for tangent, one, other in zip(parts(found), parts(ahead), parts(behind)):
        assert tangent == pytest.approx((one - other) / 2e-6, rel=1e-4, abs=1e-5)


PUT_BACK = (
    triangular_inverse,
    gauss_seidel,
    until_it_stands,
    with_a_break,
    views_before_the_loop,
    two_arrays,
)


@pytest.mark.parametrize("function", PUT_BACK)
def test_it_is_put_back(function):
    gradient = s2sad.grad(function, argnums=0)
    gradient(*arguments(function))
    assert "# what was there before" in gradient.source


def array_beside(a, b):
    x = b.copy()
    for i in range(len(b)):
        x[i] = np.tanh(a[i] @ x)
    return x @ x, x


def part_beside(a, b):
    x = b.copy()
    for i in range(len(b)):
        x[i] = np.tanh(a[i] @ x)
    return x @ x, x[1:]


def kept_beside(a, b):
    x, kept = b.copy(), []
    for i in range(len(b)):
        x[i] = np.tanh(a[i] @ x)
    kept.append(x)
    return x @ x, kept[0]


@pytest.mark.parametrize("function", [array_beside, part_beside, kept_beside])
def test_what_is_handed_out_stays_what_it_is(function):
    (value, beside), gradient = s2sad.value_and_grad(function, has_aux=True)(A, B)
    wanted, array = function(A, B)
    assert value == wanted and np.array_equal(beside, array)
    direction = np.random.default_rng(5).normal(size=A.shape)
    ahead, behind = (function(A + step * direction, B)[0] for step in (1e-6, -1e-6))
    assert np.sum(parts(gradient)[0] * direction) == pytest.approx((ahead - behind) / 2e-6, rel=1e-6)


def peak(function, *args):
    tracemalloc.start()
    function(*args)
    _, found = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return found


@pytest.mark.parametrize("function, most", [(triangular_inverse, 5.0), (gauss_seidel, 5.0)])
def test_memory_grows_with_the_matrix(function, most):
    def of(n):
        a = np.random.default_rng(0).normal(size=(n, n)) + n * np.eye(n)
        return (a,) if function in OF_ONE else (a, np.ones(n))

    gradient = s2sad.grad(function)
    gradient(*of(8))
    assert peak(gradient, *of(128)) < most * peak(gradient, *of(64))


def states(w, x):
    """Numbers that are read again and again, in loops within those that write them."""
    n = w.shape[0]
    h, g = np.ones(n), np.zeros(n)
    total = 0.0
    for t in range(x.shape[0]):
        for i in range(n):
            s = x[t]
            for k in range(n):
                s += w[i, k] * h[k] * h[k]
            g[i] = np.tanh(s)
        for i in range(n):
            h[i] = g[i]
        total += h[0] * h[1]
    return total


def states_written_meanwhile(w, x):
    """Each number is read by those after it, and written before these are done."""
    n = w.shape[0]
    h = np.ones(n)
    for t in range(x.shape[0]):
        for i in range(n):
            s = x[t]
            for k in range(n):
                s += w[i, k] * h[k] * h[k]
                h[k] = h[k] * 0.9 + 0.01 * s
            h[i] = np.sin(s)
    return np.sum(h * h)


@pytest.mark.parametrize("fun", [states, states_written_meanwhile], ids=lambda fun: fun.__name__)
def test_numbers_that_are_read_more_often_than_written(fun):
    rng = np.random.default_rng(3)
    w, x = 0.4 * rng.normal(size=(3, 3)), rng.normal(size=4)
    of_w, of_x = s2sad.grad(fun, (0, 1))(w, x)
    for place in np.ndindex(w.shape):
        step = np.zeros(w.shape)
        step[place] = 1e-6
        assert of_w[place] == pytest.approx((fun(w + step, x) - fun(w - step, x)) / 2e-6, rel=1e-6, abs=1e-8)
    for place in range(len(x)):
        step = np.zeros(len(x))
        step[place] = 1e-6
        assert of_x[place] == pytest.approx((fun(w, x + step) - fun(w, x - step)) / 2e-6, rel=1e-6, abs=1e-8)


def test_such_numbers_are_put_back():
    gradient = s2sad.grad(states)
    gradient(np.full((3, 3), 0.2), np.ones(4))
    assert "h_old" in gradient.source and gradient.source.count("h[k]") >= 2


def test_a_number_of_what_lives_outside_is_not_put_back():
    def weighted(s):
        c, k = np.zeros((3, 4)), 1
        for _ in range(3):
            c[:, -1] += s * B[k]
            k = 2
        return c[1, 3] * s

    assert s2sad.grad(weighted)(0.8) == pytest.approx(1.6 * (B[1] + 2.0 * B[2]))
