"""Functions that call themselves over one list: all calls add to the same shadow."""

import math

import pytest

import s2sad


def product(values, i):
    if i == 0:
        return values[0]
    return values[i] * 0.5 * product(values, i - 1) + values[i]


def halves(values, low, high):
    if high - low == 1:
        return values[low] ** 2
    middle = (low + high) // 2
    return halves(values, low, middle) * halves(values, middle, high) + values[middle]


def crossed(p, q, i):
    if i < 0:
        return 0.0
    return p[i] * q[i] * q[i] + math.sin(crossed(q, p, i - 1))


def anew(values, i):
    if i < 0:
        return 1.0
    return values[i] * anew(values, i - 1) + anew([2.0 * v for v in values], i - 2)


def even(values, i):
    return values[0] if i <= 0 else values[i] * odd(values, i - 1)


def odd(values, i):
    return values[1] if i <= 0 else values[i] + even(values, i - 1) * even(values, i - 2)


def of_products(x, y):
    values = [0.3 * i * x + y for i in range(6)]
    values[2] = x
    return product(values, 5) * product(values, 3) + values[1]


def of_halves(x, y):
    return halves([x, y, x * y, 0.3, y * y], 0, 5)


def of_two_lists(x, y):
    p, q = [x, y, x * y], [y, y * y, x]
    return crossed(p, q, 2) + crossed(p, p, 2)


def of_new_lists(x, y):
    return anew([x, y, x * y, y * y], 3)


def of_two_functions(x, y):
    return even([x, y, x * y, y * y, 0.3], 4)


@pytest.mark.parametrize("f", [of_products, of_halves, of_two_lists, of_new_lists, of_two_functions])
def test_gradients(check, f):
    check(f, 0.7, 1.2)


def test_no_call_makes_a_shadow_of_its_own():
    slope = s2sad.grad(of_products)
    slope(0.7, 1.2)
    reverse = slope.source.partition("def product_rev")[2]
    assert "len(" not in reverse and "merge" not in slope.source
