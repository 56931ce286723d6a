"""Programs on arrays as people write them, in place and by views: all modes against central differences.

The caller's arrays stay as they are, and the value is that of the function to the bit.
"""

import numpy as np
import pytest

import s2sad

X = np.array([3.2, 2.4, 4.1, 3.7, 2.9])
M = np.array([[0.3, -1.2, 0.8], [0.5, 0.1, -0.7], [1.1, 0.4, 0.2]])
GRID = np.arange(20.0).reshape(4, 5) ** 1.5 / 40.0


def slope(f, args, place, direction, width=1e-6):
    def at(h):
        moved = [a + h * direction if i == place else np.copy(a) for i, a in enumerate(args)]
        return np.asarray(f(*moved))

    return (at(width) - at(-width)) / (2 * width)


def checked(f, *args):
    """Reverse, forward, and forward over reverse along a direction, by every argument."""
    rng = np.random.default_rng(3)
    before = [np.copy(a) for a in args]
    for place, argument in enumerate(args):
        direction = rng.normal(size=np.shape(argument))
        gradient = s2sad.grad(f, place)
        found = gradient(*args)
        assert np.shape(found) == np.shape(argument)
        expected = slope(f, args, place, direction)
        assert np.sum(found * direction) == pytest.approx(expected, rel=1e-5, abs=1e-6)
        tangents = [direction if i == place else None for i in range(len(args))]
        value, tangent = s2sad.jvp(f, args, tangents)
        assert tangent == pytest.approx(expected, rel=1e-5, abs=1e-6)
        assert value == f(*map(np.copy, args)) == s2sad.value_and_grad(f, place)(*args)[0]
        product = s2sad.hvp(f, args, tangents)[place]
        np.testing.assert_allclose(product, slope(gradient, args, place, direction), rtol=1e-4, atol=1e-5)
    assert all(np.array_equal(a, b) for a, b in zip(args, before))


def heat(u):
    u = u.copy()
    for _ in range(4):
        u[1:-1, 1:-1] += 0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1])
    return np.sum(u * u)


def gauss_seidel(b):
    u = np.zeros(6)
    for _ in range(3):
        for i in range(1, 5):
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + b[i])
    return np.sum(u**3)


def lu(a):
    a = a + 4.0 * np.eye(3)
    n = len(a)
    for k in range(n):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return np.sum(a * a)


def cholesky(a):
    a = a @ a.T + 3.0 * np.eye(3)
    lower = np.zeros_like(a)
    for i in range(3):
        for j in range(i + 1):
            rest = a[i, j] - lower[i, :j] @ lower[j, :j]
            lower[i, j] = np.sqrt(rest) if i == j else rest / lower[j, j]
    return np.sum(lower)


def thomas(d):
    c, x = np.zeros(5), d.copy()
    c[0], x[0] = 0.25, x[0] / 4.0
    for i in range(1, 5):
        m = 4.0 - c[i - 1]
        c[i] = 1.0 / m
        x[i] = (x[i] - x[i - 1]) / m
    for i in range(3, -1, -1):
        x[i] -= c[i] * x[i + 1]
    return np.sum(x**2)


def swapped_buffers(u):
    u, v = u.copy(), np.zeros_like(u)
    for _ in range(3):
        v[1:] = u[:-1] * u[1:]
        v[0] = u[0]
        u, v = v, u
    return np.sum(u)


def written_argument(x):
    x[0] = x[1] * x[2]
    x += x[1]
    return np.sum(x * x)


def masks_and_reversed_views(x):
    y = x.copy()
    big = y > 3
    y[big] = y[big] * 2
    y[~big] *= x[~big]
    z = y[::-1]
    z[0] = x[1]
    return np.sum(y * x)


def scaled_in_place(u, s):
    for i in range(len(u)):
        u[i] = u[i] * s + i


def helper_that_returns_nothing(x):
    y = x.copy()
    scaled_in_place(y, x[0])
    scaled_in_place(y[1:], 2.0)
    return np.sum(y**2)


def repeated_indices(x):
    y = np.zeros(5)
    np.copyto(y, x)
    np.add.at(y, [0, 0, 1], x[:3])
    y[[1, 1, 2]] += x[2:]
    y[[3, 3]] = x[:2]
    return np.sum(y * y) + np.sum(x[[4, 4, 0]] ** 3)


def transposed_and_reshaped_views(x):
    a = np.zeros((5, 5))
    for i in range(5):
        for j in range(i + 1):
            a[i, j] = x[i] * x[j]
    b = a.T
    b[0, 1] = x[2]
    flat = a.reshape(-1)
    flat[3] = x[4] * 2
    for row in a:
        row += x
    return np.sum(a * a)


def results_into_arrays(x):
    y = np.empty(5)
    np.multiply(x, x, out=y)
    np.sqrt(y, y)
    y[1:3].fill(2.0)
    return np.sum(y * x)


def number_then_array(x):
    total = 0
    for i in range(3):
        total += x * i
    other = 0.0
    for i in range(3):
        other = other + total[i] * x
    return np.sum(other)


def work_arrays_in_a_loop(x):
    y = np.zeros(5)
    for i in range(5):
        w = np.zeros(3)
        w[0] = x[i]
        w[1] = w[0] * x[0]
        w[2] = w[1] + w[0]
        y[i] = np.sum(w * w)
    return np.sum(y)


def one_of_two_arrays(x):
    y = x.copy()
    z = y if np.sum(y) > 0 else np.ones(5)
    z[0] = 5.0 * z[1]
    return np.sum(y * y)


def while_with_break(x):
    a, i = np.zeros(5), 0
    while i < 5:
        a[i] = x[i] if i == 0 else a[i - 1] * x[i]
        if a[i] > 100:
            break
        i += 1
    return np.sum(a)


def second_name(x):
    y = x
    y += 1.0
    return np.sum(x * y)


def work_array_of_constants(x):
    weights, total = np.ones(5), 0.0
    for i in range(3):
        total = total + np.sum(weights * x * x)
        weights[i] = 0.0
    return total


ON_VECTORS = (
    thomas,
    swapped_buffers,
    written_argument,
    masks_and_reversed_views,
    helper_that_returns_nothing,
    repeated_indices,
    transposed_and_reshaped_views,
    results_into_arrays,
    number_then_array,
    work_arrays_in_a_loop,
    one_of_two_arrays,
    while_with_break,
    second_name,
    work_array_of_constants,
    gauss_seidel,
)


@pytest.mark.parametrize("program", ON_VECTORS, ids=lambda f: f.__name__)
def test_on_vectors(program):
    checked(program, X)


@pytest.mark.parametrize("program", (lu, cholesky), ids=lambda f: f.__name__)
def test_on_matrices(program):
    checked(program, M)


def test_stencil():
    checked(heat, GRID)


def linear_sweep(u):
    u = u.copy()
    for _ in range(5):
        u[1:-1] += 0.2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return u.sum()


def linear_recursion(u):
    u = u.copy()
    for i in range(1, len(u)):
        u[i] += 0.5 * u[i - 1]
    return u.sum()


def triangular_solve(b):
    x = b.copy()
    for i in range(len(x)):
        x[i] = (x[i] - WEIGHTS[i, :i] @ x[:i]) / WEIGHTS[i, i]
    return x.sum()


WEIGHTS = np.tril(np.arange(25.0).reshape(5, 5)) + 5.0 * np.eye(5)


def prefix_by_slices(u):
    u = u.copy()
    step = 1
    while step < len(u):
        u[step:] = u[step:] + u[:-step]
        step *= 2
    return u.sum()


@pytest.mark.parametrize(
    "program", (heat, linear_sweep, linear_recursion, gauss_seidel), ids=lambda f: f.__name__
)
def test_linear_sweeps_save_no_values(program):
    argument = GRID if program is heat else X
    gradient = s2sad.grad(program if program is not gauss_seidel else gauss_seidel_sum)
    gradient(argument)
    assert "saved" not in gradient.source and "overwritten" not in gradient.source


def gauss_seidel_sum(b):
    u = np.zeros(6)
    for _ in range(3):
        for i in range(1, 5):
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + b[i])
    return np.sum(u)


@pytest.mark.parametrize("program", (linear_sweep, linear_recursion, triangular_solve, prefix_by_slices))
def test_linear_programs(program):
    checked(program, X)


def test_float32_stays():
    found = s2sad.grad(swapped_buffers)(X.astype(np.float32))
    assert found.dtype == np.float32


def test_read_only_and_fortran_order():
    fixed = np.asfortranarray(M)
    fixed.flags.writeable = False
    np.testing.assert_allclose(s2sad.grad(lu)(fixed), s2sad.grad(lu)(M))


def test_shapes_that_do_not_fit_are_numpys_own_error():
    def f(x):
        return np.sum(x[1:] * x)

    with pytest.raises(ValueError, match="broadcast"):
        s2sad.grad(f)(X)
