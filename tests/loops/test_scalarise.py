"""Functions of arrays, as loops over their elements: values and derivatives against differences."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

X = np.array([0.3, -0.7, 1.1, 0.4, -0.2])
A = np.array([[0.5, -1.2, 0.3, 0.9], [1.4, 0.2, -0.6, 0.7], [-0.3, 0.8, 1.1, -0.4]])
C = np.array([0.2, -0.5, 0.8])
WEIGHTS = np.array([0.5, 1.5, -1.0, 2.0, 0.1])


def formula(x):
    return np.sum(np.sin(x) * x**2 / (1.0 + np.exp(-x)))


def means_and_products(x):
    return np.mean(x) * np.prod(x) + np.dot(x, x[::-1]) + x.sum() * np.linalg.norm(x)


def slices(x):
    return (
        np.sum(x[1:-1] * (x[2:] - 2 * x[1:-1] + x[:-2]))
        + x[-1] * x[-2]
        + np.sum(x[::2]) * np.sum(x[:2] * x[-2:])
    )


def rows_and_columns(a):
    return a[0] @ a[1] + np.sum(a[:, 1] * a[:, -1]) + np.sum(a[1:, :2] ** 2) + np.sum(a.T[1:3])


def broadcasting(a, c):
    return np.sum(np.tanh(a * c[:, None] + a[0]) / (1.0 + c[:, np.newaxis] ** 2))


def written_in_place(x):
    y = x * 2.0
    y[1:] += y[:-1] ** 2
    y[0] = y[-1] * x[2]
    y[1:-1] = 0.5 * (y[2:] + y[:-2])
    return np.sum(y * y)


def shifted_onto_itself(x):
    y = x.copy()
    y[1:] = y[:-1]
    y[:-1] *= y[1:]
    return np.sum(y * x)


def through_views(a):
    b = a.copy()
    row = b[1]
    row[2:] = row[:2] * 3.0
    b.T[0] *= 2.0
    return np.sum(b**2)


def masks(x):
    y = x.copy()
    y[y < 0] *= 3.0
    y[x > 0.35] = x[x > 0.35] ** 2
    return np.sum(y * x) + np.sum(x[x > 0] ** 3) + np.sum(np.where(x > 0.2, np.sqrt(np.abs(x)), x))


def rows_by_masks(a):
    chosen = a[a[:, 0] > 0.0]
    return np.sum(chosen * chosen)


def index_arrays(x):
    places = np.array([0, 2, 2, 4])
    y = np.zeros(5)
    y[places] = x[places] * 2.0
    return np.sum(y * y) + np.sum(x[places] * x[places[::-1]])


def pairs_of_indices(a):
    return np.sum(a[np.arange(3), np.array([1, 0, 1])] ** 2)


def along_axes(a):
    centered = a - a.mean(axis=0)
    share = np.exp(a) / np.sum(np.exp(a), axis=1, keepdims=True)
    return np.sum(centered**3) + np.sum(share * a) + np.var(a) + np.sum(np.std(a, axis=1))


def extremes(a):
    return np.max(a) * np.min(a) + np.sum(a.max(axis=0)) + a[0, np.argmax(a[0])] + np.sum(np.maximum(a, 0.25))


def shared_extremes(x):
    y = np.minimum(x, 0.3)
    return np.max(y) * 2.0 + np.clip(x, -0.5, 0.5).sum()


def products_of_matrices(a, c):
    gram = a.T @ a
    return np.sum(gram @ gram) + c @ a @ a.T @ c + np.trace(a @ a.T) + np.sum(np.outer(c, c) ** 2)


def einsums(a, c):
    return np.einsum("ij,i->", a, c) + np.sum(np.einsum("ij,kj->ik", a, a) ** 2)


def made_of_shapes(x):
    n = len(x)
    grid = np.linspace(0.0, 1.0, n)
    return (
        np.sum(grid * x) + np.sum(np.arange(n) * x**2) + np.sum(np.eye(n) @ x) + np.sum(np.full(n, 2.0) * x)
    )


def joined(x):
    both = np.concatenate([x, x[1:] ** 2])
    return (
        np.sum(both * both)
        + np.sum(np.stack([x, np.sin(x)]) ** 2)
        + np.sum(np.array([x[0], x[1] * x[2]]) ** 2)
    )


def in_other_shapes(a):
    flat = a.reshape(-1)
    return (
        np.sum(flat[1:] * flat[:-1])
        + np.sum(a.ravel() ** 3)
        + np.sum(np.flip(a, axis=1) * a)
        + np.sum(np.roll(a[0], 1) * a[0])
    )


def scans(a):
    return (
        np.sum(np.cumsum(a, axis=1) ** 2) + np.sum(np.cumsum(a[0]) * a[1]) + np.sum(np.diff(a, axis=0) ** 2)
    )


def steps_in_time(x, dt):
    u = x
    for _ in range(4):
        v = u.copy()
        v[1:-1] = u[1:-1] + dt * (u[2:] - 2 * u[1:-1] + u[:-2])
        u = v
    return np.sum(u * u)


def buffers_swapped(x):
    a, b = x.copy(), np.zeros(len(x))
    for k in range(3):
        b[1:] = a[:-1] * (k + 1.0)
        b[0] = a[-1] ** 2
        a, b = b, a
    return np.sum(a * x)


def factors(a):
    m = a @ a.T + 2.0 * np.eye(3)
    n = m.shape[0]
    for k in range(n):
        for i in range(k + 1, n):
            m[i, k] = m[i, k] / m[k, k]
            m[i, k + 1 :] -= m[i, k] * m[k, k + 1 :]
    return np.sum(np.log(np.diag(m)))


def recurrence(x):
    h, total = 0.0, 0.0
    for i in range(x.shape[0]):
        if x[i] < -0.5:
            continue
        h = np.tanh(0.5 * h + x[i])
        if h > 0.99:
            break
        total += h * h
    return total


def until(x):
    total, k = np.sum(x * x), 0
    while total > 0.5:
        total = np.log(1.0 + total) * 0.8
        k += 1
    return total * k


def within_loops(a):
    total = 0.0
    for i in range(a.shape[0]):
        s = 1.0
        while s < 3.0:
            s = s * (1.5 + a[i, 0] ** 2)
        total += s
    return total


def chosen_arrays(x):
    y = x * x if x[0] > 0.0 else x + 1.0
    if np.sum(y) > 100.0:
        y = y * 0.0
    return np.sum(y * x)


def smoothed(u, c):
    v = u.copy()
    v[1:-1] = u[1:-1] + c * (u[2:] - 2 * u[1:-1] + u[:-2])
    return v, np.sum(v * v)


def lists_as_indices(a):
    root = np.linalg.norm(a, axis=1, keepdims=True)
    return (
        np.sum(a[[0, 2, 2]] ** 2)
        + np.sum(a[:, [1, 0]] * 0.5)
        + np.sum(a / root)
        + np.sum(np.outer(a[:2], a[0]) ** 2)
    )


def repeated_places(x):
    y = x * 2.0
    y[[1, 1, 3]] += x[0]
    y[np.array([0, 0])] *= 3.0
    return np.sum(y * y)


def parts_that_are_empty(a):
    total = 0.0
    for j in range(3):
        row = a[0, j - 1 : j + 1]
        if row.size:
            total += row[0] * len(row) + np.sum(row)
    return total + len(a[2:, 3:]) * a[0, 0]


def kept_while_something_is_written(x):
    y = x * 1.5
    z = np.tanh(y[::-1])
    places = np.array([0, 2])
    before = y[places]
    for k in range(2):
        y[-2:] = x[0] * k
    y[places] = 0.0
    return np.sum(y * x) + np.sum(z) + np.sum(before**2)


def backwards(x):
    y = np.zeros(5)
    for i in reversed(range(1, 5)):
        y[i] = np.sin(x[i]) + 0.5 * y[(i + 1) % 5]
    total = 1.0
    for i in reversed(range(5)):
        total = np.tanh(total) * y[i] + x[i]
    return total


def by_another_name(x):
    y = x * 2.0
    z = np.asarray(y)
    z[1] = 5.0 * x[0]
    return np.sum(y * y)


def with_functions(x, c):
    total = 0.0
    for _ in range(3):
        x, more = smoothed(x, c)
        y, _ = smoothed(x * 2.0, 0.5 * c)
        total += more + np.sum(y[1:] * y[:-1])
    return total


def with_outside(x):
    return np.sum(WEIGHTS * x)


def updated_vector_products(a):
    normals = np.cross(a[:, :3], a[:, 1:])
    normals /= 1.0 + np.sum(normals**2, axis=1, keepdims=True)
    return np.sum(normals * a[:, :3] ** 2)


def truths_of_one_item(x):
    column, total = x.reshape(-1, 1), 0.0
    for k in range(1, len(x)):
        if column[k] > column[k - 1]:
            total += x[k] * x[k - 1]
    while column[0] > 0.1:
        column = column * 0.5
    return total * column[0, 0]


def scalars_only(x, y):
    s = 0.0
    for k in range(5):
        s = s + np.sin(x * k) * y
    return s


def norms(x, a):
    return (
        np.linalg.norm(x, 1) * np.linalg.norm(x, np.inf)
        + np.linalg.norm(x, 3)
        + np.linalg.norm(a, "fro")
        + np.sum(np.linalg.norm(a, ord=1, axis=1) * np.linalg.norm(a, axis=1, ord=2))
        + np.sum(np.linalg.norm(a, -np.inf, axis=0, keepdims=True))
    )


def places_of_what_isnt_zero(x):
    i = np.nonzero(x > 0)[0]
    (j,) = np.where(x < 0.0)
    return np.sum(x[i] ** 2) + np.sum(np.squeeze(x[None, :, None])[j] ** 3) + np.sum(x[np.flatnonzero(x)])


def written_in_another_shape(x):
    m = np.zeros((2, 5))
    v = m.reshape(-1)
    v[1:6] = x
    m.ravel()[8] = x[0] * x[1]
    w = m.flatten()
    w[0] = 5.0 * x[2]
    return np.sum(m**2 * np.arange(10.0).reshape(2, 5)) + np.sum(w * w)


def loops_in_branches(x):
    if x[0] > 100.0:
        return np.sum(x)
    total = 1.0
    for v in x:
        total = total * np.sin(v)
    if total < 100.0:
        for k in range(3):
            if k > 0:
                for v in x:
                    total = total * v + 1.0
    return total * (np.sum(x) if x[1] > 0.0 else np.prod(x))


def checked_first(x):
    assert x.ndim == 1 and len(x) > 1, "a vector"
    if np.any(np.isnan(x)):
        raise ValueError(f"{x[0]} isn't a number")
    with np.errstate(all="ignore"):
        return np.sum(np.log(np.abs(x)))


def sorted_values(x):
    order = np.argsort(x)
    return np.sum(np.sort(x) * np.arange(5)) + sorted(x)[1] ** 2 + x[order[0]] ** 3 + np.median(x) ** 2


FUNCTIONS = [
    (norms, (X, A)),
    (places_of_what_isnt_zero, (X,)),
    (written_in_another_shape, (X,)),
    (loops_in_branches, (X,)),
    (checked_first, (X,)),
    (sorted_values, (X,)),
    (formula, (X,)),
    (means_and_products, (X,)),
    (slices, (X,)),
    (rows_and_columns, (A,)),
    (broadcasting, (A, C)),
    (written_in_place, (X,)),
    (shifted_onto_itself, (X,)),
    (through_views, (A,)),
    (masks, (X,)),
    (rows_by_masks, (A,)),
    (index_arrays, (X,)),
    (pairs_of_indices, (A,)),
    (along_axes, (A,)),
    (extremes, (A,)),
    (products_of_matrices, (A, C)),
    (einsums, (A, C)),
    (made_of_shapes, (X,)),
    (joined, (X,)),
    (in_other_shapes, (A,)),
    (scans, (A,)),
    (steps_in_time, (X, 0.1)),
    (buffers_swapped, (X,)),
    (factors, (A,)),
    (recurrence, (X,)),
    (until, (X,)),
    (within_loops, (A,)),
    (chosen_arrays, (X,)),
    (repeated_places, (X,)),
    (parts_that_are_empty, (A,)),
    (kept_while_something_is_written, (X,)),
    (backwards, (X,)),
    (by_another_name, (X,)),
    (with_functions, (X, 0.2)),
    (lists_as_indices, (A,)),
    (with_outside, (X,)),
    (updated_vector_products, (A,)),
    (truths_of_one_item, (X,)),
    (scalars_only, (0.7, 0.3)),
]
IDS = [function.__name__ for function, _ in FUNCTIONS]


def difference(fun, args, place, direction, step=1e-6):
    """The central difference along a direction of one argument."""
    ends = []
    for sign in (1, -1):
        moved = list(args)
        moved[place] = args[place] + sign * step * direction
        ends.append(fun(*moved))
    return (ends[0] - ends[1]) / (2 * step)


def units(arg):
    if isinstance(arg, float):
        return [1.0]
    return [each.reshape(arg.shape) for each in np.eye(arg.size)]


@pytest.mark.parametrize("fun, args", FUNCTIONS, ids=IDS)
def test_gradients(fun, args, in_python):
    places = tuple(range(len(args)))
    value, gradient = s2sad.value_and_grad(fun, places, jit=True)(*args)
    assert value == pytest.approx(fun(*args), rel=1e-12)
    for place, found in zip(places, gradient):
        wanted = [difference(fun, args, place, unit) for unit in units(args[place])]
        assert np.ravel(found) == pytest.approx(np.array(wanted), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("fun, args", FUNCTIONS, ids=IDS)
def test_tangents_and_second_derivatives(fun, args, in_python):
    directions = tuple(np.cos(np.arange(np.size(arg))).reshape(np.shape(arg)) for arg in args)
    directions = tuple(float(d) if isinstance(a, float) else d for a, d in zip(args, directions))
    value, tangent = s2sad.jvp(fun, args, directions, jit=True)
    assert value == pytest.approx(fun(*args), rel=1e-12)
    along = sum(difference(fun, args, place, d) for place, d in enumerate(directions))
    assert tangent == pytest.approx(along, rel=1e-6, abs=1e-7)
    gradient = s2sad.grad(fun, tuple(range(len(args))))
    products = s2sad.hvp(fun, args, directions, jit=True)
    ends = [gradient(*(a + sign * 1e-6 * d for a, d in zip(args, directions))) for sign in (1, -1)]
    for product, one, other in zip(products, *ends):
        wanted = (np.asarray(one) - np.asarray(other)) / 2e-6
        assert np.asarray(product) == pytest.approx(wanted, rel=1e-5, abs=1e-6)


def test_a_function_that_calls_itself(in_python):
    def power(x, n):
        return 1.0 if n == 0 else x * power(x, n - 1)

    assert s2sad.grad(power, jit=True)(2.0, 3) == 12.0


def test_the_norm_of_nothing_has_no_slope(in_python):
    gradient = s2sad.grad(lambda x: np.linalg.norm(x), jit=True)
    assert gradient(np.zeros(3)) == pytest.approx(np.zeros(3))


def test_ties_share_as_without_loops(in_python):
    x = np.array([0.3, 0.3, -0.5, 0.5, 0.3])
    assert s2sad.grad(shared_extremes, jit=True)(x) == pytest.approx(
        s2sad.grad(shared_extremes)(x), rel=1e-12
    )


def test_what_is_read_outside_is_read_at_each_call(in_python, monkeypatch):
    gradient = s2sad.grad(with_outside, jit=True)
    assert gradient(X) == pytest.approx([0.5, 1.5, -1.0, 2.0, 0.1])
    monkeypatch.setitem(with_outside.__globals__, "WEIGHTS", np.array([3.0, 0.0, 1.0, 2.0, 5.0]))
    assert gradient(X) == pytest.approx([3.0, 0.0, 1.0, 2.0, 5.0])


def test_arguments_stay_as_they_are(in_python):
    def fills(x):
        x[1:] = x[:-1] * 2.0
        return np.sum(x)

    x = X.copy()
    s2sad.grad(fills, jit=True)(x)
    assert np.array_equal(x, X)


def test_arguments_that_share_memory_are_refused(in_python):
    def writes(x, y):
        x[0] = y[1]
        return np.sum(x * y)

    with pytest.raises(ValueError, match="share memory"):
        s2sad.grad(writes, jit=True)(X, X)


def test_what_has_no_loops_is_refused_with_the_way_out(in_python):
    with pytest.raises(DifferentiationError, match="jit=True"):
        s2sad.grad(lambda x: np.sum(np.fft.fft(x).real), jit=True)(X)


def test_an_axis_of_one_item_that_nobody_expected_is_refused(in_python):
    def fun(x, k):
        return np.sum(x[k:] * x)

    gradient = s2sad.grad(fun, jit=True)
    with pytest.raises(ValueError, match="differ in length"):
        gradient(X, 4)


def test_the_text_is_loops(in_python):
    gradient = s2sad.grad(formula, jit=True)
    gradient(X)
    assert "for i in range(n):" in gradient.source
    assert "@njit" in gradient.source


def part_of_what_is_written_later(x):
    y = x * 1.5
    v = y
    for _ in range(2):
        v = y[::-1]
    y[:2] *= x[2]
    return v[0] * v[-1]


def part_by_a_branch(x):
    y = x * 1.5
    v = y[1:] if x[0] > 0 else y[:-1]
    y[1:3] *= x[2]
    return np.sum(v * v)


@pytest.mark.parametrize("fun", [part_of_what_is_written_later, part_by_a_branch])
def test_a_part_that_leaves_a_loop_is_no_copy(fun, in_python):
    with pytest.raises(DifferentiationError, match="part of an array that is written"):
        s2sad.grad(fun, jit=True)(X)


def test_a_transpose_in_a_product_of_matrices_is_a_view(check, in_python):
    def gram(a, b):
        c = np.sin(a)
        return np.sum((c.T @ c) ** 2) + np.sum(np.dot(c, b.T) * c[:, :2])

    a, b = np.array([[0.3, -0.2, 0.9], [0.1, 0.7, -0.4]]), np.array([[0.5, 0.2, -0.1], [0.4, -0.3, 0.8]])
    check(gram, a, b)
    gradient = s2sad.grad(gram, (0, 1), jit=True)
    gradient(a, b)
    assert "c.T" in gradient.source and "b.T" in gradient.source


def test_a_transpose_of_what_is_written_later_is_a_copy(check):
    def fun(a, b):
        c = a * 2.0
        turned = c.T
        c[0] = 0.0
        d = turned @ b
        c[1] *= a[1]
        return np.sum(d * d) + np.sum(c**2)

    check(fun, np.array([[0.3, -0.2], [0.1, 0.7]]), np.array([[0.5, 0.2], [0.4, -0.3]]))
