"""Parts of arrays, as NumPy takes them."""

import numpy as np
import pytest

import s2sad
from s2sad.errors import DifferentiationError

A = np.arange(20.0).reshape(4, 5) / 10.0 - 0.65
X = np.array([0.3, -0.5, 0.8, 1.1, -0.2])
INDEX, MASK = np.array([0, 2, 2, 1]), np.array([True, False, True, True])


def numbers_and_slices(a, x):
    return a[1, 2] * x[-1] + np.sum(a[1:3, ::2]) * np.sum(a[-1]) + np.sum(a[:, 1] * x[1:])


def backwards(a, x):
    return np.sum(x[::-1] * a[0]) + np.sum(a[::-2, 1] * x[:2]) + np.sum(x[3:0:-1])


def new_axes(a, x):
    return np.sum(x[:, None] * a[None, 0]) + np.sum(a[..., 2]) + np.sum(a[:, np.newaxis, 1])


def index_arrays(a, x):
    return np.sum(a[INDEX] ** 2) + np.sum(a[INDEX, [1, 2, 3, 4]] * x[INDEX]) + np.sum(a[:, INDEX])


def masks(a, x):
    return np.sum(a[MASK] * x) + np.sum(x[x > 0.0] ** 2) + np.sum(a[a > 0.0])


def ends_beyond(a, x):
    return np.sum(x[2:99]) * np.sum(x[-99:2]) + np.sum(x[4:2]) + np.sum(a[1:1])


def known_when_it_runs(a, x):
    s = 0.0
    for i in range(4):
        s += np.sum(a[i, i:]) * np.sum(x[: i + 1]) + a[i, -1 - i]
    return s


def chosen_and_written_since(a, x):
    y = np.sin(x)
    mask = y > 0.0
    chosen, other = y[mask], (2.0 * y)[mask]
    first = chosen * other
    y[:] = x * x
    mask[:] = False
    chosen[0] = y[1]
    return np.sum(first * chosen) + len(other) * np.mean(other) + np.sum(y)


def chosen_in_each_row(a, x):
    s = 0.0
    for i in range(4):
        s += np.sum(x[a[i] > -0.3] ** 2) * a[i, 1]
    return s


@pytest.mark.parametrize(
    "function",
    [numbers_and_slices, backwards, new_axes, index_arrays, masks, ends_beyond, known_when_it_runs]
    + [chosen_and_written_since, chosen_in_each_row],
)
def test_gradients(check, function):
    check(function, A, X)


def test_only_what_a_mask_chooses_has_adjoints(in_python):
    gradient = s2sad.grad(chosen_in_each_row, 1, jit=True)
    gradient(A, X)
    reverse = gradient.source.partition("# reverse sweep")[2]
    assert "if " not in reverse and "append(" in gradient.source


def test_an_index_beyond_the_end_raises(in_python):
    def beyond(x):
        return x[7] * x[0]

    with pytest.raises((IndexError, DifferentiationError)):
        s2sad.grad(beyond, jit=True)(X)


CUBE = np.random.default_rng(4).random((3, 4, 5))
SOLID = CUBE[:, :, 0] > 0.4


def bounced(f, solid):
    """Lattice Boltzmann: what a mask of cells chooses, in all directions."""
    back = f[solid, :]
    back = back[:, [4, 3, 2, 1, 0]]
    f[solid, :] = back * f[solid, :]
    return np.sum(f**2 * np.arange(5))


def one_direction_each(f, solid):
    g = f.transpose(2, 0, 1) * 1.0
    for i in range(5):
        g[i, solid] = f[solid, 4 - i] * g[i, solid]
    return np.sum(g**2) + np.sum(f[~solid, -1] ** 3)


def places_of_both_axes(f, solid):
    i, j = np.where(solid)
    first, second, third = np.nonzero(f > 0.5)
    return np.sum(f[i, j, 0] * f[i, j, 1] * j) + np.sum(f[first, second, third] ** 2 * (first + third))


@pytest.mark.parametrize("function", [bounced, one_direction_each, places_of_both_axes])
def test_masks_of_several_axes(check, function):
    check(lambda f: function(f, SOLID), CUBE)


def product_by_method(a, x):
    inverse = np.linalg.inv(a)
    columns = np.exp(-(a[:, :2] ** 2))
    return np.sum(columns.T.dot(inverse).dot(x)) + np.trace(columns.T.dot(inverse).dot(columns))


def test_products_by_a_method(check):
    check(product_by_method, np.diag([2.0, 1.5, 3.0]) + 0.1, np.array([0.3, -1.2, 0.8]))
