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
    for i in range(3):
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
def test_arrays_that_are_written_after_they_were_stored_are_refused(f):
    with pytest.raises(s2sad.UnsupportedValue, match="stored in a container"):
        s2sad.grad(f)(X)


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
