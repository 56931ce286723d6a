"""Programs with NumPy and SciPy in the ways in which people write them: all modes against central differences.

Each argument is differentiated alone, so that all others are constants which the program may write to as well.
"""

import numpy as np
import pytest

import s2sad

X = np.array([0.7, 1.3, 0.4])
Q = np.array([[0.3, -1.2, 0.8], [0.5, 0.1, -0.7]])
M = np.array([[2.3, -0.2, 0.8], [0.5, 1.1, -0.7], [0.1, 0.4, 1.9]])


def slope(f, args, place, direction, width=1e-5):
    def at(h):
        moved = [a + h * direction if i == place else np.copy(a) for i, a in enumerate(args)]
        return np.asarray(f(*moved))

    return (at(width) - at(-width)) / (2 * width)


def checked(f, *args):
    """Reverse, forward, and forward over reverse along a direction, by every float and array; and the Hessian."""
    rng = np.random.default_rng(3)
    value = f(*map(np.copy, args))
    before = [np.copy(a) for a in args]
    for place, argument in enumerate(args):
        direction = rng.normal(size=np.shape(argument)) if np.ndim(argument) else 1.0
        gradient = s2sad.grad(f, place)
        expected = slope(f, args, place, direction)
        found = gradient(*args)
        assert np.shape(found) == np.shape(argument)
        assert np.sum(found * direction) == pytest.approx(expected, rel=1e-6, abs=1e-8)
        tangents = [direction if i == place else None for i in range(len(args))]
        own, tangent = s2sad.jvp(f, args, tangents)
        assert own == value == s2sad.value_and_grad(f, place)(*args)[0]
        assert tangent == pytest.approx(expected, rel=1e-6, abs=1e-8)
        product = s2sad.hvp(f, args, tangents)[place]
        np.testing.assert_allclose(product, slope(gradient, args, place, direction), rtol=1e-5, atol=1e-7)
        hessian = np.tensordot(s2sad.hessian(f, place)(*args), direction, np.ndim(direction))
        np.testing.assert_allclose(hessian, product, rtol=1e-10, atol=1e-12)
    assert all(np.array_equal(a, b) for a, b in zip(args, before))


# ------------------------------------------------------------------------------------- arguments beside one another


def a_copy_of_one_and_a_write_of_another(u, b):
    padded = np.zeros_like(u)
    padded[1:] = u[1:]
    padded[0] = b
    return np.sum(padded * padded)


def an_argument_that_takes_up_another(u, b):
    u[0] = b * u[1]
    u[2] *= b
    return np.sum(u * u)


def a_view_of_an_argument_that_takes_up_another(u, b):
    rest = u[1:]
    rest += b
    u = u * 2.0
    return np.sum(u * rest[0])


def bodies(pos, vel, m):
    for _ in range(2):
        for i in range(len(m)):
            for j in range(i + 1, len(m)):
                r = pos[j] - pos[i]
                f = r / (np.linalg.norm(r) + 0.1) ** 3
                vel[i] += 0.01 * m[j] * f
                vel[j] -= 0.01 * m[i] * f
        pos += 0.01 * vel
    return 0.5 * np.sum(m * np.sum(vel**2, axis=1)) + pos.sum()


@pytest.mark.parametrize(
    "f, args",
    [
        (a_copy_of_one_and_a_write_of_another, (X, 1.5)),
        (an_argument_that_takes_up_another, (X, 1.5)),
        (a_view_of_an_argument_that_takes_up_another, (X, 1.5)),
        (bodies, (M, M[::-1] * 0.2, X)),
    ],
)
def test_one_argument_moves_and_another_is_written(f, args):
    checked(f, *args)


# --------------------------------------------------------------------------------- functions that get nothing active


def distances(points):
    return ((points[:, None] - points[None]) ** 2).sum(-1)


def design(x, degree=2):
    """Has a default that isn't given, and goes over what isn't known."""
    return np.stack([x**k for k in range(degree + 1)], axis=1)


def shifted_in_place(x):
    x += 1.0
    return x[1:]


class Basis:
    def __init__(self, centres):
        self.centres = centres

    def __call__(self, x):
        return np.exp(-((x[:, None] - self.centres) ** 2))

    def features(self, x):
        return np.exp(-((x[:, None] - self.centres) ** 2))


BASIS = Basis(np.arange(3.0))


def of_distances(scale):
    return np.exp(-distances(Q) / scale).sum()


def of_distances_written(scale):
    d = distances(Q)
    kernel = d / scale
    np.fill_diagonal(kernel, 1.0)
    kernel[0, 1] += scale
    return np.linalg.slogdet(kernel)[1]


def of_a_design(w, x):
    residual = 1.0 - design(x) @ w
    return np.sum(residual**2)


def of_a_design_chosen(scale, x):
    phi = design(x, degree=1)
    return np.sum(np.where(phi > 0.5, scale, phi * scale + phi))


def of_rows(scale, x):
    total = 0.0
    for row, target in zip(design(x), x):
        total += (scale * row.sum() - target) ** 2
    return total


def of_a_design_written(scale, x):
    phi = design(x)
    phi *= scale
    phi += 1.0
    return np.prod(phi.mean(axis=0))


def of_what_is_changed(scale, x):
    rest = shifted_in_place(x)
    return np.sum(scale * rest * x[0])


def of_a_method(scale, x):
    return np.sum((x[:, None] - scale * BASIS.features(x)) ** 2)


def of_a_nested_function(scale, x):
    def mask_of(a):
        return a > 0.5

    z = scale * x
    z[mask_of(x)] = 0.0
    return z.sum() * scale


@pytest.mark.parametrize(
    "f, args",
    [
        (of_distances, (0.7,)),
        (of_distances_written, (0.7,)),
        (of_a_design, (X, X)),
        (of_a_design_chosen, (0.7, X)),
        (of_rows, (0.7, X)),
        (of_a_design_written, (0.7, X)),
        (of_what_is_changed, (0.7, X)),
        (of_a_method, (0.7, X)),
        (of_a_nested_function, (0.7, X)),
    ],
)
def test_functions_of_constant_arrays(f, args):
    checked(f, *args)


def test_a_call_of_constants_stays_as_it_is():
    gradient = s2sad.grad(of_a_design)
    gradient(X, X)
    assert "design(x)" in gradient.source and "unbroadcast" not in gradient.source


# ------------------------------------------------------------------------------------- arrays stored when complete


def joined_after_writes(x):
    u = x.copy()
    u[0] = 1.0
    v = x * 2.0
    v[1] *= 3.0
    return np.sum(np.concatenate([u, v]) ** 2) + np.sum(np.stack((u, v), axis=1)[0] ** 3)


def rows_made_one_by_one(x):
    rows = []
    for i in range(3):
        row = np.zeros(2)
        row[0] = x[i]
        row[1] = x[i] ** 2
        rows.append(row)
    return np.sum(np.array(rows) ** 2)


def views_in_a_list(x):
    a = np.outer(x, x)
    a[0, 0] = 1.0
    rows = [a[i] for i in range(len(a))]
    return np.sum(rows[1] * rows[2])


def forces(p):
    bodies = [p, -0.5 * p, 2.0 + p * p]
    found = []
    for one in bodies:
        total = np.zeros(3)
        for other in bodies:
            if other is not one:
                d = other - one
                total += d / (d @ d + 0.1) ** 1.5
        found.append(total)
    return sum(np.sum(f**2) for f in found)


@pytest.mark.parametrize("f", [joined_after_writes, rows_made_one_by_one, views_in_a_list, forces])
def test_arrays_that_are_stored_when_they_are_complete(f):
    checked(f, X)


def written_after_it_is_stored(x):
    state, kept = x.copy(), []
    for _ in range(3):
        kept.append(state)
    state[0] = 2.0 * x[1]
    return np.sum(kept[0] * kept[1])


def one_array_for_all_iterations(x):
    row, rows = np.zeros(2), []
    for i in range(3):
        row[0] = x[i]
        rows.append(row)
    return np.sum(np.array(rows) ** 2)


def written_as_an_item(x):
    grads = [np.zeros(3) for _ in range(2)]
    for grad in grads:
        grad[1] = x[0]
    return np.sum(grads[0] * x)


@pytest.mark.parametrize("f", [written_after_it_is_stored, one_array_for_all_iterations, written_as_an_item])
def test_arrays_are_written_after_they_were_stored(f):
    steps = 1e-6 * np.eye(len(X))
    slopes = [(f(X + step) - f(X - step)) / 2e-6 for step in steps]
    assert s2sad.grad(f)(X) == pytest.approx(slopes, abs=1e-8)


# --------------------------------------------------------------------------------------------- windows and rows


def convolved(image, kernel):
    windows = np.lib.stride_tricks.sliding_window_view(image, kernel.shape)
    return np.sum(np.einsum("ijkl,kl->ij", windows, kernel) ** 2)


def pooled(image):
    h, w = image.shape
    s0, s1 = image.strides
    blocks = np.lib.stride_tricks.as_strided(image, (h // 2, w // 2, 2, 2), (2 * s0, 2 * s1, s0, s1))
    return np.sum(blocks.mean(axis=(2, 3)) ** 2)


def blurred(image, width):
    k = np.exp(-0.5 * (np.arange(-1, 2) / width) ** 2)
    k /= k.sum()
    rows = np.apply_along_axis(lambda row: np.convolve(row, k, mode="same"), 1, image)
    return np.sum(np.apply_along_axis(np.dot, 0, rows, rows[:, 0]) ** 2)


def total_variation(image):
    dx = np.diff(image, axis=1, append=image[:, -1:])
    dy = np.diff(image, axis=0, prepend=0.5)
    return np.sum(np.sqrt(dx**2 + dy**2 + 1e-3))


IMAGE = np.cos(np.arange(24.0)).reshape(4, 6)


@pytest.mark.parametrize(
    "f, args",
    [(convolved, (IMAGE, Q)), (pooled, (IMAGE,)), (blurred, (IMAGE, 0.8)), (total_variation, (IMAGE,))],
)
def test_windows_and_rows(f, args):
    checked(f, *args)


def test_windows_on_what_is_not_contiguous_are_refused_when_it_runs():
    with pytest.raises(ValueError, match="contiguous"):
        s2sad.grad(lambda a: pooled(a[:, ::2]))(IMAGE)


# ------------------------------------------------------------------------------------------- what a module has


def integral(x):
    return np.trapezoid(x**2) if hasattr(np, "trapezoid") else np.trapz(x**2)


def integral_by_name(x):
    return getattr(np, "trapezoid" if hasattr(np, "trapezoid") else "trapz")(x**2)


@pytest.mark.parametrize("f", [integral, integral_by_name])
def test_what_a_module_has(f):
    checked(f, X)


# -------------------------------------------------------------------------------------- lists beside and in arrays


def lists_that_grow(x):
    v = []
    for i in range(3):
        v.append(x[i] ** 2)
    a = np.zeros((3, 3))
    a[1] = v
    a[2] += v
    a[0] -= [x[0], 1.0, x[2]]
    a[1] -= [1, 2, 3]
    a += v
    a *= [1.0, 2.0, x[0]]
    np.add.at(a, ([0, 1, 1], [2, 0, 0]), v)
    return np.sum(a * a)


def operators_beside_lists(x):
    v = [x[0], x[1] * x[2], x[2] * 2]
    w = [y * y for y in x]
    return np.sum(np.ones(3) * v) + x @ v + np.sum((x - w) ** 2) + np.sum(v / x) + np.sum(x**w)


def functions_of_lists(x):
    v = []
    for y in x:
        v.append(y * y)
    found = np.mean(v) * np.cumsum(v)[1] + np.sum(np.where(x > 0.5, v, x)) + np.reshape(v, (3, 1)).sum()
    return found + np.sum(np.transpose(v) * np.diag(v)) + np.interp(0.3, x[:2], v[1:])


def arrays_in_turn(x):
    a, b = np.zeros(3), np.zeros(3)
    for array in (a, b):
        array[0] = x[0] * x[1]
    return np.sum(a + b) * x[1]


@pytest.mark.parametrize("f", [lists_that_grow, operators_beside_lists, functions_of_lists, arrays_in_turn])
def test_lists_beside_arrays(f):
    checked(f, X)


# ------------------------------------------------------------------------------------------- arrays of ints beside

WEIGHTS = np.array([1, 2, 3])
MASK = np.array([True, False, True])


def weighted_by_ints(x):
    return 0.3 * x[1] ** 2 + x @ WEIGHTS + x[0] * 0.3


def weighted_by_a_list_after_a_loop(x):
    for _ in range(2):
        x = x + 0.1 * np.array([x[1] * x[0], x[2], x[0]])
    return np.dot(x, [1, 2, 3])


def weighted_by_a_mask(x):
    return x[0] ** 2 + x @ MASK + np.sum(x * MASK) * x[2]


def weighted_complex_numbers(x):
    z = x * (1 + 2j)
    return np.sum(np.real(z) * WEIGHTS) + abs(z[0] * z[1]) + np.sum(z.imag)


def of_a_list_that_is_given(x, rows):
    return x @ rows[0] + 0.3 * x[1] ** 2


@pytest.mark.parametrize(
    "f",
    [
        weighted_by_ints,
        weighted_by_a_list_after_a_loop,
        weighted_by_a_mask,
        weighted_complex_numbers,
        lambda x: of_a_list_that_is_given(x, [[1, 2, 3]]),
    ],
)
def test_an_adjoint_of_ints_takes_up_floats(f):
    checked(f, X)


@pytest.mark.parametrize("rows", [[[1, 2, 3]], [np.array([1, 2, 3])], np.array([[1, 2, 3]])])
def test_an_adjoint_of_what_is_given_as_ints_takes_up_floats(rows):
    gradient = s2sad.grad(of_a_list_that_is_given)
    np.testing.assert_allclose(gradient(X, rows), [1.0, 2.0 + 0.6 * X[1], 3.0], rtol=1e-14)
    assert gradient.emitted(X, rows).dtype == float


# ------------------------------------------------------------------------- real numbers between complex ones


def a_real_number_in_a_complex_matrix(x):
    z = x * (1 + 2j) * np.exp(1j * x)
    t = np.abs(z) + z.imag
    v = np.array([[t, 1j * t**2], [2j * t, t + 1j]]) @ np.array([1.0, 2.0 - 1j])
    return np.abs(v[0] * v[1]) ** 2 / 1e5


def real_numbers_stored_in_a_complex_array(x):
    z = np.exp(1j * x) * x
    t = np.abs(z) * z.imag
    out = np.zeros(3, complex)
    out[0] = t
    out[1] = 1j * t
    out[2] = z * t
    return np.abs(np.sum(out**2 * (1 + 1j)))


def real_and_complex_arrays_joined(x):
    z = x * np.exp(1j * x)
    r = np.abs(z)
    stacked = np.stack([r, 1j * r, z])
    joined = np.concatenate([r, z]) * (1 + 0.3j)
    chosen = np.where(r > 0.5, r, z)
    return np.abs(np.sum(stacked**2)) + np.abs(np.sum(joined) ** 2) + np.abs(chosen @ chosen)


def real_arrays_written_into_complex_ones(x):
    z = x * np.exp(1j * x)
    r = z.real * z.imag
    q = np.zeros(3, dtype=complex)
    q[:] = r
    q *= z
    q += r
    items = [*r, z[0]]
    filled = np.full(3, r[0], dtype=complex) * z
    return np.abs(np.sum(q * q)) + np.abs(np.sum(np.asarray(items) ** 2 * (1 - 1j))) + np.abs(np.sum(filled))


def thin_films(indices, depths, wavelength):
    matrix = np.eye(2, dtype=complex)
    for n, d in zip(indices, depths):
        delta = 2 * np.pi * n * d / wavelength
        layer = np.array([[np.cos(delta), 1j * np.sin(delta) / n], [1j * n * np.sin(delta), np.cos(delta)]])
        matrix = matrix @ layer
    b, c = matrix @ np.array([1, 1.52])
    return np.abs((b - c) / (b + c)) ** 2


@pytest.mark.parametrize(
    "f, args",
    [
        (a_real_number_in_a_complex_matrix, (0.7,)),
        (real_numbers_stored_in_a_complex_array, (0.7,)),
        (real_and_complex_arrays_joined, (X,)),
        (real_arrays_written_into_complex_ones, (X,)),
        (thin_films, (1.0 + X, 0.1 * X, 0.55)),
    ],
)
def test_adjoints_and_tangents_of_real_numbers_are_real(f, args):
    checked(f, *args)
    for place in range(len(args)):
        gradient = s2sad.grad(f, place)
        gradient(*args)
        assert not np.iscomplexobj(gradient.emitted(*args))


# ---------------------------------------------------------------------------------- views of what is written before


def dominant_eigenvalue(a):
    b = np.ones(a.shape[1]) / 2.0
    for _ in range(5):
        b = np.dot(a, b)
        b /= np.linalg.norm(b)
    return (b.T @ a @ b) / (b.T @ b)


def transposed_after_writes(a):
    b = a.copy()
    b[0] *= 2.0
    return np.sum(b.T @ b) + np.sum(np.transpose(b) ** 3)


@pytest.mark.parametrize("f", [dominant_eigenvalue, transposed_after_writes])
def test_transposes_of_what_is_written(f):
    checked(f, M)


# -------------------------------------------------------------------------------- differences and spreads


def slope_of_a_surface(z):
    gy, gx = np.gradient(z)
    return np.sum(np.sqrt(gx**2 + gy**2 + 1e-2)) + np.sum(np.gradient(z, 0.5, axis=1, edge_order=2) ** 2)


def spread_between_quartiles(z):
    return np.subtract(*np.percentile(np.ravel(z), [75, 25])) * z[0, 0]


def curvature_of_a_mesh(x, y):
    u, v = np.meshgrid(x, y, indexing="ij")
    return np.sum(np.gradient(np.exp(-(u**2 + v**2)), axis=0) ** 2)


@pytest.mark.parametrize(
    "f, args",
    [(slope_of_a_surface, (IMAGE,)), (spread_between_quartiles, (IMAGE,)), (curvature_of_a_mesh, (X, X))],
)
def test_differences_and_spreads(f, args):
    checked(f, *args)


# ------------------------------------------------------------------------------------- parts of shapes


def first_axes_as_one(z):
    cube = np.stack([z, z * z])
    flat = cube.reshape(-1, *cube.shape[2:])
    return np.sum(flat[0] * flat[1]) + np.sum(cube.reshape(*cube.shape[:1], -1)[0] ** 2)


def last_axis_in_pairs(z):
    return np.sum(np.reshape(z, (*z.shape[:-1], 2, -1))[:, 0] ** 3)


@pytest.mark.parametrize("f", [first_axes_as_one, last_axis_in_pairs])
def test_parts_of_shapes(f):
    checked(f, np.outer([0.5, 1.0, 1.5], [1.0, 2.0, -1.0, 0.3]))
