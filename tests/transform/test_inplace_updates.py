"""`y += x` where only the running program knows whether y is a number or an array, which has another name or none."""

import copy
from types import SimpleNamespace

import numpy as np
import pytest

import s2sad

ARRAY = np.array([1.0, 2.0, 3.0])
NUMBERS = (2.0, np.float64(2.0))
HELD = SimpleNamespace(v=None)


class Kept:
    """What a function keeps to itself."""


class Model:
    def __init__(self, v):
        self.v = v

    def scaled(self, x):
        return x * self.v


def other_name(x, o):
    y = x + o.v
    z = y
    z *= x
    return np.sum(y * z)


def name_taken_before_a_loop(x, o):
    y = x * o.v
    first = y
    for _ in range(3):
        y += x
    return np.sum(first * y)


def name_carried_by_a_loop(x, o):
    y, last, total = x * o.v, 0.0, 0.0
    for _ in range(3):
        y += x
        total = total + np.sum(last * y)
        last = y
    return total


def _raised(y, x):
    y += x
    return y * y


def argument_of_a_helper(x, o):
    y = x * o.v
    return np.sum(_raised(y, x) * y)


def argument_of_a_recursion(x, o):
    def go(y, n):
        if n == 0:
            return y
        y += x
        return go(y, n - 1)

    y = x * o.v
    return np.sum(go(y, 2) * y)


def attribute(x, o):
    kept, y = Kept(), x * o.v
    kept.a = y
    y += x
    return np.sum(kept.a * y)


def attribute_updated(x, o):
    kept, y = Kept(), x * o.v
    kept.a = y
    kept.a += x
    return np.sum(kept.a * y)


def item_of_a_list(x, o):
    y = x * o.v
    items = [y]
    y += 1.0
    return np.sum(items[0] * y * x)


def item_updated(x, o):
    y = x * o.v
    items = {"k": y}
    for k in ("k", "k"):
        items[k] *= x
    return np.sum(items["k"] * y)


def appended(x, o):
    items, y = [], x * o.v
    for _ in range(3):
        y += x
        items.append(y)
    return np.sum(items[0] * items[1] * items[2])


def closure(x, o):
    y = x * o.v
    kept = y

    def twice():
        return kept * 2.0

    y -= x
    return np.sum(twice() * y)


def nonlocal_name(x, o):
    y = x * o.v

    def raised():
        nonlocal y
        y += x

    before = y
    raised()
    return np.sum(before * y)


def unpacked(x, o):
    y = x * o.v
    a, b = y, y
    a /= x
    return np.sum(a * b)


def chosen(x, o):
    y, w = x * o.v, x + o.v
    z = y if x > 0.5 else w
    z += x
    return np.sum(y * z * w)


def in_one_branch(x, o):
    y = x * o.v
    z = y
    if x > 0:
        z += x
    return np.sum(y * z)


def in_a_while(x, o):
    y = x * o.v
    z, n = y, 0
    while n < 2:
        z **= 2
        n += 1
    return np.sum(y + z)


def known_at_run_time(x, o):
    y = o.scaled(x)
    z = y
    z += x
    return np.sum(y * z)


def of_the_object(x, o):
    z = o.v
    z *= 2.0
    return x * np.sum(z * o.v)


def of_a_global_name(x, o):
    z = HELD.v
    z *= 2.0
    return x * np.sum(z * HELD.v)


SHARED = [
    *(other_name, name_taken_before_a_loop, name_carried_by_a_loop, argument_of_a_helper),
    *(argument_of_a_recursion, attribute, attribute_updated, item_of_a_list, item_updated, appended),
    *(closure, nonlocal_name, unpacked, chosen, in_one_branch, in_a_while, known_at_run_time, of_the_object),
]


def no_other_name(x, o):
    y = x + o.v
    y *= x
    y += 1.0
    y -= x * o.v
    return np.sum(y * y)


def name_not_read_again(x, o):
    y = x * o.v
    z = y
    total = np.sum(y)
    z *= x
    return np.sum(z * z) + total


def in_a_loop(x, o):
    y, total = x * o.v, 0.0
    for _ in range(3):
        y += x
        total += np.sum(y * y)
    return total


def of_a_copy(x, o):
    y = x * o.v
    z = y * 1.0
    z += x
    return np.sum(y * z)


def sums(x, o):
    kept, table = Kept(), {"a": 0.0, "b": x}
    kept.total = 0.0
    for k in ("a", "b", "a"):
        kept.total += x * o.v
        table[k] += x * o.v
    return np.sum(table["a"] * table["b"] * kept.total)


def of_a_method(x, o):
    y = o.scaled(x)
    y += x
    return np.sum(y * o.v)


OWN = [of_a_global_name, no_other_name, name_not_read_again, in_a_loop, of_a_copy, sums, of_a_method]
MODES = {
    "value_and_grad": lambda f, x, o: s2sad.value_and_grad(f)(x, o),
    "jvp": lambda f, x, o: s2sad.jvp(f, (x, o), (1.0, None)),
}


def model(v):
    HELD.v = copy.deepcopy(v)
    return Model(copy.deepcopy(v))


def check(function, v, mode):
    x, h = 0.7, 1e-6
    value = function(x, model(v))
    slope = (function(x + h, model(v)) - function(x - h, model(v))) / (2 * h)
    assert MODES[mode](function, x, model(v)) == pytest.approx((value, slope), rel=1e-6)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("function", SHARED)
def test_of_an_array_with_another_name(function, mode):
    with pytest.raises(ValueError, match="this changes an array that has another name"):
        MODES[mode](function, 0.7, model(ARRAY))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("function", SHARED)
def test_of_a_number_with_another_name(function, mode):
    for number in NUMBERS:
        check(function, number, mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("function", OWN)
def test_without_another_name(function, mode):
    for value in (ARRAY, *NUMBERS):
        check(function, value, mode)


def in_a_try(x, o):
    y = x * o.v
    z = y
    try:
        z += x  # here
    except ValueError:
        z = z * 2.0
    return np.sum(y * z)


@pytest.mark.parametrize("mode", MODES)
def test_a_handler_does_not_catch_the_refusal(mode):
    with pytest.raises(s2sad.UnsupportedValue, match="it isn't known which") as found:
        MODES[mode](in_a_try, 0.7, model(ARRAY))
    assert found.value.hint


def test_nothing_is_checked_where_there_is_no_other_name():
    for function in (no_other_name, in_a_loop):
        gradient = s2sad.grad(function)
        gradient(0.7, model(ARRAY))
        assert "check_alone" not in gradient.source
