"""The root of a sum of squares is a length: at the origin it is 0 in both modes, with all derivatives."""

import math

import numpy as np
import pytest

import s2sad


def of_numbers(x, y):
    return math.sqrt(x * x + y * y)


def by_power(x, y):
    return (x**2 + y**2) ** 0.5


def by_numpy(x, y):
    return np.sqrt(x * x + y * y)


def of_a_product_with_itself(v):
    return np.sqrt(v @ v)


def of_a_sum(v):
    return np.sqrt(np.sum(v * v))


def of_powers(v):
    return np.sqrt(np.sum(v**2))


def sum_by_power(v):
    return np.sum(v**2) ** 0.5


def of_dot(v):
    return math.sqrt(np.dot(v, v))


def of_a_mean(v):
    return np.sqrt(np.mean(np.square(v)))


def of_a_variance(v):
    return np.sqrt(np.var(v))


def of_differences(v):
    d = v[:, None] - v[None, :]
    return np.sum(np.sqrt(d * d))


def of_stacked_differences(v):
    d = v[:, None] - v[None, :]
    return np.sum(np.sqrt(np.sum(np.stack([d, 2 * d]) ** 2, axis=0)))


def of_a_loop(v):
    s = 0.0
    for a in v:
        s += a * a
    return math.sqrt(s)


def of_a_list(v):
    return math.sqrt(sum(a * a for a in v))


def of_a_size(x, y):
    return math.sqrt(abs(x))


def of_powers_with_weights(x, y):
    return math.sqrt(x**4 + 3 * y**2)


def of_subscripts(v):
    return np.sqrt(np.einsum("i,i->", v, v))


def of_neighbours(v):
    return np.sum(np.sqrt(v[:-1] ** 2 + v[1:] ** 2))


def by_methods(v):
    return np.sqrt((v * v).sum() / len(v))


def by_the_dot_method(v):
    return np.sqrt(v.dot(v))


def of_a_half(x, y):
    return math.sqrt((x * x + y * y) / 2.0)


def squares_of(a):
    return sum(t * t for t in a)


def of_a_function(v):
    return math.sqrt(squares_of(v))


def of_an_inner_function(x, y):
    def sq(a):
        return a * a

    return math.sqrt(sq(x) + sq(y))


def of_the_largest(v):
    return np.sqrt(np.abs(v).max() ** 2)


def of_distances(v):
    q = np.stack([v, v], axis=1)
    diff = q[:, None, :] - q[None, :, :]
    dist = np.sqrt((diff**2).sum(-1))
    return dist[np.triu_indices(3, 1)].sum()


def of_parts(z):
    return np.sqrt(np.real(z) ** 2 + np.imag(z) ** 2)


OF_TWO = (of_numbers, by_power, by_numpy, of_a_size, of_powers_with_weights, of_a_half, of_an_inner_function)
OF_LISTS = (of_a_loop, of_a_list, of_a_function)
OF_ARRAYS = (
    of_a_product_with_itself,
    of_a_sum,
    of_powers,
    sum_by_power,
    of_dot,
    of_a_mean,
    of_a_variance,
    of_differences,
    of_stacked_differences,
    of_subscripts,
    of_neighbours,
    by_methods,
    by_the_dot_method,
    of_the_largest,
    of_distances,
)


def check_at_the_origin(f, point, direction):
    places = tuple(range(len(point)))
    for found in (s2sad.grad(f, places)(*point), s2sad.hvp(f, point, direction)):
        assert all(np.all(np.asarray(each) == 0.0) for each in found)
    assert s2sad.jvp(f, point, direction)[1] == 0.0


@pytest.mark.parametrize("f", OF_TWO, ids=lambda f: f.__name__)
def test_of_two_numbers(f):
    check_at_the_origin(f, (0.0, 0.0), (1.0, -2.0))
    slope = (f(0.6 + 1e-6, 0.8) - f(0.6 - 1e-6, 0.8)) / 2e-6
    assert s2sad.grad(f)(0.6, 0.8) == pytest.approx(slope)


@pytest.mark.parametrize("f", OF_LISTS, ids=lambda f: f.__name__)
def test_of_lists(f):
    check_at_the_origin(f, ([0.0, 0.0, 0.0],), ([1.0, -2.0, 0.5],))
    assert s2sad.grad(f)([3.0, 0.0, 4.0]) == pytest.approx([0.6, 0.0, 0.8])


@pytest.mark.parametrize("f", OF_ARRAYS, ids=lambda f: f.__name__)
def test_of_arrays(f):
    check_at_the_origin(f, (np.zeros(3),), (np.array([1.0, -2.0, 0.5]),))
    point, direction = np.array([0.3, -0.9, 1.2]), np.array([0.5, 0.2, -0.4])
    slope = (f(point + 1e-6 * direction) - f(point - 1e-6 * direction)) / 2e-6
    assert s2sad.grad(f)(point) @ direction == pytest.approx(slope)


def test_of_parts():
    assert s2sad.grad(of_parts)(0.0) == 0.0


def test_rows_that_are_equal():
    def lengths(a):
        return np.sum(np.sqrt(np.sum((a[:-1] - a[1:]) ** 2, axis=1)))

    point = np.array([[1.0, 2.0], [1.0, 2.0], [4.0, 6.0]])
    expected = np.array([[0.0, 0.0], [-0.6, -0.8], [0.6, 0.8]])
    np.testing.assert_allclose(s2sad.grad(lengths)(point), expected)


@pytest.mark.parametrize(
    "f",
    [
        lambda x, y: math.sqrt(x * x + y),
        lambda x, y: math.sqrt(y + x * x),
        lambda x, y: (x * x + y) ** 0.5,
        lambda x, y: np.sqrt(x * x + y**1),
        lambda x, y: math.sqrt(abs(x) * 0.0 + y),
        lambda x, y: math.sqrt(y / 2.0),
        lambda x, y: math.sqrt(sum([x * x, y])),
    ],
)
def test_other_roots_are_steep_at_zero(f):
    assert s2sad.grad(f, 1)(0.0, 0.0) == np.inf


def test_differences_of_squares_are_none():
    assert s2sad.grad(lambda x, y: math.sqrt(x * x - y * y))(2.0, 2.0) == np.inf
    weighted = s2sad.grad(lambda x, w: math.sqrt(x[0] * x[0] * w[0] + x[1] * x[1] * w[1]))
    assert weighted([2.0, 2.0], [1.0, -1.0]) == [np.inf, -np.inf]


def test_a_sum_that_begins_elsewhere():
    def f(x, start):
        total = start
        for a in x:
            total += a * a
        return math.sqrt(total)

    assert s2sad.grad(f, 1)([0.0], 0.0) == np.inf
    assert s2sad.grad(f)([2.0], -4.0) == [np.inf]
