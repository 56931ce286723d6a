"""A name that stands for an array that is written in place, or for a number: the number's adjoint is found as well."""

import numpy as np
import pytest

import s2sad


def factor_of_the_next_step(x, s):
    factor = 1.0
    for k in range(3):
        z = x * factor
        z[k] += s
        factor = z if k == 1 else s
    return np.sum(z)


def sum_for_the_next_step(x, s):
    factor = 1.0
    for k in range(3):
        z = x * 1.0
        z[k] += s * np.sum(factor)
        factor = z if k == 1 else s
    return np.sum(z)


def the_array(x, s):
    z = x * 1.0
    z[0] = s
    f = z if s > 0.5 else s
    return np.sum(z * f)


def the_number(x, s):
    z = x * 1.0
    z[0] = s
    f = z if s > 0.9 else s
    return np.sum(z * f)


def after_a_loop(x, s):
    f = s
    for k in range(3):
        z = x * 1.0
        z[0] = s
        f = z if k == 1 else s
    return np.sum(z * f)


def read_in_a_loop(x, s):
    f = s
    t = 0.0
    for k in range(3):
        t += np.sum(x * f)
        z = x * 1.0
        z[0] = s
        f = z if k == 1 else s
    return t


def begun_with_a_number(x, s):
    acc = 0.0
    for k in range(3):
        acc = acc + x * s
        acc[k] = s
    return np.sum(acc)


def begun_and_gone_on_with_numbers(x, s):
    f = 2.0
    for k in range(3):
        z = x * f
        z[k] += s
        f = z if k == 1 else 0.5
    return np.sum(z)


def or_an_int(x, s):
    z = x * 1.0
    z[0] = s
    f = z if s > 0.9 else 3
    return np.sum(z * f)


def or_none(x, s):
    last = None
    for k in range(3):
        z = x * (k + 1)
        z[k] += s
        if last is not None:
            z = z + last
        last = z
    return np.sum(z)


def begun_with_an_int(x, s):
    last = 0
    for k in range(3):
        z = x * (k + 1) + last
        z[k] += s
        last = z
    return np.sum(z * z)


PROGRAMS = (
    factor_of_the_next_step,
    sum_for_the_next_step,
    the_array,
    the_number,
    after_a_loop,
    read_in_a_loop,
    begun_with_a_number,
    begun_and_gone_on_with_numbers,
    or_an_int,
    or_none,
    begun_with_an_int,
)


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_gradients(f):
    point, direction = (np.array([0.3, -0.8, 1.1]), 0.7), (np.array([1.0, 0.4, -0.3]), 0.5)
    ends = [f(*(x + way * 1e-6 * d for x, d in zip(point, direction))) for way in (1.0, -1.0)]
    expected = pytest.approx((ends[0] - ends[1]) / 2e-6)
    gradient = s2sad.grad(f, (0, 1))(*point)
    assert sum(np.sum(g * d) for g, d in zip(gradient, direction)) == expected
    assert s2sad.jvp(f, point, direction)[1] == expected
    products = s2sad.hvp(f, point, direction)
    slopes = [
        s2sad.grad(f, (0, 1))(*(x + way * 1e-6 * d for x, d in zip(point, direction))) for way in (1.0, -1.0)
    ]
    for product, one, other in zip(products, *slopes):
        np.testing.assert_allclose(product, (one - other) / 2e-6, rtol=1e-5, atol=1e-6)


def by_another_name(x, shape):
    n = np.exp(-(x.reshape(shape) ** 2))
    u = n
    u *= 0.9
    return np.sum(np.sin(n))


def in_a_loop_over_names(x, shape):
    n = np.exp(-(x.reshape(shape) ** 2))
    for u in (n, x):
        u *= 0.9
    return np.sum(np.sin(n) * x)


def in_a_function(x, shape):
    def halve(u):
        u /= 2.0

    n = np.sin(x.reshape(shape))
    halve(n)
    return np.sum(n**2)


def what_does_not_vary(x, shape):
    c = np.cos(np.arange(1.0, 1.0 + x.size).reshape(shape))
    u = c
    u -= 0.5
    return np.sum(c * x.reshape(shape))


@pytest.mark.parametrize("f", [by_another_name, in_a_loop_over_names, in_a_function, what_does_not_vary])
def test_an_array_of_unknown_rank_that_is_changed_by_another_name(f):
    """A list that is a shape doesn't tell the rank, so that what has it may be a number for all that is known."""
    x = np.array([0.3, 0.2, -0.4, 0.5])
    for derivative in (lambda: s2sad.grad(f)(x, [2, 2]), lambda: s2sad.jvp(f, (x, [2, 2]), (x, None))):
        with pytest.raises(ValueError, match="another name"):
            derivative()
    value, slope = s2sad.jvp(f, (x[:1], []), (x[:1], None))
    assert value == f(x[:1].copy(), [])
    width = 1e-6 * x[:1]
    expected = (f(x[:1] + width, []) - f(x[:1] - width, [])) / 2e-6
    assert slope == pytest.approx(expected, rel=1e-7)


def alone(x, shape):
    n = np.exp(-(x.reshape(shape) ** 2))
    n *= 0.9
    for _ in range(2):
        n += np.sin(n)
    return np.sum(np.sin(n))


def test_an_array_of_unknown_rank_that_has_one_name():
    x = np.array([0.3, 0.2, -0.4, 0.5])
    s2sad.check_grads(lambda x: alone(x, [2, 2]), (x,))
