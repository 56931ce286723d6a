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
