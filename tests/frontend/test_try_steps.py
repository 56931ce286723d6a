"""What a handler sees is what was done until the exception came: names, lists, attributes and arrays."""

import math
from typing import NamedTuple

import numpy as np
import pytest

import s2sad


class Box:
    def __init__(self, v):
        self.v = v


def half_done(x):
    y, box, xs = x, Box(x), [x]
    try:
        y = 3.0 * y
        box.v = box.v * x
        xs.append(y)
        y = y * math.sqrt(x - 1.0)
        xs.append(100.0)
    except ValueError:
        y = y + box.v * len(xs)
    return y * xs[-1]


def in_a_loop(x):
    total, done = 0.0, 0
    try:
        for k in range(5):
            total += x**k
            if k == 3:
                raise KeyError(k)
            done += 1
    except KeyError:
        total = total * done
    else:
        total = 0.0
    finally:
        total = total + x
    return total


def nested(x):
    y = x
    try:
        try:
            y = y * x
            y = y / (x - x)
        except ValueError:
            y = 100.0
        finally:
            y = y + 1.0
    except ZeroDivisionError as error:
        y = y * (2.0 if "zero" in str(error) or "divi" in str(error) else 3.0)
    return y


def left(x):
    for k in (1, 2, 3):
        try:
            if k == 2:
                return x**k
        finally:
            x = x * 2.0
    return 0.0


@pytest.mark.parametrize(
    ("function", "x", "slope"),
    [
        (half_done, 0.7, lambda x: 2.0 * 3.0 * x * (3.0 + 0.0) + 18.0 * x**2),
        (in_a_loop, 0.7, lambda x: 3.0 * (1.0 + 2.0 * x + 3.0 * x**2) + 1.0),
        (nested, 0.7, lambda x: 4.0 * x),
        (left, 0.7, lambda x: 8.0 * x),
    ],
)
def test_slopes(check, function, x, slope):
    found = check(function, x)
    if function is not half_done:
        assert found == pytest.approx([slope(x)])


def test_what_a_handler_of_half_done_sees(check):
    x = 0.7  # y = 3 x, box.v = x², xs = [x, 3 x]: (3 x + 2 x²) 3 x
    assert check(half_done, x) == pytest.approx([18.0 * x + 18.0 * x**2])
    y = 2.0  # nothing is raised: 3 y sqrt(y - 1) 100
    assert check(half_done, y) == pytest.approx([300.0 * (1.0 + 0.5 * y)])


def arrays(x):
    u = x.copy()
    try:
        u[0] = u[0] * u[1]
        u[1] = u[1] * math.sqrt(u[0])
        u[2] = math.log(-1.0) * u[2]
    except ValueError:
        u[2] = u[1] * u[1]
    return np.sum(u * u)


def test_arrays_are_as_they_were_left(check_modes):
    check_modes(arrays, (np.array([0.3, 0.5, 0.8]),))
    u, v = 0.3 * 0.5, 0.5 * math.sqrt(0.3 * 0.5)
    assert s2sad.value_and_grad(arrays)(np.array([0.3, 0.5, 0.8]))[0] == pytest.approx(u * u + v * v + v**4)


class Vector(NamedTuple):
    u: float
    v: float

    def __add__(self, other):
        try:
            return Vector(self[0] + other[0], self[1] + other[1])
        except TypeError:
            return Vector(self[0] + other, self[1] + other)

    __radd__ = __add__


def test_what_raises_nothing_stands_outside_of_try(check):
    check(lambda x: (Vector(x, x * x) + Vector(1.0, x))[1] + (Vector(x, 1.0) + (x, x))[0], 0.7)
    slope = s2sad.grad(lambda x: (Vector(x, x * x) + Vector(1.0, x)).v)
    assert slope(0.7) == 2.4 and "try" not in slope.source


def test_numbers_have_no_items(check, recwarn):
    check(lambda x: (Vector(x, x * x) + 2.0).v, 0.7)
    assert not recwarn.list


def test_a_number_and_a_tuple_are_not_added(check):
    def f(x):
        t = (x, x)
        try:
            y = 3.0 * x
            y = x + t
        except TypeError:
            y = y * x
        return y

    check(f, 0.7)
